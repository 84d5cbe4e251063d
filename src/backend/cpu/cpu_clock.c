/* Measures the clock of the processor by additions that depend on each other. */
#include "backend/cpu/cpu_device.h"
#include "base/clock.h"

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
