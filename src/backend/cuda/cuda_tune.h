/* Chooses the fastest of several ways to compute the same, by timing them. */
#ifndef WM_BACKEND_CUDA_CUDA_TUNE_H
#define WM_BACKEND_CUDA_CUDA_TUNE_H

#include <stddef.h>

#include <witnessmark.h>

enum { WM_CUDA_TUNE_CANDIDATES = 16 }; /* most candidates */

/* Runs a candidate `runs` times in succession; *ms is the mean. */
typedef wm_status wm_cuda_tune_timer(void *context, size_t candidate, int runs, float *ms);

/* Chooses among candidates 0 to count - 1 by timing them, sustained and in turns. The fastest took
 * about fastest_ms alone. Chooses the first one that no other beats by more than the spread of the
 * measurements. So the order of the candidates, a library's own guess, decides between equals.
 * Source: ours. Errors: that of the timer, with *chosen untouched; ARG (count 0 or too large).
 * Cost: 27 rounds of 100 ms and one more for each candidate, or rounds of 2 ms if one run takes
 * less than 0.2 ms; nothing for a single candidate. */
wm_status wm_cuda_tune(wm_cuda_tune_timer *timer, void *context, size_t count, float fastest_ms,
                       size_t *chosen);

#endif
