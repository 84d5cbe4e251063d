/* The judgement of one row of a product's residual, shared by the residual's two paths. */
#ifndef WM_BACKEND_CPU_CPU_JUDGE_H
#define WM_BACKEND_CPU_CPU_JUDGE_H

#include "backend/cpu/cpu_device.h"

/* What has been seen of one probe set. */
typedef struct {
    double difference_max, reference_max, row_statistic;
    uint64_t worst_row;
    bool finite;
    uint64_t bad_row; /* the first row that was not finite, if not finite */
} wm_cpu_judge;

/* Nothing seen yet. */
wm_cpu_judge wm_cpu_judge_begin(void);

/* Takes in a row: the 8 residuals r, the 8 references CX, and the square of the row's norm as the
 * pass found it (recomputed in binary64 where binary32 may have lost it). */
void wm_cpu_judge_row(wm_cpu_judge *judge, const wm_residual *residual, uint64_t row,
                      const double r[8], const double cx[8], double norm);

/* Joins what two threads have seen; the order of joining does not show. */
void wm_cpu_judge_join(wm_cpu_judge *judge, const wm_cpu_judge *other);

/* The verdict's numbers. */
wm_residual_result wm_cpu_judge_end(const wm_cpu_judge *judge);

#endif
