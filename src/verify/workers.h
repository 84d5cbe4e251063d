/* Threads for a loop over blocks: the library's own, because OpenMP would tie it to a runtime. */
#ifndef WM_VERIFY_WORKERS_H
#define WM_VERIFY_WORKERS_H

#include <stddef.h>

enum { WM_WORKERS_MOST = 256 };

/* A loop's body for one block. `worker` is below the number of threads; no two calls at one time
 * have the same. */
typedef void wm_workers_body(void *context, unsigned worker, size_t block);

/* As many threads as processors that this process may use, at most WM_WORKERS_MOST. */
unsigned wm_workers_default(void);

/* Calls the body once for each block, in any order, and returns when all are done. Where a thread
 * cannot start, the others do its work. */
void wm_workers_run(unsigned threads, size_t blocks, wm_workers_body *body, void *context);

#endif
