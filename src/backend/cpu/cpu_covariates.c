/* What the kernel says about the processor while something runs. */
#include "backend/cpu/cpu_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static wm_covariate_value present(double value)
{
    return (wm_covariate_value){value, NULL};
}

static wm_covariate_value absent(const char *reason)
{
    return (wm_covariate_value){0, reason};
}

/* One number from a one-line file. */
static bool number_in(const char *path, double *value)
{
    char line[64];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    const bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    char *end = line;
    if (read)
        *value = strtod(line, &end);
    return read && end != line;
}

static wm_covariate_value scaled_number(const char *path, double scale, const char *reason)
{
    double value;
    return number_in(path, &value) ? present(value * scale) : absent(reason);
}

/* The package sensor of Intel (coretemp) or AMD (k10temp), in whichever hwmon directory it is. */
static wm_covariate_value temperature(void)
{
    for (int i = 0; i < 16; i++) {
        char path[64], name[32] = "";
        snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/name", i);
        FILE *file = fopen(path, "r");
        if (file == NULL)
            continue;
        const bool read = fgets(name, sizeof name, file) != NULL;
        fclose(file);
        if (read && (strncmp(name, "coretemp", 8) == 0 || strncmp(name, "k10temp", 7) == 0)) {
            snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/temp1_input", i);
            return scaled_number(path, 1e-3, "the processor's sensor cannot be read");
        }
    }
    return absent("no hwmon sensor of the processor");
}

/* The eighth number of /proc/stat's first line, in ticks. */
static wm_covariate_value steal(void)
{
    unsigned long long ticks[8];
    FILE *file = fopen("/proc/stat", "r");
    if (file == NULL)
        return absent("no /proc/stat");
    const int read =
        fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[0], &ticks[1], &ticks[2],
               &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]);
    fclose(file);
    if (read != 8)
        return absent("no steal time in /proc/stat");
    return present((double)ticks[7] / (double)sysconf(_SC_CLK_TCK));
}

/* "some ... total=" of /proc/pressure/cpu, in microseconds. */
static wm_covariate_value pressure(void)
{
    unsigned long long total_us;
    FILE *file = fopen("/proc/pressure/cpu", "r");
    if (file == NULL)
        return absent("no /proc/pressure/cpu");
    const int read = fscanf(file, "some avg10=%*f avg60=%*f avg300=%*f total=%llu", &total_us);
    fclose(file);
    return read == 1 ? present(1e-6 * (double)total_us) : absent("/proc/pressure/cpu is empty");
}

static wm_covariate_value resident(void)
{
    unsigned long long pages;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return absent("no /proc/self/statm");
    const int read = fscanf(file, "%*u %llu", &pages);
    fclose(file);
    return read == 1 ? present((double)pages * (double)sysconf(_SC_PAGESIZE))
                     : absent("no resident size in /proc/self/statm");
}

uint64_t wm_cpu_covariates_throttle_count(void)
{
    double count;
    const char *path = "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count";
    return number_in(path, &count) ? (uint64_t)count : UINT64_MAX;
}

static wm_covariate_value throttle(const wm_cpu_device *cpu)
{
    const double thermal =
        64; /* the hardware's thermal slowdown: docs/formats/record.md section 3 */
    const uint64_t count = wm_cpu_covariates_throttle_count();
    if (count == UINT64_MAX || cpu->throttle_count == UINT64_MAX)
        return absent("no thermal_throttle counter");
    return present(count != cpu->throttle_count ? thermal : 0);
}

wm_status wm_cpu_covariates_sample(wm_device *device, wm_device_sample *sample)
{
    struct rusage usage;
    if (device == NULL || sample == NULL)
        return WM_E_ARG;
    sample->time_ns = device->ops->time_ns(device);
    wm_covariate_value *values = sample->values;
    values[WM_COVARIATE_CLOCK] =
        scaled_number("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", 1e3, "no cpufreq");
    values[WM_COVARIATE_MEMORY_CLOCK] = absent("a CPU device does not report it");
    values[WM_COVARIATE_TEMPERATURE] = temperature();
    values[WM_COVARIATE_POWER] = absent("the processor counts energy, not power");
    values[WM_COVARIATE_ENERGY] = scaled_number("/sys/class/powercap/intel-rapl:0/energy_uj", 1e-6,
                                                "no readable RAPL counter");
    values[WM_COVARIATE_MEMORY] = resident();
    values[WM_COVARIATE_STEAL] = steal();
    values[WM_COVARIATE_PRESSURE] = pressure();
    values[WM_COVARIATE_THROTTLE] = throttle(wm_cpu_device_of(device));
    values[WM_COVARIATE_ECC_CORRECTED] = absent("a CPU device does not count memory errors");
    values[WM_COVARIATE_ECC_UNCORRECTED] = values[WM_COVARIATE_ECC_CORRECTED];
    values[WM_COVARIATE_PCIE_GENERATION] = absent("a CPU device is not behind PCIe");
    values[WM_COVARIATE_PCIE_WIDTH] = values[WM_COVARIATE_PCIE_GENERATION];
    values[WM_COVARIATE_PCIE_REPLAYS] = values[WM_COVARIATE_PCIE_GENERATION];
    const bool used = getrusage(RUSAGE_SELF, &usage) == 0;
    values[WM_COVARIATE_MEMORY_PEAK] = absent("the samples of `memory` tell it");
    if (values[WM_COVARIATE_MEMORY].reason != NULL)
        values[WM_COVARIATE_MEMORY_PEAK] =
            used ? present(1024.0 * (double)usage.ru_maxrss) : absent("getrusage failed");
    values[WM_COVARIATE_CONTEXT_SWITCHES] =
        used ? present((double)usage.ru_nivcsw) : absent("getrusage failed");
    values[WM_COVARIATE_READ_TIME] =
        present((double)(device->ops->time_ns(device) - sample->time_ns) * 1e-9);
    return WM_OK;
}
