/* An output under test: a correct one, the same with an error, and the checks of both. */
#ifndef WM_LAB_TARGET_H
#define WM_LAB_TARGET_H

#include "lab/draw.h"
#include "lab/paper_check.h"
#include "record/laws/rule.h"
#include "workload/workload.h"

/* What the checks said of an output. */
typedef struct wm_verdicts {
    bool is_asked[WM_CHECKS];
    bool is_rejected[WM_CHECKS];
    double residual; /* the largest, as the record's check finds it; NaN: not asked, not finite */
} wm_verdicts;

/* Bytes [first, end) of an output; empty if they are equal. */
typedef struct wm_changed {
    size_t first, end;
} wm_changed;

typedef struct wm_target {
    wm_item item; /* the plan's, without its trial */
    char nonce[65];
    uint8_t seed[WM_SHA256_SIZE]; /* of the trials */
    wm_workload workload;
    wm_check check;
    uint8_t *correct, *broken;      /* the output, on the host */
    wm_changed own;                 /* bytes in which `broken` may differ from `correct` */
    wm_changed left;                /* the same of the device's output */
    bool is_correct;                /* `broken` is a correct output */
    uint8_t digest[WM_SHA256_SIZE]; /* of `correct` */
    wm_observed_calibration calibration;
    wm_limits limits;
    bool has_paper;
    wm_paper_check paper;
} wm_target;

/* Computes the item's output on the device and calibrates its checks. Errors: the device's, NOMEM.
 * Ownership: wm_target_close in every case. */
WM_MUST_CHECK wm_status wm_target_open(wm_target *target, wm_device *device, const wm_item *item,
                                       const char *nonce, const uint8_t seed[WM_SHA256_SIZE]);

/* Fills the operands under another nonce, computes and calibrates again: another correct output.
 * Errors: as above. */
WM_MUST_CHECK wm_status wm_target_renew(wm_target *target, const char *nonce);

/* Makes `broken` the correct output again; the device's is, once it was asked of the checks. */
void wm_target_restore(wm_target *target);

/* Says that bytes of `broken` were changed. */
void wm_target_touch(wm_target *target, size_t first, size_t count);

/* Takes the device's present output as `broken`. Errors: the device's. */
WM_MUST_CHECK wm_status wm_target_take(wm_target *target);

/* Computes the output once more on the device, as another correct one: `broken`. Errors: the
 * device's. */
WM_MUST_CHECK wm_status wm_target_repeat(wm_target *target);

/* Gives `broken` to the device and asks all checks. The paper's draws its probes from this seed.
 * Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_target_judge(wm_target *target, const uint8_t probes[WM_SHA256_SIZE],
                                        wm_verdicts *verdicts);

/* Gives `broken` to the device and asks the statistics of the residual alone: ROWS, LARGEST and
 * ROUNDING where they are asked, and ANY of them. Errors: as above. */
WM_MUST_CHECK wm_status wm_target_statistics(wm_target *target, wm_verdicts *verdicts);

/* Gives `broken` to the device and asks the paper's check alone: its residual under 8 probes, in
 * tolerances; NaN if it does not know the output. Errors: as above. */
WM_MUST_CHECK wm_status wm_target_residual(wm_target *target, const uint8_t probes[WM_SHA256_SIZE],
                                           double *residual);

/* Gives `broken` to the device, which calibrates all checks with it as with a correct output.
 * Errors: as above. */
WM_MUST_CHECK wm_status wm_target_calibrate(wm_target *target);

/* Whether an opened chunk of `broken` would differ from the correct output's. Errors: as above. */
WM_MUST_CHECK wm_status wm_target_would_open(wm_target *target, bool *is_seen);

/* The seed of the probes that the paper's check draws in a trial. */
void wm_target_probes(const wm_target *target, uint32_t trial, uint8_t probes[WM_SHA256_SIZE]);

void wm_target_close(wm_target *target);

#endif
