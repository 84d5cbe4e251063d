/* Fits a plan to a time.
 *
 * Shorter repeats come first, because a rate needs their number for its interval and class. Then
 * the most expensive items are left out: that leaves the most items. */
#include "study/run/budget.h"

#include "measure/schedule_pick.h"
#include "study/run/predictor.h"

#include <stdio.h>

/* The steps in which a repeat becomes shorter. */
static const double STEP = 0.8;

/* The estimated time of a plan. Units: s. */
static double estimate(const wm_schedule *schedule, const wm_settings *settings)
{
    const wm_predictor predictor = wm_predictor_for(settings, schedule->repeat_seconds);
    double seconds = 0;
    for (size_t i = 0; i < schedule->item_count; i++)
        if (!(wm_procedure_bytes(&schedule->items[i]) > settings->memory_bytes))
            seconds += wm_predictor_at_speed(&predictor, &schedule->items[i], 1);
    return seconds;
}

/* The most repeats of any item. */
static uint32_t most_repeats(const wm_schedule *schedule)
{
    uint32_t most = 0;
    for (size_t i = 0; i < schedule->item_count; i++)
        if (schedule->items[i].repeats > most)
            most = schedule->items[i].repeats;
    return most;
}

static void limit_repeats(wm_schedule *schedule, uint32_t most)
{
    for (size_t i = 0; i < schedule->item_count; i++)
        if (schedule->items[i].repeats > most)
            schedule->items[i].repeats = most;
}

bool wm_budget_fit(wm_schedule *schedule, const wm_settings *settings, double seconds)
{
    const double limit = WM_BUDGET_SHARE * seconds, asked = schedule->repeat_seconds;
    const uint32_t repeats = most_repeats(schedule);
    while (estimate(schedule, settings) > limit &&
           schedule->repeat_seconds > WM_BUDGET_REPEAT_SECONDS) {
        const double shorter = schedule->repeat_seconds * STEP;
        schedule->repeat_seconds =
            shorter > WM_BUDGET_REPEAT_SECONDS ? shorter : WM_BUDGET_REPEAT_SECONDS;
    }
    for (uint32_t most = repeats;
         most > WM_THRESHOLD_CLASS_REPEATS && estimate(schedule, settings) > limit; most--)
        limit_repeats(schedule, most - 1);
    if (schedule->repeat_seconds < asked || most_repeats(schedule) < repeats)
        wm_schedule_pick_rename(schedule, "budget");
    return estimate(schedule, settings) <= limit;
}

bool wm_budget_takes(wm_budget_cost *cost, const void *context, size_t index, size_t count,
                     double left_s)
{
    const double own = cost(context, index);
    double seconds = own;
    for (size_t i = index + 1; i < count; i++) {
        const double other = cost(context, i);
        seconds += other < own ? other : 0;
    }
    return seconds <= left_s;
}

void wm_budget_reason(double seconds, double budget_s, char reason[WM_BUDGET_REASON])
{
    (void)snprintf(reason, WM_BUDGET_REASON, "over the budget: needs about %.*f s of %g s",
                   seconds < 10 ? 1 : 0, seconds, budget_s);
}
