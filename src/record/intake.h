/* Takes one line of evidence: its form, its id, its place in the order, and then what its type and
 * kind demand. */
#ifndef WM_RECORD_INTAKE_H
#define WM_RECORD_INTAKE_H

#include "record/audit_state.h"

enum { WM_INTAKE_LINE_MAX = WM_TABLES_LINE_BYTES, WM_INTAKE_DEPTH_MAX = WM_TABLES_DEPTH };

/* Takes the next line, at an offset of the source, with its newline if it has one, which only the
 * last may lack. False if something was refused (state->refusal), or on trouble (state->status).
 * Source: record.md section 2. */
bool wm_intake_line(wm_audit_state *state, const char *text, size_t size, uint64_t offset);

/* Ends the evidence: demands a root and that everything was reached. False as above. */
bool wm_intake_end(wm_audit_state *state);

/* Whether a line, newline included, is the root of a format that is not known here; then format has
 * its `format`. The line obeys all rules of [line]. Source: record.md section 6, [newer]. */
bool wm_intake_is_newer(wm_json *json, const char *text, size_t size, char format[64]);

#endif
