/* Takes nodes of all kinds. */
#ifndef WM_RECORD_CHECKS_H
#define WM_RECORD_CHECKS_H

#include "record/audit/taken.h"

/* Takes a node in an audit: matches it, resolves its edges, and checks it. Writes only form, node
 * and item of taken. Rules: edge.known, edge.type, those of its kind. False if something was
 * refused, or on an error. */
bool wm_checks_take(wm_audit_state *state, wm_taken *taken);

#endif
