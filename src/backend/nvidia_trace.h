/* Finds out whether this machine has an NVIDIA GPU, without the CUDA toolkit.
 *
 * A program that was built without CUDA can say what it does not measure. */
#ifndef WM_BACKEND_NVIDIA_TRACE_H
#define WM_BACKEND_NVIDIA_TRACE_H

#include <stdbool.h>

enum { WM_NVIDIA_TRACE_SIZE = 64 };

/* Whether the driver shows a GPU: a file /dev/nvidiaN, a folder of /proc/driver/nvidia/gpus, or one
 * that NVML counts. `root` is put before the paths: "" on a machine. `where` receives what shows
 * it. NVML is started and stopped only if no file shows one. Source: NVIDIA driver README, chapter
 * 17; NVML API reference, nvmlDeviceGetCount_v2. */
bool wm_nvidia_trace_find(const char *root, char where[WM_NVIDIA_TRACE_SIZE]);

#endif
