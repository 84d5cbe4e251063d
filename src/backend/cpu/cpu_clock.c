/* Measures the clock of the processor by additions that depend on each other, and finds the highest
 * frequency that the processors of this machine can have. */
#include "backend/cpu/cpu_device.h"
#include "base/clock.h"
#include "base/file_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { SLICES = 9, ADDITIONS = 800000, ADDITIONS_A_TURN = 8 };

/* One addition a cycle. It uses two registers because some processors fold additions of a
 * constant. */
static uint64_t add_in_a_row(uint64_t sum, uint64_t term)
{
    for (int i = 0; i < ADDITIONS / ADDITIONS_A_TURN; i++) {
#if defined(__x86_64__)
        __asm__ volatile("add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                         "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0"
                         : "+r"(sum)
                         : "r"(term));
#elif defined(__aarch64__)
        __asm__ volatile("add %0, %0, %1\n\tadd %0, %0, %1\n\tadd %0, %0, %1\n\tadd %0, %0, %1\n\t"
                         "add %0, %0, %1\n\tadd %0, %0, %1\n\tadd %0, %0, %1\n\tadd %0, %0, %1"
                         : "+r"(sum)
                         : "r"(term));
#endif
    }
    return sum;
}

/* The median of the slices, about 0.25 ms each. An interrupted slice is slow, and one slow slice
 * does not change the median. */
wm_status wm_cpu_clock_hz(wm_device *device, double *hz, wm_device_timer *timer)
{
    if (device == NULL || hz == NULL)
        return WM_E_ARG;
    if (timer != NULL)
        *timer = (wm_device_timer){.reason = "a CPU device has no timer of its own"};
#if !defined(__x86_64__) && !defined(__aarch64__)
    return wm_cpu_device_fail(wm_cpu_device_of(device), WM_E_UNSUPPORTED,
                              "no dependent-add loop for this instruction set");
#endif
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu->clock_s > 0 && wm_clock_s() < cpu->clock_s + cpu->clock_every_s)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, "the clock was measured a moment ago");
    double rates[SLICES];
    uint64_t sum = 1;
    for (int i = 0; i < SLICES; i++) {
        const double start = wm_clock_s();
        sum = add_in_a_row(sum, sum | 1);
        const double rate = ADDITIONS / (wm_clock_s() - start);
        int at = i;
        for (; at > 0 && rates[at - 1] > rate; at--)
            rates[at] = rates[at - 1];
        rates[at] = rate;
    }
    *hz = rates[SLICES / 2];
    cpu->clock_s = wm_clock_s();
    return WM_OK;
}

/* ---- its limit ------------------------------------------------------------------------------- */

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
