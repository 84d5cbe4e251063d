/* The tables that a person reads of a record: rates, checks, floors, transcripts. */
#ifndef WM_REPORT_OVERVIEW_H
#define WM_REPORT_OVERVIEW_H

#include "report/results.h"

/* Prints who made the record, the findings and the tables, aligned or as Markdown. Everything but
 * the transcripts' residuals is the text of claims. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_overview_print(wm_results *results, const wm_results_form *form,
                                          FILE *out);

/* Prints one finding in a line, with what became of the fault that it is of, if it is of one. */
void wm_overview_finding(wm_results *results, const wm_results_finding *finding,
                         const wm_results_form *form, FILE *out);

/* Prints the findings, one a line, and the items whose fault in every repeat was missed, which no
 * claim of theirs says. */
void wm_overview_findings(wm_results *results, const wm_results_form *form, FILE *out);

#endif
