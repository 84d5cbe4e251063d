/* The state of a re-verification: the parts of a record that it needs. */
#ifndef WM_STUDY_REVERIFY_STATE_H
#define WM_STUDY_REVERIFY_STATE_H

#include "base/buffer.h"
#include "study/reverify/reverify_output.h"

/* One repeat of an item. */
typedef struct {
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
} kept_repeat;

/* One environment of the record. */
typedef struct {
    uint8_t id[WM_SHA256_SIZE];
    wm_provenance outputs, residuals;
} kept_environment;

/* One item of the plan with its observations. */
typedef struct {
    wm_item item;
    uint8_t environment[WM_SHA256_SIZE]; /* of all its observations */
    bool has_failed;
    uint32_t repeat_count;
    kept_repeat *repeats;
    char method[256]; /* of the first repeat that is ok; empty: none, or too long */
    bool has_methods; /* other repeats name other methods */
    char repair[256]; /* the method of the repaired output; empty: none, or too long */
    wm_observed_calibration calibration; /* `ok` only if the record has one that did not fail */
    wm_reverify_part part;               /* the output of the transcript's next witness stage */
    size_t witnessed;                    /* the output of the latest witness stage */
} kept_item;

/* One kind of work of which the time is estimated: what is left and what was done, in its unit. */
typedef struct {
    double left, done;
    double seconds; /* of `done` */
} kept_work;

struct wm_reverify {
    const struct wm_reverify_options *options;
    wm_plan plan;
    bool has_plan;
    kept_item *items; /* plan.item_count of them */
    /* first one an item, then injected and repaired ones; wm_reverify_ready sorts them */
    wm_reverify_output *outputs;
    size_t output_count;
    size_t output_capacity;
    kept_environment *environments;
    size_t environment_count, environment_capacity;
    wm_provenance here; /* of the device that computes; all empty: none */
    wm_reverify_origin origin;
    wm_device_options device_options;
    wm_device *device;     /* null if none is needed, or after it was lost */
    char lost[200];        /* why the device is gone; else empty */
    wm_buffer environment; /* of the record to seal; empty if none is sealed */
    kept_work opening;     /* unit: random elements */
    kept_work computing;   /* unit: seconds of the nominal machine */
};

/* Whether the work must end. */
bool wm_reverify_is_stopped(const wm_reverify *reverify);

/* The index behind the item's last output. Outputs of an item follow each other. */
size_t wm_reverify_item_end(const wm_reverify *reverify, size_t index);

/* Whether an output is to be opened or computed. */
bool wm_reverify_is_due(const wm_reverify_output *of);

/* Whether two outputs are the same: the same seeds and the same digest. */
bool wm_reverify_is_twin(const wm_reverify_output *a, const wm_reverify_output *b);

/* The environment in which an output's item was measured; NULL if the record does not say it. */
const kept_environment *wm_reverify_environment_of(const wm_reverify *reverify,
                                                   const wm_reverify_output *of);

/* The method that the record names for an output; empty: none, an injected fault, or several. */
const char *wm_reverify_method_of(const wm_reverify *reverify, const wm_reverify_output *of);

/* Derives from an output that was computed here, and from its item's product, what depends on them:
 * whether it is the same, the decision, the match of the residuals and the elements that should
 * differ. */
void wm_reverify_derive(const wm_reverify *reverify, wm_reverify_output *of,
                        const wm_reverify_output *product);

#endif
