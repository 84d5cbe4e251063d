/* Facts and covariates from NVML, which is loaded if it is installed. The declarations are our own,
 * because its header may be missing. */
#include "backend/cuda/cuda_nvml.h"
#include "backend/cuda/cuda_library.h"
#include "backend/host.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* nvmlReturn_t. Source: NVML API reference, nvml.h; the numbers are its binary interface. */
enum {
    NVML_SUCCESS = 0,
    NVML_UNINITIALIZED = 1,
    NVML_INVALID_ARGUMENT = 2,
    NVML_NOT_SUPPORTED = 3,
    NVML_NO_PERMISSION = 4,
    NVML_NOT_FOUND = 6,
    NVML_INSUFFICIENT_SIZE = 7,
    NVML_DRIVER_NOT_LOADED = 9,
    NVML_TIMEOUT = 10,
    NVML_GPU_LOST = 15,
    NVML_RESET_REQUIRED = 16,
    NVML_OPERATING_SYSTEM = 17,
    NVML_VERSION_MISMATCH = 18, /* of the driver and its library */
    NVML_NO_MEMORY = 20,
    NVML_NO_DATA = 21
};
enum { NVML_EVENT_XID = 8, NVML_POWER_INSTANT = 186 };
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

/* nvmlFieldValue_t; of the value, the member of an unsigned int */
typedef struct {
    unsigned field, scope;
    long long time_us, latency_us;
    int type, status;
    unsigned value[2];
} nvml_field;

typedef struct {
    unsigned gpu, memory; /* percent of the last sample period, 1/6 s to 1 s */
} nvml_utilization;

/* nvmlEventData_t, of nvmlEventSetWait_v2 */
typedef struct {
    nvml_device device;
    unsigned long long type, data; /* data: the number of an Xid */
    unsigned gpu_instance, compute_instance;
} nvml_event;

struct wm_cuda_nvml {
    void *file;
    const char *reason; /* why there are no values at all; null if there are */
    nvml_device device;
    int (*shutdown)(void);
    int (*clock)(nvml_device, int, unsigned *);
    int (*clock_limit)(nvml_device, int, unsigned *);
    int (*utilization)(nvml_device, nvml_utilization *);
    int (*processes)(nvml_device, unsigned *, void *);
    int (*temperature)(nvml_device, int, unsigned *);
    int (*power)(nvml_device, unsigned *);
    int (*fields)(nvml_device, int, nvml_field *);
    int (*energy)(nvml_device, unsigned long long *);
    int (*memory)(nvml_device, nvml_memory *);
    int (*reasons)(nvml_device, unsigned long long *);
    int (*errors)(nvml_device, int, int, unsigned long long *);
    int (*link_generation)(nvml_device, unsigned *);
    int (*link_width)(nvml_device, unsigned *);
    int (*link_replays)(nvml_device, unsigned *);
    int (*wait)(nvml_events, nvml_event *, unsigned);
    int (*free_events)(nvml_events);
    nvml_events events;   /* null: Xids are not reported */
    bool is_mig;          /* the device is an instance of a GPU: NVML reports less */
    bool has_uncorrected; /* the count of memory errors when the device was opened: */
    unsigned long long uncorrected;
};

static const char *const NO_FUNCTION = "this NVML has no function for it";

static const char *why(bool is_mig, int status)
{
    if (is_mig && (status == NVML_NOT_SUPPORTED || status == NVML_INVALID_ARGUMENT))
        return "not reported for a MIG instance";
    switch (status) {
    case NVML_UNINITIALIZED:
        return "NVML is not initialised";
    case NVML_NOT_SUPPORTED:
        return "not supported by this device";
    case NVML_NO_PERMISSION:
        return "no permission to read it";
    case NVML_NOT_FOUND:
        return "not found by NVML";
    case NVML_DRIVER_NOT_LOADED:
        return "the NVIDIA driver is not loaded";
    case NVML_TIMEOUT:
        return "the driver did not answer in time";
    case NVML_GPU_LOST:
        return "the device is lost";
    case NVML_RESET_REQUIRED:
        return "the device must be reset first";
    case NVML_OPERATING_SYSTEM:
        return "the operating system refused NVML";
    case NVML_VERSION_MISMATCH:
        return "the NVIDIA driver and its libraries are of different versions";
    case NVML_NO_MEMORY:
        return "NVML has no memory";
    case NVML_NO_DATA:
        return "NVML has no data for it yet";
    default:
        return "NVML failed";
    }
}

/* The receiver of facts. */
typedef struct {
    wm_cuda_nvml_fact *tell;
    void *context;
} listener;

/* Masks a library's text for the record: bytes that are not printable ASCII could break its
 * line. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

/* Adds a fact, by the status of its query. An empty text counts as none. */
static void tell_fact(const wm_cuda_nvml *nvml, const listener *to, const char *fact, int status,
                      char *text)
{
    make_printable(text);
    if (status != NVML_SUCCESS)
        to->tell(to->context, fact, NULL, why(nvml->is_mig, status));
    else if (text[0] == '\0')
        to->tell(to->context, fact, NULL, "NVML returned an empty text");
    else
        to->tell(to->context, fact, text, NULL);
}

static void note_text(const wm_cuda_nvml *nvml, const listener *to, const char *fact,
                      const char *function)
{
    int (*get)(nvml_device, char *, unsigned) = NULL;
    char text[TEXT_SIZE] = "";
    (void)wm_cuda_library_find(nvml->file, function, &get);
    if (get == NULL) {
        to->tell(to->context, fact, NULL, NO_FUNCTION);
        return;
    }
    const int status = get(nvml->device, text, sizeof text);
    text[sizeof text - 1] = '\0';
    tell_fact(nvml, to, fact, status, text);
}

static void note_number(const wm_cuda_nvml *nvml, const listener *to, const char *fact,
                        const char *function)
{
    int (*get)(nvml_device, unsigned *) = NULL;
    char text[TEXT_SIZE] = "";
    unsigned value = 0;
    (void)wm_cuda_library_find(nvml->file, function, &get);
    if (get == NULL) {
        to->tell(to->context, fact, NULL, NO_FUNCTION);
        return;
    }
    const int status = get(nvml->device, &value);
    snprintf(text, sizeof text, "%u", value);
    tell_fact(nvml, to, fact, status, text);
}

/* Errors of the device's memory since the driver was loaded. This counter changes at once. */
static bool count_errors(const wm_cuda_nvml *nvml, int kind, unsigned long long *count)
{
    return nvml->errors != NULL &&
           nvml->errors(nvml->device, kind, NVML_ECC_VOLATILE, count) == NVML_SUCCESS;
}

/* A MIG instance implies that MIG is on; no query is needed. */
static void note_mig(const wm_cuda_nvml *nvml, const listener *to)
{
    int (*get)(nvml_device, unsigned *, unsigned *) = NULL;
    char text[TEXT_SIZE] = "on";
    unsigned now = 1;
    unsigned pending = 0;
    int status = NVML_SUCCESS;
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetMigMode", &get);
    if (get == NULL && !nvml->is_mig) {
        to->tell(to->context, "mig", NULL, NO_FUNCTION);
        return;
    }
    if (!nvml->is_mig)
        status = get(nvml->device, &now, &pending);
    snprintf(text, sizeof text, "%s", now != 0 ? "on" : "off");
    tell_fact(nvml, to, "mig", status, text);
}

static int ask_driver(void *file, char text[TEXT_SIZE])
{
    int (*driver)(char *, unsigned) = NULL;
    text[0] = '\0';
    (void)wm_cuda_library_find(file, "nvmlSystemGetDriverVersion", &driver);
    const int status = driver != NULL ? driver(text, TEXT_SIZE) : NVML_NOT_SUPPORTED;
    text[TEXT_SIZE - 1] = '\0';
    return status;
}

/* Facts that stay the same while the device is open. */
static void note_facts(const wm_cuda_nvml *nvml, const listener *to)
{
    char text[TEXT_SIZE];
    const int status = ask_driver(nvml->file, text);
    tell_fact(nvml, to, "driver", status, text);
    note_text(nvml, to, "serial", "nvmlDeviceGetSerial");
    note_text(nvml, to, "vbios", "nvmlDeviceGetVbiosVersion");
    note_number(nvml, to, "power_limit_mw", "nvmlDeviceGetEnforcedPowerLimit");
    /* The link's maximum. Its present speed is lowered when idle and changes from run to run. */
    note_number(nvml, to, "pcie_generation", "nvmlDeviceGetMaxPcieLinkGeneration");
    note_number(nvml, to, "pcie_width", "nvmlDeviceGetMaxPcieLinkWidth");
    note_mig(nvml, to);
}

/* The same facts, all absent, where NVML cannot be used. */
static void note_absence(const wm_cuda_nvml *nvml, const listener *to)
{
    static const char *const facts[] = {"driver",          "serial",     "vbios", "power_limit_mw",
                                        "pcie_generation", "pcie_width", "mig"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        to->tell(to->context, facts[i], NULL, nvml->reason);
}

/* Starts to listen for Xids. A device or a driver that does not report them is no fault. */
static void listen(wm_cuda_nvml *nvml)
{
    int (*create)(nvml_events *) = NULL;
    int (*enter)(nvml_device, unsigned long long, nvml_events) = NULL;
    (void)wm_cuda_library_find(nvml->file, "nvmlEventSetCreate", &create);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceRegisterEvents", &enter);
    (void)wm_cuda_library_find(nvml->file, "nvmlEventSetWait_v2", &nvml->wait);
    (void)wm_cuda_library_find(nvml->file, "nvmlEventSetFree", &nvml->free_events);
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
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetTotalEccErrors", &nvml->errors);
    (void)wm_cuda_library_find(nvml->file, "nvmlShutdown", &nvml->shutdown);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetClockInfo", &nvml->clock);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetMaxClockInfo", &nvml->clock_limit);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetUtilizationRates", &nvml->utilization);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetComputeRunningProcesses_v3",
                               &nvml->processes);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetTemperature", &nvml->temperature);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetPowerUsage", &nvml->power);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetFieldValues", &nvml->fields);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetTotalEnergyConsumption", &nvml->energy);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetMemoryInfo", &nvml->memory);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetCurrPcieLinkGeneration",
                               &nvml->link_generation);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetCurrPcieLinkWidth", &nvml->link_width);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetPcieReplayCounter", &nvml->link_replays);
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetCurrentClocksEventReasons",
                               &nvml->reasons);
    if (nvml->reasons == NULL) /* its name before driver 535 */
        (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetCurrentClocksThrottleReasons",
                                   &nvml->reasons);
}

/* Loads and starts NVML. Returns why it cannot, or null. */
static const char *start(wm_cuda_nvml *nvml)
{
    int (*init)(void) = NULL;
    int status;
    nvml->file = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (nvml->file == NULL)
        return "libnvidia-ml.so.1 not found";
    (void)wm_cuda_library_find(nvml->file, "nvmlInit_v2", &init);
    find_values(nvml);
    if (init == NULL || nvml->shutdown == NULL) {
        nvml->shutdown = NULL; /* nothing was started */
        return "libnvidia-ml.so.1 lacks a function";
    }
    status = init();
    if (status != NVML_SUCCESS) {
        nvml->shutdown = NULL;
        return why(false, status);
    }
    return NULL;
}

static void stop(const wm_cuda_nvml *nvml)
{
    if (nvml->shutdown != NULL)
        (void)nvml->shutdown();
    if (nvml->file != NULL)
        (void)dlclose(nvml->file);
}

/* Finds the device. Returns why it cannot, or null. */
static const char *find_device(wm_cuda_nvml *nvml, const char *uuid)
{
    int (*by_uuid)(const char *, nvml_device *) = NULL;
    int status;
    (void)wm_cuda_library_find(nvml->file, "nvmlDeviceGetHandleByUUID", &by_uuid);
    if (by_uuid == NULL)
        return "libnvidia-ml.so.1 lacks a function";
    status = by_uuid(uuid, &nvml->device);
    if (status == NVML_NOT_FOUND || status == NVML_INVALID_ARGUMENT)
        return "NVML does not know this device's UUID";
    return status == NVML_SUCCESS ? NULL : why(false, status);
}

wm_cuda_nvml *wm_cuda_nvml_open(const char *uuid, wm_cuda_nvml_fact *tell, void *context)
{
    const listener to = {tell, context};
    wm_cuda_nvml *nvml = calloc(1, sizeof *nvml);
    if (nvml == NULL)
        return NULL;
    nvml->is_mig = strncmp(uuid, "MIG-", 4) == 0;
    nvml->reason = start(nvml);
    if (nvml->reason == NULL)
        nvml->reason = find_device(nvml, uuid);
    if (nvml->reason == NULL) {
        note_facts(nvml, &to);
        listen(nvml);
    } else {
        note_absence(nvml, &to);
    }
    return nvml;
}

void wm_cuda_nvml_handles(const wm_cuda_nvml *nvml, void **library, void **device)
{
    *library = nvml->reason == NULL ? nvml->file : NULL;
    *device = nvml->reason == NULL ? nvml->device : NULL;
}

const char *wm_cuda_nvml_why(const wm_cuda_nvml *nvml, int status)
{
    if (nvml->reason != NULL)
        return nvml->reason;
    return status == WM_CUDA_NVML_NO_FUNCTION ? NO_FUNCTION : why(nvml->is_mig, status);
}

bool wm_cuda_nvml_is_mig(const char *uuid)
{
    wm_cuda_nvml nvml = {.file = NULL};
    char instance[64] = "MIG-";
    bool is_mig = false;
    if (strlen(uuid) < 4 || strlen(uuid) >= sizeof instance)
        return false;
    memcpy(instance + 4, uuid + 4, strlen(uuid) - 4 + 1);
    if (start(&nvml) == NULL && find_device(&nvml, uuid) != NULL)
        is_mig = find_device(&nvml, instance) == NULL;
    stop(&nvml);
    return is_mig;
}

void wm_cuda_nvml_driver(char text[96])
{
    wm_cuda_nvml nvml = {.file = NULL};
    text[0] = '\0';
    if (start(&nvml) == NULL && ask_driver(nvml.file, text) != NVML_SUCCESS)
        text[0] = '\0';
    make_printable(text);
    stop(&nvml);
}

/* Adds the numbers of the reported Xids. Waits a moment for the first one, because the driver
 * reports it after the fault. */
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
        (void)snprintf(text + used, 96 - used, "; device lost");
}

void wm_cuda_nvml_close(wm_cuda_nvml *nvml)
{
    if (nvml == NULL)
        return;
    if (nvml->events != NULL)
        (void)nvml->free_events(nvml->events);
    stop(nvml);
    free(nvml);
}

/* A value, or the reason if the status is an error. */
static wm_covariate_value value_of(const wm_cuda_nvml *nvml, int status, double value)
{
    if (status != NVML_SUCCESS)
        return wm_backend_absent(why(nvml->is_mig, status));
    return wm_backend_present(value);
}

static wm_covariate_value read_clock(const wm_cuda_nvml *nvml, int which)
{
    unsigned mhz = 0;
    if (nvml->clock == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->clock(nvml->device, which, &mhz);
    return value_of(nvml, status, (double)mhz * 1e6);
}

static wm_covariate_value read_temperature(const wm_cuda_nvml *nvml)
{
    unsigned celsius = 0;
    if (nvml->temperature == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->temperature(nvml->device, NVML_TEMPERATURE_GPU, &celsius);
    return value_of(nvml, status, (double)celsius);
}

static wm_covariate_value read_power(const wm_cuda_nvml *nvml)
{
    unsigned milliwatt = 0;
    if (nvml->power == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->power(nvml->device, &milliwatt);
    return value_of(nvml, status, (double)milliwatt / 1e3);
}

/* The power of the moment. That of read_power is a mean of 1 s from Ampere on. Source: NVML API
 * reference, nvmlDeviceGetPowerUsage and NVML_FI_DEV_POWER_INSTANT. */
static wm_covariate_value read_power_now(const wm_cuda_nvml *nvml)
{
    nvml_field field = {.field = NVML_POWER_INSTANT};
    int status = nvml->fields != NULL ? nvml->fields(nvml->device, 1, &field) : NVML_NOT_SUPPORTED;
    if (status == NVML_SUCCESS)
        status = field.status;
    if (!nvml->is_mig && (status == NVML_NOT_SUPPORTED || status == NVML_INVALID_ARGUMENT))
        return wm_backend_absent("the driver reports means of the power alone");
    return value_of(nvml, status, (double)field.value[0] / 1e3);
}

static wm_covariate_value read_energy(const wm_cuda_nvml *nvml)
{
    unsigned long long millijoule = 0;
    if (nvml->energy == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->energy(nvml->device, &millijoule);
    return value_of(nvml, status, (double)millijoule / 1e3);
}

static wm_covariate_value read_memory(const wm_cuda_nvml *nvml)
{
    nvml_memory memory = {0, 0, 0};
    if (nvml->memory == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->memory(nvml->device, &memory);
    return value_of(nvml, status, (double)memory.used);
}

static wm_covariate_value read_reasons(const wm_cuda_nvml *nvml)
{
    unsigned long long reasons = 0;
    if (nvml->reasons == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->reasons(nvml->device, &reasons);
    return value_of(nvml, status, (double)reasons);
}

/* Errors since the driver was loaded. This counter changes at once; the aggregate one may be
 * updated later. */
static wm_covariate_value read_errors(const wm_cuda_nvml *nvml, int kind)
{
    unsigned long long count = 0;
    if (nvml->errors == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = nvml->errors(nvml->device, kind, NVML_ECC_VOLATILE, &count);
    return value_of(nvml, status, (double)count);
}

static wm_covariate_value read_number(const wm_cuda_nvml *nvml, int (*get)(nvml_device, unsigned *))
{
    unsigned value = 0;
    if (get == NULL)
        return wm_backend_absent(NO_FUNCTION);
    const int status = get(nvml->device, &value);
    return value_of(nvml, status, (double)value);
}

/* Readings for full samples only: counters, and the link, which does not change during the load. */
static void read_asked(const wm_cuda_nvml *nvml, uint64_t *last_ns,
                       wm_covariate_value values[WM_COVARIATES])
{
    wm_host_stamp(last_ns, &values[WM_COVARIATE_ECC_CORRECTED],
                  read_errors(nvml, NVML_ECC_CORRECTED));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_ECC_UNCORRECTED],
                  read_errors(nvml, NVML_ECC_UNCORRECTED));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_PCIE_GENERATION],
                  read_number(nvml, nvml->link_generation));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_PCIE_WIDTH], read_number(nvml, nvml->link_width));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_PCIE_REPLAYS],
                  read_number(nvml, nvml->link_replays));
}

/* A call takes a fraction of a millisecond or several ones, so each value has its own time. */
static void read_values(const wm_cuda_nvml *nvml, uint64_t *last_ns,
                        wm_covariate_value values[WM_COVARIATES])
{
    wm_host_stamp(last_ns, &values[WM_COVARIATE_CLOCK], read_clock(nvml, NVML_CLOCK_SM));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_MEMORY_CLOCK], read_clock(nvml, NVML_CLOCK_MEMORY));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_TEMPERATURE], read_temperature(nvml));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_POWER], read_power(nvml));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_POWER_READING], read_power_now(nvml));
    values[WM_COVARIATE_POWER_WINDOW] = wm_backend_absent("the driver does not state it");
    wm_host_stamp(last_ns, &values[WM_COVARIATE_ENERGY], read_energy(nvml));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_MEMORY], read_memory(nvml));
    wm_host_stamp(last_ns, &values[WM_COVARIATE_THROTTLE_REASONS], read_reasons(nvml));
}

void wm_cuda_nvml_read(const wm_cuda_nvml *nvml, uint64_t *last_ns, wm_device_sample *sample)
{
    wm_backend_clear_sample(sample, nvml->reason != NULL ? nvml->reason : "not asked for");
    if (nvml->reason != NULL)
        return;
    read_values(nvml, last_ns, sample->values);
    if (sample->is_full)
        read_asked(nvml, last_ns, sample->values);
}

double wm_cuda_nvml_clock_limit_hz(const wm_cuda_nvml *nvml)
{
    unsigned mhz = 0;
    if (nvml->reason != NULL || nvml->clock_limit == NULL ||
        nvml->clock_limit(nvml->device, NVML_CLOCK_SM, &mhz) != NVML_SUCCESS)
        return 0;
    return (double)mhz * 1e6;
}

/* How many processes compute on the device; 0 if NVML does not report it. */
static unsigned count_processes(const wm_cuda_nvml *nvml)
{
    unsigned count = 0;
    if (nvml->processes == NULL)
        return 0;
    const int status = nvml->processes(nvml->device, &count, NULL);
    return status == NVML_SUCCESS || status == NVML_INSUFFICIENT_SIZE ? count : 0;
}

void wm_cuda_nvml_load(const wm_cuda_nvml *nvml, wm_device_load *load)
{
    nvml_utilization utilization = {0, 0};
    unsigned count;
    load->utilization = (double)NAN;
    load->processes = 0;
    if (nvml->reason != NULL)
        return;
    if (nvml->utilization != NULL &&
        nvml->utilization(nvml->device, &utilization) == NVML_SUCCESS && utilization.gpu <= 100)
        load->utilization = (double)utilization.gpu / 100;
    count = count_processes(nvml);
    load->processes = count > 1 ? count - 1 : 0;
}
