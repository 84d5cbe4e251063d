/* The host's covariates, for devices of every kind, and the time at which a covariate was read. */
#ifndef WM_BACKEND_HOST_H
#define WM_BACKEND_HOST_H

#include "backend/backend.h"

/* Stores a value that was read between *last_ns and now. Its time is the middle of that interval,
 * and *last_ns becomes now. So consecutive readings need one reading of the clock each. */
void wm_host_stamp(uint64_t *last_ns, wm_covariate_value *to, wm_covariate_value value);

enum { WM_HOST_TICKS = 8 };

/* Reads the processor time of all since boot, from the kernel's files in `proc`: user, nice,
 * system, idle, iowait, irq, softirq, steal. Returns null, or why it cannot. Source: proc(5).
 * Units: ticks of sysconf(_SC_CLK_TCK). */
const char *wm_host_ticks(const char *proc, uint64_t ticks[WM_HOST_TICKS]);

/* Reads the time since boot in which some task waited for a processor. Returns null, or why it
 * cannot. Source: Linux, Documentation/accounting/psi.rst. */
const char *wm_host_pressure(const char *proc, double *seconds);

/* Reads steal, pressure and context switches and stamps each: what the host did to a repeat, on any
 * device. */
void wm_host_covariates(uint64_t *last_ns, wm_covariate_value values[WM_COVARIATES]);

#endif
