/* The audit of evidence, as the audit of a record's folder uses it. */
#ifndef WM_RECORD_AUDIT_H
#define WM_RECORD_AUDIT_H

#include <witnessmark.h>

#include "record/audit/intake.h"

/* Audits evidence into a fresh state, which the caller clears. Fills report->size_bytes. Errors:
 * INVALID, NEWER (state->refusal has both), IO, NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_audit_ledger(wm_audit_state *state, const wm_source *source,
                                        const wm_audit_options *options, wm_audit_report *report);

/* Tells evidence of another format from one to be judged, by its last line alone. Errors: NEWER,
 * OLDER (state->refusal has both), IO, NOMEM. */
WM_MUST_CHECK wm_status wm_audit_look_ahead(wm_audit_state *state, const wm_source *source);

/* Whether evidence begins with a line that obeys [line] and has this type and kind, which may be
 * NULL. Errors: IO, NOMEM. */
WM_MUST_CHECK wm_status wm_audit_begins(wm_audit_state *state, const wm_source *source,
                                        const char *type, const char *kind, bool *begins);

/* Checks what a caller of an audit gives, and copies the options; NULL gives all defaults. Errors:
 * ARG. */
WM_MUST_CHECK wm_status wm_audit_begin(const wm_audit_options *options,
                                       const wm_audit_report *report, wm_audit_options *own,
                                       wm_error *err);

/* Copies a report to the caller's. */
void wm_audit_report_give(const wm_audit_report *own, wm_audit_report *report);

/* Checks the options, and begins a state, which the caller clears. Errors: ARG, NOMEM. */
WM_MUST_CHECK wm_status wm_audit_open(wm_audit_state *state, const wm_audit_options *options,
                                      wm_error *err);

/* Ends an audit with its status so far: compares the root, reports the findings, fills report and
 * err. Returns the final status. */
WM_MUST_CHECK wm_status wm_audit_conclude(wm_audit_state *state, wm_status status,
                                          const wm_audit_options *options, wm_audit_report *report,
                                          wm_error *err);

#endif
