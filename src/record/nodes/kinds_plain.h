/* The kinds of observations whose form is fields of tables, and nothing else. */
#ifndef WM_RECORD_KINDS_PLAIN_H
#define WM_RECORD_KINDS_PLAIN_H

#include "record/nodes/objects.h"

/* The most warnings of a session. */
enum { WM_SESSION_WARNINGS = 16 };

/* A session: one start of the run, the first or a resumption. */
typedef struct wm_session_node {
    wm_edge environment;
    double index;
    wm_edge plan;
    wm_text started_at;
    wm_list warnings; /* list of wm_text; not there: the producer did not look */
} wm_session_node;

extern const wm_form wm_kind_session_form;
extern const wm_kind wm_kind_session;

/* A workload observation: one repeat of a plan item. */
typedef struct wm_workload_node {
    wm_edge environment, plan;
    double item, repeat;
    wm_text variant, workload;
    wm_shape shape;
    wm_text reason; /* failed: the cause; ok: for a null */
    /* The members below are present only if the repeat did not fail. */
    wm_text started_at, method;
    double seconds, iterations;
    wm_hex output_digest;
    double divergence, peak_resident_bytes; /* or null */
    wm_residual_node residual;
    wm_list flags; /* list of wm_text */
    wm_covariates_node covariates;
} wm_workload_node;

extern const wm_form wm_kind_workload_ok, wm_kind_workload_failed;
extern const wm_kind wm_kind_workload;

/* A stress observation: one segment of an item's point of operation. */
typedef struct wm_stress_node {
    wm_edge environment, plan;
    double item, index;
    wm_text reason; /* failed: the cause */
    /* Failed: both are absent (NULL, NaN) unless the segment was cut while it ran. */
    wm_text started_at;
    double seconds;
    /* The members below are present only if the segment did not fail. */
    double products, errors;
    wm_residual_node residual;                /* without products: absent */
    double period_s, duty, memory_free_bytes; /* NaN: absent */
    wm_list flags;                            /* list of wm_text */
    wm_covariates_node covariates;
} wm_stress_node;

extern const wm_form wm_kind_stress_ok, wm_kind_stress_failed;
extern const wm_kind wm_kind_stress;

/* A profile observation: the latencies of a device's units. */
typedef struct wm_profile_node {
    wm_edge environment, plan;
    double item, repeat;
    wm_text reason; /* failed: the cause */
    /* The members below are present only if the repeat did not fail. */
    wm_text started_at;
    double seconds, allocation;
    wm_list latencies; /* list of numbers */
    wm_list flags;     /* list of wm_text */
    wm_covariates_node covariates;
} wm_profile_node;

extern const wm_form wm_kind_profile_ok, wm_kind_profile_failed;
extern const wm_kind wm_kind_profile;

/* In which trials a check rejected. */
typedef struct wm_seen_node {
    bool is_there;
    wm_text check, trials;
} wm_seen_node;

/* What an attack took and hid. Null numbers are NaN. */
typedef struct wm_attack_node {
    bool is_there;
    double committed, cost, derived, error;
    wm_text reason;
} wm_attack_node;

/* Both outputs of pairs of witnesses. Null numbers are NaN. */
typedef struct wm_pair_node {
    bool is_there;
    double divergence_least, divergence_most, faulty_residual, honest_derived, honest_residual;
    wm_text reason;
} wm_pair_node;

/* All trials of an item. */
typedef struct wm_trials_node {
    wm_edge environment, plan;
    double item;
    wm_text reason; /* failed: the cause */
    /* The members below are present only if they did not fail. */
    wm_attack_node attack; /* of an attack */
    wm_pair_node pair;     /* of pairs of witnesses */
    wm_text method, started_at;
    double seconds;
    wm_hex seed;
    wm_list seen; /* of wm_seen_node */
} wm_trials_node;

extern const wm_form wm_kind_seen, wm_kind_trials_ok, wm_kind_trials_failed;
extern const wm_kind wm_kind_trials;

/* A revisit: chunks of an output at the places that a prior opened. */
typedef struct wm_revisit_node {
    wm_edge environment, plan;
    double item, prior; /* prior: from 1 */
    wm_edge product;
    wm_list openings; /* of wm_opening_node */
} wm_revisit_node;

extern const wm_form wm_kind_revisit_form;
extern const wm_kind wm_kind_revisit;

/* An external observation: numbers that were measured outside the program, in a series. */
typedef struct wm_external_node {
    wm_edge environment, plan;
    double index;
    wm_text series;
    wm_values values;
} wm_external_node;

extern const wm_form wm_kind_external_form;
extern const wm_kind wm_kind_external;

#endif
