/* A record that a run continues: its items, their methods, the places that it opened. */
#ifndef WM_STUDY_CONTINUATION_H
#define WM_STUDY_CONTINUATION_H

#include "measure/schedule_pick.h"
#include "model/model.h"
#include "record/build/graph.h"
#include "record/laws/opening.h"

/* An item of the prior: what a run needs besides the model. */
typedef struct wm_continuation_item {
    const wm_model_item *of;
    char method[256];                 /* of repeat 0; empty: it failed */
    bool has_failed;                  /* some repeat failed */
    bool is_witnessed;                /* stage 1 is a witness: the places below are its openings */
    uint8_t acquired[WM_SHA256_SIZE]; /* digest of the output that stage 0 acquired */
    wm_opening_place places[WM_OPENING_MOST];
    unsigned place_count;
} wm_continuation_item;

/* The prior of a run. Zero-initialised, there is none. Ownership: wm_continuation_clear. */
typedef struct wm_continuation {
    wm_model model;
    const wm_reader_node *root;  /* its last line */
    wm_continuation_item *items; /* those of the model */
} wm_continuation;

/* Reads an audited record, by its folder. Errors: those of wm_model_read_audited; INVALID (no
 * items, a plan's name that `run` does not write). Ownership: wm_continuation_clear, also after a
 * failure. */
WM_MUST_CHECK wm_status wm_continuation_read(const char *path, wm_continuation *continuation,
                                             wm_error *err);

/* The plan that continues the prior. Errors: NOTFOUND (a label; the message names the nearest
 * ones), ARG (repeats that an item cannot have), NOMEM. Ownership: wm_schedule_clear, also after a
 * failure. */
WM_MUST_CHECK wm_status wm_continuation_schedule(const wm_continuation *continuation,
                                                 const wm_schedule_pick *pick,
                                                 wm_schedule *schedule, wm_error *err);

/* The size of the prior's evidence; 0: there is no prior. */
uint64_t wm_continuation_bytes(const wm_continuation *continuation);

/* The prior's item that an item continues; NULL if there is none. */
const wm_continuation_item *wm_continuation_find(const wm_continuation *continuation,
                                                 const wm_item *item);

/* Whether the record must open an item's output at the places of its prior: their outputs differ.
 * Source: docs/formats/record.md section 3, revisit. */
bool wm_continuation_wants(const wm_continuation_item *there, const wm_item *item,
                           const uint8_t digest[WM_SHA256_SIZE]);

/* Whether an item, whose repeats are all observed and ok, lacks the revisit that its output needs.
 * `there` may be null. Source: docs/formats/record.md section 3, revisit. */
bool wm_continuation_is_missing(const wm_graph *graph, size_t index,
                                const wm_continuation_item *there);

/* Frees the memory. */
void wm_continuation_clear(wm_continuation *continuation);

#endif
