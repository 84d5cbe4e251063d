/* Outcomes of items, and their counts. */
#ifndef WM_MODEL_TALLY_H
#define WM_MODEL_TALLY_H

#include "model/model.h"

/* The outcome of an injected fault. */
typedef enum wm_tally_fault {
    WM_TALLY_NO_FAULT, /* no fault was planned, or the item could not run */
    WM_TALLY_CAUGHT,   /* the faulty output was rejected */
    WM_TALLY_MISSED,
    WM_TALLY_NOT_JUDGED /* the check was undecided */
} wm_tally_fault;

/* One item. */
typedef struct wm_tally_item {
    bool is_wrong;   /* a check failed without an injected fault */
    bool is_unknown; /* part of it could not run or be checked */
    wm_tally_fault fault;
} wm_tally_item;

/* Counts of items; an item can count in several. */
typedef struct wm_tally {
    size_t wrong, unknown, caught, missed;
} wm_tally;

/* The outcome of an item, from its claims `verified` and `transcript`, the decision of its inject
 * stage, and the errors and failed segments of its point. */
wm_tally_item wm_tally_judge(wm_model *model, const wm_model_item *item);

/* Counts the outcomes of all items. */
wm_tally wm_tally_count(wm_model *model);

/* The number of findings about links: outputs that differ from those of a prior, numerical classes
 * that changed. */
size_t wm_tally_links(const wm_model *model);

/* The number of findings but those of planned faults that were caught. */
size_t wm_tally_notable(wm_model *model);

/* "caught", "missed" or "not judged"; NULL without a fault. */
const char *wm_tally_words(wm_tally_fault fault);

/* The outcome of the injected fault behind a finding; NO_FAULT if the cause is another one. */
wm_tally_fault wm_tally_about(wm_model *model, const wm_model_finding *finding);

#endif
