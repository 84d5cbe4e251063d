/* The result of `reverify` as text. */
#ifndef WM_REPORT_REVERIFY_TEXT_H
#define WM_REPORT_REVERIFY_TEXT_H

#include "report/reverify_report.h"

#include <stdio.h>

/* Prints the verdict, its counts, a row for each output, reasons, the record's findings, and the
 * next command. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_text_print(const wm_reverify_report *report, FILE *out);

#endif
