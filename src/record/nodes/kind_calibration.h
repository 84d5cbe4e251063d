/* A calibration: residuals of 21 probe sets of one product. Their median is the item's floor. */
#ifndef WM_RECORD_KIND_CALIBRATION_H
#define WM_RECORD_KIND_CALIBRATION_H

#include "record/laws/observed.h"
#include "record/nodes/kind.h"

typedef struct wm_calibration_node {
    wm_edge environment, plan;
    double item;
    wm_edge product; /* the item's repeat 0 */
    wm_text reason;  /* failed: the cause; ok: for a null element */
    /* ok: lists of double; NaN: null */
    wm_list difference_max, reference_max, residual_squares, rounding_squares;
} wm_calibration_node;

extern const wm_form wm_kind_calibration_ok, wm_kind_calibration_failed;
extern const wm_kind wm_kind_calibration;

/* The calibration of an audited node. */
void wm_kind_calibration_read(const wm_calibration_node *node, bool is_ok,
                              wm_observed_calibration *calibration);

#endif
