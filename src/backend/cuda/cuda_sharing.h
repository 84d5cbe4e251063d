/* Other processes on a GPU, by NVML. Compiles without the CUDA toolkit and without NVML. */
#ifndef WM_BACKEND_CUDA_CUDA_SHARING_H
#define WM_BACKEND_CUDA_CUDA_SHARING_H

#include "backend/cuda/cuda_nvml.h"

typedef struct wm_cuda_sharing wm_cuda_sharing;

/* Finds the functions of an open NVML, which must outlive it. Null when out of memory. Ownership:
 * wm_cuda_sharing_close, which allows null. */
wm_cuda_sharing *wm_cuda_sharing_open(const wm_cuda_nvml *nvml);
void wm_cuda_sharing_close(wm_cuda_sharing *sharing);

/* Memory of the device in use by all processes, without what the driver reserves. NaN: not
 * reported. Units: bytes. */
double wm_cuda_sharing_used(const wm_cuda_sharing *sharing);

/* Reads `other_memory`, and in a full sample `other_processes`, and stamps both. own_bytes: what
 * this process has on the device, its context too; NaN: not known. Another thread may call it. */
void wm_cuda_sharing_read(const wm_cuda_sharing *sharing, double own_bytes, uint64_t *last_ns,
                          wm_device_sample *sample);

/* The share of the time since since_ns, on wm_clock_ns, in which others used the device. This
 * process ran nothing on it since then. */
wm_covariate_value wm_cuda_sharing_since(const wm_cuda_sharing *sharing, uint64_t since_ns);

#endif
