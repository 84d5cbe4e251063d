/* CUDA devices: finding, opening and closing them, and the status of their errors. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_code.h"
#include "backend/cuda/cuda_permissions.h"
#include "backend/host.h"
#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A device's UUID in the form of NVML and nvidia-smi. The runtime gives the bytes of a MIG
 * instance's UUID; NVML knows whether they are an instance's. */
static void write_uuid(const cudaUUID_t *uuid, char text[64])
{
    const unsigned char *u = (const unsigned char *)uuid->bytes;
    snprintf(text, 64, "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
             u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13],
             u[14], u[15]);
    if (wm_cuda_nvml_is_mig(text))
        memcpy(text, "MIG-", 4);
}

/* Why the driver's device files cannot be used; "" if no reason is seen. */
static const char *look_at_files(void)
{
    static const char *const files[] = {"/dev/nvidiactl", "/dev/nvidia-uvm"};
    static char text[96];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (access(files[i], R_OK | W_OK) != 0) {
            snprintf(text, sizeof text, "; %s: %s", files[i], strerror(errno));
            return text;
        }
    return "";
}

/* Which driver is installed and which is needed. Source: CUDA 13.0 release notes, table of driver
 * versions: minor versions of CUDA 13 run on drivers from 580. */
static void tell_old_driver(int driver, char reason[256])
{
    char version[96];
    wm_cuda_nvml_driver(version);
    snprintf(reason, 256,
             "no CUDA device: the driver%s%.60s is too old: it is for CUDA %d.%d, this program "
             "needs one for CUDA %d.%d%s",
             version[0] != '\0' ? " " : "", version, driver / 1000, driver % 1000 / 10,
             CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10,
             CUDART_VERSION / 1000 == 13 ? " (driver 580 or later)" : "");
}

/* The number of devices; 0 with the reason in one line. */
static int count_devices(char reason[256])
{
    int count = 0;
    int driver = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    reason[0] = '\0';
    if (error == cudaSuccess && count > 0)
        return count;
    (void)cudaGetLastError();
    if (error == cudaSuccess || cudaDriverGetVersion(&driver) != cudaSuccess)
        driver = 0;
    if (error == cudaSuccess)
        snprintf(reason, 256, "no CUDA device: the driver lists none");
    else if (error == cudaErrorStubLibrary)
        snprintf(reason, 256,
                 "no CUDA device: libcuda.so.1 is the CUDA toolkit's stub, not a driver's");
    else if (driver == 0)
        snprintf(reason, 256, "no CUDA device: no NVIDIA driver found (libcuda.so.1)%s",
                 look_at_files());
    else if (error == cudaErrorInsufficientDriver)
        tell_old_driver(driver, reason);
    else
        snprintf(reason, 256, "no CUDA device: %s (%s; driver for CUDA %d.%d)%s",
                 cudaGetErrorString(error), cudaGetErrorName(error), driver / 1000,
                 driver % 1000 / 10, look_at_files());
    return 0;
}

/* Why a device cannot be used, as far as its properties show; "" if it can. */
static void judge_device(const struct cudaDeviceProp *properties, int ordinal, char reason[128])
{
    int mode = cudaComputeModeDefault;
    const int capability = properties->major * 10 + properties->minor;
    char flag[WM_CUDA_CODE_TEXT];
    reason[0] = '\0';
    if (wm_cuda_code_for(WM_CUDA_ARCHS, capability, flag) == 0)
        wm_cuda_code_refuse(WM_CUDA_ARCHS, capability, reason);
    else if (cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, ordinal) == cudaSuccess &&
             mode == cudaComputeModeProhibited)
        snprintf(reason, 128, "its compute mode is 'prohibited'");
    (void)cudaGetLastError();
}

wm_status wm_cuda_device_list(wm_device_entry *entries, size_t capacity, size_t *count,
                              char reason[256])
{
    char why[256];
    if (count == NULL || (entries == NULL && capacity > 0))
        return WM_E_ARG;
    const int found = count_devices(why);
    if (reason != NULL)
        memcpy(reason, why, sizeof why);
    *count = (size_t)found;
    for (int i = 0; i < found && (size_t)i < capacity; i++) {
        struct cudaDeviceProp properties;
        memset(&entries[i], 0, sizeof entries[i]);
        const cudaError_t error = cudaGetDeviceProperties(&properties, i);
        if (error != cudaSuccess) {
            (void)cudaGetLastError();
            snprintf(entries[i].name, sizeof entries[i].name, "device %d", i);
            snprintf(entries[i].reason, sizeof entries[i].reason,
                     "cannot read its properties: %.50s (%.30s)", cudaGetErrorString(error),
                     cudaGetErrorName(error));
            continue;
        }
        snprintf(entries[i].name, sizeof entries[i].name, "%.127s", properties.name);
        write_uuid(&properties.uuid, entries[i].uuid);
        judge_device(&properties, i, entries[i].reason);
    }
    return WM_OK;
}

/* After these errors nothing works in this process, even with a new context. */
static bool is_sticky(cudaError_t error)
{
    switch ((int)error) {
    case cudaErrorIllegalAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorContained:
    case cudaErrorUnknown:
        return true;
    default:
        return false;
    }
}

wm_status wm_cuda_device_refuse(wm_cuda *cuda, wm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cuda->error, sizeof cuda->error, format, arguments);
    va_end(arguments);
    return status;
}

wm_status wm_cuda_device_check(wm_cuda *cuda, cudaError_t error, const char *what)
{
    char seen[96] = "";
    if (error == cudaSuccess)
        return WM_OK;
    (void)cudaGetLastError();
    if (is_sticky(error) && !cuda->lost) {
        cuda->lost = true;
        wm_cuda_nvml_faults(cuda->nvml, seen);
    }
    return wm_cuda_device_refuse(
        cuda, error == cudaErrorMemoryAllocation ? WM_E_NOMEM : WM_E_DEVICE, "%s: %.100s (%s)%s",
        what, cudaGetErrorString(error), cudaGetErrorName(error), seen);
}

wm_status wm_cuda_device_launched(wm_cuda *cuda, const char *what)
{
    return wm_cuda_device_check(cuda, cudaGetLastError(), what);
}

wm_status wm_cuda_device_begin(wm_device *device, wm_cuda **cuda)
{
    if (device == NULL)
        return WM_E_ARG;
    *cuda = (wm_cuda *)device;
    if ((*cuda)->lost)
        return WM_E_DEVICE; /* last_error still has the words */
    (*cuda)->error[0] = '\0';
    return wm_cuda_device_check(*cuda, cudaSetDevice((*cuda)->ordinal), "cudaSetDevice");
}

void wm_cuda_device_fact(wm_cuda *cuda, const char *name, const char *format, ...)
{
    va_list arguments;
    if (cuda->fact_count == WM_CUDA_FACTS)
        return;
    char *text = cuda->fact_texts[cuda->fact_count];
    va_start(arguments, format);
    vsnprintf(text, WM_CUDA_FACT_TEXT, format, arguments);
    va_end(arguments);
    cuda->facts[cuda->fact_count++] = (wm_device_fact){name, text, NULL};
}

void wm_cuda_device_absent(wm_cuda *cuda, const char *name, const char *reason)
{
    if (cuda->fact_count < WM_CUDA_FACTS)
        cuda->facts[cuda->fact_count++] = (wm_device_fact){name, NULL, reason};
}

/* Adds a fact from NVML. */
static void take_fact(void *context, const char *name, const char *value, const char *reason)
{
    if (value != NULL)
        wm_cuda_device_fact(context, name, "%s", value);
    else
        wm_cuda_device_absent(context, name, reason);
}

wm_status wm_cuda_device_scratch(wm_cuda *cuda, size_t size, void **scratch)
{
    if (size > cuda->scratch_size) {
        wm_cuda_memory_give(cuda, cuda->scratch, cuda->scratch_size);
        cuda->scratch = NULL;
        cuda->scratch_size = 0;
        const wm_status status = wm_cuda_memory_take(cuda, size, &cuda->scratch, "scratch memory");
        if (status != WM_OK)
            return status;
        cuda->scratch_size = size;
    }
    *scratch = cuda->scratch;
    return WM_OK;
}

wm_status wm_cuda_device_wait(wm_cuda *cuda, const char *what)
{
    const wm_status status = wm_cuda_device_launched(cuda, what);
    return status != WM_OK ? status
                           : wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), what);
}

wm_status wm_cuda_device_fetch(wm_cuda *cuda, const void *from, size_t size, const char *what)
{
    wm_status status = wm_cuda_device_launched(cuda, what);
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemcpyAsync(cuda->host, from, size, cudaMemcpyDeviceToHost, cuda->stream),
            what);
    if (status == WM_OK)
        status = wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), what);
    return status;
}

wm_status wm_cuda_device_start(wm_cuda *cuda)
{
    return wm_cuda_device_check(cuda, cudaEventRecord(cuda->timer[0], cuda->stream), "tuning");
}

wm_status wm_cuda_device_lap(wm_cuda *cuda, int runs, float *ms)
{
    float all_ms = 0;
    cudaError_t error = cudaEventRecord(cuda->timer[1], cuda->stream);
    if (error == cudaSuccess)
        error = cudaEventSynchronize(cuda->timer[1]);
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(&all_ms, cuda->timer[0], cuda->timer[1]);
    *ms = all_ms / (float)runs;
    return wm_cuda_device_check(cuda, error, "tuning");
}

/* Adds the facts that the runtime knows. */
static void note_facts(wm_cuda *cuda, const struct cudaDeviceProp *properties)
{
    int driver = 0;
    int runtime = 0;
    char flag[WM_CUDA_CODE_TEXT];
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    cuda->code = wm_cuda_code_for(WM_CUDA_ARCHS, cuda->capability, flag);
    wm_cuda_device_fact(cuda, "uuid", "%s", cuda->uuid);
    wm_cuda_device_fact(cuda, "compute_capability", "%d.%d", properties->major, properties->minor);
    wm_cuda_device_fact(cuda, "l2_bytes", "%d", properties->l2CacheSize);
    wm_cuda_device_fact(cuda, "ecc", "%s", properties->ECCEnabled ? "on" : "off");
    wm_cuda_device_fact(cuda, "pci", "%04x:%02x:%02x", (unsigned)properties->pciDomainID,
                        (unsigned)properties->pciBusID, (unsigned)properties->pciDeviceID);
    wm_cuda_device_fact(cuda, "cuda_driver", "%d.%d", driver / 1000, driver % 1000 / 10);
    wm_cuda_device_fact(cuda, "cuda_runtime", "%d.%d", runtime / 1000, runtime % 1000 / 10);
    wm_cuda_device_fact(cuda, "nvcc", "%s", WM_NVCC_VERSION);
    wm_cuda_device_fact(cuda, "nvcc.flags", "%s %s", WM_NVCC_FLAGS, flag);
    wm_cuda_gemm_facts(cuda);
    wm_cuda_attention_facts(cuda);
    if (cuda->takes_first) /* src/study/run/partial.c reads it */
        wm_cuda_device_fact(cuda, "method_search", "none: the first method that runs");
}

/* Adds what this user may change. */
static void note_permissions(wm_cuda *cuda, bool tries)
{
    const wm_cuda_permissions_user user = {geteuid() == 0, tries};
    void *library, *device;
    wm_cuda_nvml_handles(cuda->nvml, &library, &device);
    wm_cuda_permissions_tell(library, device, &user, take_fact, cuda);
}

/* Opens NVML, which needs no context. */
static wm_status open_nvml(wm_cuda *cuda)
{
    cuda->nvml = wm_cuda_nvml_open(cuda->uuid, take_fact, cuda);
    if (cuda->nvml != NULL)
        cuda->sharing = wm_cuda_sharing_open(cuda->nvml);
    return cuda->sharing != NULL ? WM_OK
                                 : wm_cuda_device_refuse(cuda, WM_E_NOMEM, "NVML: no host memory");
}

/* Creates the device's context, and what every operation needs. */
static wm_status make_context(wm_cuda *cuda)
{
    wm_status status = wm_cuda_device_check(cuda, cudaSetDevice(cuda->ordinal), "cudaSetDevice");
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaStreamCreateWithFlags(&cuda->stream, cudaStreamNonBlocking), "a stream");
    for (int i = 0; i < 2 && status == WM_OK; i++)
        status = wm_cuda_device_check(cuda, cudaEventCreate(&cuda->timer[i]), "an event");
    if (status == WM_OK)
        status = wm_cuda_device_check(cuda, cudaMallocHost(&cuda->host, WM_CUDA_HOST_BYTES),
                                      "page-locked memory");
    return status;
}

/* Creates the context, and measures it by the growth of the memory in use. A process has one
 * context a device, which lives until the process ends. So the size that the first opening measured
 * holds for later ones. */
static wm_status measure_context(wm_cuda *cuda)
{
    enum { DEVICES = 64 };
    static struct {
        bool is_measured;
        double bytes;
    } contexts[DEVICES];
    const double before = wm_cuda_sharing_used(cuda->sharing);
    const wm_status status = make_context(cuda);
    const double growth = wm_cuda_sharing_used(cuda->sharing) - before;
    cuda->context_bytes = (double)NAN;
    if (status != WM_OK || cuda->ordinal >= DEVICES)
        return status;
    if (!contexts[cuda->ordinal].is_measured) {
        contexts[cuda->ordinal].is_measured = true;
        contexts[cuda->ordinal].bytes = growth > 0 ? growth : (double)NAN;
    }
    cuda->context_bytes = contexts[cuda->ordinal].bytes;
    return status;
}

/* All steps of opening; on an error the caller closes. */
static wm_status set_up(wm_cuda *cuda, const wm_device_options *options)
{
    struct cudaDeviceProp properties;
    char unusable[128];
    wm_status status = wm_cuda_device_check(
        cuda, cudaGetDeviceProperties(&properties, cuda->ordinal), "cudaGetDeviceProperties");
    if (status != WM_OK)
        return status;
    cuda->units = (unsigned)properties.multiProcessorCount;
    cuda->capability = properties.major * 10 + properties.minor;
    cuda->shared_max = (int)properties.sharedMemPerBlockOptin;
    cuda->l2_bytes = (size_t)properties.l2CacheSize;
    cuda->memory_bytes = properties.totalGlobalMem;
    snprintf(cuda->name, sizeof cuda->name, "%.127s", properties.name);
    write_uuid(&properties.uuid, cuda->uuid);
    judge_device(&properties, cuda->ordinal, unusable);
    if (unusable[0] != '\0')
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "%s: %s", cuda->name, unusable);
    status = open_nvml(cuda);
    if (status == WM_OK)
        status = measure_context(cuda);
    if (status != WM_OK)
        return status;
    note_facts(cuda, &properties);
    note_permissions(cuda, options->tries_permissions);
    return WM_OK;
}

/* Whether there is a device with this number; if not, sets the reason. */
static wm_status find_device(unsigned index, char why[256])
{
    const int count = count_devices(why);
    if (count == 0)
        return WM_E_UNSUPPORTED;
    if (index < (unsigned)count)
        return WM_OK;
    snprintf(why, 256, "there are %d devices, numbered from 0", count);
    return WM_E_NOTFOUND;
}

wm_status wm_cuda_device_open(const wm_device_options *options, wm_device **device,
                              char reason[256])
{
    char why[256];
    if (options == NULL || device == NULL)
        return WM_E_ARG;
    *device = NULL;
    wm_status status = find_device(options->index, why);
    if (status != WM_OK) {
        if (reason != NULL)
            memcpy(reason, why, sizeof why);
        return status;
    }
    wm_cuda *cuda = calloc(1, sizeof *cuda);
    if (cuda == NULL) {
        if (reason != NULL)
            snprintf(reason, 256, "%s", wm_status_text(WM_E_NOMEM));
        return WM_E_NOMEM;
    }
    cuda->base.ops = &wm_cuda_backend;
    cuda->ordinal = (int)options->index;
    cuda->takes_first = options->takes_first;
    status = set_up(cuda, options);
    if (status != WM_OK) {
        if (reason != NULL)
            snprintf(reason, 256, "%s",
                     cuda->error[0] != '\0' ? cuda->error : wm_status_text(status));
        wm_cuda_device_close(&cuda->base);
        return status;
    }
    *device = &cuda->base;
    return WM_OK;
}

void wm_cuda_device_close(wm_device *device)
{
    wm_cuda *cuda = (wm_cuda *)device;
    if (cuda == NULL)
        return;
    (void)cudaSetDevice(cuda->ordinal);
    if (!cuda->lost && cuda->stream != NULL)
        (void)cudaStreamSynchronize(cuda->stream);
    while (cuda->buffers != NULL)
        wm_cuda_memory_free(device, cuda->buffers);
    wm_cuda_attention_free(cuda->attention);
    wm_cuda_gemm_free(cuda->gemm);
    wm_cuda_sharing_close(cuda->sharing);
    wm_cuda_nvml_close(cuda->nvml);
    for (size_t i = 0; i < WM_FORMAT_COUNT; i++)
        (void)cudaFree(cuda->tables[i]);
    (void)cudaFree(cuda->scratch);
    (void)cudaFree(cuda->kept.bytes);
    (void)cudaFreeHost(cuda->host);
    for (int i = 0; i < 2; i++)
        if (cuda->timer[i] != NULL)
            (void)cudaEventDestroy(cuda->timer[i]);
    if (cuda->stream != NULL)
        (void)cudaStreamDestroy(cuda->stream);
    if (cuda->lost)
        (void)cudaDeviceReset(); /* frees what it can; the fault lasts as long as the process */
    (void)cudaGetLastError();
    free(cuda);
}

wm_status wm_cuda_device_properties(wm_device *device, wm_device_properties *properties)
{
    wm_cuda *cuda = (wm_cuda *)device;
    if (cuda == NULL || properties == NULL)
        return WM_E_ARG;
    memset(properties, 0, sizeof *properties);
    snprintf(properties->name, sizeof properties->name, "%s", cuda->name);
    snprintf(properties->kind, sizeof properties->kind, "%s", wm_cuda_backend.name);
    properties->units = cuda->units;
    properties->memory_bytes = cuda->memory_bytes;
    properties->clock_limit_hz = wm_cuda_nvml_clock_limit_hz(cuda->nvml);
    properties->fact_count = cuda->fact_count;
    properties->facts = cuda->facts;
    return WM_OK;
}

const char *wm_cuda_device_last_error(wm_device *device)
{
    return device == NULL ? "" : ((wm_cuda *)device)->error;
}

wm_status wm_cuda_device_sync(wm_device *device)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    return wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), "queued work");
}

uint64_t wm_cuda_device_time_ns(wm_device *device)
{
    (void)device;
    return wm_clock_ns();
}

wm_status wm_cuda_device_load(wm_device *device, wm_device_load *load)
{
    const wm_cuda *cuda = (const wm_cuda *)device;
    if (cuda == NULL || load == NULL)
        return WM_E_ARG;
    wm_cuda_nvml_load(cuda->nvml, load);
    load->others = wm_cuda_sharing_since(cuda->sharing, load->since_ns);
    return WM_OK;
}

wm_status wm_cuda_device_covariates(wm_device *device, wm_device_sample *sample)
{
    const wm_cuda *cuda = (const wm_cuda *)device;
    const uint64_t begin_ns = wm_clock_ns();
    uint64_t last_ns = begin_ns;
    if (cuda == NULL || sample == NULL)
        return WM_E_ARG;
    wm_covariate_value *values = sample->values;
    wm_cuda_nvml_read(cuda->nvml, &last_ns, sample);
    wm_cuda_sharing_read(cuda->sharing,
                         (double)__atomic_load_n(&cuda->in_use, __ATOMIC_RELAXED) +
                             cuda->context_bytes,
                         &last_ns, sample);
    wm_host_covariates(&last_ns, values);
    const double peak = (double)__atomic_load_n(&cuda->in_use_peak, __ATOMIC_RELAXED);
    wm_host_stamp(&last_ns, &sample->memory_peak, wm_backend_present(peak));
    const double seconds = (double)(last_ns - begin_ns) * 1e-9;
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_READ_TIME], wm_backend_present(seconds));
    return WM_OK;
}
