/* Chooses the fastest of several ways to compute the same, by timing them. */
#ifndef WM_BACKEND_CUDA_CUDA_TUNE_H
#define WM_BACKEND_CUDA_CUDA_TUNE_H

#include <stddef.h>

#include <witnessmark.h>

enum { WM_CUDA_TUNE_CANDIDATES = 16 }; /* at most */

/* Runs a candidate `runs` times in a row; *ms is the mean. */
typedef wm_status wm_cuda_tune_timer(void *context, size_t candidate, int runs, float *ms);

/* Times candidates 0 to count - 1, of which the fastest took about fastest_ms alone, sustained and
 * in turns, and chooses: the first one that no other beats by more than the spread of the
 * measurements. So the order of the candidates, a library's own guess, decides between those that
 * cannot be told apart. Source: ours. A timer's error is returned, and *chosen is then untouched;
 * count 0 or too large: WM_E_ARG. Cost: 27 rounds of 100 ms and one more a candidate, or of 2 ms
 * where one run takes less than 0.2 ms; nothing for one candidate alone. */
wm_status wm_cuda_tune(wm_cuda_tune_timer *timer, void *context, size_t count, float fastest_ms,
                       size_t *chosen);

#endif
