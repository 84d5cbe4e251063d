/* The result of `reverify` as text. */
#ifndef WM_REPORT_REVERIFY_TEXT_H
#define WM_REPORT_REVERIFY_TEXT_H

#include "report/views/reverify_report.h"

#include <stdio.h>

/* Prints the verdict, its counts, a row for each output, reasons, the record's findings, and the
 * next command. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_text_print(const wm_reverify_report *report, FILE *out);

/* Prints what an interrupted re-verification computed, what is not re-verified of a continuation,
 * and what is not re-verified of points of operation, each if there is some. */
void wm_reverify_text_notes(const wm_reverify_report *report, FILE *out);

/* Prints the next command, and the sealed record. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_text_next(const wm_reverify_report *report, FILE *out);

/* The part of an item that an output is, behind its label: "", " (faulty)" or " (repaired)". */
const char *wm_reverify_text_part(const wm_reverify_output *output);

#endif
