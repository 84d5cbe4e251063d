/* The result of `reverify` as text. */
#ifndef WM_REPORT_REVERIFY_TEXT_H
#define WM_REPORT_REVERIFY_TEXT_H

#include "report/document/words.h"
#include "report/views/reverify_report.h"

/* Adds the verdict, its counts, a row for each output, reasons, the record's findings, and the next
 * command. */
void wm_reverify_text_add(const wm_reverify_report *report, wm_document *to);

/* Adds what an interrupted re-verification computed, what is not re-verified of a continuation, and
 * what is not re-verified of points of operation, each if there is some. */
void wm_reverify_text_notes(const wm_reverify_report *report, wm_document *to);

/* Adds the next command, and the sealed record. */
void wm_reverify_text_next(const wm_reverify_report *report, wm_document *to);

/* The part of an item that an output is, behind its label: "", " (faulty)" or " (repaired)". */
const char *wm_reverify_text_part(const wm_reverify_output *output);

#endif
