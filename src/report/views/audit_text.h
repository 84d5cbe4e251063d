/* What an audit found, in words. */
#ifndef WM_REPORT_AUDIT_TEXT_H
#define WM_REPORT_AUDIT_TEXT_H

#include "model/model.h"
#include "report/document/document.h"

/* Adds the verdict: valid and the root, or the line of wm_outcome_write. A status that is not a
 * verdict is a failure of the document. */
void wm_audit_text_verdict(wm_status status, const wm_audit_report *report, wm_document *to);

/* Adds the member `failure`: file, line, tag and words of a refusal; null without one. */
void wm_audit_text_failure(const wm_audit_report *report, wm_document *to);

/* Adds the command that removes what does not belong into the record at path, a folder: a line
 * `next: rm ...`, or nothing if the refusal is another one. */
void wm_audit_text_remedy(const wm_audit_report *report, const char *path, wm_document *to);

/* Where a record's checkers come from, for people: NULL if that was not checked. Of a light record:
 * which they are, and that it does not have them. */
const char *wm_audit_text_checkers(const wm_audit_report *report, wm_document *to);

/* The same as members: `checkers`, and `checkers_named`, the checkers of a light record. */
void wm_audit_text_checkers_export(const wm_audit_report *report, wm_document *to);

/* What a finding means, with a space before it, where its name does not say so; else empty. */
const char *wm_audit_text_meaning(const char *claim);

/* Adds the findings as a list: claim and text. */
void wm_audit_text_findings(const wm_model *model, wm_document *to);

/* Adds the counts of the planned faults as the object `faults`. */
void wm_audit_text_faults(const wm_planned_faults *faults, wm_document *to);

/* Adds what a valid record says behind its verdict: what the verdict means, and its findings. As a
 * whole: as a checker does, every finding, in lines that break only on a terminal. Else without
 * those of planned faults that were caught, and a line counts the planned faults. */
void wm_audit_text_says(const wm_model *model, bool is_whole, wm_document *to);

/* Whether the root of a record was compared with one that the reader holds. */
const char *wm_audit_text_root(bool is_compared);

#endif
