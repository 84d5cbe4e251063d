/* A claim: a number as a record displays it. */
#ifndef WM_RECORD_KIND_CLAIM_H
#define WM_RECORD_KIND_CLAIM_H

#include "record/kinds.h"

typedef struct wm_claim_node {
    wm_edge asserts;
    wm_list beside; /* own: of digests: ids; optional */
    wm_text class;  /* expansion: where the quantity has one, or null */
    wm_text format; /* own */
    wm_text name, reason, text;
    double tolerance; /* as class */
    wm_text unit;
    wm_value value; /* or null */
} wm_claim_node;

/* Of the plan's expansion, with class and tolerance; of own numbers. */
extern const wm_form wm_kind_claim_item, wm_kind_claim_own;
extern const wm_kind wm_kind_claim;

/* The form of the claims of one quantity; its fields stand in memory of the caller. */
wm_form wm_kind_claim_form(const wm_quantity *quantity, wm_field fields[WM_KIND_FIELDS]);

/* Whether a text can be the unit of an own claim. */
bool wm_kind_claim_is_unit(wm_text unit);

/* Demands that no claim of the expansion is left. Rule: claim.missing. False if one was refused. */
bool wm_kind_claim_check_end(struct wm_audit_state *state);

#endif
