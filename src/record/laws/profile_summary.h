/* The summary of an item's profile observations, and the comparison of two.
 *
 * Source: ours, docs/formats/record.md section 4, functions over profile observations, and
 * recalls. */
#ifndef WM_RECORD_PROFILE_SUMMARY_H
#define WM_RECORD_PROFILE_SUMMARY_H

#include "base/status.h"
#include "record/laws/observed.h"
#include "record/laws/result.h"

enum { WM_PROFILE_SUMMARY_KEY = WM_SHA256_HEX_SIZE + 1 }; /* capacity for a key with its NUL */

struct wm_profile_summary {
    uint32_t units;
    double *p; /* median over the observations, after each one's mean was subtracted */
    wm_result latency, spread, within, discriminating;
    char key[WM_PROFILE_SUMMARY_KEY]; /* "": not discriminating */
};

/* Summarizes count >= 1 ok observations; freed with wm_profile_summary_free. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_profile_summary_make(const wm_observed_profile *profiles, uint32_t count,
                                                wm_profile_summary **summary);

/* NULL is allowed. */
void wm_profile_summary_free(wm_profile_summary *summary);

/* A function over the profile observations of an item. A key is valid as long as the summary. */
wm_result wm_profile_summary_reduce(const wm_profile_summary *summary, wm_function function);

/* The distance of two profiles with equally many units. */
wm_result wm_profile_summary_distance(const wm_profile_summary *here,
                                      const wm_profile_summary *there);

/* The key of the profile here on the grid of the one there, which has a key. */
void wm_profile_summary_recall(const wm_profile_summary *here, const wm_profile_summary *there,
                               char key[WM_PROFILE_SUMMARY_KEY]);

#endif
