/* Attacks of trials: a producer who knows the checks. */
#ifndef WM_LAB_ATTACKS_H
#define WM_LAB_ATTACKS_H

#include "lab/target.h"

/* What an attack took and hid; NaN: not measured. Source: docs/formats/record.md section 3,
 * trials. */
typedef struct wm_attack_result {
    double committed; /* residual under probes known before, in tolerances */
    double derived;   /* residual under probes that follow from the output, in tolerances */
    double error;     /* norm of the error, as a part of the output's norm */
    double cost;      /* products, or what takes as long */
} wm_attack_result;

/* Runs an attack once and asks the checks. Errors: UNSUPPORTED (the output cannot have it; `reason`
 * says why), the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_attacks_run(wm_target *target, wm_trial trial, uint32_t number,
                                       wm_verdicts *verdicts, wm_attack_result *result,
                                       char reason[128]);

/* The norm of the error in `broken`, as a part of the output's. */
double wm_attacks_error(const wm_target *target);

/* Asks all checks of `broken`, the paper's with the committed probes, and then the paper's with
 * derived ones; sets `committed` and `derived`. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_attacks_judge(wm_target *target, wm_verdicts *verdicts,
                                         wm_attack_result *result);

#endif
