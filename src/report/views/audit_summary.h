/* The answer of `audit` in a few lines: verdict, findings, planned faults, next command. */
#ifndef WM_REPORT_AUDIT_SUMMARY_H
#define WM_REPORT_AUDIT_SUMMARY_H

#include <witnessmark.h>

#include "base/buffer.h"
#include "model/planned_faults.h"
#include "report/document/document.h"

/* The findings of an audit in their order, each a claim's name and a text with a NUL each; the name
 * is empty for a finding of no claim. Zero-initialised, empty. */
typedef struct wm_audit_findings {
    wm_buffer texts;
    size_t count;
} wm_audit_findings;

/* Keeps a finding. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_audit_findings_keep(wm_audit_findings *findings,
                                               const wm_finding *finding);

/* Notes them all: the outcome of each planned fault. */
void wm_audit_findings_note(const wm_audit_findings *findings, wm_planned_faults *faults);

/* The number of findings but those of planned faults that were caught; after they were noted. */
size_t wm_audit_findings_notable(const wm_audit_findings *findings,
                                 const wm_planned_faults *faults);

/* What a finding means, with a space before it, where its name does not say so; else empty. */
const char *wm_audit_findings_meaning(const char *claim);

/* Adds them as the list `findings`: claim and text. */
void wm_audit_findings_add(const wm_audit_findings *findings, wm_document *to);

/* Adds the counts of the planned faults as the object `faults`. */
void wm_audit_summary_faults(const wm_planned_faults *faults, wm_document *to);

/* Adds the answer of a checker behind its verdict: what it means, every finding. Lines break only
 * on a terminal. */
void wm_audit_summary_all(const wm_audit_findings *findings, wm_document *to);

/* Adds what a valid record says behind its verdict: what the verdict means, each finding but those
 * of planned faults that were caught, and a line that counts the planned faults. All findings were
 * noted. */
void wm_audit_summary_add(const wm_audit_findings *findings, const wm_planned_faults *faults,
                          wm_document *to);

/* The number of findings about planned faults. */
size_t wm_audit_summary_of_faults(const wm_audit_findings *findings,
                                  const wm_planned_faults *faults);

#endif
