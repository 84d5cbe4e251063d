/* Reads the host's covariates, each with its time. */
#include "backend/host.h"

#include "base/clock.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The eighth number in the first line of /proc/stat, in ticks. */
static wm_covariate_value steal(void)
{
    unsigned long long ticks[8];
    FILE *file = fopen("/proc/stat", "r");
    if (file == NULL)
        return wm_backend_absent("no /proc/stat");
    const int read =
        fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[0], &ticks[1], &ticks[2],
               &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]);
    fclose(file);
    if (read != 8)
        return wm_backend_absent("no steal time in /proc/stat");
    return wm_backend_present((double)ticks[7] / (double)sysconf(_SC_CLK_TCK));
}

/* "some ... total=" of /proc/pressure/cpu, in microseconds. */
static wm_covariate_value pressure(void)
{
    unsigned long long total_us;
    FILE *file = fopen("/proc/pressure/cpu", "r");
    if (file == NULL)
        return wm_backend_absent("no /proc/pressure/cpu");
    const int read = fscanf(file, "some avg10=%*f avg60=%*f avg300=%*f total=%llu", &total_us);
    fclose(file);
    return read == 1 ? wm_backend_present(1e-6 * (double)total_us)
                     : wm_backend_absent("/proc/pressure/cpu is empty");
}

static wm_covariate_value context_switches(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? wm_backend_present((double)usage.ru_nivcsw)
                                               : wm_backend_absent("getrusage failed");
}

void wm_host_stamp(uint64_t *last_ns, wm_covariate_value *to, wm_covariate_value value)
{
    const uint64_t now = wm_clock_ns();
    value.time_ns = *last_ns + (now - *last_ns) / 2;
    *last_ns = now;
    *to = value;
}

void wm_host_covariates(uint64_t *last_ns, wm_covariate_value values[WM_COVARIATES])
{
    wm_host_stamp(last_ns, &values[WM_COVARIATE_CONTEXT_SWITCHES], context_switches());
    wm_host_stamp(last_ns, &values[WM_COVARIATE_PRESSURE], pressure());
    wm_host_stamp(last_ns, &values[WM_COVARIATE_STEAL], steal());
}
