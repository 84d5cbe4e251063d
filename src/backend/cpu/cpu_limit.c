/* Finds the highest frequency that the processors of this machine can have. */
#include "backend/cpu/cpu_device.h"
#include "base/file_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { PATH_SIZE = 96, LEAF_FREQUENCY = 0x16 };

/* Reads a processor's file of cpufreq. False if there is none. */
static bool read_file(const char *folder, long processor, const char *name, char *value,
                      size_t size)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/cpu%ld/cpufreq/%s", folder, processor, name);
    return wm_file_line_read(path, NULL, value, size);
}

/* Whether cpuinfo_max_freq includes the boost. That of acpi-cpufreq does not. */
static bool includes_boost(const char *folder)
{
    char driver[32];
    return read_file(folder, 0, "scaling_driver", driver, sizeof driver) &&
           strcmp(driver, "acpi-cpufreq") != 0;
}

/* The largest cpuinfo_max_freq of all processors; 0 if there is none. */
static double limit_of_kernel(const char *folder)
{
    const long processors = sysconf(_SC_NPROCESSORS_CONF);
    double limit_hz = 0;
    for (long i = 0; i < processors; i++) {
        char khz[32];
        if (read_file(folder, i, "cpuinfo_max_freq", khz, sizeof khz))
            limit_hz = fmax(limit_hz, 1e3 * strtod(khz, NULL));
    }
    return limit_hz;
}

/* The maximum frequency of CPUID leaf 16h; 0 if the processor does not report it. */
static double limit_of_processor(void)
{
#if defined(__x86_64__)
    unsigned base_mhz = 0, limit_mhz = 0, bus_mhz = 0, rest = 0;
    if (__get_cpuid(LEAF_FREQUENCY, &base_mhz, &limit_mhz, &bus_mhz, &rest) == 1)
        return 1e6 * (double)(limit_mhz & 0xffff);
#endif
    return 0;
}

double wm_cpu_clock_limit_hz(const char *folder)
{
    const double limit_hz = includes_boost(folder) ? limit_of_kernel(folder) : 0;
    return limit_hz > 0 ? limit_hz : limit_of_processor();
}
