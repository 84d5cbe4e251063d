/* The words of an auditor's answer. */
#ifndef WM_RECORD_OUTCOME_H
#define WM_RECORD_OUTCOME_H

#include <witnessmark.h>

#include "base/buffer.h"

/* Appends the answer but for its findings: one line, or two for a valid record. status is the
 * audit's: OK, INVALID, MISMATCH or NEWER. Source: record.md section 8. Errors: NOMEM, ARG (another
 * status: there is no answer). */
WM_MUST_CHECK wm_status wm_outcome_write(wm_status status, const wm_audit_report *report,
                                         wm_buffer *out);

/* Appends a finding's line. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out);

/* A JSON answer's word for the status of an audit that came to one. */
const char *wm_outcome_words(wm_status status);

/* The exit status of an audit: 0 valid, 1 invalid, 2 could not check, 3 newer. */
int wm_outcome_exit(wm_status status);

#endif
