/* The verdict on the output of an item, from the claims of the item and of its point. */
#ifndef WM_RECORD_VERDICT_H
#define WM_RECORD_VERDICT_H

#include "record/laws/plan.h"

/* Values of claims; NULL: null, or no such claim. */
typedef struct wm_verdict_claims {
    const char *verified, *transcript;
    const char *errors, *failed_segments; /* of the item's point */
} wm_verdict_claims;

/* The verdict. Planned faults in every repeat are judged elsewhere: they are wrong on purpose. */
typedef struct wm_verdict {
    bool is_wrong;        /* a check failed without an injected fault */
    bool is_unknown;      /* not wrong, and part of it could not run or be checked */
    const char *quantity; /* of the claim that decides; NULL: neither of both */
} wm_verdict;

/* The verdict on the output of an item, which has one. Source: ours, record.md section 9. */
wm_verdict wm_verdict_of(const wm_item *item, const wm_verdict_claims *claims);

#endif
