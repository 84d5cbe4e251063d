/* The outcome of an audit, as text. */
#ifndef WM_RECORD_OUTCOME_H
#define WM_RECORD_OUTCOME_H

#include <witnessmark.h>

#include <stdbool.h>

#include "base/buffer.h"

/* Appends the outcome without its findings: one line, or two for a valid record. status is the
 * audit's: OK, INVALID, MISMATCH, NEWER, OLDER or UNFINISHED. Source: record.md section 8. Errors:
 * NOMEM, ARG (any other status). */
WM_MUST_CHECK wm_status wm_outcome_write(wm_status status, const wm_audit_report *report,
                                         wm_buffer *out);

/* The second line of a valid record's outcome: what an audit does not prove. */
const char *wm_outcome_meaning(void);

/* What the line of a finding begins with; that of a planned fault that was caught reads as none. */
const char *wm_outcome_sort(bool is_caught);

/* Appends the line of a finding. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out);

/* The word for a status of an audit in JSON output. */
const char *wm_outcome_words(wm_status status);

/* The exit status of an audit: 0 valid, 1 invalid, 2 could not check, 3 another format or
 * unfinished. */
int wm_outcome_exit(wm_status status);

#endif
