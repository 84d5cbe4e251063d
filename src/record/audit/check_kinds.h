/* The checks of the kinds: what their rows cannot say, one file each.
 *
 * wm_check_NAME is in check_NAME.c. It checks a node that was matched, then enters it in the state.
 * False if something was refused, or on an error. */
#ifndef WM_RECORD_CHECK_KINDS_H
#define WM_RECORD_CHECK_KINDS_H

#include "record/audit/taken.h"

#define WM_CHECK_OF(name, id) bool wm_check_##name(wm_audit_state *state, wm_taken *taken);
WM_KIND_LIST(WM_CHECK_OF)
#undef WM_CHECK_OF

/* ---- observations of an item ----------------------------------------------------------------- */

/* Demands that a session is on an earlier line than an observation of an item. Rule:
 * session.there. False if it was refused. */
bool wm_check_session_is_open(wm_audit_state *state);

/* Demands the residual that the item's earlier outputs with this digest have. Rule:
 * digest.residual. False if it was refused. */
bool wm_check_workload_same(wm_audit_state *state, const wm_audit_state_item *item,
                            const uint8_t digest[WM_SHA256_SIZE],
                            const uint8_t residual_hash[WM_SHA256_SIZE]);

/* ---- before the first claim, or reduction of a link -------------------------------------------
 */

/* Each demands what every item must have, and no more. False if it was refused. */
bool wm_check_calibration_finish(wm_audit_state *state);
bool wm_check_stage_finish(wm_audit_state *state);
bool wm_check_revisit_finish(wm_audit_state *state);

/* ---- the end --------------------------------------------------------------------------------- */

/* Demands that no claim of the expansion is missing. Rule: claim.missing. False if one is. */
bool wm_check_claim_end(wm_audit_state *state);

/* Demands, after the root, that every node is reached. */
bool wm_check_root_reach(wm_audit_state *state);

#endif
