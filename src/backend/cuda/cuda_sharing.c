/* Asks NVML for other processes on a GPU.
 *
 * A list of processes that lacks this one is a container's: it lacks others too, so it counts for
 * nothing. Memory in use belongs to the whole device, whoever asks. The declarations are our own,
 * because NVML's header may be missing. */
#include "backend/cuda/cuda_sharing.h"

#include "backend/cuda/cuda_library.h"
#include "backend/host.h"
#include "backend/utilization.h"
#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Source: NVML API reference, nvml.h; the numbers are its binary interface. */
enum { NVML_SUCCESS = 0, NVML_NOT_SUPPORTED = 3, NVML_NOT_FOUND = 6 };
enum { NVML_GPU_UTILIZATION_SAMPLES = 1 };
enum { /* nvmlValueType_t */
       NVML_VALUE_DOUBLE = 0,
       NVML_VALUE_UNSIGNED = 1,
       NVML_VALUE_UNSIGNED_LONG = 2,
       NVML_VALUE_UNSIGNED_LONG_LONG = 3
};
enum { PROCESSES = 128, SAMPLES = 1024 };

/* How far back samples are asked for: the longest period of a sample, and then some. */
static const uint64_t BACK_US = 1500000;

typedef void *nvml_device;

/* nvmlMemory_v2_t */
typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} nvml_memory_v2;

/* nvmlProcessInfo_t, of the functions _v3 */
typedef struct {
    unsigned pid;
    unsigned long long memory;
    unsigned gpu_instance, compute_instance;
} nvml_process;

/* nvmlSample_t */
typedef struct {
    unsigned long long end_us;
    union {
        double number;
        unsigned small;
        unsigned long long large;
    } value;
} nvml_sample;

typedef int nvml_list(nvml_device, unsigned *, nvml_process *);

enum { LISTS = 3 };
static const char *const LIST_NAMES[LISTS] = {"nvmlDeviceGetComputeRunningProcesses_v3",
                                              "nvmlDeviceGetMPSComputeRunningProcesses_v3",
                                              "nvmlDeviceGetGraphicsRunningProcesses_v3"};

struct wm_cuda_sharing {
    const wm_cuda_nvml *nvml;
    nvml_device device;
    nvml_list *list[LISTS];
    int (*memory)(nvml_device, nvml_memory_v2 *);
    int (*samples)(nvml_device, int, unsigned long long, int *, unsigned *, nvml_sample *);
};

wm_cuda_sharing *wm_cuda_sharing_open(const wm_cuda_nvml *nvml)
{
    wm_cuda_sharing *sharing = calloc(1, sizeof *sharing);
    void *library;
    if (sharing == NULL)
        return NULL;
    sharing->nvml = nvml;
    wm_cuda_nvml_handles(nvml, &library, &sharing->device);
    if (library == NULL)
        return sharing;
    for (unsigned i = 0; i < LISTS; i++)
        (void)wm_cuda_library_find(library, LIST_NAMES[i], &sharing->list[i]);
    (void)wm_cuda_library_find(library, "nvmlDeviceGetMemoryInfo_v2", &sharing->memory);
    (void)wm_cuda_library_find(library, "nvmlDeviceGetSamples", &sharing->samples);
    return sharing;
}

void wm_cuda_sharing_close(wm_cuda_sharing *sharing)
{
    free(sharing);
}

static wm_covariate_value absent(const wm_cuda_sharing *sharing, int status)
{
    return wm_backend_absent(wm_cuda_nvml_why(sharing->nvml, status));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int ask_memory(const wm_cuda_sharing *sharing, double *used)
{
    nvml_memory_v2 memory = {.version = (unsigned)sizeof memory | 2u << 24, .used = 0};
    if (sharing->memory == NULL)
        return WM_CUDA_NVML_NO_FUNCTION;
    const int status = sharing->memory(sharing->device, &memory);
    *used = (double)memory.used;
    return status;
}

double wm_cuda_sharing_used(const wm_cuda_sharing *sharing)
{
    double used;
    return ask_memory(sharing, &used) == NVML_SUCCESS ? used : (double)NAN;
}

static wm_covariate_value read_memory(const wm_cuda_sharing *sharing, double own_bytes)
{
    double used;
    const int status = ask_memory(sharing, &used);
    if (status != NVML_SUCCESS)
        return absent(sharing, status);
    if (isnan(own_bytes))
        return wm_backend_absent("the size of this process's context is not known");
    return wm_backend_present(used > own_bytes ? used - own_bytes : 0);
}

/* ---- processes ------------------------------------------------------------------------------- */

/* Processes by their ids, each once. */
typedef struct {
    unsigned pid[LISTS * PROCESSES];
    size_t count;
} process_set;

static bool has_process(const process_set *set, unsigned pid)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->pid[i] == pid)
            return true;
    return false;
}

/* Adds the processes of one list. */
static int add_list(const wm_cuda_sharing *sharing, nvml_list *list, process_set *set)
{
    nvml_process processes[PROCESSES] = {{0, 0, 0, 0}};
    unsigned count = PROCESSES;
    const int status = list(sharing->device, &count, processes);
    if (status != NVML_SUCCESS)
        return status;
    for (unsigned i = 0; i < count && i < PROCESSES; i++)
        if (!has_process(set, processes[i].pid))
            set->pid[set->count++] = processes[i].pid;
    return NVML_SUCCESS;
}

/* A device may not have MPS or graphics; it computes. */
static wm_covariate_value read_processes(const wm_cuda_sharing *sharing)
{
    process_set set = {.count = 0};
    int status = WM_CUDA_NVML_NO_FUNCTION;
    for (unsigned i = 0; i < LISTS && sharing->list[0] != NULL; i++) {
        const int one = sharing->list[i] != NULL ? add_list(sharing, sharing->list[i], &set)
                                                 : NVML_NOT_SUPPORTED;
        if (i == 0 || (one != NVML_SUCCESS && one != NVML_NOT_SUPPORTED))
            status = one;
        if (status != NVML_SUCCESS)
            break;
    }
    if (status != NVML_SUCCESS)
        return absent(sharing, status);
    if (!has_process(&set, (unsigned)getpid()))
        return wm_backend_absent("NVML does not list this process: its container hides processes");
    return wm_backend_present((double)(set.count - 1));
}

void wm_cuda_sharing_read(const wm_cuda_sharing *sharing, double own_bytes, uint64_t *last_ns,
                          wm_device_sample *sample)
{
    wm_covariate_value *values = sample->values;
    wm_host_stamp(last_ns, &values[WM_COVARIATE_OTHER_MEMORY], read_memory(sharing, own_bytes));
    if (sample->is_full)
        wm_host_stamp(last_ns, &values[WM_COVARIATE_OTHER_PROCESSES], read_processes(sharing));
}

/* ---- utilisation ----------------------------------------------------------------------------- */

/* A share of 1; NaN for a type that is not known. */
static double share_of(int type, const nvml_sample *sample)
{
    switch (type) {
    case NVML_VALUE_DOUBLE:
        return sample->value.number / 100;
    case NVML_VALUE_UNSIGNED:
        return (double)sample->value.small / 100;
    case NVML_VALUE_UNSIGNED_LONG:
    case NVML_VALUE_UNSIGNED_LONG_LONG:
        return (double)sample->value.large / 100;
    default:
        return (double)NAN;
    }
}

/* Copies the samples that are in order and within their range. */
static size_t take_samples(const nvml_sample *from, size_t count, int type,
                           wm_utilization_sample *to)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const double share = share_of(type, &from[i]);
        if (share >= 0 && share <= 1 && (kept == 0 || from[i].end_us > to[kept - 1].end_us))
            to[kept++] = (wm_utilization_sample){from[i].end_us, share};
    }
    return kept;
}

wm_covariate_value wm_cuda_sharing_since(const wm_cuda_sharing *sharing, uint64_t since_ns)
{
    static const char none[] = "too few samples of the utilisation end in the idle window";
    nvml_sample found[SAMPLES];
    wm_utilization_sample samples[SAMPLES];
    struct timespec now = {0, 0};
    unsigned count = SAMPLES;
    int type = -1;
    double share;
    wm_covariate_value value;
    if (sharing->samples == NULL)
        return absent(sharing, WM_CUDA_NVML_NO_FUNCTION);
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t now_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    const uint64_t since_us = now_us - (wm_clock_ns() - since_ns) / 1000;
    const int status = sharing->samples(sharing->device, NVML_GPU_UTILIZATION_SAMPLES,
                                        since_us - BACK_US, &type, &count, found);
    if (status != NVML_SUCCESS && status != NVML_NOT_FOUND)
        return absent(sharing, status);
    if (status == NVML_NOT_FOUND)
        return wm_backend_absent(none);
    const size_t kept = take_samples(found, count < SAMPLES ? count : SAMPLES, type, samples);
    if (!wm_utilization_of_others(samples, kept, since_us, &share))
        return wm_backend_absent(none);
    value = wm_backend_present(share);
    value.time_ns = since_ns;
    return value;
}
