/* Faults of trials: errors that are made in a correct output, at places drawn anew each time. */
#ifndef WM_LAB_FAULTS_H
#define WM_LAB_FAULTS_H

#include "lab/target.h"

/* Makes the fault of a word in `broken`, which is the correct output, and says which bytes may have
 * changed. Errors: UNSUPPORTED (the output cannot have it; `reason` says why), the device's,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_faults_make(wm_target *target, wm_trial trial, wm_draw_stream *draw,
                                       char reason[128]);

/* Whether the output has room for the block of a trial `row`, `column` or `tile`; any other trial
 * has it. */
bool wm_faults_has_room(const wm_output *shape, wm_trial trial);

/* Whether the operands of an item have a narrower format; a number in it: e4m3, or int8 for small
 * integers, which has them unchanged. */
bool wm_faults_can_narrow(const wm_item *item);
double wm_faults_narrow(const wm_item *item, double x);

#endif
