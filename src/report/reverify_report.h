/* What a re-verification comes to, and what would say more. */
#ifndef WM_REPORT_REVERIFY_REPORT_H
#define WM_REPORT_REVERIFY_REPORT_H

#include "base/buffer.h"
#include "report/results.h"
#include "study/reverify.h"

enum { WM_REVERIFY_GRINDING = 40 }; /* log2 of the tries that the second bound allows a producer */

/* Why an output's worst opened element has no ratio. */
#define WM_REVERIFY_NO_RATIO "no error is allowed there, or it is no number"

/* All that is known when the answer is given. */
typedef struct wm_reverify_report {
    wm_reverify *reverify;
    wm_results *results; /* the record that is re-verified */
    /* items asked for of which the record says that a check failed, caught faults apart */
    size_t failed;
    size_t undecided; /* others asked for with a check that could not be run or decided */
    const char *path;
    const char *sealed;      /* where a re-verification record lies; NULL: none was asked for */
    const char *sealed_root; /* of that */
    const char *backend;     /* that computes */
    const char *device;      /* which one of its kind; NULL: the first */
    unsigned threads;        /* of a CPU device; 0: one a processor */
    const char *const *only; /* what was asked for, only_count of them */
    size_t only_count;
    uint64_t size_max; /* the largest dimension that was asked for; 0: any */
    bool has_root;     /* the root was held from elsewhere */
    bool is_coloured;
    bool has_computed; /* --product */
} wm_reverify_report;

/* Whether --only asks for the item with this label: one of the prefixes begins it, or there are
 * none. */
bool wm_reverify_report_selects(const char *const *only, size_t only_count, const char *label);

/* The first word of the answer: "agrees", "openings agree", "differs", "failed" or
 * "inconclusive". */
const char *wm_reverify_report_status(const wm_reverify_report *report);

/* The exit status: no if something differs or a check failed, yes if everything asked for was
 * reproduced, else inconclusive. */
int wm_reverify_report_exit(const wm_reverify_report *report);

/* Whether a finding of the record is of an item that was asked for. */
bool wm_reverify_report_selects_finding(const wm_reverify_report *report,
                                        const wm_results_finding *finding);

/* Appends the command that would say more, or whose answer this one needs; nothing if there is
 * none. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_report_next(const wm_reverify_report *report,
                                                wm_buffer *command);

#endif
