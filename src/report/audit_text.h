/* The result of an audit as text, masked for a terminal. */
#ifndef WM_REPORT_AUDIT_TEXT_H
#define WM_REPORT_AUDIT_TEXT_H

#include <witnessmark.h>

#include <stdio.h>

/* Prints the verdict of wm_outcome_write, with the names of files masked. Errors: NOMEM; ARG for a
 * status that is not a verdict. */
WM_MUST_CHECK wm_status wm_audit_text_print(wm_status status, const wm_audit_report *report,
                                            FILE *out);

#endif
