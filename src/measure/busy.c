/* Reads what others do on the machine: processor time, pressure, the device's load.
 *
 * Rates on a busy machine describe its other users. The watch looks before anything is measured,
 * while this process is idle: what it uses itself is subtracted. */
#include "measure/busy.h"

#include "backend/host.h"
#include "base/clock.h"
#include "measure/facts/machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Least use by others that counts. An idle system uses some per cent of one processor. */
static const double PROCESSORS = 0.25, SHARE_OF_PROCESSORS = 0.02;
static const double PRESSURE = 0.1;
static const double UTILIZATION = 0.05;

static const uint64_t STEP_NS = 50000000; /* between two looks at *stop */

void wm_busy_read(const char *proc, wm_busy_reading *reading)
{
    struct timespec own = {0, 0};
    uint64_t t[WM_HOST_TICKS];
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    reading->time_ns = wm_clock_ns();
    reading->busy_s = reading->pressure_s = (double)NAN;
    if (wm_host_ticks(proc, t) == NULL) /* without idle and iowait */
        reading->busy_s =
            (double)(t[0] + t[1] + t[2] + t[5] + t[6] + t[7]) / (double)sysconf(_SC_CLK_TCK);
    reading->own_s = (double)own.tv_sec + 1e-9 * (double)own.tv_nsec;
    (void)wm_host_pressure(proc, &reading->pressure_s);
}

/* Appends one finding. */
WM_PRINTF(2, 3) static void add(char words[WM_BUSY_WORDS], const char *format, ...)
{
    size_t used = 0;
    va_list arguments;
    while (words[used] != '\0')
        used++;
    if (used > 0 && used + 2 < WM_BUSY_WORDS)
        used += (size_t)snprintf(words + used, WM_BUSY_WORDS - used, ", ");
    va_start(arguments, format);
    (void)vsnprintf(words + used, WM_BUSY_WORDS - used, format, arguments);
    va_end(arguments);
}

bool wm_busy_between(const wm_busy_reading *begin, const wm_busy_reading *end, unsigned processors,
                     const wm_device_load *load, char words[WM_BUSY_WORDS])
{
    const double seconds = 1e-9 * (double)(end->time_ns - begin->time_ns);
    const double others = (end->busy_s - begin->busy_s - (end->own_s - begin->own_s)) / seconds;
    const double pressure = (end->pressure_s - begin->pressure_s) / seconds;
    words[0] = '\0';
    if (others > PROCESSORS && others > SHARE_OF_PROCESSORS * processors)
        add(words, "others use %.1f of %u processors", others, processors);
    if (pressure > PRESSURE)
        add(words, "tasks wait for a processor %.0f %% of the time",
            100 * (pressure < 1 ? pressure : 1));
    if (load->utilization > UTILIZATION)
        add(words, "the GPU is used %.0f %% of the time", 100 * load->utilization);
    if (load->processes > 0)
        add(words, "%u other process%s compute%s on the GPU", load->processes,
            load->processes == 1 ? "" : "es", load->processes == 1 ? "s" : "");
    return words[0] != '\0';
}

wm_status wm_busy_watch(wm_device *device, double seconds, const volatile int *stop, bool *is_busy,
                        char words[WM_BUSY_WORDS])
{
    wm_device_load load = {.utilization = (double)NAN};
    wm_busy_reading begin, end;
    wm_status status;
    wm_busy_read("/proc", &begin);
    do {
        (void)nanosleep(&(struct timespec){0, (long)STEP_NS}, NULL);
        wm_busy_read("/proc", &end);
    } while (1e-9 * (double)(end.time_ns - begin.time_ns) < seconds &&
             (stop == NULL || *stop == 0));
    status = device->ops->load(device, &load);
    *is_busy = wm_busy_between(&begin, &end, wm_machine_processors(), &load, words);
    return status;
}
