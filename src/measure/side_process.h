/* A process of this program that does something beside it, and two pipes to talk with it. */
#ifndef WM_MEASURE_SIDE_PROCESS_H
#define WM_MEASURE_SIDE_PROCESS_H

#include <witnessmark.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Zero-initialise it: there is none. */
typedef struct wm_side_process {
    pid_t process;
    int to, from; /* ends of the pipes */
} wm_side_process;

/* What the process does: it reads questions and writes answers, and returns its exit status when
 * there are no questions any more. */
typedef int wm_side_process_serve(const void *context, int from, int to);

/* Forks it. Errors: IO. */
WM_MUST_CHECK wm_status wm_side_process_begin(wm_side_process *side, wm_side_process_serve *serve,
                                              const void *context);

/* Closes the pipes and waits for the end of the process. Whether it ended with status 0; true if
 * there is none. */
bool wm_side_process_end(wm_side_process *side);

/* Reads or writes all bytes. False: the other end is closed, which is no signal here. */
bool wm_side_process_read(int file, void *bytes, size_t count);
bool wm_side_process_write(int file, const void *bytes, size_t count);

#endif
