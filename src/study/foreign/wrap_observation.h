/* An observation of a run of a wrapped command, while it is made. */
#ifndef WM_STUDY_WRAP_OBSERVATION_H
#define WM_STUDY_WRAP_OBSERVATION_H

#include "base/status.h"
#include "measure/repeat.h"
#include "study/foreign/wrap_command.h"

/* The values of an observation, in the order of wm_wrap_value_names. */
typedef enum wm_wrap_value {
    WM_WRAP_VALUE_CLOCK,
    WM_WRAP_VALUE_CLOCK_RAW,
    WM_WRAP_VALUE_CLOCK_REAL,
    WM_WRAP_VALUE_CLOCK_SYSCALL,
    WM_WRAP_VALUE_CLOCK_TSC,
    WM_WRAP_VALUE_ELAPSED,
    WM_WRAP_VALUE_ERRORS,
    WM_WRAP_VALUE_EXIT_STATUS,
    WM_WRAP_VALUE_FAILED,
    WM_WRAP_VALUE_LOAD,
    WM_WRAP_VALUE_RSS,
    WM_WRAP_VALUE_RSS_FLOOR,
    WM_WRAP_VALUE_OUTPUT,
    WM_WRAP_VALUE_POWER,
    WM_WRAP_VALUE_PRESSURE,
    WM_WRAP_VALUE_STEAL,
    WM_WRAP_VALUE_STOPS,
    WM_WRAP_VALUE_SYSTEM,
    WM_WRAP_VALUE_TEMPERATURE,
    WM_WRAP_VALUE_USER,
    WM_WRAP_VALUE_WAITING,
    WM_WRAP_VALUE_WALL,
    WM_WRAP_VALUE_METRIC,   /* left out without --metric */
    WM_WRAP_VALUE_POSITION, /* left out of a study of one command */
    WM_WRAP_VALUES
} wm_wrap_value;

/* Their names. */
extern const char *const wm_wrap_value_names[WM_WRAP_VALUES];

/* An observation that is being made. */
typedef struct wm_wrap_observation {
    double values[WM_WRAP_VALUES];
    char reason[2048]; /* why values are absent; empty: none is */
    bool is_failed;
} wm_wrap_observation;

/* Appends a reason. One that has no room is left out. */
WM_PRINTF(2, 3)
void wm_wrap_observation_reason(wm_wrap_observation *made, const char *format, ...);

/* Takes what the kernel and the pipes say about a run. */
void wm_wrap_observation_take_end(wm_wrap_observation *made, const wm_wrap_end *end);

/* Takes the covariates of a run. */
void wm_wrap_observation_take_covariates(wm_wrap_observation *made, const wm_repeat *repeat);

#endif
