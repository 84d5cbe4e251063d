/* The links of a record under audit: which priors are linked, and their values.
 *
 * Source: ours, docs/formats/record.md section 4, links. */
#ifndef WM_RECORD_LINKED_H
#define WM_RECORD_LINKED_H

#include "record/audit/audit_state.h"

/* The most bytes of a word that a link can have. */
enum { WM_LINKED_WORD = 64 };

/* Whether prior number index, from 0, is linked. */
bool wm_linked_has(const wm_audit_state *state, double index);

/* Demands that all observations of all items are there, and makes the links, once. Rules:
 * workload.complete, point.complete, profile.complete, calibration.there, stage.there and .absent,
 * revisit.wanted. False if something was refused, or on an error. */
bool wm_linked_complete(wm_audit_state *state);

/* Demands all observations of all items by the procedures from `first` on. Rules: as
 * wm_audit_state_is_whole. */
bool wm_linked_whole(wm_audit_state *state, wm_procedure_name first);

/* The entries of all repeats of an item, or of its profile observations. */
const uint32_t *wm_linked_repeats(const wm_audit_state_item *item, uint32_t *count);

/* The item here of a link, or WM_AUDIT_STATE_NONE if this record has none. */
uint32_t wm_linked_item(const wm_audit_state *state, size_t prior, size_t item);

#endif
