/* What a record of `run --against` says: the items of its pairs. */
#ifndef WM_MODEL_PAIRED_H
#define WM_MODEL_PAIRED_H

#include "model/model.h"
#include "model/paired_name.h"

enum { WM_PAIRED_SIDES = 2, WM_PAIRED_REASON = 512, WM_PAIRED_ITEMS = 1024 };

/* An item. Texts have control characters masked. */
typedef struct wm_paired_item {
    char name[WM_PAIRED_NAME];
    const wm_claim *ratio, *rate[WM_PAIRED_SIDES]; /* medians; NULL: no such claim */
    double *ratios;                                /* of each pair; NaN: absent */
    double *room;                                  /* to sort them in */
    size_t pairs, capacity;
    size_t absent;                 /* pairs without a ratio */
    size_t wrong[WM_PAIRED_SIDES]; /* outputs */
    size_t flagged;                /* pairs in which a side has a flag */
    size_t unknown;                /* pairs in which that is not known; they may be flagged too */
    size_t disturbed;              /* pairs that are flagged or unknown */
    size_t flags[WM_FLAG_WORDS];   /* pairs in which a side has this flag */
    char reason[WM_PAIRED_REASON]; /* why the first ratio is absent */
} wm_paired_item;

/* Ownership: wm_paired_clear. */
typedef struct wm_paired {
    wm_paired_item *item; /* in the order of the evidence */
    size_t count;
} wm_paired;

/* Whether a record is one of `run --against`, by its plan. */
bool wm_paired_is(const wm_model *model);

/* Takes an observation of it; one of another series is left. Errors: NOMEM, LIMIT (more than 1,024
 * items). */
WM_MUST_CHECK wm_status wm_paired_take(const wm_model *model, const wm_external_node *line,
                                       wm_paired *paired);

void wm_paired_clear(wm_paired *paired);

#endif
