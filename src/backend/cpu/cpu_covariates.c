/* Reads the kernel's data about the processor. */
#include "backend/cpu/cpu_device.h"
#include "backend/host.h"
#include "base/clock.h"
#include "base/file_line.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads one number from a one-line file. */
static bool number_in(const char *path, double *value)
{
    char line[64], *end;
    if (!wm_file_line_read(path, NULL, line, sizeof line))
        return false;
    *value = strtod(line, &end);
    return end != line;
}

static wm_covariate_value scaled_number(const char *path, double scale, const char *reason)
{
    double value;
    return number_in(path, &value) ? wm_backend_present(value * scale) : wm_backend_absent(reason);
}

/* The package sensor of Intel (coretemp) or AMD (k10temp), in the first hwmon directory that has
 * it. */
static wm_covariate_value temperature(void)
{
    for (int i = 0; i < 16; i++) {
        char path[64], name[32];
        snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/name", i);
        if (wm_file_line_read(path, NULL, name, sizeof name) &&
            (strncmp(name, "coretemp", 8) == 0 || strncmp(name, "k10temp", 7) == 0)) {
            snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/temp1_input", i);
            return scaled_number(path, 1e-3, "the processor's sensor cannot be read");
        }
    }
    return wm_backend_absent("no hwmon sensor of the processor");
}

static wm_covariate_value resident(void)
{
    unsigned long long pages;
    char line[128];
    if (!wm_file_line_read("/proc/self/statm", NULL, line, sizeof line))
        return wm_backend_absent("no /proc/self/statm");
    return sscanf(line, "%*u %llu", &pages) == 1
               ? wm_backend_present((double)pages * (double)sysconf(_SC_PAGESIZE))
               : wm_backend_absent("no resident size in /proc/self/statm");
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
        return wm_backend_absent("no thermal_throttle counter");
    return wm_backend_present(count != cpu->throttle_count ? thermal : 0);
}

const char *wm_cpu_covariates_begin_peak(void)
{
    const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    const bool is_reset = file >= 0 && write(file, "5", 1) == 1;
    if (file >= 0)
        (void)close(file);
    return is_reset ? NULL : "the peak of resident memory cannot be reset (/proc/self/clear_refs)";
}

/* The kernel's high-water mark since wm_cpu_covariates_begin_peak. */
static wm_covariate_value resident_peak(const wm_cpu_device *cpu, bool is_full)
{
    char text[64], *end = text;
    double kibibytes = 0;
    if (!is_full)
        return wm_backend_absent("read only before and after a repeat");
    if (cpu->peak_reason != NULL)
        return wm_backend_absent(cpu->peak_reason);
    if (wm_file_line_read("/proc/self/status", "VmHWM:", text, sizeof text))
        kibibytes = strtod(text, &end);
    return end != text ? wm_backend_present(1024 * kibibytes)
                       : wm_backend_absent("no VmHWM in /proc/self/status");
}

/* Marks as absent what no CPU device reports. */
static void leave_out(wm_device_sample *sample)
{
    wm_covariate_value *values = sample->values;
    wm_backend_clear_sample(sample, "a CPU device does not report it");
    values[WM_COVARIATE_POWER] = wm_backend_absent("the processor counts energy, not power");
    values[WM_COVARIATE_POWER_READING] = values[WM_COVARIATE_POWER];
    values[WM_COVARIATE_POWER_WINDOW] = values[WM_COVARIATE_POWER];
    values[WM_COVARIATE_ECC_CORRECTED] =
        wm_backend_absent("a CPU device does not count memory errors");
    values[WM_COVARIATE_ECC_UNCORRECTED] = values[WM_COVARIATE_ECC_CORRECTED];
    values[WM_COVARIATE_PCIE_GENERATION] = wm_backend_absent("a CPU device is not behind PCIe");
    values[WM_COVARIATE_PCIE_WIDTH] = values[WM_COVARIATE_PCIE_GENERATION];
    values[WM_COVARIATE_PCIE_REPLAYS] = values[WM_COVARIATE_PCIE_GENERATION];
}

wm_status wm_cpu_covariates_sample(wm_device *device, wm_device_sample *sample)
{
    const uint64_t begin_ns = wm_clock_ns();
    uint64_t last_ns = begin_ns;
    if (device == NULL || sample == NULL)
        return WM_E_ARG;
    wm_covariate_value *values = sample->values;
    leave_out(sample);
    wm_host_stamp(
        &last_ns, &values[WM_COVARIATE_CLOCK],
        scaled_number("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", 1e3, "no cpufreq"));
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_TEMPERATURE], temperature());
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_ENERGY],
                  scaled_number("/sys/class/powercap/intel-rapl:0/energy_uj", 1e-6,
                                "no readable RAPL counter"));
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_MEMORY], resident());
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_THROTTLE_REASONS],
                  throttle(wm_cpu_device_of(device)));
    wm_host_stamp(&last_ns, &sample->memory_peak,
                  resident_peak(wm_cpu_device_of(device), sample->is_full));
    wm_host_covariates(&last_ns, values);
    wm_host_stamp(&last_ns, &values[WM_COVARIATE_READ_TIME],
                  wm_backend_present((double)(last_ns - begin_ns) * 1e-9));
    return WM_OK;
}
