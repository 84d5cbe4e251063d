/* The verdict on one row of a product's residual, shared by both paths of the residual. */
#ifndef WM_BACKEND_CPU_CPU_JUDGE_H
#define WM_BACKEND_CPU_CPU_JUDGE_H

#include "backend/cpu/cpu_device.h"

/* The results so far of one probe set. */
typedef struct {
    double difference_max, reference_max, row_statistic;
    uint64_t worst_row;
    bool finite;
    uint64_t bad_row; /* the first row that was not finite; valid if not finite */
} wm_cpu_judge;

/* An empty result. */
wm_cpu_judge wm_cpu_judge_begin(void);

/* Adds a row: its 8 residuals r, its 8 references CX, and the square of its norm. The square is
 * recomputed in binary64 where binary32 may have lost terms. */
void wm_cpu_judge_row(wm_cpu_judge *judge, const wm_residual *residual, uint64_t row,
                      const double r[8], const double cx[8], double norm);

/* Merges the results of two threads; the order does not matter. */
void wm_cpu_judge_join(wm_cpu_judge *judge, const wm_cpu_judge *other);

/* The result's numbers. */
wm_residual_result wm_cpu_judge_end(const wm_cpu_judge *judge);

#endif
