/* Asks NVML what this user may change. */
#include "backend/cuda/cuda_permissions.h"

#include "backend/cuda/cuda_library.h"

#include <stddef.h>
#include <stdio.h>

/* Numbers of NVML's binary interface. Source: NVML API reference, nvml.h. */
enum { SUCCESS = 0, NO_PERMISSION = 4 };
enum { API_APPLICATION_CLOCKS = 0 };
enum { CLOCK_GRAPHICS = 0, CLOCK_MEMORY = 2 };

typedef void *nvml_device;

/* The receiver of facts, and what is asked. */
typedef struct {
    void *library;
    nvml_device device;
    const wm_cuda_permissions_user *user;
    wm_cuda_nvml_fact *tell;
    void *context;
} asking;

static void tell_value(const asking *ask, const char *fact, const char *value)
{
    ask->tell(ask->context, fact, value, NULL);
}

static void tell_absent(const asking *ask, const char *fact, const char *reason)
{
    ask->tell(ask->context, fact, NULL, reason);
}

static const char NO_ANSWER[] = "NVML does not report it for this device";

static void tell_clocks(const asking *ask)
{
    int (*restriction)(nvml_device, int, unsigned *) = NULL;
    unsigned is_restricted = 0;
    if (ask->library != NULL)
        (void)wm_cuda_library_find(ask->library, "nvmlDeviceGetAPIRestriction", &restriction);
    if (restriction == NULL ||
        restriction(ask->device, API_APPLICATION_CLOCKS, &is_restricted) != SUCCESS)
        tell_absent(ask, "permission.clocks", NO_ANSWER);
    else
        tell_value(ask, "permission.clocks", is_restricted != 0 ? "root only" : "any user");
}

static void tell_power(const asking *ask)
{
    int (*range)(nvml_device, unsigned *, unsigned *) = NULL;
    unsigned low = 0, high = 0;
    char text[32];
    if (ask->library != NULL)
        (void)wm_cuda_library_find(ask->library, "nvmlDeviceGetPowerManagementLimitConstraints",
                                   &range);
    if (range == NULL || range(ask->device, &low, &high) != SUCCESS) {
        tell_absent(ask, "permission.power_limit", NO_ANSWER);
        tell_absent(ask, "permission.power_range_mw", NO_ANSWER);
        return;
    }
    (void)snprintf(text, sizeof text, "%u..%u", low, high);
    tell_value(ask, "permission.power_limit", "root only");
    tell_value(ask, "permission.power_range_mw", text);
}

/* Why there is no trial; null: there is one. */
static const char *no_trial(const asking *ask)
{
    if (!ask->user->tries)
        return "not tried: it needs --try-permissions";
    if (ask->user->is_root)
        return "not tried: root may change everything";
    return ask->library == NULL ? NO_ANSWER : NULL;
}

static void tell_trial(const asking *ask, const char *fact, int status)
{
    if (status == SUCCESS)
        tell_value(ask, fact, "allowed");
    else if (status == NO_PERMISSION)
        tell_value(ask, fact, "refused");
    else
        tell_absent(ask, fact, NO_ANSWER);
}

/* Sets the clocks that are in force. */
static void try_clocks(const asking *ask)
{
    int (*get)(nvml_device, int, unsigned *) = NULL;
    int (*set)(nvml_device, unsigned, unsigned) = NULL;
    unsigned memory = 0, graphics = 0;
    (void)wm_cuda_library_find(ask->library, "nvmlDeviceGetApplicationsClock", &get);
    (void)wm_cuda_library_find(ask->library, "nvmlDeviceSetApplicationsClocks", &set);
    if (get == NULL || set == NULL || get(ask->device, CLOCK_MEMORY, &memory) != SUCCESS ||
        get(ask->device, CLOCK_GRAPHICS, &graphics) != SUCCESS)
        tell_absent(ask, "permission.clocks_trial", NO_ANSWER);
    else
        tell_trial(ask, "permission.clocks_trial", set(ask->device, memory, graphics));
}

/* Sets the power limit that is in force. */
static void try_power(const asking *ask)
{
    int (*get)(nvml_device, unsigned *) = NULL;
    int (*set)(nvml_device, unsigned) = NULL;
    unsigned limit = 0;
    (void)wm_cuda_library_find(ask->library, "nvmlDeviceGetPowerManagementLimit", &get);
    (void)wm_cuda_library_find(ask->library, "nvmlDeviceSetPowerManagementLimit", &set);
    if (get == NULL || set == NULL || get(ask->device, &limit) != SUCCESS)
        tell_absent(ask, "permission.power_limit_trial", NO_ANSWER);
    else
        tell_trial(ask, "permission.power_limit_trial", set(ask->device, limit));
}

void wm_cuda_permissions_tell(void *library, void *device, const wm_cuda_permissions_user *user,
                              wm_cuda_nvml_fact *tell, void *context)
{
    const asking ask = {library, device, user, tell, context};
    const char *reason = no_trial(&ask);
    tell_value(&ask, "permission.user", user->is_root ? "root" : "user");
    tell_clocks(&ask);
    tell_power(&ask);
    if (reason != NULL) {
        tell_absent(&ask, "permission.clocks_trial", reason);
        tell_absent(&ask, "permission.power_limit_trial", reason);
        return;
    }
    try_clocks(&ask);
    try_power(&ask);
}
