/* The priors of a record: the evidence of the records that it continues, judged before its own.
 *
 * Source: ours, docs/formats/record.md section 8, priors. */
#ifndef WM_RECORD_PRIOR_H
#define WM_RECORD_PRIOR_H

#include "record/audit/digest_set.h"
#include "record/laws/link.h"

/* How an audit reads the priors of its record. */
typedef struct wm_prior_access {
    void *context;
    /* Opens prior number index, from 0. Errors: NOTFOUND, INVALID (not a plain file), OPEN, NOMEM.
     */
    wm_status (*open)(void *context, size_t index, wm_source *source);
    void (*close)(wm_source *source);
} wm_prior_access;

/* Where the transcript of a prior's item is. */
typedef struct wm_prior_transcript {
    bool is_witnessed; /* stage 1 is a witness */
    uint64_t offset;   /* its line */
    uint32_t size;
    uint8_t id[WM_SHA256_SIZE];
} wm_prior_transcript;

/* What tells that observations were copied from a prior, and what the prior's own audit found. */
typedef struct wm_prior_marks {
    uint8_t run[WM_SHA256_SIZE];
    bool has_begun;
    uint64_t begin;   /* smallest start of a session */
    uint64_t *starts; /* owned; of its timed observations, ascending */
    size_t start_count;
    void *covariates; /* owned; their hashes, by the set */
    wm_digest_set set;
    uint64_t findings;                     /* without planned faults that were caught */
    uint64_t same_starts, same_covariates; /* observations of this record that have those here */
} wm_prior_marks;

/* What is kept of a prior that was judged. */
typedef struct wm_prior {
    bool is_open;
    wm_source source;
    wm_plan plan;                   /* its nonce and its items, owned */
    wm_link_side *sides;            /* of each item */
    wm_profile_summary **summaries; /* of each item, NULL for most; the sides lead to them */
    wm_prior_transcript *transcripts;
    wm_link_difference *differences; /* of each item here, from the revisits */
    wm_link *links;                  /* of each item, once the observations are complete */
    wm_prior_marks marks;
} wm_prior;

/* The item of a prior that is the same but for its repeats, or the prior's count of items. */
size_t wm_prior_find(const wm_prior *prior, const wm_item *item);

/* Closes and frees `count` priors; priors may be NULL. */
void wm_prior_clear(const wm_prior_access *access, wm_prior *priors, size_t count);

#endif
