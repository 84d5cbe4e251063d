/* The answer of `reverify` in a few lines: verdict, counts with what they mean, next command. */
#ifndef WM_REPORT_REVERIFY_ANSWER_H
#define WM_REPORT_REVERIFY_ANSWER_H

#include "report/document/words.h"
#include "report/views/reverify_report.h"

/* Adds the verdict on one line. */
void wm_reverify_answer_verdict(const wm_reverify_report *report, wm_document *to);

/* Adds the verdict, a line for each verdict of outputs with its reason, remarks, the record's
 * findings, and the next command. */
void wm_reverify_answer_add(const wm_reverify_report *report, wm_document *to);

#endif
