/* Attacks on rates: right outputs in a wrong time. */
#ifndef WM_LAB_RATE_ATTACKS_H
#define WM_LAB_RATE_ATTACKS_H

#include "lab/attacks.h"
#include "measure/repeat.h"

/* Where and how repeats are timed. */
typedef struct wm_rate_attacks {
    wm_target *target;
    wm_repeat_options options; /* of a run; its device checks its own output */
    double clock_limit_hz;     /* of the environment; 0: unknown */
    unsigned device;           /* the number of the target's device among those of its kind */
} wm_rate_attacks;

/* The repeats that a trial times. */
double wm_rate_attacks_repeats(wm_trial trial);

/* Runs an attack on the rate once, and gives the last output to all checks. *flags are those of the
 * repeat that is shown, a bit for each wm_flag. Errors: UNSUPPORTED
 * (it is no such attack, or no other process can compute; `reason` says which), the device's,
 * NOMEM, INTERRUPTED. */
WM_MUST_CHECK wm_status wm_rate_attacks_run(const wm_rate_attacks *bench, wm_trial trial,
                                            wm_verdicts *verdicts, wm_attack_result *result,
                                            unsigned *flags, char reason[128]);

#endif
