/* The result of a re-verification: status, exit status, next command. */
#ifndef WM_REPORT_REVERIFY_REPORT_H
#define WM_REPORT_REVERIFY_REPORT_H

#include "base/buffer.h"
#include "report/results.h"
#include "study/reverify.h"

/* Why the worst opened element of an output has no ratio. */
#define WM_REVERIFY_NO_RATIO "not a number, or no error is allowed there"

/* The input of the result. */
typedef struct wm_reverify_report {
    wm_reverify *reverify;
    wm_results *results; /* the record that is re-verified */
    /* selected items with a failed check in the record, without caught faults */
    size_t failed;
    size_t undecided; /* other selected items with a check that could not run or be decided */
    const char *path;
    const char *sealed;      /* path of the record of this re-verification; NULL: none */
    const char *sealed_root; /* its root */
    const char *backend;     /* of the device that recomputes */
    const char *device;      /* number or UUID of the device; NULL: the first */
    unsigned threads;        /* of a CPU device; 0: one for each processor */
    const char *const *only; /* the prefixes of --only, only_count of them */
    size_t only_count;
    uint64_t size_max; /* --max-size; 0: any */
    bool has_root;     /* --root was given */
    bool is_coloured;
    bool has_computed; /* --product */
} wm_reverify_report;

/* Whether --only selects the item with this label: a prefix matches it, or there are no
 * prefixes. */
bool wm_reverify_report_selects(const char *const *only, size_t only_count, const char *label);

/* The status: "agrees", "spot-checked", "differs", "failed" or "inconclusive". */
const char *wm_reverify_report_status(const wm_reverify_report *report);

/* The exit status: NO if an output differs or a check failed; YES if all selected outputs were
 * reproduced; else inconclusive. */
int wm_reverify_report_exit(const wm_reverify_report *report);

/* Whether a finding of the record concerns a selected item. */
bool wm_reverify_report_selects_finding(const wm_reverify_report *report,
                                        const wm_results_finding *finding);

/* Appends the next command, which checks more outputs or this machine. Appends nothing if there is
 * none. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_report_next(const wm_reverify_report *report,
                                                wm_buffer *command);

#endif
