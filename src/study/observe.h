/* The observations of a measured item: repeats and calibrations. */
#ifndef WM_STUDY_OBSERVE_H
#define WM_STUDY_OBSERVE_H

#include "measure/repeat.h"
#include "study/sink.h"

/* The repeat of an item that an observation is about. */
typedef struct wm_observe_place {
    const wm_sink *sink;
    const wm_item *item;
    size_t item_index;
    uint32_t repeat;
} wm_observe_place;

/* A repeat that was measured and checked. */
typedef struct wm_observe_measured {
    const char *method;
    const wm_repeat *repeat;
    const wm_observed_residual *residual;
    const char *lost; /* why a divergence is NaN though the output is finite; else null */
} wm_observe_measured;

/* Appends a measured repeat. Source: docs/formats/record.md section 3, workload (this and the
 * next). Errors: those of wm_sink_write (all of these). */
WM_MUST_CHECK wm_status wm_observe_repeat(const wm_observe_place *place,
                                          const wm_observe_measured *measured, wm_error *err);

/* Appends a failed repeat. */
WM_MUST_CHECK wm_status wm_observe_failure(const wm_observe_place *place, const char *reason,
                                           wm_error *err);

/* Appends a calibration; product is the id of repeat 0. If `ok` is false, reason says why. Source:
 * docs/formats/record.md section 3, calibration. */
WM_MUST_CHECK wm_status wm_observe_calibration(const wm_observe_place *place, const char *product,
                                               const wm_observed_calibration *calibration,
                                               const char *reason, wm_error *err);

/* The observed method of a repeat in the graph. Errors: NOTFOUND (no such repeat, or it failed);
 * NOMEM. */
WM_MUST_CHECK wm_status wm_observe_method(const wm_graph *graph, size_t item, uint32_t repeat,
                                          char method[256]);

#endif
