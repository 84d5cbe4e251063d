/* An observation of a run of a wrapped command, while it is made. */
#include "study/foreign/wrap_observation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

const char *const wm_wrap_value_names[WM_WRAP_VALUES] = {
    [WM_WRAP_VALUE_CLOCK] = "clock_hz",
    [WM_WRAP_VALUE_CLOCK_RAW] = "clock_raw",
    [WM_WRAP_VALUE_CLOCK_REAL] = "clock_real",
    [WM_WRAP_VALUE_CLOCK_SYSCALL] = "clock_syscall",
    [WM_WRAP_VALUE_CLOCK_TSC] = "clock_tsc",
    [WM_WRAP_VALUE_ELAPSED] = "elapsed_seconds",
    [WM_WRAP_VALUE_ERRORS] = "error_bytes",
    [WM_WRAP_VALUE_EXIT_STATUS] = "exit_status",
    [WM_WRAP_VALUE_FAILED] = "failed",
    [WM_WRAP_VALUE_LOAD] = "load",
    [WM_WRAP_VALUE_RSS] = "max_rss_bytes",
    [WM_WRAP_VALUE_RSS_FLOOR] = "max_rss_floor_bytes",
    [WM_WRAP_VALUE_OUTPUT] = "output_bytes",
    [WM_WRAP_VALUE_POWER] = "power_w",
    [WM_WRAP_VALUE_PRESSURE] = "pressure",
    [WM_WRAP_VALUE_STEAL] = "steal",
    [WM_WRAP_VALUE_STOPS] = "stops",
    [WM_WRAP_VALUE_SYSTEM] = "system_seconds",
    [WM_WRAP_VALUE_TEMPERATURE] = "temperature_degc",
    [WM_WRAP_VALUE_USER] = "user_seconds",
    [WM_WRAP_VALUE_WAITING] = "waiting_seconds",
    [WM_WRAP_VALUE_WALL] = "wall_seconds",
    [WM_WRAP_VALUE_METRIC] = "metric",
    [WM_WRAP_VALUE_POSITION] = "position",
};

void wm_wrap_observation_reason(wm_wrap_observation *made, const char *format, ...)
{
    char text[WM_WRAP_REASON + 64];
    size_t used = strlen(made->reason);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (used + strlen(text) + 3 > sizeof made->reason)
        return;
    (void)snprintf(made->reason + used, sizeof made->reason - used, "%s%s", used > 0 ? "; " : "",
                   text);
}

static double peak_bytes(const struct rusage *usage)
{
    return 1024.0 * (double)usage->ru_maxrss;
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

void wm_wrap_observation_take_end(wm_wrap_observation *made, const wm_wrap_end *end)
{
    struct rusage own;
    made->values[WM_WRAP_VALUE_ELAPSED] = end->elapsed_s;
    made->values[WM_WRAP_VALUE_USER] = seconds_of(&end->usage.ru_utime);
    made->values[WM_WRAP_VALUE_SYSTEM] = seconds_of(&end->usage.ru_stime);
    made->values[WM_WRAP_VALUE_RSS] = peak_bytes(&end->usage);
    if (getrusage(RUSAGE_SELF, &own) == 0)
        made->values[WM_WRAP_VALUE_RSS_FLOOR] = peak_bytes(&own);
    else
        wm_wrap_observation_reason(made, "max_rss_floor_bytes: not reported");
    made->values[WM_WRAP_VALUE_OUTPUT] = (double)end->output_bytes;
    made->values[WM_WRAP_VALUE_ERRORS] = (double)end->error_bytes;
    made->values[WM_WRAP_VALUE_WAITING] = end->waiting_s;
    if (isnan(end->waiting_s))
        wm_wrap_observation_reason(made, "waiting_seconds: no schedstat in /proc");
    made->values[WM_WRAP_VALUE_STOPS] = end->stops;
    if (isnan(end->stops))
        wm_wrap_observation_reason(made, "stops: %s", end->stops_reason);
    if (WIFEXITED(end->status))
        made->values[WM_WRAP_VALUE_EXIT_STATUS] = WEXITSTATUS(end->status);
    else
        wm_wrap_observation_reason(made, "exit_status: signal %d", WTERMSIG(end->status));
}

void wm_wrap_observation_take_covariates(wm_wrap_observation *made, const wm_repeat *repeat)
{
    static const struct {
        wm_wrap_value to;
        wm_covariate_name from;
        bool is_maximum;
    } READ[] = {{WM_WRAP_VALUE_CLOCK, WM_COVARIATE_CLOCK, false},
                {WM_WRAP_VALUE_CLOCK_RAW, WM_COVARIATE_CLOCK_RAW, false},
                {WM_WRAP_VALUE_CLOCK_REAL, WM_COVARIATE_CLOCK_REAL, false},
                {WM_WRAP_VALUE_CLOCK_SYSCALL, WM_COVARIATE_CLOCK_SYSCALL, false},
                {WM_WRAP_VALUE_CLOCK_TSC, WM_COVARIATE_CLOCK_TSC, false},
                {WM_WRAP_VALUE_TEMPERATURE, WM_COVARIATE_TEMPERATURE, true},
                {WM_WRAP_VALUE_POWER, WM_COVARIATE_POWER, false},
                {WM_WRAP_VALUE_STEAL, WM_COVARIATE_STEAL, false},
                {WM_WRAP_VALUE_PRESSURE, WM_COVARIATE_PRESSURE, false}};
    double load;
    for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++) {
        const wm_covariate_summary *summary = &repeat->covariates[READ[i].from];
        if (summary->reason == NULL)
            made->values[READ[i].to] = READ[i].is_maximum ? summary->maximum : summary->median;
        else if (READ[i].to == WM_WRAP_VALUE_CLOCK)
            wm_wrap_observation_reason(made, "clock_hz: measured every 0.5 s at most");
        else
            wm_wrap_observation_reason(made, "%s: %s", wm_wrap_value_names[READ[i].to],
                                       summary->reason);
    }
    if (getloadavg(&load, 1) == 1)
        made->values[WM_WRAP_VALUE_LOAD] = load;
    else
        wm_wrap_observation_reason(made, "load: not reported");
}
