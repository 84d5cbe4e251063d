/* How many threads this process can have. */
#ifndef WM_BACKEND_CPU_CPU_THREADS_H
#define WM_BACKEND_CPU_CPU_THREADS_H

#include <witnessmark.h>

/* The processors that this process may use. */
int wm_cpu_threads_processors(void);

/* Chooses the number of threads: wanted; if that is 0, as many as OpenMP gives of one for each
 * processor. It is then the same in every parallel region of this thread. OpenBLAS needs that: with
 * fewer threads than it was told, a product waits for the absent ones for ever. Errors: LIMIT
 * (OpenMP gives fewer than wanted, or the system does not start them; reason says which). */
WM_MUST_CHECK wm_status wm_cpu_threads_choose(unsigned wanted, int *threads, char reason[256]);

#endif
