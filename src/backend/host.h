/* What the kernel says of the host while a device of any kind runs, and the time at which a
 * covariate was read. */
#ifndef WM_BACKEND_HOST_H
#define WM_BACKEND_HOST_H

#include "backend/backend.h"

/* Keeps a value that has just been read, since *last_ns: the middle of that time becomes the
 * value's own, and *last_ns is now. So readings one after the other want one look at the clock
 * each. */
void wm_host_stamp(uint64_t *last_ns, wm_covariate_value *to, wm_covariate_value value);

/* Reads steal, pressure and context switches, each stamped: what of a repeat was the host's doing,
 * on whatever device it ran. */
void wm_host_covariates(uint64_t *last_ns, wm_covariate_value values[WM_OBSERVED_COVARIATES]);

#endif
