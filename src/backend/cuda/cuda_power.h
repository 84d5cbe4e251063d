/* Sets a GPU's power limit by NVML. Compiles without the CUDA toolkit and without NVML. */
#ifndef WM_BACKEND_CUDA_CUDA_POWER_H
#define WM_BACKEND_CUDA_CUDA_POWER_H

#include "backend/backend.h"

/* Of every GPU. Source: NVML API reference, nvmlDeviceGetPowerManagementLimitConstraints,
 * nvmlDeviceGetPowerManagementLimit, nvmlDeviceSetPowerManagementLimit. */
extern const wm_backend_power wm_cuda_power;

#endif
