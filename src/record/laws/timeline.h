/* The times of a record: its sessions, its repeats, and the numbers that follow from them.
 *
 * All times are exact integers in ns. Source: docs/formats/record.md, section 3, session, and
 * section 4, functions of the record. */
#ifndef WM_RECORD_TIMELINE_H
#define WM_RECORD_TIMELINE_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* The largest time: 2^63-1. */
#define WM_TIMELINE_MOST ((uint64_t)INT64_MAX)

/* The times of a timed observation. */
typedef struct wm_timeline_span {
    uint64_t begin, length;
    bool is_flagged; /* the repeat has a flag */
} wm_timeline_span;

typedef struct wm_timeline_session {
    uint64_t started_at;
    uint64_t end; /* of its last timed observation; started_at before the first */
    bool is_used; /* it has a timed observation */
} wm_timeline_session;

/* The sessions and timed observations so far, in order of lines. */
typedef struct wm_timeline {
    wm_timeline_session *sessions;
    uint32_t session_count;
    size_t session_capacity;
    uint64_t first;       /* smallest start of a session */
    uint64_t end;         /* largest end of a timed observation */
    uint64_t last;        /* end of the latest one; the start of session 0 before it */
    uint64_t timed;       /* sum of the lengths */
    uint64_t longest_gap; /* between `last` and the start of the next one */
    uint64_t ok_count, flagged_count;
    bool is_reduced; /* a reduction of the record was read */
} wm_timeline;

/* Reads a time; false if it is above 2^63-1. */
bool wm_timeline_read(wm_text text, uint64_t *time);

/* The whole nanoseconds of a duration in s: the product with 1e9 in binary64, rounded down. False
 * if they are above 2^63-1. */
bool wm_timeline_length(double seconds, uint64_t *length);

/* Adds a session. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_timeline_add_session(wm_timeline *timeline, uint64_t started_at);

/* The session of the next observation, or NULL. */
const wm_timeline_session *wm_timeline_session_now(const wm_timeline *timeline);

/* Adds a timed observation to the last session. A sum above 2^63-1 is cut to that. */
void wm_timeline_add(wm_timeline *timeline, const wm_timeline_span *span);

/* Whether the next session starts before this one, or before the end of one of its repeats. */
bool wm_timeline_overlaps(const wm_timeline *timeline, uint32_t session);

/* A function of the record. Source: record.md section 4. */
wm_result wm_timeline_reduce(const wm_timeline *timeline, wm_function function);

/* Frees the sessions. */
void wm_timeline_clear(wm_timeline *timeline);

#endif
