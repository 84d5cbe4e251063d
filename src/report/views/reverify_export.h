/* The result of `reverify` as JSON. */
#ifndef WM_REPORT_REVERIFY_EXPORT_H
#define WM_REPORT_REVERIFY_EXPORT_H

#include "report/views/reverify_report.h"

#include <stdio.h>

/* Prints schema `witnessmark-reverify/1`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_export_print(const wm_reverify_report *report, FILE *out);

#endif
