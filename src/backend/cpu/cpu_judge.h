/* The verdict on the rows of a product's residual, shared by both paths of the residual. */
#ifndef WM_BACKEND_CPU_CPU_JUDGE_H
#define WM_BACKEND_CPU_CPU_JUDGE_H

#include "backend/cpu/cpu_probes.h"

/* What the rows of one probe set are judged by. */
typedef struct {
    const wm_residual *residual;
    size_t probes;                     /* that are not empty */
    double gap_scale, square_max;      /* the largest X2 */
    double least[WM_CPU_PROBES_COUNT]; /* the least D of each probe; 1 for empty ones */
    wm_cpu_range range;                /* of V that the kernels compute */
} wm_cpu_rule;

/* The results so far of one probe set. */
typedef struct {
    double difference_max, reference_max, row_statistic;
    uint64_t worst_row;
    uint32_t worst_probe;
    bool finite;
    uint64_t bad_row; /* the first row that was not finite; valid if not finite */
} wm_cpu_judge;

/* The residuals r, the references CX and the roundings V of one row. */
typedef struct {
    const double *r, *cx;
    double *roundings;
} wm_cpu_judged;

/* The rule of the probe set with entries x. */
wm_cpu_rule wm_cpu_judge_rule(const wm_residual *residual, const void *x);

/* An empty result. */
wm_cpu_judge wm_cpu_judge_begin(void);

/* Adds a row, and its sums of r^2 and of V to sums[0] and sums[1]. A V that the kernels could not
 * compute is computed anew. */
void wm_cpu_judge_row(wm_cpu_judge *judge, const wm_cpu_rule *rule, uint64_t row,
                      const wm_cpu_judged *of, const void *x, double sums[2]);

/* Merges the results of two threads; the order does not matter. */
void wm_cpu_judge_join(wm_cpu_judge *judge, const wm_cpu_judge *other);

/* The result's numbers; `sums` has two numbers for each of `blocks` blocks of rows, `stride`
 * numbers from block to block. */
wm_residual_result wm_cpu_judge_end(const wm_cpu_judge *judge, const wm_cpu_rule *rule,
                                    const double *sums, size_t blocks, size_t stride);

#endif
