/* Sets a GPU's power limit by NVML.
 *
 * Whether this user may set it is seen only by setting it. So opening sets the limit that is in
 * force, which changes nothing. */
#include "backend/cuda/cuda_power.h"

#include "backend/cuda/cuda_library.h"
#include "backend/cuda/cuda_nvml.h"

#include <stdio.h>
#include <stdlib.h>

/* Numbers of NVML's binary interface. Source: NVML API reference, nvml.h. */
enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NO_PERMISSION = 4 };

typedef void *nvml_device;

struct wm_power_limit {
    wm_cuda_nvml *nvml;
    nvml_device device;
    int (*set)(nvml_device, unsigned);
};

/* Keeps why NVML cannot be used: then every fact has that reason. */
static void keep_reason(void *context, const char *name, const char *value, const char *reason)
{
    const char **kept = context;
    (void)name;
    (void)value;
    *kept = reason;
}

static wm_status refuse(char reason[WM_BACKEND_POWER_REASON], const char *words)
{
    (void)snprintf(reason, WM_BACKEND_POWER_REASON, "%s", words);
    return WM_E_UNSUPPORTED;
}

static wm_status set_limit(wm_power_limit *power, unsigned limit_mw,
                           char reason[WM_BACKEND_POWER_REASON])
{
    const int status = power->set(power->device, limit_mw);
    if (status == SUCCESS)
        return WM_OK;
    if (status == NO_PERMISSION)
        return refuse(reason, "this user has no permission to set the power limit");
    if (status == NOT_SUPPORTED || status == INVALID_ARGUMENT)
        return refuse(reason, "the device does not let its power limit be set");
    (void)snprintf(reason, WM_BACKEND_POWER_REASON, "NVML error %d at a limit of %u mW", status,
                   limit_mw);
    return WM_E_DEVICE;
}

static void close_limit(wm_power_limit *power)
{
    if (power == NULL)
        return;
    wm_cuda_nvml_close(power->nvml);
    free(power);
}

/* Finds the functions, reads the range, and sets the limit that is in force. */
static wm_status begin(wm_power_limit *power, void *library, wm_power_range *range,
                       char reason[WM_BACKEND_POWER_REASON])
{
    int (*constraints)(nvml_device, unsigned *, unsigned *) = NULL;
    int (*get)(nvml_device, unsigned *) = NULL;
    unsigned most_mw = 0;
    (void)wm_cuda_library_find(library, "nvmlDeviceGetPowerManagementLimitConstraints",
                               &constraints);
    (void)wm_cuda_library_find(library, "nvmlDeviceGetPowerManagementLimit", &get);
    (void)wm_cuda_library_find(library, "nvmlDeviceSetPowerManagementLimit", &power->set);
    if (constraints == NULL || get == NULL || power->set == NULL ||
        constraints(power->device, &range->least_mw, &most_mw) != SUCCESS ||
        get(power->device, &range->former_mw) != SUCCESS)
        return refuse(reason, "NVML does not report a power limit for this device");
    if (!(range->least_mw < range->former_mw))
        return refuse(reason, "the power limit in force is the least that can be set");
    return set_limit(power, range->former_mw, reason);
}

static wm_status open_limit(const char *uuid, wm_power_limit **to, wm_power_range *range,
                            char reason[WM_BACKEND_POWER_REASON])
{
    wm_power_limit *power = calloc(1, sizeof *power);
    const char *why = NULL;
    void *library = NULL;
    wm_status status;
    *to = NULL;
    *range = (wm_power_range){0, 0};
    if (power != NULL)
        power->nvml = wm_cuda_nvml_open(uuid, keep_reason, &why);
    if (power == NULL || power->nvml == NULL) {
        free(power);
        return WM_E_NOMEM;
    }
    wm_cuda_nvml_handles(power->nvml, &library, &power->device);
    status = library == NULL ? refuse(reason, why != NULL ? why : "NVML does not know the device")
                             : begin(power, library, range, reason);
    if (status == WM_OK)
        *to = power;
    else
        close_limit(power);
    return status;
}

const wm_backend_power wm_cuda_power = {open_limit, set_limit, close_limit};
