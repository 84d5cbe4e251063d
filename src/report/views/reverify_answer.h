/* The answer of `reverify` in a few lines: verdict, counts with what they mean, next command. */
#ifndef WM_REPORT_REVERIFY_ANSWER_H
#define WM_REPORT_REVERIFY_ANSWER_H

#include "report/views/reverify_report.h"

#include <stdio.h>

/* Prints the verdict: one line. */
void wm_reverify_answer_verdict(const wm_reverify_report *report, FILE *out);

/* Prints the verdict, a line for each verdict and reason with its outputs, each output that
 * differs, the record's own findings but planned faults that were caught, and the next command.
 * Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_answer_print(const wm_reverify_report *report, FILE *out);

#endif
