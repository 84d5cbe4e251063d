/* The program with a second kind of device, `cuda`, whose devices are this machine's CPU: for
 * machines without a GPU.
 *
 *   WM_TWO_DEVICES  the names of the devices, separated by commas; "-" before a name: it cannot be
 *                   used; "limited": it has the fake NVML's UUID; "!" before a name: it cannot be
 * opened. Without it there is no device.
 *   WM_FAKE_NVML    what the fake NVML says of others on the device, if the loader finds it
 *
 * Their power limit is that of the fake NVML, which knows one device. */
#include "backend/cpu/cpu.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_power.h"
#include "backend/cuda/cuda_sharing.h"
#include "backend/host.h"
#include "base/clock.h"
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACTS = 32 };

static const char UUID[] = "GPU-00112233-4455-6677-8899-aabbccddeeff"; /* of the fake NVML */

static wm_backend ops; /* those of the CPU under the other name */
static char opened[128];
static bool takes_first;
static wm_device_fact facts[FACTS];
static wm_cuda_nvml *nvml;
static wm_cuda_sharing *sharing;

static const double CONTEXT_BYTES = 500 << 20; /* of a process, in the fake NVML */

static wm_status refuse(char reason[256], const char *words)
{
    if (reason != NULL)
        (void)snprintf(reason, 256, "%s", words);
    return WM_E_NOTFOUND;
}

static wm_status list(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256])
{
    const char *at = getenv("WM_TWO_DEVICES");
    *count = 0;
    if (at == NULL)
        return refuse(reason, "no CUDA device: there is no driver");
    for (; *at != '\0'; ++*count) {
        const size_t size = strcspn(at, ",");
        if (*count < capacity) {
            wm_device_entry *one = &entries[*count];
            *one = (wm_device_entry){{0}, {0}, {0}};
            (void)snprintf(one->name, sizeof one->name, "%.*s", (int)size, at);
            if (strncmp(at, "limited", strlen("limited")) == 0)
                (void)snprintf(one->uuid, sizeof one->uuid, "%s", UUID);
            if (at[0] == '-')
                (void)snprintf(one->reason, sizeof one->reason, "it is old");
        }
        at += size + (at[size] == ',');
    }
    return WM_OK;
}

/* A GPU tells neither its kind as "cpu" nor the host's threads. */
static wm_status properties(wm_device *device, wm_device_properties *to)
{
    const wm_status status = wm_cpu_backend.properties(device, to);
    size_t count = 0;
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < to->fact_count && count < FACTS; i++)
        if (strcmp(to->facts[i].name, "threads") != 0)
            facts[count++] = to->facts[i];
    if (takes_first && count < FACTS)
        facts[count++] =
            (wm_device_fact){"method_search", "none: the first method that runs", NULL};
    to->facts = facts;
    to->fact_count = count;
    (void)snprintf(to->kind, sizeof to->kind, "cuda");
    (void)snprintf(to->name, sizeof to->name, "%s", opened);
    return WM_OK;
}

static void ignore(void *context, const char *name, const char *value, const char *reason)
{
    (void)context, (void)name, (void)value, (void)reason;
}

static wm_status covariates(wm_device *device, wm_device_sample *sample)
{
    const wm_status status = wm_cpu_backend.covariates(device, sample);
    uint64_t last_ns = wm_clock_ns();
    if (status == WM_OK)
        wm_cuda_sharing_read(sharing, CONTEXT_BYTES, &last_ns, sample);
    return status;
}

static wm_status load(wm_device *device, wm_device_load *to)
{
    (void)device;
    wm_cuda_nvml_load(nvml, to);
    to->others = wm_cuda_sharing_since(sharing, to->since_ns);
    return WM_OK;
}

static void close_device(wm_device *device)
{
    wm_cpu_backend.close(device);
    wm_cuda_sharing_close(sharing);
    wm_cuda_nvml_close(nvml);
    sharing = NULL;
    nvml = NULL;
}

static wm_status open_device(const wm_device_options *options, wm_device **device, char reason[256])
{
    wm_device_entry entries[16];
    wm_device_options first = *options;
    size_t count;
    wm_status status = list(entries, 16, &count, reason);
    *device = NULL;
    if (status != WM_OK || options->index >= count)
        return refuse(reason, "no CUDA device: there is no such number");
    if (entries[options->index].name[0] == '!')
        return refuse(reason, "the device is busy");
    first.index = 0;
    takes_first = options->takes_first;
    nvml = wm_cuda_nvml_open(UUID, ignore, NULL);
    sharing = nvml != NULL ? wm_cuda_sharing_open(nvml) : NULL;
    if (sharing == NULL)
        return WM_E_NOMEM;
    status = wm_cpu_backend.open(&first, device, reason);
    if (status != WM_OK)
        return status;
    (void)snprintf(opened, sizeof opened, "%s", entries[options->index].name);
    ops = wm_cpu_backend;
    ops.name = "cuda";
    ops.power = &wm_cuda_power;
    ops.is_host = false;
    ops.list = list;
    ops.open = open_device;
    ops.properties = properties;
    ops.covariates = covariates;
    ops.load = load;
    ops.close = close_device;
    (*device)->ops = &ops;
    return WM_OK;
}

/* The registry takes the operations of an open device from the device. */
const wm_backend wm_cuda_backend = {
    .name = "cuda", .power = &wm_cuda_power, .list = list, .open = open_device};
