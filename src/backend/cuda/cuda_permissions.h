/* What this user may change on a GPU, as facts. Compiles without the CUDA toolkit and without
 * NVML. */
#ifndef WM_BACKEND_CUDA_CUDA_PERMISSIONS_H
#define WM_BACKEND_CUDA_CUDA_PERMISSIONS_H

#include "backend/cuda/cuda_nvml.h"

/* The user who asks. */
typedef struct wm_cuda_permissions_user {
    bool is_root; /* of the effective user id */
    /* Whether a trial sets the power limit and the clocks that are already in force. Never for
     * root. */
    bool tries;
} wm_cuda_permissions_user;

/* Reports these facts, each with a value or a reason:
 *
 *     permission.user                `root` or `user`
 *     permission.clocks              who may set application clocks: `any user` or `root only`
 *     permission.power_limit         `root only`: NVML has no other rule
 *     permission.power_range_mw      least and largest power limit that can be set, `LOW..HIGH`
 *     permission.clocks_trial        `allowed` or `refused`, for the clocks already in force
 *     permission.power_limit_trial   the same for the power limit
 *
 * The first four only ask. Source: NVML API reference, nvmlDeviceGetAPIRestriction,
 * nvmlDeviceGetPowerManagementLimitConstraints. library: the open libnvidia-ml.so.1, or null;
 * device: its handle. */
void wm_cuda_permissions_tell(void *library, void *device, const wm_cuda_permissions_user *user,
                              wm_cuda_nvml_fact *tell, void *context);

#endif
