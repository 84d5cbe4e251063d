/* Finds the highest frequency that the processors of this machine can have. */
#include "backend/cpu/cpu_device.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { PATH_SIZE = 96, LEAF_FREQUENCY = 0x16 };

/* Opens a processor's file of cpufreq; null if there is none. */
static FILE *open_file(long processor, const char *name)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/cpufreq/%s", processor, name);
    return fopen(path, "r");
}

/* Whether cpuinfo_max_freq includes the boost. That of acpi-cpufreq does not. */
static bool includes_boost(void)
{
    char driver[32] = "";
    FILE *file = open_file(0, "scaling_driver");
    if (file == NULL)
        return false;
    if (fgets(driver, sizeof driver, file) == NULL)
        driver[0] = '\0';
    (void)fclose(file);
    return strncmp(driver, "acpi-cpufreq", 12) != 0;
}

/* The largest cpuinfo_max_freq of all processors; 0 if there is none. */
static double limit_of_kernel(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_CONF);
    double limit_hz = 0, khz;
    for (long i = 0; i < processors; i++) {
        FILE *file = open_file(i, "cpuinfo_max_freq");
        if (file == NULL)
            continue;
        if (fscanf(file, "%lf", &khz) == 1 && khz * 1e3 > limit_hz)
            limit_hz = khz * 1e3;
        (void)fclose(file);
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

double wm_cpu_clock_limit_hz(void)
{
    const double limit_hz = includes_boost() ? limit_of_kernel() : 0;
    return limit_hz > 0 ? limit_hz : limit_of_processor();
}
