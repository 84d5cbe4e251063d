/* Threads that share one task, and the records that they unpack beside each other. */
#ifndef WM_CLI_JOBS_H
#define WM_CLI_JOBS_H

#include "archive/spool.h"

#include <stddef.h>

/* How many threads to use for `count` pieces of work: the number asked for, or one for each
 * processor if it is 0. */
unsigned wm_jobs_count(unsigned asked, size_t count);

/* Runs work(context) in so many threads; this one is among them, so that at least one runs. */
void wm_jobs_run(unsigned jobs, void *(*work)(void *context), void *context);

/* Unpacks a record, or up to `most`, for one of several threads. One that has no room beside others
 * is unpacked again, alone. Errors: those of wm_spool_open. Ownership: wm_jobs_pack, in every case.
 */
WM_MUST_CHECK wm_status wm_jobs_unpack(const char *path, size_t most, wm_spool *spool,
                                       wm_error *err);

/* Removes what was unpacked with this status. */
void wm_jobs_pack(wm_spool *spool, wm_status status);

#endif
