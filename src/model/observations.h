/* The observations of an item: one series for each class. */
#ifndef WM_MODEL_OBSERVATIONS_H
#define WM_MODEL_OBSERVATIONS_H

#include "record/laws/rule.h"
#include "record/nodes/contents.h"

/* The classes of observations of an item. */
typedef enum wm_observations_class {
    WM_OBSERVATIONS_REPEATS,
    WM_OBSERVATIONS_PROFILES, /* of a procedure without an output */
    WM_OBSERVATIONS_SEGMENTS, /* of a point of operation */
    WM_OBSERVATIONS_CALIBRATIONS,
    WM_OBSERVATIONS_STAGES, /* of a transcript */
    WM_OBSERVATIONS_REVISITS,
    WM_OBSERVATIONS_CLASSES
} wm_observations_class;

/* An observation. What is not here is on its line. */
typedef struct wm_observation {
    uint32_t line;
    uint32_t number; /* of the repeat, segment or stage; of the prior of a revisit, from 1 */
    unsigned flags;  /* bit i is wm_flag i */
    bool has_failed;
    bool lacks_flags; /* measured, but without a covariate that the rule of a flag reads */
    double speed;     /* of a repeat: iterations a second */
} wm_observation;

/* In the order of the evidence. */
typedef struct wm_observations {
    wm_observation *at;
    size_t count, capacity;
} wm_observations;

/* What a series has. Those that failed have no flags to know. */
typedef struct wm_observations_tally {
    size_t failed, measured;
    size_t flagged;
    size_t unknown; /* of the measured ones: whether they have flags */
} wm_observations_tally;
wm_observations_tally wm_observations_count(const wm_observations *series);

/* What an observation of an item says to every reader. Texts are those of the line. */
typedef struct wm_observations_seen {
    wm_observations_class class;
    double item;
    wm_text reason; /* why it failed */
    wm_observation one;
} wm_observations_seen;

/* Reads an observation of an item; false if it is none. */
bool wm_observations_see(const wm_content *content, uint32_t line, wm_observations_seen *seen);

/* Adds one to its series. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_observations_add(wm_observations *series, const wm_observation *one);

/* The mean share of the time in which tasks waited for a processor. */
typedef struct wm_observations_pressure {
    double mean; /* NaN if count is 0 */
    size_t count;
} wm_observations_pressure;

/* Adds the share that a repeat says, of the program's own or of `wrap`, if it does. */
void wm_observations_add_pressure(wm_observations_pressure *pressure, const wm_content *content);

#endif
