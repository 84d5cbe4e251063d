/* Findings about repeats and sessions: copied covariates, rates above physics, overlaps.
 *
 * A finding is reported; it refuses nothing. Source: docs/formats/record.md section 8. */
#ifndef WM_RECORD_FINDING_H
#define WM_RECORD_FINDING_H

#include "record/nodes/kind_workload.h"

struct wm_audit_state;
struct wm_audit_state_item;

/* A set of digests, each with a number. */
typedef struct wm_digest_set {
    uint32_t *slots; /* number + 1, or 0 */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} wm_digest_set;

/* The covariates of an ok repeat. */
typedef struct wm_finding_copy {
    uint8_t hash[WM_SHA256_SIZE]; /* the first member: the set of them needs it first */
    uint32_t item, repeat;
} wm_finding_copy;

/* The findings so far that are not about claims. Both texts are lines with a NUL each. */
typedef struct wm_finding_list {
    wm_finding_copy *seen; /* without those that are like an earlier one */
    size_t seen_capacity;
    wm_digest_set set; /* of their hashes */
    wm_buffer copies, rates;
    uint64_t copy_count, rate_count;
} wm_finding_list;

/* Looks at an ok repeat, the latest of its item. False, with the error stored, when out of
 * memory. */
bool wm_finding_repeat(struct wm_audit_state *state, const struct wm_audit_state_item *item,
                       const wm_covariates_node *covariates);

/* Appends all of them to the findings of the claims, overlaps first. False, with the error stored,
 * when out of memory. */
bool wm_finding_conclude(struct wm_audit_state *state);

void wm_finding_clear(wm_finding_list *list);

#endif
