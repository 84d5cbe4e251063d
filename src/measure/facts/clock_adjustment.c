/* Reads how the kernel adjusts its clocks.
 *
 * The kernel steers CLOCK_MONOTONIC by the length of its tick and by a frequency. A time service
 * changes the frequency by some parts in a million each minute. It is rounded to 10, so that two
 * runs on one machine say the same. */
#include "measure/facts/clock_adjustment.h"

#include <math.h>
#include <sys/timex.h>

static const double STEP_PPM = 10, UNIT_PPM = 1.0 / 65536;

wm_clock_adjustment wm_clock_adjustment_read(void)
{
    struct timex now = {.modes = 0};
    wm_clock_adjustment found = {(double)NAN, (double)NAN};
    if (adjtimex(&now) == -1)
        return found;
    found.tick_us = (double)now.tick;
    found.frequency_ppm = STEP_PPM * round((double)now.freq * UNIT_PPM / STEP_PPM) + 0.0;
    return found;
}
