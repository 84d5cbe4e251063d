/* Nominal costs of an item: what each phase takes on a known machine, before anything ran here. */
#ifndef WM_STUDY_ITEM_COST_H
#define WM_STUDY_ITEM_COST_H

#include "study/procedure/run_event.h"
#include "workload/workload.h"

/* The word for a phase in a line of progress. */
const char *wm_item_cost_word(wm_phase phase);

/* What a cost depends on besides the item. */
typedef struct wm_item_cost {
    bool is_gpu;
    double repeat_seconds;
    double speed; /* of the item's operation here, as a multiple of the nominal speed; above 0 */
} wm_item_cost;

/* The nominal seconds of a phase: of one repeat and of its witness, else of the whole phase. Units:
 * s. */
double wm_item_cost_phase(const wm_item *item, const wm_item_cost *cost, wm_phase phase);

/* How often an item has a phase: the repeats, or once. */
double wm_item_cost_times(const wm_item *item, wm_phase phase);

#endif
