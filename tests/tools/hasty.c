/* The program's waits in a test build: it does not look whether the machine is busy (0.2 s) and
 * does not calibrate the time stamp counter (0.1 s). Linked with --wrap in front of the program's
 * own objects; the shipped program has no such switch. For scripts that test no time. */
#include "measure/busy.h"
#include "measure/clock_check.h"

wm_status __wrap_wm_busy_watch(wm_device *device, double seconds, const volatile int *stop,
                               bool *is_busy, char words[WM_BUSY_WORDS]);
void __wrap_wm_clock_check_calibrate(wm_clock_check_tsc *tsc);

wm_status __wrap_wm_busy_watch(wm_device *device, double seconds, const volatile int *stop,
                               bool *is_busy, char words[WM_BUSY_WORDS])
{
    (void)device;
    (void)seconds;
    (void)stop;
    *is_busy = false;
    words[0] = '\0';
    return WM_OK;
}

void __wrap_wm_clock_check_calibrate(wm_clock_check_tsc *tsc)
{
    *tsc = (wm_clock_check_tsc){.reason = "a test build does not calibrate it"};
}
