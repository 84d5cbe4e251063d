/* Nominal costs of repeats: what each phase takes on a known machine, before anything ran here. */
#ifndef WM_STUDY_REPEATS_COST_H
#define WM_STUDY_REPEATS_COST_H

#include "study/procedure/procedure.h"

/* The nominal seconds of a phase: of one repeat and of its witness, else of the whole phase. Units:
 * s. */
double wm_repeats_cost_seconds(const wm_item *item, const wm_machine_speed *machine,
                               wm_phase phase);

/* The nominal seconds of two cores for the operation, once, and its calibration. Units: s. */
double wm_repeats_cost_operation(const wm_item *item);

#endif
