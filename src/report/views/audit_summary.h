/* The answer of `audit` in a few lines: verdict, findings, planned faults, next command. */
#ifndef WM_REPORT_AUDIT_SUMMARY_H
#define WM_REPORT_AUDIT_SUMMARY_H

#include "model/model.h"
#include "report/document/document.h"

/* What a finding means, with a space before it, where its name does not say so; else empty. */
const char *wm_audit_summary_meaning(const char *claim);

/* Adds the findings as a list: claim and text. */
void wm_audit_summary_findings(const wm_model *model, wm_document *to);

/* Adds the counts of the planned faults as the object `faults`. */
void wm_audit_summary_faults(const wm_planned_faults *faults, wm_document *to);

/* Adds the answer of a checker behind its verdict: what it means, every finding. Lines break only
 * on a terminal. */
void wm_audit_summary_all(const wm_model *model, wm_document *to);

/* Adds what a valid record says behind its verdict: what the verdict means, each finding but those
 * of planned faults that were caught, and a line that counts the planned faults. */
void wm_audit_summary_add(const wm_model *model, wm_document *to);

/* The number of findings about planned faults. */
size_t wm_audit_summary_of_faults(const wm_model *model);

#endif
