/* The stages of a transcript. Each is an observation with an edge to the stage before. */
#ifndef WM_STUDY_STAGES_H
#define WM_STUDY_STAGES_H

#include "record/laws/rule.h"
#include "study/procedure/sink.h"
#include "verify/opener.h"
#include "verify/wrong_element.h"

/* The transcript of one item. The graph gives the next stage's number and predecessor, so that an
 * interrupted transcript can be resumed. */
typedef struct wm_stages {
    const wm_sink *sink;
    size_t item; /* index into the plan */
} wm_stages;

/* Appends `acquire`: the transcript is about this repeat's output. Source: paper section 3, Table
 * 1; docs/formats/record.md section 3 (all of these). Errors: those of the sink (all of these). */
WM_MUST_CHECK wm_status wm_stages_acquire(const wm_stages *transcript, uint32_t repeat,
                                          const uint8_t digest[WM_SHA256_SIZE], wm_error *err);

/* Appends `inject`: the planned fault was injected; digest is that of the output with it. */
WM_MUST_CHECK wm_status wm_stages_inject(const wm_stages *transcript, const wm_planned_fault *fault,
                                         const uint8_t digest[WM_SHA256_SIZE], wm_error *err);

/* Appends `witness`: the output's residual, its openings, and its wrong element if it has one. */
WM_MUST_CHECK wm_status wm_stages_witness(const wm_stages *transcript,
                                          const uint8_t digest[WM_SHA256_SIZE],
                                          const wm_observed_residual *residual,
                                          const wm_opener *openings, const wm_wrong_element *wrong,
                                          wm_error *err);

/* Appends `decide`: the format's rule on the residual of the witness before it. */
WM_MUST_CHECK wm_status wm_stages_decide(const wm_stages *transcript,
                                         const wm_observed_residual *residual,
                                         wm_decision *decision, wm_error *err);

/* Appends `repair`: the output was computed again by a more careful method. */
WM_MUST_CHECK wm_status wm_stages_repair(const wm_stages *transcript, const char *method,
                                         const uint8_t digest[WM_SHA256_SIZE], wm_error *err);

/* Appends a revisit, after the last stage: the acquired output of a repeat at the places that prior
 * number `prior`, from 1, opened. Source: docs/formats/record.md section 3, revisit. */
WM_MUST_CHECK wm_status wm_stages_revisit(const wm_stages *transcript, uint32_t repeat,
                                          unsigned prior, const wm_opener *openings, wm_error *err);

#endif
