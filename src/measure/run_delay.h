/* How long the threads of this process ran, and waited for a processor, during a repeat. */
#ifndef WM_MEASURE_RUN_DELAY_H
#define WM_MEASURE_RUN_DELAY_H

#include "measure/covariate.h"

/* Where the kernel lists the threads of this process. */
#define WM_RUN_DELAY_TASKS "/proc/self/task"

/* What the kernel has counted for one thread since the thread began. Units: ns. */
typedef struct wm_run_delay_thread {
    uint64_t id;
    uint64_t run_ns;   /* on a processor */
    uint64_t delay_ns; /* ready to run, and waiting for a processor */
    /* monotonic, directly before and after they were read */
    uint64_t before_ns, after_ns;
} wm_run_delay_thread;

/* One reading of all threads. Zero-initialise before the first. */
typedef struct wm_run_delay {
    wm_run_delay_thread *threads;
    size_t count, capacity;
    uint64_t time_ns;   /* monotonic */
    uint64_t sleeps;    /* how often the calling thread has given up its processor to wait */
    const char *reason; /* why nothing was read; null if all threads were */
} wm_run_delay;

/* Reads the threads listed in `tasks`, a folder as proc(5) describes it. A reading that fails is
 * empty and has its reason. */
void wm_run_delay_read(const char *tasks, wm_run_delay *reading);

/* Takes a thread out of a reading, as that of a sampler. */
void wm_run_delay_leave_out(wm_run_delay *reading, uint64_t id);

/* The covariate between two readings: delay / (delay + processor time), summed over the threads
 * that used at least 1 % of a processor in between. A thread that only the second reading has began
 * in between. Source: docs/formats/record.md section 3. */
wm_covariate_summary wm_run_delay_between(const wm_run_delay *begin, const wm_run_delay *end);

/* A thread in an earlier reading; counters of 0 at that time if the thread had not begun. */
wm_run_delay_thread wm_run_delay_earlier(const wm_run_delay *begin, uint64_t id);

/* Frees the memory. */
void wm_run_delay_clear(wm_run_delay *reading);

#endif
