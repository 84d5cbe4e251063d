/* Takes one line of evidence: checks its form, its id, its place in the order and its content. */
#ifndef WM_RECORD_INTAKE_H
#define WM_RECORD_INTAKE_H

#include "record/audit/audit_state.h"

enum { WM_INTAKE_LINE_MAX = WM_TABLES_LINE_BYTES, WM_INTAKE_DEPTH_MAX = WM_TABLES_DEPTH };

/* Takes the next line, at an offset of the source, newline included. Only the last line may lack
 * it. False if the line was refused (state->refusal), or on an error (state->status). Source:
 * record.md section 2. */
bool wm_intake_line(wm_audit_state *state, const char *text, size_t size, uint64_t offset);

/* Ends the evidence: demands a root and that every node is reached. False as above. */
bool wm_intake_end(wm_audit_state *state);

/* Whether a line, newline included, is the root of another format: OLDER, NEWER, or OK for none.
 * Sets format to that of any root. The line must obey all rules of [line]. Source: record.md
 * section 6, [older], [newer]. */
wm_status wm_intake_other_format(wm_json *json, const char *text, size_t size, char format[64]);

/* Whether all keys of a tree, whose depth is bounded, are of [a-z0-9_]+. */
bool wm_intake_has_keys(const wm_json_value *value);

/* Whether a line, newline included, obeys all rules of [line] and has this type and kind. kind may
 * be NULL, and type too. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_intake_is(wm_json *json, const char *text, size_t size, const char *type,
                                     const char *kind, bool *is);

#endif
