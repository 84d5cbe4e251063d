/* The state of a re-verification: the parts of a record that it needs. */
#ifndef WM_STUDY_REVERIFY_STATE_H
#define WM_STUDY_REVERIFY_STATE_H

#include "study/reverify.h"

/* One opened chunk of the record. */
typedef struct {
    uint64_t row;
    uint64_t chunk;
    uint16_t size;
    uint8_t data[WM_TABLES_CHUNK_BYTES];
} kept_opening;

/* One repeat of an item. */
typedef struct {
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
} kept_repeat;

/* One item of the plan with its observations. */
typedef struct {
    wm_item item;
    bool has_failed;
    uint32_t repeat_count;
    kept_repeat *repeats;
    char method[256]; /* of the first repeat that is ok; empty: none, or too long */
    wm_observed_calibration calibration; /* `ok` only if the record has one that did not fail */
    wm_reverify_part part;               /* the output of the transcript's next witness stage */
    size_t witnessed;                    /* the output of the latest witness stage */
} kept_item;

/* An output with the fields that only these files need. */
typedef struct {
    wm_reverify_output shown;
    bool has_witness;              /* the record has a witness stage for it */
    wm_observed_residual residual; /* of that witness stage */
    kept_opening *openings;        /* shown.opening_count of them, or NULL */
} kept_output;

struct wm_reverify {
    wm_plan plan;
    bool has_plan;
    kept_item *items; /* plan.item_count of them */
    /* first one an item, then injected and repaired ones; wm_reverify_ready sorts them */
    kept_output *outputs;
    size_t output_count;
    size_t output_capacity;
    /* of the record's environments, if all agree */
    wm_provenance outputs_by, residuals_by;
    bool has_environment, has_environments;
    wm_reverify_origin origin;
    bool has_backends;                 /* the environments name different backends */
    const volatile sig_atomic_t *stop; /* or NULL */
    char lost[200];                    /* why the device is gone; else empty */
};

/* Whether the work must end. */
bool wm_reverify_is_stopped(const wm_reverify *reverify);

#endif
