/* A record that a run continues: its items, their methods, the places that it opened. */
#ifndef WM_STUDY_CONTINUATION_H
#define WM_STUDY_CONTINUATION_H

#include "measure/schedule.h"
#include "record/laws/opening.h"

/* An item of the prior. */
typedef struct wm_continuation_item {
    wm_item item;
    char label[WM_PLAN_LABEL_SIZE];
    char method[256];                 /* of repeat 0; empty: it failed */
    bool has_failed;                  /* some repeat failed */
    bool is_witnessed;                /* stage 1 is a witness: the places below are its openings */
    uint8_t acquired[WM_SHA256_SIZE]; /* digest of the output that stage 0 acquired */
    wm_opening_place places[WM_OPENING_MOST];
    unsigned place_count;
} wm_continuation_item;

/* The prior of a run. Ownership: wm_continuation_clear. */
typedef struct wm_continuation {
    char evidence[4200]; /* path of its evidence.jsonl */
    char name[WM_SCHEDULE_NAME_SIZE];
    char nonce[65];
    double repeat_seconds;
    uint64_t size_bytes;              /* of its evidence */
    uint8_t roots[1][WM_SHA256_SIZE]; /* its root */
    size_t root_count;                /* 1 */
    wm_continuation_item *items;
    size_t item_count;
} wm_continuation;

/* What a run changes of its prior's plan. */
typedef struct wm_continuation_options {
    const char *const *labels; /* of the items to run */
    size_t label_count;        /* 0: all */
    uint32_t repeats;          /* of each item; 0: the prior's */
    double repeat_seconds;     /* NaN: the prior's */
} wm_continuation_options;

/* Reads an audited record, by its folder. Errors: those of wm_model_read_audited; INVALID (no
 * items, a plan's name that `run` does not write). Ownership: wm_continuation_clear, also after a
 * failure. */
WM_MUST_CHECK wm_status wm_continuation_read(const char *path, wm_continuation *continuation,
                                             wm_error *err);

/* The plan that continues the prior. Errors: NOTFOUND (a label; the message names the nearest
 * ones), NOMEM. Ownership: wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_continuation_schedule(const wm_continuation *continuation,
                                                 const wm_continuation_options *options,
                                                 wm_schedule *schedule, wm_error *err);

/* The prior's item that an item continues; NULL if there is none. */
const wm_continuation_item *wm_continuation_find(const wm_continuation *continuation,
                                                 const wm_item *item);

/* Whether the record must open an item's output at the places of its prior: their outputs differ.
 * Source: docs/formats/record.md section 3, revisit. */
bool wm_continuation_wants(const wm_continuation_item *there, const wm_item *item,
                           const uint8_t digest[WM_SHA256_SIZE]);

/* Frees the memory. */
void wm_continuation_clear(wm_continuation *continuation);

#endif
