/* Reads the host's covariates, each with its time. */
#include "backend/host.h"

#include "base/clock.h"
#include "base/file_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Reads the first line of a file. */
static bool read_line(const char *proc, const char *name, char line[256])
{
    char path[512];
    const int size = snprintf(path, sizeof path, "%s/%s", proc, name);
    return size > 0 && (size_t)size < sizeof path && wm_file_line_read(path, NULL, line, 256);
}

const char *wm_host_ticks(const char *proc, uint64_t t[WM_HOST_TICKS])
{
    char line[256];
    if (!read_line(proc, "stat", line))
        return "no /proc/stat";
    const int found = sscanf(line,
                             "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                             " %" SCNu64 " %" SCNu64 " %" SCNu64,
                             &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]);
    return found == WM_HOST_TICKS ? NULL : "no steal time in /proc/stat";
}

const char *wm_host_pressure(const char *proc, double *seconds)
{
    unsigned long long total_us;
    char line[256];
    if (!read_line(proc, "pressure/cpu", line))
        return "no /proc/pressure/cpu";
    if (sscanf(line, "some avg10=%*f avg60=%*f avg300=%*f total=%llu", &total_us) != 1)
        return "/proc/pressure/cpu has no total";
    *seconds = 1e-6 * (double)total_us;
    return NULL;
}

static wm_covariate_value steal(void)
{
    uint64_t ticks[WM_HOST_TICKS];
    const char *reason = wm_host_ticks("/proc", ticks);
    return reason != NULL ? wm_backend_absent(reason)
                          : wm_backend_present((double)ticks[WM_HOST_TICKS - 1] /
                                               (double)sysconf(_SC_CLK_TCK));
}

static wm_covariate_value pressure(void)
{
    double seconds;
    const char *reason = wm_host_pressure("/proc", &seconds);
    return reason != NULL ? wm_backend_absent(reason) : wm_backend_present(seconds);
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
