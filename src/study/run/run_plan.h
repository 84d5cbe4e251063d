/* Runs a plan: every item is measured and checked and gets its transcript. Every observation is
 * appended as soon as it is made. */
#ifndef WM_STUDY_RUN_PLAN_H
#define WM_STUDY_RUN_PLAN_H

#include "study/procedure/item_run.h"

typedef struct wm_run_plan {
    const wm_settings *settings;
    wm_sink sink;             /* its graph has environment, plan and earlier observations */
    wm_repeat_options repeat; /* without `stop`, which the settings have */
} wm_run_plan;

/* Runs the items of the plan that are not complete. A failed repeat is observed with its reason,
 * and the run goes on with the next item. If the device failed, it is opened again first. If that
 * fails, the remaining items are observed as not run. With a budget, as many items as possible are
 * measured: the most expensive of the rest by the costs so far are left out. An interrupt in a plan
 * with a point ends the run instead: what is left is observed as failed with the reason
 * `interrupted`, and the result is WM_OK. Errors: INTERRUPTED; DEVICE (can_go_on_elsewhere returned
 * true); those of wm_item_run_measure and wm_transcript_run; err's place is the item's label. */
WM_MUST_CHECK wm_status wm_run_plan_run(const wm_run_plan *run_plan, wm_error *err);

#endif
