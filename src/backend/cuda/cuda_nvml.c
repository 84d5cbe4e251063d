/* Covariates from NVML, which is loaded if it is there; our own declarations, because its header may not be. */
#include "backend/cuda/cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Source: NVML API reference, nvml.h; the numbers are its binary interface. */
enum {
    NVML_SUCCESS = 0,
    NVML_INVALID_ARGUMENT = 2,
    NVML_NOT_SUPPORTED = 3,
    NVML_NO_PERMISSION = 4,
    NVML_GPU_LOST = 15
};
enum { NVML_EVENT_XID = 8 };
enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEMORY = 2 };
enum { NVML_TEMPERATURE_GPU = 0 };
enum { NVML_ECC_CORRECTED = 0, NVML_ECC_UNCORRECTED = 1 };
enum { NVML_ECC_VOLATILE = 0 }; /* since the driver was loaded */
enum { TEXT_SIZE = 96 };

typedef void *nvml_device;

typedef void *nvml_events;

typedef struct {
    unsigned long long total, free, used;
} nvml_memory;

/* nvmlEventData_t, of nvmlEventSetWait_v2 */
typedef struct {
    nvml_device device;
    unsigned long long type, data; /* data: of an Xid its number */
    unsigned gpu_instance, compute_instance;
} nvml_event;

struct wm_cuda_nvml {
    void *file;
    const char *reason; /* why there are no values at all; null: there are */
    nvml_device device;
    int (*shutdown)(void);
    int (*clock)(nvml_device, int, unsigned *);
    int (*temperature)(nvml_device, int, unsigned *);
    int (*power)(nvml_device, unsigned *);
    int (*energy)(nvml_device, unsigned long long *);
    int (*memory)(nvml_device, nvml_memory *);
    int (*reasons)(nvml_device, unsigned long long *);
    int (*errors)(nvml_device, int, int, unsigned long long *);
    int (*link_generation)(nvml_device, unsigned *);
    int (*link_width)(nvml_device, unsigned *);
    int (*link_replays)(nvml_device, unsigned *);
    int (*wait)(nvml_events, nvml_event *, unsigned);
    int (*free_events)(nvml_events);
    nvml_events events;   /* null: Xids are not told */
    bool is_mig;          /* the device is an instance of a GPU: NVML tells less of it */
    bool has_uncorrected; /* the count of memory errors when the device was opened: */
    unsigned long long uncorrected;
};

/* The function of that name into *to, null if it is not there. */
static void find(void *file, const char *name, void *to)
{
    void *symbol = dlsym(file, name);
    memcpy(to, &symbol, sizeof symbol); /* POSIX: a data pointer carries a function's */
}

static void note_text(wm_cuda *cuda, const char *fact, const char *function)
{
    int (*get)(nvml_device, char *, unsigned) = NULL;
    char text[TEXT_SIZE] = "";
    find(cuda->nvml->file, function, &get);
    if (get != NULL && get(cuda->nvml->device, text, sizeof text) == NVML_SUCCESS)
        wm_cuda_device_fact(cuda, fact, "%.90s", text);
}

static void note_number(wm_cuda *cuda, const char *fact, const char *function)
{
    int (*get)(nvml_device, unsigned *) = NULL;
    unsigned value = 0;
    find(cuda->nvml->file, function, &get);
    if (get != NULL && get(cuda->nvml->device, &value) == NVML_SUCCESS)
        wm_cuda_device_fact(cuda, fact, "%u", value);
}

/* Errors of the device's memory since the driver was loaded: a counter that moves at once. */
static bool count_errors(const wm_cuda_nvml *nvml, int kind, unsigned long long *count)
{
    return nvml->errors != NULL &&
           nvml->errors(nvml->device, kind, NVML_ECC_VOLATILE, count) == NVML_SUCCESS;
}

static void note_mig(wm_cuda *cuda)
{
    int (*get)(nvml_device, unsigned *, unsigned *) = NULL;
    unsigned now = 0;
    unsigned pending = 0;
    find(cuda->nvml->file, "nvmlDeviceGetMigMode", &get);
    if (get != NULL && get(cuda->nvml->device, &now, &pending) == NVML_SUCCESS)
        wm_cuda_device_fact(cuda, "mig", "%s", now != 0 ? "on" : "off");
}

/* What stays the same while the device is open. */
static void note_facts(wm_cuda *cuda)
{
    int (*driver)(char *, unsigned) = NULL;
    char text[TEXT_SIZE] = "";
    find(cuda->nvml->file, "nvmlSystemGetDriverVersion", &driver);
    if (driver != NULL && driver(text, sizeof text) == NVML_SUCCESS)
        wm_cuda_device_fact(cuda, "driver", "%.90s", text);
    note_text(cuda, "serial", "nvmlDeviceGetSerial");
    note_text(cuda, "vbios", "nvmlDeviceGetVbiosVersion");
    note_number(cuda, "power_limit_mw", "nvmlDeviceGetEnforcedPowerLimit");
    /* What an idle link is slowed to changes from run to run; what it can do does not. */
    note_number(cuda, "pcie_generation", "nvmlDeviceGetMaxPcieLinkGeneration");
    note_number(cuda, "pcie_width", "nvmlDeviceGetMaxPcieLinkWidth");
    note_mig(cuda);
}

/* Begins to listen for Xids; a device or a driver that has none to tell is no fault. */
static void listen(wm_cuda_nvml *nvml)
{
    int (*create)(nvml_events *) = NULL;
    int (*enter)(nvml_device, unsigned long long, nvml_events) = NULL;
    find(nvml->file, "nvmlEventSetCreate", &create);
    find(nvml->file, "nvmlDeviceRegisterEvents", &enter);
    find(nvml->file, "nvmlEventSetWait_v2", &nvml->wait);
    find(nvml->file, "nvmlEventSetFree", &nvml->free_events);
    if (create == NULL || enter == NULL || nvml->wait == NULL || nvml->free_events == NULL ||
        create(&nvml->events) != NVML_SUCCESS) {
        nvml->events = NULL;
    } else if (enter(nvml->device, NVML_EVENT_XID, nvml->events) != NVML_SUCCESS) {
        (void)nvml->free_events(nvml->events);
        nvml->events = NULL;
    }
    nvml->has_uncorrected = count_errors(nvml, NVML_ECC_UNCORRECTED, &nvml->uncorrected);
}

static void find_values(wm_cuda_nvml *nvml)
{
    find(nvml->file, "nvmlDeviceGetTotalEccErrors", &nvml->errors);
    find(nvml->file, "nvmlShutdown", &nvml->shutdown);
    find(nvml->file, "nvmlDeviceGetClockInfo", &nvml->clock);
    find(nvml->file, "nvmlDeviceGetTemperature", &nvml->temperature);
    find(nvml->file, "nvmlDeviceGetPowerUsage", &nvml->power);
    find(nvml->file, "nvmlDeviceGetTotalEnergyConsumption", &nvml->energy);
    find(nvml->file, "nvmlDeviceGetMemoryInfo", &nvml->memory);
    find(nvml->file, "nvmlDeviceGetCurrPcieLinkGeneration", &nvml->link_generation);
    find(nvml->file, "nvmlDeviceGetCurrPcieLinkWidth", &nvml->link_width);
    find(nvml->file, "nvmlDeviceGetPcieReplayCounter", &nvml->link_replays);
    find(nvml->file, "nvmlDeviceGetCurrentClocksEventReasons", &nvml->reasons);
    if (nvml->reasons == NULL) /* its name before driver 535 */
        find(nvml->file, "nvmlDeviceGetCurrentClocksThrottleReasons", &nvml->reasons);
}

/* Finds the device; returns why not, or null. */
static const char *connect(wm_cuda_nvml *nvml, const char *uuid)
{
    int (*init)(void) = NULL;
    int (*by_uuid)(const char *, nvml_device *) = NULL;
    nvml->file = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (nvml->file == NULL)
        return "libnvidia-ml.so.1 not found";
    find(nvml->file, "nvmlInit_v2", &init);
    find(nvml->file, "nvmlDeviceGetHandleByUUID", &by_uuid);
    find_values(nvml);
    if (init == NULL || by_uuid == NULL || nvml->shutdown == NULL)
        return "libnvidia-ml.so.1 lacks a function";
    if (init() != NVML_SUCCESS) {
        nvml->shutdown = NULL;
        return "nvmlInit failed";
    }
    if (by_uuid(uuid, &nvml->device) != NVML_SUCCESS)
        return "NVML does not know this device's UUID";
    return NULL;
}

wm_cuda_nvml *wm_cuda_nvml_open(wm_cuda *cuda)
{
    wm_cuda_nvml *nvml = calloc(1, sizeof *nvml);
    if (nvml == NULL)
        return NULL;
    nvml->reason = connect(nvml, cuda->uuid);
    cuda->nvml = nvml;
    nvml->is_mig = strncmp(cuda->uuid, "MIG-", 4) == 0;
    if (nvml->reason == NULL) {
        note_facts(cuda);
        listen(nvml);
    } else
        wm_cuda_device_fact(cuda, "nvml", "absent: %s", nvml->reason);
    return nvml;
}

bool wm_cuda_nvml_is_mig(const char *uuid)
{
    wm_cuda_nvml nvml = {.file = NULL};
    char instance[64] = "MIG-";
    int (*by_uuid)(const char *, nvml_device *) = NULL;
    nvml_device device;
    bool is_mig = false;
    memccpy(instance + 4, uuid + 4, '\0', sizeof instance - 4);
    if (connect(&nvml, uuid) != NULL && nvml.shutdown != NULL) {
        find(nvml.file, "nvmlDeviceGetHandleByUUID", &by_uuid);
        is_mig = by_uuid != NULL && by_uuid(instance, &device) == NVML_SUCCESS;
    }
    if (nvml.shutdown != NULL)
        (void)nvml.shutdown();
    if (nvml.file != NULL)
        (void)dlclose(nvml.file);
    return is_mig;
}

/* Adds the numbers of the Xids that came; waits a moment for the first, since the driver tells them after the fault. */
static void add_xids(const wm_cuda_nvml *nvml, char text[96])
{
    nvml_event event = {.data = 0};
    size_t used = 0;
    for (int i = 0; i < 4 && nvml->wait(nvml->events, &event, i == 0 ? 200 : 10) == NVML_SUCCESS;
         i++)
        if (used < 48)
            used += (size_t)snprintf(text + used, 96 - used, "%s %llu", i == 0 ? "; Xid" : ",",
                                     event.data);
}

void wm_cuda_nvml_faults(wm_cuda_nvml *nvml, char text[96])
{
    unsigned celsius = 0;
    unsigned long long count = 0;
    size_t used;
    text[0] = '\0';
    if (nvml == NULL || nvml->reason != NULL)
        return;
    if (nvml->events != NULL)
        add_xids(nvml, text);
    used = strlen(text);
    if (nvml->has_uncorrected && count_errors(nvml, NVML_ECC_UNCORRECTED, &count) &&
        count > nvml->uncorrected)
        used += (size_t)snprintf(text + used, 96 - used, "; %llu new uncorrected memory errors",
                                 count - nvml->uncorrected);
    if (used < 80 && nvml->temperature != NULL &&
        nvml->temperature(nvml->device, NVML_TEMPERATURE_GPU, &celsius) == NVML_GPU_LOST)
        (void)snprintf(text + used, 96 - used, "; it is lost");
}

void wm_cuda_nvml_close(wm_cuda_nvml *nvml)
{
    if (nvml == NULL)
        return;
    if (nvml->events != NULL)
        (void)nvml->free_events(nvml->events);
    if (nvml->shutdown != NULL)
        (void)nvml->shutdown();
    if (nvml->file != NULL)
        (void)dlclose(nvml->file);
    free(nvml);
}

static const char *why(const wm_cuda_nvml *nvml, int status)
{
    if (nvml->is_mig && (status == NVML_NOT_SUPPORTED || status == NVML_INVALID_ARGUMENT))
        return "not told of a MIG instance";
    switch (status) {
    case NVML_NOT_SUPPORTED:
        return "not supported by this device";
    case NVML_NO_PERMISSION:
        return "no permission to read it";
    case NVML_GPU_LOST:
        return "the device is lost";
    default:
        return "NVML failed";
    }
}

/* A value if the status allows, else the reason. */
static wm_covariate_value value_of(const wm_cuda_nvml *nvml, int status, double value)
{
    const wm_covariate_value covariate = {status == NVML_SUCCESS ? value : 0,
                                          status == NVML_SUCCESS ? NULL : why(nvml, status)};
    return covariate;
}

static wm_covariate_value absent(const char *reason)
{
    const wm_covariate_value covariate = {0, reason};
    return covariate;
}

static const char *const NO_FUNCTION = "this NVML has no function for it";

static wm_covariate_value read_clock(const wm_cuda_nvml *nvml, int which)
{
    unsigned mhz = 0;
    if (nvml->clock == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->clock(nvml->device, which, &mhz);
    return value_of(nvml, status, (double)mhz * 1e6);
}

static wm_covariate_value read_temperature(const wm_cuda_nvml *nvml)
{
    unsigned celsius = 0;
    if (nvml->temperature == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->temperature(nvml->device, NVML_TEMPERATURE_GPU, &celsius);
    return value_of(nvml, status, (double)celsius);
}

static wm_covariate_value read_power(const wm_cuda_nvml *nvml)
{
    unsigned milliwatt = 0;
    if (nvml->power == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->power(nvml->device, &milliwatt);
    return value_of(nvml, status, (double)milliwatt / 1e3);
}

static wm_covariate_value read_energy(const wm_cuda_nvml *nvml)
{
    unsigned long long millijoule = 0;
    if (nvml->energy == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->energy(nvml->device, &millijoule);
    return value_of(nvml, status, (double)millijoule / 1e3);
}

static wm_covariate_value read_memory(const wm_cuda_nvml *nvml)
{
    nvml_memory memory = {0, 0, 0};
    if (nvml->memory == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->memory(nvml->device, &memory);
    return value_of(nvml, status, (double)memory.used);
}

static wm_covariate_value read_reasons(const wm_cuda_nvml *nvml)
{
    unsigned long long reasons = 0;
    if (nvml->reasons == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->reasons(nvml->device, &reasons);
    return value_of(nvml, status, (double)reasons);
}

/* Since the driver was loaded: a counter that moves at once, where the aggregate one may be brought up to date later. */
static wm_covariate_value read_errors(const wm_cuda_nvml *nvml, int kind)
{
    unsigned long long count = 0;
    if (nvml->errors == NULL)
        return absent(NO_FUNCTION);
    const int status = nvml->errors(nvml->device, kind, NVML_ECC_VOLATILE, &count);
    return value_of(nvml, status, (double)count);
}

static wm_covariate_value read_number(const wm_cuda_nvml *nvml, int (*get)(nvml_device, unsigned *))
{
    unsigned value = 0;
    if (get == NULL)
        return absent(NO_FUNCTION);
    const int status = get(nvml->device, &value);
    return value_of(nvml, status, (double)value);
}

/* What is only asked for: counters, and a link that changes with the load, not within it. */
static void read_asked(const wm_cuda_nvml *nvml, wm_covariate_value values[WM_COVARIATE_COUNT])
{
    values[WM_COVARIATE_ECC_CORRECTED] = read_errors(nvml, NVML_ECC_CORRECTED);
    values[WM_COVARIATE_ECC_UNCORRECTED] = read_errors(nvml, NVML_ECC_UNCORRECTED);
    values[WM_COVARIATE_PCIE_GENERATION] = read_number(nvml, nvml->link_generation);
    values[WM_COVARIATE_PCIE_WIDTH] = read_number(nvml, nvml->link_width);
    values[WM_COVARIATE_PCIE_REPLAYS] = read_number(nvml, nvml->link_replays);
}

static void read_values(const wm_cuda_nvml *nvml, wm_covariate_value values[WM_COVARIATE_COUNT])
{
    values[WM_COVARIATE_CLOCK] = read_clock(nvml, NVML_CLOCK_SM);
    values[WM_COVARIATE_MEMORY_CLOCK] = read_clock(nvml, NVML_CLOCK_MEMORY);
    values[WM_COVARIATE_TEMPERATURE] = read_temperature(nvml);
    values[WM_COVARIATE_POWER] = read_power(nvml);
    values[WM_COVARIATE_ENERGY] = read_energy(nvml);
    values[WM_COVARIATE_MEMORY] = read_memory(nvml);
    values[WM_COVARIATE_THROTTLE] = read_reasons(nvml);
}

/* Why there is no value where none is read below. */
static const char *reason_of(const wm_cuda_nvml *nvml, wm_covariate covariate)
{
    switch (covariate) {
    case WM_COVARIATE_STEAL:
    case WM_COVARIATE_PRESSURE:
    case WM_COVARIATE_CONTEXT_SWITCHES:
        return "the host's, not the device's";
    default:
        return nvml->reason != NULL ? nvml->reason : "not asked for";
    }
}

wm_status wm_cuda_nvml_covariates(wm_device *device, wm_device_sample *sample)
{
    const wm_cuda *cuda = (const wm_cuda *)device;
    if (cuda == NULL || sample == NULL)
        return WM_E_ARG;
    const wm_cuda_nvml *nvml = cuda->nvml;
    sample->time_ns = wm_cuda_device_time_ns(device);
    for (int i = 0; i < WM_COVARIATE_COUNT; i++)
        sample->values[i] = absent(reason_of(nvml, (wm_covariate)i));
    sample->values[WM_COVARIATE_MEMORY_PEAK] =
        value_of(nvml, NVML_SUCCESS, (double)__atomic_load_n(&cuda->in_use_peak, __ATOMIC_RELAXED));
    if (nvml->reason == NULL) {
        read_values(nvml, sample->values);
        if (sample->is_full)
            read_asked(nvml, sample->values);
    }
    sample->values[WM_COVARIATE_READ_TIME] = value_of(
        nvml, NVML_SUCCESS, (double)(wm_cuda_device_time_ns(device) - sample->time_ns) * 1e-9);
    return WM_OK;
}
