/* The result of a re-verification: status, exit status, next command; in words and as members. */
#ifndef WM_REPORT_REVERIFY_REPORT_H
#define WM_REPORT_REVERIFY_REPORT_H

#include "base/buffer.h"
#include "model/model.h"
#include "report/document/document.h"
#include "study/reverify/reverify.h"

/* Why the worst opened element of an output has no ratio. */
#define WM_REVERIFY_NO_RATIO "not a number, or no error is allowed there"

/* An output that is not left out, and the verdict on it. */
typedef struct wm_reverify_row {
    const wm_reverify_output *output;
    wm_reverify_finding finding;
} wm_reverify_row;

typedef struct wm_reverify_report {
    /* the input */
    wm_reverify *reverify;
    wm_model *model; /* the record that is re-verified */
    const char *path;
    const char *saved;       /* the file of an interrupted re-verification */
    const char *sealed_root; /* of the record of this re-verification */
    const wm_reverify_options *options;
    /* the result */
    wm_reverify_summary sum;
    wm_reverify_row *row;
    size_t row_count;
    /* selected items with a failed check in the record, without caught faults */
    size_t failed;
    size_t undecided; /* other selected items with a check that could not run or be decided */
} wm_reverify_report;

/* Fills the result; the rows are in the memory of the document. */
void wm_reverify_report_make(wm_reverify_report *report, wm_document *to);

/* The status: "agrees", "spot-checked", "differs", "wrong origin", "failed" or "inconclusive". */
const char *wm_reverify_report_status(const wm_reverify_report *report);

/* The exit status: NO if an output differs, has a wrong origin, or a check failed; YES if all
 * selected outputs were reproduced in the recorded way: kind of device, kernels, libraries, threads
 * and methods; else inconclusive. */
int wm_reverify_report_exit(const wm_reverify_report *report);

/* Whether a finding of the record concerns a selected item. */
bool wm_reverify_report_selects_finding(const wm_reverify_report *report,
                                        const wm_model_finding *finding);

/* The next command, which checks more outputs or this machine; empty: there is none. */
const char *wm_reverify_report_next(const wm_reverify_report *report, wm_document *to);

/* ---- its forms, one file each: reverify_NAME.c ---- */

/* Adds the verdict on one line. */
void wm_reverify_text_verdict(const wm_reverify_report *report, wm_document *to);

/* Adds the verdict, a line for each verdict of outputs with its reason, remarks, the record's
 * findings, and the next command. */
void wm_reverify_text_answer(const wm_reverify_report *report, wm_document *to);

/* Adds the verdict, its counts, a row for each output, reasons, the record's findings, and the next
 * command. */
void wm_reverify_text_add(const wm_reverify_report *report, wm_document *to);

/* Adds schema `witnessmark-reverify/1`. */
void wm_reverify_export_add(const wm_reverify_report *report, wm_document *to);

#endif
