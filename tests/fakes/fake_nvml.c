/* A libnvidia-ml.so.1 of one GPU, for machines without one. Words in $WM_FAKE_NVML choose its
 * answers. It is read at each call, so a test can change it while a device is open.
 *
 *   mig          the device is an instance: its UUID is known as MIG-... only, with few facts
 *   denied       serial, vbios and power limit: no permission
 *   unsupported  power, energy, memory errors, clocks event reasons, MIG mode: not supported
 *   lost         every query of the device: it is lost
 *   mismatch     nvmlInit: driver and library have different versions
 *   unloaded     nvmlInit: no driver is loaded
 *   unknown      the device's UUID is not known
 *   odd          serial and vbios are no printable text
 *   xid          an Xid 79 is reported
 *   ecc          3 uncorrected memory errors
 *   slow         the power takes 30 ms to read
 *   open         any user may set application clocks
 *   root         this user may set the power limit
 *   failat=N     with $WM_FAKE_NVML_POWER: the power limit cannot be set while N were, but to 650 W
 *   fails        the power limit cannot be set, but while it is 650 W
 *   nogpu        it counts no GPU
 *   shared       two other processes compute on the GPU, use it all the time, and hold 600 MiB
 *   hidden       this process is not among those that it lists
 *   mps          a third other process computes through MPS
 *   unsampled    it has no samples of the utilisation
 *   driver=TEXT  the driver's version, else 580.65.06
 *
 * $WM_FAKE_NVML_POWER names a file that gets a line for each power limit that is set; the last line
 * is the one in force.
 *
 * Compiled with -DFAKE_OLD it lacks functions that an old NVML lacks. Source of prototypes and
 * numbers: NVML API reference, nvml.h. */
#define _POSIX_C_SOURCE 199309L /* nanosleep */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    unsigned long long total, free, used;
} memory;

typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} memory_v2;

typedef struct {
    unsigned pid;
    unsigned long long memory;
    unsigned gpu_instance, compute_instance;
} process;

typedef struct {
    unsigned long long end_us, value;
} sample;

typedef struct {
    unsigned field, scope;
    long long time_us, latency_us;
    int type, status;
    unsigned value[2];
} field;

typedef struct {
    void *device;
    unsigned long long type, data;
    unsigned gpu_instance, compute_instance;
} event;

enum { INVALID = 2, UNSUPPORTED = 3, DENIED = 4, NOT_FOUND = 6, UNLOADED = 9, TIMEOUT = 10 };
enum { LOST = 15, MISMATCH = 18 };

static const char UUID[] = "GPU-00112233-4455-6677-8899-aabbccddeeff";
static int device, events; /* the targets of handles */
static int started;

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlSystemGetDriverVersion(char *text, unsigned size);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **handle);
int nvmlDeviceGetSerial(void *handle, char *text, unsigned size);
int nvmlDeviceGetVbiosVersion(void *handle, char *text, unsigned size);
int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *milliwatt);
int nvmlDeviceGetMaxPcieLinkGeneration(void *handle, unsigned *generation);
int nvmlDeviceGetMaxPcieLinkWidth(void *handle, unsigned *width);
int nvmlDeviceGetMigMode(void *handle, unsigned *now, unsigned *pending);
int nvmlDeviceGetClockInfo(void *handle, int which, unsigned *mhz);
int nvmlDeviceGetMaxClockInfo(void *handle, int which, unsigned *mhz);
int nvmlDeviceGetUtilizationRates(void *handle, unsigned percent[2]);
int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, process *infos);
int nvmlDeviceGetMPSComputeRunningProcesses_v3(void *handle, unsigned *count, process *infos);
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *handle, unsigned *count, process *infos);
int nvmlDeviceGetMemoryInfo_v2(void *handle, memory_v2 *info);
int nvmlDeviceGetFieldValues(void *handle, int count, field *fields);
int nvmlDeviceGetSamples(void *handle, int type, unsigned long long last_us, int *value_type,
                         unsigned *count, sample *samples);
int nvmlDeviceGetTemperature(void *handle, int sensor, unsigned *celsius);
int nvmlDeviceGetPowerUsage(void *handle, unsigned *milliwatt);
int nvmlDeviceGetTotalEnergyConsumption(void *handle, unsigned long long *millijoule);
int nvmlDeviceGetMemoryInfo(void *handle, memory *info);
int nvmlDeviceGetTotalEccErrors(void *handle, int kind, int counter, unsigned long long *count);
int nvmlDeviceGetCurrPcieLinkGeneration(void *handle, unsigned *generation);
int nvmlDeviceGetCurrPcieLinkWidth(void *handle, unsigned *width);
int nvmlDeviceGetPcieReplayCounter(void *handle, unsigned *count);
int nvmlDeviceGetCurrentClocksEventReasons(void *handle, unsigned long long *reasons);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons);
int nvmlEventSetCreate(void **set);
int nvmlDeviceRegisterEvents(void *handle, unsigned long long types, void *set);
int nvmlEventSetWait_v2(void *set, event *got, unsigned ms);
int nvmlEventSetFree(void *set);
int nvmlDeviceGetAPIRestriction(void *handle, int api, unsigned *restricted);
int nvmlDeviceGetPowerManagementLimitConstraints(void *handle, unsigned *low, unsigned *high);
int nvmlDeviceGetPowerManagementLimit(void *handle, unsigned *milliwatt);
int nvmlDeviceSetPowerManagementLimit(void *handle, unsigned milliwatt);
int nvmlDeviceGetApplicationsClock(void *handle, int which, unsigned *mhz);
int nvmlDeviceSetApplicationsClocks(void *handle, unsigned memory_mhz, unsigned graphics_mhz);
unsigned fake_nvml_set(unsigned which);
int fake_nvml_started(void);

/* Whether $WM_FAKE_NVML has a word, or the text behind it up to a comma. */
static int is_asked(const char *word)
{
    const char *words = getenv("WM_FAKE_NVML");
    return words != NULL && strstr(words, word) != NULL;
}

/* The error of a query of the device, 0 for none. `in_instance`: the query works for an instance
 * too. */
static int fault(const void *handle, int in_instance)
{
    if (handle != &device || !started)
        return INVALID;
    if (is_asked("lost"))
        return LOST;
    return is_asked("mig") && !in_instance ? UNSUPPORTED : 0;
}

static int give_number(void *handle, unsigned *to, unsigned value)
{
    const int status = fault(handle, 0);
    if (status == 0)
        *to = value;
    return status;
}

static int give_text(char *to, unsigned size, const char *text)
{
    if (strlen(text) >= size)
        return 7;
    strcpy(to, text);
    return 0;
}

/* How often it was started without a shutdown. */
int fake_nvml_started(void)
{
    return started;
}

int nvmlInit_v2(void)
{
    if (is_asked("mismatch"))
        return MISMATCH;
    if (is_asked("unloaded"))
        return UNLOADED;
    started++;
    return 0;
}

int nvmlShutdown(void)
{
    started--;
    return 0;
}

int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    const char *words = getenv("WM_FAKE_NVML");
    const char *at = words != NULL ? strstr(words, "driver=") : NULL;
    char version[40] = "580.65.06";
    if (at != NULL)
        snprintf(version, sizeof version, "%.*s", (int)strcspn(at + 7, ","), at + 7);
    return give_text(text, size, version);
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = is_asked("nogpu") ? 0 : 1;
    return started ? 0 : 1;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **handle)
{
    const char *kind = is_asked("mig") ? "MIG-" : "GPU-";
    if (is_asked("lost"))
        return LOST;
    if (is_asked("unknown") || strncmp(uuid, kind, 4) != 0 || strcmp(uuid + 4, UUID + 4) != 0)
        return NOT_FOUND;
    *handle = &device;
    return 0;
}

int nvmlDeviceGetSerial(void *handle, char *text, unsigned size)
{
    const int status = fault(handle, 0);
    if (status != 0 || is_asked("denied"))
        return status != 0 ? status : DENIED;
    return give_text(text, size, is_asked("odd") ? "16\n\x1b[31m\xff" : "1650123456789");
}

int nvmlDeviceGetVbiosVersion(void *handle, char *text, unsigned size)
{
    const int status = fault(handle, 0);
    if (status != 0 || is_asked("denied"))
        return status != 0 ? status : DENIED;
    return give_text(text, size, is_asked("odd") ? "" : "96.00.74.00.01");
}

int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *milliwatt)
{
    return is_asked("denied") ? DENIED : give_number(handle, milliwatt, 700000);
}

int nvmlDeviceGetMaxPcieLinkGeneration(void *handle, unsigned *generation)
{
    return give_number(handle, generation, 5);
}

int nvmlDeviceGetMaxPcieLinkWidth(void *handle, unsigned *width)
{
    return give_number(handle, width, 16);
}

#ifndef FAKE_OLD
int nvmlDeviceGetMigMode(void *handle, unsigned *now, unsigned *pending)
{
    if (is_asked("unsupported"))
        return UNSUPPORTED;
    *pending = 0;
    return give_number(handle, now, 0);
}

int nvmlDeviceGetTotalEnergyConsumption(void *handle, unsigned long long *millijoule)
{
    const int status = fault(handle, 0);
    *millijoule = 123456;
    return status == 0 && is_asked("unsupported") ? UNSUPPORTED : status;
}

int nvmlDeviceGetCurrentClocksEventReasons(void *handle, unsigned long long *reasons)
{
    const int status = fault(handle, 0);
    *reasons = 4;
    return status == 0 && is_asked("unsupported") ? UNSUPPORTED : status;
}
#endif

int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons)
{
    *reasons = 8;
    return fault(handle, 0);
}

int nvmlDeviceGetClockInfo(void *handle, int which, unsigned *mhz)
{
    return give_number(handle, mhz, which == 1 ? 1980 : which == 2 ? 3201 : 0);
}

int nvmlDeviceGetMaxClockInfo(void *handle, int which, unsigned *mhz)
{
    return give_number(handle, mhz, which == 1 ? 2010 : 3201);
}

int nvmlDeviceGetUtilizationRates(void *handle, unsigned percent[2])
{
    percent[1] = 0;
    return give_number(handle, percent, is_asked("shared") ? 37 : 0);
}

/* Gives the processes; where there is too little room, their number and that error. */
static int give_processes(void *handle, unsigned *count, process *infos, const unsigned *pids,
                          unsigned found)
{
    const int status = fault(handle, 0);
    const unsigned room = *count;
    if (status != 0)
        return status;
    *count = found;
    if (infos == NULL || room < found)
        return found > 0 ? 7 : 0;
    for (unsigned i = 0; i < found; i++) {
        memset(&infos[i], 0, sizeof infos[i]);
        infos[i].pid = pids[i];
    }
    return 0;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, process *infos)
{
    const unsigned pids[] = {1, 2, (unsigned)getpid()};
    const unsigned first = is_asked("shared") ? 0 : 2, last = is_asked("hidden") ? 2 : 3;
    return give_processes(handle, count, infos, pids + first, last - first);
}

#ifndef FAKE_OLD
int nvmlDeviceGetMPSComputeRunningProcesses_v3(void *handle, unsigned *count, process *infos)
{
    const unsigned pids[] = {3};
    return give_processes(handle, count, infos, pids, is_asked("mps") ? 1 : 0);
}

/* A process that computes and draws is in both lists. */
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *handle, unsigned *count, process *infos)
{
    const unsigned pids[] = {2};
    return give_processes(handle, count, infos, pids, is_asked("shared") ? 1 : 0);
}

/* The power of the moment alone. */
int nvmlDeviceGetFieldValues(void *handle, int count, field *fields)
{
    const int status = fault(handle, 0);
    if (status != 0 || count != 1)
        return status != 0 ? status : INVALID;
    fields->status = fields->field == 186 && !is_asked("unsupported") ? 0 : UNSUPPORTED;
    fields->type = 1;
    fields->value[0] = 456700;
    return 0;
}

/* The context of this process has 500 MiB. */
int nvmlDeviceGetMemoryInfo_v2(void *handle, memory_v2 *info)
{
    const int status = fault(handle, 1);
    if (info->version != (sizeof *info | 2u << 24))
        return INVALID;
    info->total = 4096ULL << 20;
    info->reserved = 600ULL << 20;
    info->used = (is_asked("shared") ? 1100ULL : 500ULL) << 20;
    info->free = info->total - info->reserved - info->used;
    return status;
}

/* One sample each tenth of a second, of the last two seconds. */
int nvmlDeviceGetSamples(void *handle, int type, unsigned long long last_us, int *value_type,
                         unsigned *count, sample *samples)
{
    const int status = fault(handle, 0);
    struct timespec now;
    unsigned found = 0;
    if (status != 0 || type != 1)
        return status != 0 ? status : INVALID;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const unsigned long long now_us =
        (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000;
    for (unsigned long long end = now_us / 100000 * 100000 - 1900000; end <= now_us; end += 100000)
        if (end > last_us && found < *count) {
            samples[found].end_us = end;
            samples[found++].value = is_asked("shared") ? 100 : 0;
        }
    *value_type = 3;
    *count = is_asked("unsampled") ? 0 : found;
    return *count > 0 ? 0 : NOT_FOUND;
}
#endif

int nvmlDeviceGetTemperature(void *handle, int sensor, unsigned *celsius)
{
    return sensor == 0 ? give_number(handle, celsius, 41) : INVALID;
}

int nvmlDeviceGetPowerUsage(void *handle, unsigned *milliwatt)
{
    const struct timespec pause = {0, is_asked("slow") ? 30000000 : 0};
    (void)nanosleep(&pause, NULL);
    return is_asked("unsupported") ? UNSUPPORTED : give_number(handle, milliwatt, 123400);
}

int nvmlDeviceGetMemoryInfo(void *handle, memory *info)
{
    const int status = fault(handle, 1);
    info->total = 4096, info->free = 1096, info->used = 3000;
    return status;
}

int nvmlDeviceGetTotalEccErrors(void *handle, int kind, int counter, unsigned long long *count)
{
    const int status = fault(handle, 0);
    if (kind > 1 || counter != 0)
        return INVALID;
    *count = kind == 1 && is_asked("ecc") ? 3 : 0;
    return status == 0 && is_asked("unsupported") ? UNSUPPORTED : status;
}

int nvmlDeviceGetCurrPcieLinkGeneration(void *handle, unsigned *generation)
{
    return give_number(handle, generation, 4);
}

int nvmlDeviceGetCurrPcieLinkWidth(void *handle, unsigned *width)
{
    return give_number(handle, width, 8);
}

int nvmlDeviceGetPcieReplayCounter(void *handle, unsigned *count)
{
    return give_number(handle, count, 2);
}

int nvmlEventSetCreate(void **set)
{
    *set = &events;
    return 0;
}

int nvmlDeviceRegisterEvents(void *handle, unsigned long long types, void *set)
{
    return types == 8 && set == &events ? fault(handle, 0) : INVALID;
}

int nvmlEventSetWait_v2(void *set, event *got, unsigned ms)
{
    static int told;
    (void)ms;
    if (set != &events || !is_asked("xid") || told++ % 2 == 1)
        return TIMEOUT;
    got->device = &device;
    got->type = 8;
    got->data = 79;
    return 0;
}

int nvmlEventSetFree(void *set)
{
    return set == &events ? 0 : INVALID;
}

/* ---- permissions ---- */

static unsigned set[3]; /* the last power limit, memory clock and graphics clock that were set */

/* What was set last: 0 the power limit, 1 the memory clock, 2 the graphics clock; 0: nothing. */
unsigned fake_nvml_set(unsigned which)
{
    return set[which];
}

int nvmlDeviceGetAPIRestriction(void *handle, int api, unsigned *restricted)
{
    return api == 0 ? give_number(handle, restricted, is_asked("open") ? 0 : 1) : INVALID;
}

int nvmlDeviceGetPowerManagementLimitConstraints(void *handle, unsigned *low, unsigned *high)
{
    *high = 700000;
    return give_number(handle, low, 200000);
}

/* The last power limit in the file, and how many it has. */
static unsigned last_limit(unsigned *count)
{
    const char *path = getenv("WM_FAKE_NVML_POWER");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    unsigned limit = 650000, one;
    *count = 0;
    while (file != NULL && fscanf(file, "%u", &one) == 1) {
        limit = one;
        ++*count;
    }
    if (file != NULL)
        fclose(file);
    return limit;
}

static void keep_limit(unsigned milliwatt)
{
    const char *path = getenv("WM_FAKE_NVML_POWER");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file != NULL) {
        fprintf(file, "%u\n", milliwatt);
        fclose(file);
    }
}

int nvmlDeviceGetPowerManagementLimit(void *handle, unsigned *milliwatt)
{
    unsigned count;
    return give_number(handle, milliwatt, last_limit(&count));
}

int nvmlDeviceSetPowerManagementLimit(void *handle, unsigned milliwatt)
{
    const char *words = getenv("WM_FAKE_NVML");
    const char *at = words != NULL ? strstr(words, "failat=") : NULL;
    const int status = fault(handle, 0);
    unsigned count;
    const unsigned now = last_limit(&count);
    set[0] = milliwatt;
    if (status != 0 || !is_asked("root"))
        return status != 0 ? status : DENIED;
    if ((is_asked("fails") && now != 650000) ||
        (at != NULL && count >= (unsigned)atoi(at + 7) && milliwatt != 650000))
        return 999;
    keep_limit(milliwatt);
    return 0;
}

int nvmlDeviceGetApplicationsClock(void *handle, int which, unsigned *mhz)
{
    return give_number(handle, mhz, which == 0 ? 1830 : which == 2 ? 3201 : 0);
}

int nvmlDeviceSetApplicationsClocks(void *handle, unsigned memory_mhz, unsigned graphics_mhz)
{
    const int status = fault(handle, 0);
    set[1] = memory_mhz;
    set[2] = graphics_mhz;
    return status == 0 && !is_asked("open") ? DENIED : status;
}
