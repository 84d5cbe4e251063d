/* The priors of a record: the evidence of the records that it continues, judged before its own.
 *
 * Source: ours, docs/formats/record.md section 8, priors. */
#ifndef WM_RECORD_PRIOR_H
#define WM_RECORD_PRIOR_H

#include "record/nodes/contents.h"
#include "record/laws/link.h"

struct wm_audit_state;

/* How an audit reads the priors of its record. */
typedef struct wm_prior_access {
    void *context;
    /* Opens prior number index, from 0. Errors: NOTFOUND, INVALID (not a plain file), OPEN, NOMEM.
     */
    wm_status (*open)(void *context, size_t index, wm_source *source);
    void (*close)(void *context, wm_source *source);
} wm_prior_access;

/* Where the transcript of a prior's item is. */
typedef struct wm_prior_transcript {
    bool is_acquired;
    uint8_t acquired[WM_SHA256_SIZE]; /* digest of the acquired output */
    bool is_witnessed;                /* stage 1 is a witness */
    uint64_t offset;                  /* its line */
    uint32_t size;
    uint8_t id[WM_SHA256_SIZE];
} wm_prior_transcript;

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
} wm_prior;

/* Judges all priors of a plan whose roots the state has, and keeps what links need. Without access
 * it judges the roots alone. Rules: those of nodes, files, symlink, prior, continues. False if
 * something was refused, or on an error; state->status is then NEWER or OLDER for a prior of
 * another format. */
bool wm_prior_judge(struct wm_audit_state *state);

/* The item of a prior that is the same but for its repeats, or the prior's count of items. */
size_t wm_prior_find(const wm_prior *prior, const wm_item *item);

/* Reads the witness line of a prior's item again. The content is valid until the state reads
 * another line again. Rule: prior. False if it was refused, or on an error. */
bool wm_prior_read_witness(struct wm_audit_state *state, size_t index, size_t item,
                           wm_content *content);

/* Closes and frees the priors of a state. */
void wm_prior_clear(struct wm_audit_state *state);

/* Whether a record that continues others is judged without its priors. */
bool wm_prior_is_absent(const struct wm_audit_state *state);

#endif
