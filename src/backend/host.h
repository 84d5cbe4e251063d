/* The host's covariates, for devices of every kind, and the time at which a covariate was read. */
#ifndef WM_BACKEND_HOST_H
#define WM_BACKEND_HOST_H

#include "backend/backend.h"

/* Stores a value that was read between *last_ns and now. Its time is the middle of that interval,
 * and *last_ns becomes now. So consecutive readings need one reading of the clock each. */
void wm_host_stamp(uint64_t *last_ns, wm_covariate_value *to, wm_covariate_value value);

/* Reads steal, pressure and context switches and stamps each: what the host did to a repeat, on any
 * device. */
void wm_host_covariates(uint64_t *last_ns, wm_covariate_value values[WM_COVARIATES]);

#endif
