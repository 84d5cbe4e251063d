/* The items that a claim compares with.
 *
 * A ratio has two sides, and one of them alone can be wrong. The item behind a claim is one; the
 * base of a change, and the items of priors, are here. */
#ifndef WM_REPORT_CLAIM_SIDES_H
#define WM_REPORT_CLAIM_SIDES_H

#include "model/model.h"

enum { WM_CLAIM_SIDES = 2 };

/* An item that a claim compares. */
typedef struct wm_claim_side {
    const wm_model *prior;     /* that has it; NULL: the record itself */
    const wm_model_item *item; /* NULL: it has none */
    char place[32];            /* ` in prior 1` */
} wm_claim_side;

typedef struct wm_claim_sides {
    wm_claim_side at[WM_CLAIM_SIDES];
    size_t count;
} wm_claim_sides;

/* Finds the other sides of a claim; priors are read once. Errors: those of wm_model_read_kept. */
WM_MUST_CHECK wm_status wm_claim_sides_find(const wm_model *model, const wm_claim *claim,
                                            wm_claim_sides *all, wm_error *err);

/* The number of the prior that a claim is about, from 1; 0: none. */
unsigned wm_claim_sides_prior(const wm_claim *claim);

/* The model that has the item of a side. */
const wm_model *wm_claim_sides_model(const wm_claim_side *one, const wm_model *model);

/* What the record says of the outputs behind a claim, the worst of all its sides: `wrong`, `fault
 * on purpose`, `not judged`, `correct`. NULL: it has no output. Errors: as above. */
WM_MUST_CHECK wm_status wm_claim_sides_verdict(const wm_model *model, const wm_claim *claim,
                                               const char **verdict, wm_error *err);

#endif
