/* Checks of claims against the plan's expansion, and of the root against the claims. */
#ifndef WM_RECORD_CLAIM_H
#define WM_RECORD_CLAIM_H

#include "record/audit_state.h"

/* Takes a claim, checks it, and enters it in the state. image is its line with the newline. entry
 * has id, offset, size and line already. False if something was refused, or on trouble. Source:
 * record.md section 6. */
bool wm_claim_take(wm_audit_state *state, const wm_json_value *node, const char *image, size_t size,
                   wm_entry *entry);

/* Takes the root. */
bool wm_claim_root(wm_audit_state *state, const wm_json_value *node, wm_entry *entry);

/* The item and quantity of the next claim of the expansion; false if it is at its end. */
bool wm_claim_next(wm_audit_state *state, const wm_quantity **quantity);

/* Demands, after the root, that every node was reached. */
bool wm_claim_reach(wm_audit_state *state);

/* The paths that the root's files have, in order. */
const char *wm_claim_file(size_t index);

#endif
