/* Audits a fleet.jsonl, and reads it. */
#ifndef WM_MODEL_FLEET_AUDIT_H
#define WM_MODEL_FLEET_AUDIT_H

#include "model/fleet.h"

/* Whether a file begins as a fleet.jsonl, or has that name. */
bool wm_fleet_audit_takes(const char *path);

/* Reads a fleet.jsonl and recomputes what follows from its lines: their form, the order, votes,
 * rates (of a sweep that was judged without a baseline), counts and the tree. report has the root,
 * or the line and the rule that refuse it. The records are not there: their roots name them.
 * Source: fleet.md, rules. Errors: INVALID; OPEN, IO, NOMEM. Ownership: wm_fleet_clear, in every
 * case. */
WM_MUST_CHECK wm_status wm_fleet_audit_read(const char *path, wm_fleet *fleet,
                                            wm_audit_report *report, wm_error *err);

#endif
