/* The opened chunks of one output, and what recomputing them from the seeds needs.
 *
 * Each workload defines how its elements are recomputed: a wm_opened_kind. Source:
 * docs/formats/inputs.md section 8, which gives c and E for each workload. Why the bounds hold:
 * verify/recompute.h for sums, workload/attention.c for attention. */
#ifndef WM_VERIFY_OPENED_H
#define WM_VERIFY_OPENED_H

#include "record/laws/opening.h"
#include "standards/philox.h"
#include "verify/recompute.h"

/* One opened chunk with its bytes, which are the caller's. */
typedef struct wm_opened_chunk {
    uint64_t row, chunk;
    size_t size;
    const uint8_t *data;
} wm_opened_chunk;

/* All opened chunks of an output. */
typedef struct wm_opened {
    const wm_item *item;
    const char *nonce;
    const wm_opened_chunk *chunks;
    unsigned count;
    wm_output shape;
    wm_format format;
    const double *normal; /* the normal table */
    wm_philox operand[WM_TABLES_OPERANDS];
    void *state;    /* of the workload; set by its `open` */
    uint64_t steps; /* of work that all chunks share; set by `open` */
} wm_opened;

/* How a workload recomputes opened chunks. */
typedef struct wm_opened_kind {
    /* About how many random elements this many openings need, to estimate time. */
    double (*work)(const wm_item *item, unsigned openings);
    /* Prepares the state. Null: there is none. Errors: NOMEM. */
    wm_status (*open)(wm_opened *opened);
    /* Does one step of the shared work. Several threads call it at once. Null: no steps. */
    void (*step)(const wm_opened *opened, uint64_t number);
    /* Compares chunk t with its recomputation. Called after all steps, by several threads at once.
     * Errors: NOMEM. */
    wm_status (*chunk)(const wm_opened *opened, unsigned t, wm_recompute_result *result);
    /* Frees the state, also one that `open` left unfinished. Null: there is none. */
    void (*close)(wm_opened *opened);
} wm_opened_kind;

/* Derives seeds and shape. The item, nonce and chunks are the caller's and outlive it. Errors: ARG
 * (a chunk is outside the output or has another size), NOMEM, MISMATCH (wm_normal_table). */
WM_MUST_CHECK wm_status wm_opened_begin(wm_opened *opened, const wm_item *item, const char *nonce,
                                        const wm_opened_chunk *chunks, unsigned count);

/* The elements of chunk t. */
size_t wm_opened_elements(const wm_opened *opened, unsigned t);

/* The column of the first element of chunk t. */
uint64_t wm_opened_column(const wm_opened *opened, unsigned t);

/* The number of the first element of chunk t, counted over all rows. */
uint64_t wm_opened_first(const wm_opened *opened, unsigned t);

/* Element j of chunk t. */
double wm_opened_value(const wm_opened *opened, unsigned t, size_t j);

/* Compares element j of chunk t with the exact value and the allowance E before its rounding. With
 * E = 0 it must be the exact value, rounded. */
void wm_opened_compare(const wm_opened *opened, unsigned t, size_t j, double exact,
                       double allowance, wm_recompute_result *result);

/* E of a sum of k addends in binary32, with the error of this recomputation; S is the root of the
 * sum of their squares. Source: inputs.md section 8. */
double wm_opened_sum_allowance(double k, double S);

#endif
