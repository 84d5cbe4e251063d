/* The CPU as a device: every operation of the contract on the host's processors. */
#ifndef WM_BACKEND_CPU_CPU_H
#define WM_BACKEND_CPU_CPU_H

#include "backend/backend.h"

/* The table of the kind "cpu". Only one CPU device may be open at a time, because the BLAS library
 * has one thread count. */
extern const wm_backend wm_cpu_backend;

/* Opens a CPU device for its clock and its covariates alone: it has no tables and no BLAS, and may
 * be open beside another. Only clock_hz, covariates, time_ns, sync, last_error and close may be
 * called. clock_hz is UNSUPPORTED within clock_every_s of the last measurement, which keeps a
 * processor busy for 2 ms. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_cpu_device_open_sampled(double clock_every_s, wm_device **device);

#endif
