/* The audit of evidence, for those who audit more beside it: the record's folder. */
#ifndef WM_RECORD_AUDIT_H
#define WM_RECORD_AUDIT_H

#include <witnessmark.h>

#include "record/intake.h"

/* Audits evidence into a fresh state, which the caller clears. report->size_bytes and ->format are
 * filled. Errors: INVALID, NEWER (state->refusal has both), IO, NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_audit_ledger(wm_audit_state *state, const wm_source *source,
                                        const wm_audit_options *options, wm_audit_report *report);

/* Checks what a caller of an audit gives, and copies the options; NULL gives all defaults. Errors:
 * ARG. */
WM_MUST_CHECK wm_status wm_audit_begin(const wm_audit_options *options,
                                       const wm_audit_report *report, wm_audit_options *own,
                                       wm_error *err);

/* Copies a report to the caller's. */
void wm_audit_report_give(const wm_audit_report *own, wm_audit_report *report);

/* Whether the options can be understood. Errors: ARG. */
WM_MUST_CHECK wm_status wm_audit_check_options(const wm_audit_options *options, wm_error *err);

/* Ends an audit that came to status so far: compares the root held, tells the findings, fills
 * report and err. Returns the final status. */
WM_MUST_CHECK wm_status wm_audit_conclude(wm_audit_state *state, wm_status status,
                                          const wm_audit_options *options, wm_audit_report *report,
                                          wm_error *err);

/* Puts a refusal into a report. */
void wm_audit_report_failure(wm_audit_report *report, const wm_refusal *refusal);

#endif
