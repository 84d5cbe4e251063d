/* The result of an audit as text, masked for a terminal. */
#ifndef WM_REPORT_AUDIT_TEXT_H
#define WM_REPORT_AUDIT_TEXT_H

#include <witnessmark.h>

#include "record/nodes/node.h"

#include <stdio.h>

/* Prints the verdict of wm_outcome_write, with the names of files masked, broken at width. Errors:
 * NOMEM; ARG for a status that is not a verdict. */
WM_MUST_CHECK wm_status wm_audit_text_print(wm_status status, const wm_audit_report *report,
                                            int width, FILE *out);

/* Adds the object `failure`: file, line, tag and words of a refusal; null without one. */
void wm_audit_text_add_failure(wm_node *node, const wm_audit_report *report);

/* Prints the command that removes what does not belong into the record at path, a folder: a line
 * `next: rm ...`, or nothing if the refusal is another one. */
void wm_audit_text_remedy(const wm_audit_report *report, const char *path, FILE *out);

/* Where a record's checkers come from, for people; NULL if that was not checked. */
const char *wm_audit_text_checkers(wm_checker_state checkers);

/* The same for programs; never NULL. */
const char *wm_audit_text_checkers_word(wm_checker_state checkers);

#endif
