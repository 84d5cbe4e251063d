/* The result of a re-verification: status, exit status, next command. */
#ifndef WM_REPORT_REVERIFY_REPORT_H
#define WM_REPORT_REVERIFY_REPORT_H

#include "base/buffer.h"
#include "model/model.h"
#include "study/reverify/reverify.h"

/* Why the worst opened element of an output has no ratio. */
#define WM_REVERIFY_NO_RATIO "not a number, or no error is allowed there"

/* The input of the result. */
typedef struct wm_reverify_report {
    wm_reverify *reverify;
    wm_model *model; /* the record that is re-verified */
    /* selected items with a failed check in the record, without caught faults */
    size_t failed;
    size_t undecided; /* other selected items with a check that could not run or be decided */
    const char *path;
    const char *saved;       /* the file of an interrupted re-verification */
    const char *sealed_root; /* of the record of this re-verification */
    const wm_reverify_options *options;
} wm_reverify_report;

/* Counts `failed` and `undecided`. */
void wm_reverify_report_count(wm_reverify_report *report);

/* The status: "agrees", "spot-checked", "differs", "wrong origin", "failed" or "inconclusive". */
const char *wm_reverify_report_status(const wm_reverify_report *report);

/* The exit status: NO if an output differs, has a wrong origin, or a check failed; YES if all
 * selected outputs were reproduced by the recorded kind of device; else inconclusive. */
int wm_reverify_report_exit(const wm_reverify_report *report);

/* Whether a finding of the record concerns a selected item. */
bool wm_reverify_report_selects_finding(const wm_reverify_report *report,
                                        const wm_model_finding *finding);

/* Appends the next command, which checks more outputs or this machine. Appends nothing if there is
 * none. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_report_next(const wm_reverify_report *report,
                                                wm_buffer *command);

#endif
