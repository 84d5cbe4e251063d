/* The result of `reverify` as members. */
#ifndef WM_REPORT_REVERIFY_EXPORT_H
#define WM_REPORT_REVERIFY_EXPORT_H

#include "report/document/data.h"
#include "report/views/reverify_report.h"

/* Adds schema `witnessmark-reverify/1`. */
void wm_reverify_export_add(const wm_reverify_report *report, wm_document *to);

#endif
