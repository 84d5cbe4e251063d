/* What the proof of a claim carries, as the plan and the claim's name say. */
#ifndef WM_RECORD_PROOF_SCOPE_H
#define WM_RECORD_PROOF_SCOPE_H

#include "record/laws/subject.h"
#include "standards/merkle_ranges.h"

#define WM_PROOF_SCOPE_FORMAT "witnessmark-proof/2"

/* The limits of a proof. Source: docs/formats/record.md, section 9. */
enum {
    WM_PROOF_SCOPE_BYTES = 67108864,
    WM_PROOF_SCOPE_RANGES = 8,
    WM_PROOF_SCOPE_PATH = WM_PROOF_SCOPE_RANGES * WM_MERKLE_RANGES_PATH_MAX,
    WM_PROOF_SCOPE_CLAIMS = 128,
    WM_PROOF_SCOPE_ITEMS = 2 /* of a change: the item and its base */
};

/* A carried claim. */
typedef struct wm_proof_scope_claim {
    char name[WM_SUBJECT_NAME_SIZE];
    const wm_quantity *quantity; /* NULL: of an own claim */
    unsigned item; /* whose claim it is, among the scope's; WM_PROOF_SCOPE_ITEMS: of none */
} wm_proof_scope_claim;

/* What a proof carries. */
typedef struct wm_proof_scope {
    size_t item_count;
    size_t item[WM_PROOF_SCOPE_ITEMS];  /* indices into the plan: the items of the claim */
    size_t first[WM_PROOF_SCOPE_ITEMS]; /* the first claim of each, among the claims */
    size_t claim_count;
    wm_proof_scope_claim claim[WM_PROOF_SCOPE_CLAIMS]; /* in the order of the record */
    size_t proven;                                     /* the claim that is proven, among them */
    size_t low, high; /* the ends of its interval; WM_PROOF_SCOPE_CLAIMS: it has none */
} wm_proof_scope;

/* Reads the items of a plan from its line. Errors: INVALID, NOMEM. Ownership: free(plan->items),
 * also after a failure. */
WM_MUST_CHECK wm_status wm_proof_scope_plan(wm_json *json, const char *line, size_t size,
                                            wm_plan *plan, wm_error *err);

/* What the proof of the claim with this name carries. Source: record.md section 9. Errors: NOTFOUND
 * (no record with this plan has the claim). */
WM_MUST_CHECK wm_status wm_proof_scope_of(const wm_plan *plan, const char *name,
                                          wm_proof_scope *scope, wm_error *err);

#endif
