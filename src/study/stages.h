/* The stages of a transcript, each written as an observation linked to the one before. */
#ifndef WM_STUDY_STAGES_H
#define WM_STUDY_STAGES_H

#include "record/graph.h"
#include "record/node.h"
#include "verify/check.h"

/* Where observations go as they are made: `append` keeps one line and gives its id (which may be
 * null), `graph` knows all of them. */
typedef struct wm_sink {
    void *context;
    wm_status (*append)(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err);
    const wm_graph *graph;
    const char *environment; /* id */
    const char *plan;        /* id */
} wm_sink;

/* The transcript of one item. Its next stage's number and predecessor come from the graph, so one
 * that was interrupted goes on. */
typedef struct wm_stages {
    const wm_sink *sink;
    size_t item;  /* index into the plan */
    wm_node node; /* zero-initialised; wm_node_clear */
} wm_stages;

/* Appends `acquire`: this repeat's output is what the transcript is about.
 * Source: paper section 3, Table 1; docs/formats/record.md section 3 (all of these). Errors: those
 * of the sink (all of these). */
WM_MUST_CHECK wm_status wm_stages_acquire(wm_stages *transcript, uint32_t repeat,
                                          const uint8_t digest[WM_SHA256_SIZE], wm_error *err);

/* Appends `inject`: a fault was made on purpose, beginning at this row and column; digest is of the
 * output with it. */
WM_MUST_CHECK wm_status wm_stages_inject(wm_stages *transcript, const char *fault, uint64_t row,
                                         uint64_t column, const uint8_t digest[WM_SHA256_SIZE],
                                         wm_error *err);

/* Appends `witness`: the output's residual and, for a product, its openings (wm_opening_write; else
 * null). */
WM_MUST_CHECK wm_status wm_stages_witness(wm_stages *transcript,
                                          const uint8_t digest[WM_SHA256_SIZE],
                                          const wm_observed_residual *residual,
                                          const wm_node *openings, wm_error *err);

/* Appends `decide`: the format's rule on the residual of the witness before it. */
WM_MUST_CHECK wm_status wm_stages_decide(wm_stages *transcript,
                                         const wm_observed_residual *residual,
                                         wm_decision *decision, wm_error *err);

/* Appends `repair`: the output was computed again by a more careful method. */
WM_MUST_CHECK wm_status wm_stages_repair(wm_stages *transcript, const char *method,
                                         const uint8_t digest[WM_SHA256_SIZE], wm_error *err);

/* Adds the field `residual` to an observation under construction: a workload's or a witness's. */
void wm_stages_write_residual(wm_node *node, const wm_observed_residual *residual, bool is_gemm);

#endif
