/* What a re-verification keeps of a record. */
#ifndef WM_STUDY_REVERIFY_STATE_H
#define WM_STUDY_REVERIFY_STATE_H

#include "study/reverify.h"

/* One opened chunk as the record has it. */
typedef struct {
    uint64_t row;
    uint64_t chunk;
    bool is_right; /* once it was recomputed: all of its elements are */
    uint16_t size;
    uint8_t data[WM_TABLES_CHUNK_BYTES];
} kept_opening;

/* One repeat of an item. */
typedef struct {
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
} kept_repeat;

/* One item of the plan with what was observed of it. */
typedef struct {
    wm_item item;
    bool has_failed;
    uint32_t repeat_count;
    kept_repeat *repeats;
    char method[256]; /* of the first repeat that was ok; empty: none that fits here */
    wm_observed_calibration calibration; /* `ok` only if it is there and did not fail */
    wm_reverify_part part;               /* what the transcript's next witness is of */
} kept_item;

/* An output with what only this file set needs. */
typedef struct {
    wm_reverify_output shown;
    bool has_witness;              /* a witness stage is of it: */
    wm_observed_residual residual; /* that one's */
    kept_opening *openings;        /* shown.opening_count of them, or NULL */
} kept_output;

struct wm_reverify {
    wm_plan plan;
    bool has_plan;
    kept_item *items; /* plan.item_count of them */
    /* while taking: one an item, then injected and repaired ones; then in order */
    kept_output *outputs;
    size_t output_count;
    size_t output_capacity;
    /* of the record's environments, where all name the same */
    wm_provenance outputs_by, residuals_by;
    bool has_origin, has_origins;
    char lost[200]; /* why there is no device any more; empty: there is one */
};

#endif
