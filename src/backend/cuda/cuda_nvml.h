/* A GPU's facts, covariates and faults from NVML. Compiles without the CUDA toolkit and without
 * NVML. */
#ifndef WM_BACKEND_CUDA_CUDA_NVML_H
#define WM_BACKEND_CUDA_CUDA_NVML_H

#include "backend/backend.h"

typedef struct wm_cuda_nvml wm_cuda_nvml;

/* Takes a fact: a value, or null with the reason why there is none. Names and reasons are static
 * text. */
typedef void wm_cuda_nvml_fact(void *context, const char *name, const char *value,
                               const char *reason);

/* Loads NVML, finds the device with this UUID ("GPU-..." or "MIG-...") and reports its constant
 * facts: driver, serial, vbios, power_limit_mw, pcie_generation, pcie_width, mig. Each has a value
 * or a reason. Without NVML, or if NVML does not know the device, these facts and all covariates
 * have that reason. Null when out of memory. Ownership: wm_cuda_nvml_close, which allows null. */
wm_cuda_nvml *wm_cuda_nvml_open(const char *uuid, wm_cuda_nvml_fact *tell, void *context);
void wm_cuda_nvml_close(wm_cuda_nvml *nvml);

/* The open library and the device's handle; both null if NVML cannot be used. */
void wm_cuda_nvml_handles(const wm_cuda_nvml *nvml, void **library, void **device);

enum { WM_CUDA_NVML_NO_FUNCTION = -1 }; /* a status: this NVML lacks the function */

/* Why a query of the open library failed, by its nvmlReturn_t; if NVML cannot be used, why not. */
const char *wm_cuda_nvml_why(const wm_cuda_nvml *nvml, int status);

/* Reads every covariate that NVML has and stamps each with wm_host_stamp from *last_ns on. All
 * other values of the sample get a reason. Another thread may call it. */
void wm_cuda_nvml_read(const wm_cuda_nvml *nvml, uint64_t *last_ns, wm_device_sample *sample);

/* The highest frequency of the multiprocessors; 0 if NVML does not report it. Units: Hz. */
double wm_cuda_nvml_clock_limit_hz(const wm_cuda_nvml *nvml);

/* Reads the device's utilization and the processes that compute on it beside this one. This process
 * counts as one of them. Leaves `others` as it is. */
void wm_cuda_nvml_load(const wm_cuda_nvml *nvml, wm_device_load *load);

/* Whether NVML knows the UUID "GPU-..." only as that of a MIG instance, "MIG-...". */
bool wm_cuda_nvml_is_mig(const char *uuid);

/* The faults that NVML saw since the device was opened (Xids, memory errors, a lost device), as ";
 * ..." for the end of a line, or "". */
void wm_cuda_nvml_faults(wm_cuda_nvml *nvml, char text[96]);

/* The driver's version, "" if NVML does not report it. Needs no device. */
void wm_cuda_nvml_driver(char text[96]);

#endif
