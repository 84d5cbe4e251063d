/* Fits a plan to a time: shorter and fewer repeats. */
#ifndef WM_STUDY_BUDGET_H
#define WM_STUDY_BUDGET_H

#include "measure/schedule.h"

/* The least duration of a repeat that a budget makes. */
#define WM_BUDGET_REPEAT_SECONDS 0.02

/* The share of a budget that is for measuring; the rest is for sealing and for what an estimate
 * misses. */
#define WM_BUDGET_SHARE 0.9

/* The estimated time of a plan. speed is a multiple of the nominal speed. Items above memory_bytes
 * (NaN: no limit) are not run and take no time. Units: s. */
double wm_budget_estimate(const wm_schedule *schedule, double memory_bytes, double speed);

/* The share of a budget that is left for the run's items. Units: s. */
double wm_budget_for_items(double seconds);

/* Shortens the repeats of a plan, down to WM_BUDGET_REPEAT_SECONDS, and then lowers their number,
 * down to the least of a performance class, until the estimate fits the budget. A changed plan gets
 * the name `NAME-budget`. Returns whether the estimate fits. */
bool wm_budget_fit(wm_schedule *schedule, double memory_bytes, double speed, double seconds);

/* A guess of a device's speed before anything is measured, by the kind of its backend. */
double wm_budget_speed(const char *backend);

#endif
