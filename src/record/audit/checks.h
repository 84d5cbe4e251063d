/* The checks of the kinds: what their rows cannot say, one file each.
 *
 * wm_check_NAME is in check_NAME.c. It checks a node that was matched, then enters it in the state.
 * All functions here return false if something was refused, or on an error. */
#ifndef WM_RECORD_CHECKS_H
#define WM_RECORD_CHECKS_H

#include "record/audit/audit_state.h"

/* A node that is being audited. */
typedef struct wm_taken {
    const wm_kind *kind;
    const wm_json_value *json; /* the node as it was read */
    const wm_form *form;
    void *node;                /* its struct */
    wm_entry *entry;           /* id, offset, size, line and class are set */
    wm_audit_state_item *item; /* the item that the node names, or NULL */
    const char *image;         /* its line, newline included */
    size_t size;
} wm_taken;

/* Takes a node: matches it, resolves its edges, and checks it. Writes only form, node and item of
 * taken. Rules: edge.known, edge.type, those of its kind. */
bool wm_checks_take(wm_audit_state *state, wm_taken *taken);

/* Matches the node against a form, fills taken->node, and resolves its edges. Messages call the
 * node `what`, or by its form's name if that is NULL. Rules: edge.known, edge.type, those of
 * fields. */
bool wm_checks_match(wm_audit_state *state, const wm_form *form, const char *what, wm_taken *taken);

#define WM_CHECK_OF(name, id) bool wm_check_##name(wm_audit_state *state, wm_taken *taken);
WM_KIND_LIST(WM_CHECK_OF)
#undef WM_CHECK_OF

/* ---- observations of an item ----------------------------------------------------------------- */

/* Demands an item of the plan that is right for the node; `what` says which. */
bool wm_checks_item(wm_audit_state *state, wm_rule rule, double number,
                    const wm_audit_state_item *item, bool is_right, const char *what);

/* Demands that a session is on an earlier line, and that all observations of an item name one
 * environment. Rules: session.there, environment.same. */
bool wm_checks_begin(wm_audit_state *state, wm_audit_state_item *item, const wm_edge *environment);

/* Demands that an observation is the next of its procedure, below `count`. */
bool wm_checks_next(wm_audit_state *state, wm_rule rule, const wm_audit_state_item *item,
                    wm_procedure_name procedure, uint32_t count, const char *what, double number);

/* Demands the residual that the item's earlier outputs with this digest have. Rule:
 * digest.residual. */
bool wm_check_workload_same(wm_audit_state *state, const wm_audit_state_item *item,
                            const uint8_t digest[WM_SHA256_SIZE],
                            const uint8_t residual_hash[WM_SHA256_SIZE]);

/* ---- before the first claim or reduction of a link ------------------------------------------- */

/* Each demands what items must have. */
bool wm_check_calibration_finish(wm_audit_state *state);
bool wm_check_stage_finish(wm_audit_state *state);
bool wm_check_revisit_finish(wm_audit_state *state);

/* ---- the end --------------------------------------------------------------------------------- */

/* Demands that no claim of the expansion is missing. Rule: claim.missing. */
bool wm_check_claim_end(wm_audit_state *state);

/* Demands, after the root, that every node is reached. */
bool wm_check_root_reach(wm_audit_state *state);

#endif
