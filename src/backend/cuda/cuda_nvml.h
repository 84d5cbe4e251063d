/* A GPU as NVML sees it: facts, covariates, faults. Needs neither the CUDA toolkit nor NVML to be
 * compiled. */
#ifndef WM_BACKEND_CUDA_CUDA_NVML_H
#define WM_BACKEND_CUDA_CUDA_NVML_H

#include "backend/backend.h"

typedef struct wm_cuda_nvml wm_cuda_nvml;

/* Takes a fact; without a value (null) the reason says why there is none. Names and reasons are
 * static text. */
typedef void wm_cuda_nvml_fact(void *context, const char *name, const char *value,
                               const char *reason);

/* Loads NVML, finds the device of that UUID ("GPU-..." or "MIG-...") and tells what stays the same
 * of it: driver, serial, vbios, power_limit_mw, pcie_generation, pcie_width, mig, each with its
 * value or the reason why it has none. Without NVML, or where NVML does not know the device, the
 * same facts and all covariates have that reason. Null: no memory. Ownership: wm_cuda_nvml_close,
 * which takes null. */
wm_cuda_nvml *wm_cuda_nvml_open(const char *uuid, wm_cuda_nvml_fact *tell, void *context);
void wm_cuda_nvml_close(wm_cuda_nvml *nvml);

/* Reads every covariate that NVML has, each stamped by wm_host_stamp from *last_ns on. All other
 * values of the sample get a reason. May be called from another thread. */
void wm_cuda_nvml_read(const wm_cuda_nvml *nvml, uint64_t *last_ns, wm_device_sample *sample);

/* Whether the UUID "GPU-..." is one that NVML knows as that of a MIG instance only, "MIG-...". */
bool wm_cuda_nvml_is_mig(const char *uuid);

/* What NVML saw go wrong since the device was opened (Xids, memory errors, a lost device), as ";
 * ..." for the end of a line, or "". */
void wm_cuda_nvml_faults(wm_cuda_nvml *nvml, char text[96]);

/* The driver's version, "" where NVML does not tell it. Needs no device. */
void wm_cuda_nvml_driver(char text[96]);

#endif
