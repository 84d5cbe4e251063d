/* A claim: a number as a record displays it. */
#ifndef WM_RECORD_KIND_CLAIM_H
#define WM_RECORD_KIND_CLAIM_H

#include "record/nodes/kind.h"

typedef struct wm_claim_node {
    wm_edge asserts;
    wm_list beside; /* own claims; list of ids; optional */
    wm_text class;  /* claims of the expansion whose quantity has a class; or null */
    wm_text format; /* own claims */
    wm_text name, reason, text;
    double tolerance; /* as class */
    wm_text unit;
    wm_value value; /* or null */
} wm_claim_node;

/* The form of claims of the expansion, with class and tolerance, and the form of own claims. */
extern const wm_form wm_kind_claim_item, wm_kind_claim_own;
extern const wm_kind wm_kind_claim;

/* The form of the claims of one quantity. The caller provides the memory for its fields. */
wm_form wm_kind_claim_form(const wm_quantity *quantity, wm_field fields[WM_KIND_FIELDS]);

/* Whether a text can be the unit of an own claim. */
bool wm_kind_claim_is_unit(wm_text unit);

/* The name of a claim that was read. */
wm_text wm_kind_claim_name(const wm_json_value *node);

#endif
