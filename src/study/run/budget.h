/* Fits a plan to a time: shorter and fewer repeats, then fewer items. */
#ifndef WM_STUDY_BUDGET_H
#define WM_STUDY_BUDGET_H

#include "measure/schedule.h"
#include "study/procedure/settings.h"

/* The least duration of a repeat that a budget makes. */
#define WM_BUDGET_REPEAT_SECONDS 0.02

/* The share of a budget that is for measuring; the rest is for sealing and for what an estimate
 * misses. */
#define WM_BUDGET_SHARE 0.9

enum { WM_BUDGET_REASON = 96 };

/* Shortens the repeats of a plan, down to WM_BUDGET_REPEAT_SECONDS, and then lowers their number,
 * down to the least of a performance class, until the estimate fits the budget. A changed plan gets
 * the name `NAME-budget`. The estimate has nominal speeds; items above the memory limit take no
 * time. Units: s. Returns whether the estimate fits. */
bool wm_budget_fit(wm_schedule *schedule, const wm_settings *settings, double seconds);

/* The predicted seconds of item number `index`; 0 if it needs no more time. */
typedef double wm_budget_cost(const void *context, size_t index);

/* Whether item number `index` is measured, so that as many as possible of this one and the later
 * ones are: it must fit into the time left beside all later ones that are cheaper. */
bool wm_budget_takes(wm_budget_cost *cost, const void *context, size_t index, size_t count,
                     double left_s);

/* Writes why an item is left out: what it needs, and the whole budget. */
void wm_budget_reason(double seconds, double budget_s, char reason[WM_BUDGET_REASON]);

#endif
