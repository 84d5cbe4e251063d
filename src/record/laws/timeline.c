/* Computes the times of a record from its sessions and repeats.
 *
 * All times are integers in ns, because sums of binary64 would depend on their order. Repeats of
 * one process cannot overlap, so an overlap or a gap tells of another run or of a pause. */
#include "record/laws/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool wm_timeline_read(wm_text text, uint64_t *time)
{
    *time = 0;
    for (size_t i = 0; i < text.size; i++) {
        const unsigned digit = (unsigned)(text.bytes[i] - '0');
        if (digit > 9 || *time > (WM_TIMELINE_MOST - digit) / 10) {
            *time = 0;
            return false;
        }
        *time = *time * 10 + digit;
    }
    return text.size > 0;
}

bool wm_timeline_length(double seconds, uint64_t *length)
{
    const double product = seconds * 1e9;
    *length = 0;
    if (!(product >= 0 && product < 9223372036854775808.0))
        return false;
    *length = (uint64_t)product;
    return true;
}

/* A sum that is at most 2^63-1. */
static uint64_t capped_sum(uint64_t a, uint64_t b)
{
    return a > WM_TIMELINE_MOST - b ? WM_TIMELINE_MOST : a + b;
}

wm_status wm_timeline_add_session(wm_timeline *timeline, uint64_t started_at)
{
    const size_t count = timeline->session_count;
    wm_timeline_session *sessions =
        wm_array_grow(timeline->sessions, &timeline->session_capacity, count + 1, sizeof *sessions);
    if (sessions == NULL)
        return WM_E_NOMEM;
    timeline->sessions = sessions;
    sessions[count].started_at = started_at;
    sessions[count].end = started_at;
    sessions[count].is_used = false;
    if (count == 0)
        timeline->last = started_at;
    if (count == 0 || started_at < timeline->first)
        timeline->first = started_at;
    timeline->session_count++;
    return WM_OK;
}

const wm_timeline_session *wm_timeline_session_now(const wm_timeline *timeline)
{
    return timeline->session_count == 0 ? NULL : &timeline->sessions[timeline->session_count - 1];
}

void wm_timeline_add(wm_timeline *timeline, const wm_timeline_span *span)
{
    const uint64_t end = capped_sum(span->begin, span->length);
    if (timeline->session_count > 0) {
        wm_timeline_session *session = &timeline->sessions[timeline->session_count - 1];
        session->end = end;
        session->is_used = true;
    }
    if (span->begin > timeline->last && span->begin - timeline->last > timeline->longest_gap)
        timeline->longest_gap = span->begin - timeline->last;
    timeline->last = end;
    if (end > timeline->end)
        timeline->end = end;
    timeline->timed = capped_sum(timeline->timed, span->length);
    timeline->ok_count++;
    timeline->flagged_count += span->is_flagged;
}

bool wm_timeline_overlaps(const wm_timeline *timeline, uint32_t session)
{
    const wm_timeline_session *one, *next;
    if (session + 1 >= timeline->session_count)
        return false;
    one = &timeline->sessions[session];
    next = one + 1;
    return next->started_at < one->started_at || (one->is_used && next->started_at < one->end);
}

wm_result wm_timeline_reduce(const wm_timeline *timeline, wm_function function)
{
    const uint64_t wall = timeline->end > timeline->first ? timeline->end - timeline->first : 0;
    if (timeline->ok_count == 0)
        return wm_result_null("no repeats");
    switch (function) {
    case WM_FUNCTION_SESSIONS:
        return wm_result_number((double)timeline->session_count);
    case WM_FUNCTION_WALL_TIME:
        return wm_result_number((double)wall / 1e9);
    case WM_FUNCTION_TIMED_SHARE:
        return wm_result_number((double)timeline->timed / (double)wall);
    case WM_FUNCTION_LONGEST_GAP:
        return wm_result_number((double)timeline->longest_gap / 1e9);
    case WM_FUNCTION_FLAGGED_REPEATS:
        return wm_result_number((double)timeline->flagged_count);
    default:
        return wm_result_null("not there");
    }
}

void wm_timeline_clear(wm_timeline *timeline)
{
    free(timeline->sessions);
    memset(timeline, 0, sizeof *timeline);
}
