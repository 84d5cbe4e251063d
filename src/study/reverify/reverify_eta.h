/* The estimated time until the end of a re-verification. */
#ifndef WM_STUDY_REVERIFY_ETA_H
#define WM_STUDY_REVERIFY_ETA_H

#include "study/reverify/reverify.h"

/* One kind of work: what is estimated, in its unit, and what it took. */
typedef struct wm_reverify_eta_work {
    double left, done;
    double seconds; /* of `done` */
} wm_reverify_eta_work;

typedef struct wm_reverify_eta {
    wm_reverify_eta_work openings;  /* unit: random elements */
    wm_reverify_eta_work computing; /* unit: seconds of the nominal machine */
} wm_reverify_eta;

/* Adds up the work of all outputs that are not finished or left out. */
void wm_reverify_eta_begin(wm_reverify_eta *eta, wm_reverify *reverify, bool has_computing);

/* Notes that an output's openings, or computing an item's outputs, took these seconds. */
void wm_reverify_eta_opened(wm_reverify_eta *eta, const wm_reverify_output *output, double seconds);
void wm_reverify_eta_computed(wm_reverify_eta *eta, const wm_reverify_output *output,
                              double seconds);

/* Seconds left, with a part of this output's openings done. Until something was measured, the
 * nominal machine's. */
double wm_reverify_eta_left(const wm_reverify_eta *eta, const wm_reverify_output *output,
                            double part);

#endif
