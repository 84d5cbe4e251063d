/* Resumes a run in a new process after this process has lost the device. */
#ifndef WM_CLI_RELAUNCH_H
#define WM_CLI_RELAUNCH_H

#include <stdbool.h>

#include <witnessmark.h>

/* Whether a new process of this program can use a device. It runs the self-test of one operation,
 * and is killed after limit_s seconds. Cost: a second or two. */
bool wm_relaunch_probe(const char *backend, const char *device, double limit_s);

/* Replaces this process by one that resumes the run with these words, and with its record and
 * device. Closes all files, and so releases the lock on the record. Returns only on an error.
 * Errors: IO, NOMEM. */
WM_MUST_CHECK wm_status wm_relaunch_resume(size_t count, char *const *words, const char *path,
                                           const char *device, wm_error *err);

#endif
