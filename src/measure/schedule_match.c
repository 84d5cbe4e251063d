/* Compares the plan of a record with the built-in plan of its name. */
#include "measure/schedule_match.h"

#include "workload/workload.h"

#include <math.h>
#include <string.h>

static bool is_same_fault(const wm_planned_fault *a, const wm_planned_fault *b)
{
    return a->kind == b->kind && a->in_repeats == b->in_repeats && a->row == b->row &&
           a->column == b->column;
}

static bool is_same(const wm_item *a, const wm_item *b)
{
    return a->variant == b->variant && a->repeats == b->repeats && a->point == b->point &&
           a->minutes == b->minutes && is_same_fault(&a->fault, &b->fault) &&
           memcmp(a->dimension, b->dimension, sizeof a->dimension) == 0;
}

/* Compares the items in order. Both have the same order; either may lack some. */
static wm_schedule_match compare(const wm_plan *plan, const wm_schedule *schedule)
{
    const wm_variant *filled = NULL; /* each variant fills the memory once */
    bool is_whole = true;
    size_t at = 0;
    for (size_t i = 0; i < plan->item_count; i++) {
        const wm_item *item = &plan->items[i];
        const size_t before = at;
        while (at < schedule->item_count && !is_same(item, &schedule->items[at]))
            at++;
        if (at < schedule->item_count) {
            is_whole = is_whole && at == before;
            at++;
            continue;
        }
        if (!schedule->lacks_filler || item->variant == filled ||
            item->repeats != schedule->items[0].repeats ||
            !wm_schedule_is_filler(item, schedule->plan))
            return WM_SCHEDULE_CHANGED;
        filled = item->variant;
        at = before;
    }
    return is_whole && at == schedule->item_count ? WM_SCHEDULE_SAME : WM_SCHEDULE_PART;
}

wm_status wm_schedule_match_plan(const wm_plan *plan, const char *name, const char *kind,
                                 wm_schedule_match *match)
{
    wm_schedule schedule;
    const wm_status status = wm_schedule_builtin(name, kind, (double)INFINITY, &schedule);
    *match = WM_SCHEDULE_NOT_BUILTIN;
    if (status == WM_E_NOTFOUND)
        return WM_OK;
    if (status != WM_OK)
        return status;
    *match = plan->repeat_seconds == schedule.repeat_seconds ? compare(plan, &schedule)
                                                             : WM_SCHEDULE_CHANGED;
    wm_schedule_clear(&schedule);
    return WM_OK;
}

const char *wm_schedule_match_words(wm_schedule_match match)
{
    static const char *const WORDS[] = {[WM_SCHEDULE_NOT_BUILTIN] = "not a plan of this release",
                                        [WM_SCHEDULE_SAME] = "as in this release",
                                        [WM_SCHEDULE_PART] = "part of this release's plan",
                                        [WM_SCHEDULE_CHANGED] =
                                            "other items than this release's plan of that name"};
    return WORDS[match];
}
