/* A workload observation: one repeat of a plan item. */
#ifndef WM_RECORD_KIND_WORKLOAD_H
#define WM_RECORD_KIND_WORKLOAD_H

#include "record/audit/kinds.h"
#include "record/audit/timed.h"

/* The residual of one probe set. The last members are absent if the item has no row statistic. */
typedef struct wm_residual_node {
    bool is_there;
    bool has_rows; /* to write: the last members are present */
    double difference_max;
    wm_text reason;
    double reference_max;
    double probe, residual_squares, rounding_squares, row, row_statistic;
} wm_residual_node;

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
extern const wm_form wm_kind_workload_residual;
extern const wm_kind wm_kind_workload;

/* The residual of a node, and the node of a residual. variant is that of the item. */
wm_observed_residual wm_kind_workload_residual_of(const wm_residual_node *node,
                                                  const wm_variant *variant);
wm_residual_node wm_kind_workload_residual_node(const wm_observed_residual *residual,
                                                const wm_variant *variant);

/* Checks the place in the residual of an item. Rule: schema.value. False if something was refused.
 */
bool wm_kind_workload_check_residual(struct wm_audit_state *state, const wm_item *item,
                                     const wm_residual_node *node);

/* The hash of a residual's canonical image. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_kind_workload_residual_hash(const wm_residual_node *node,
                                                       const wm_variant *variant,
                                                       uint8_t hash[WM_SHA256_SIZE]);

/* Demands the residual that the item's earlier outputs with this digest have. Rule:
 * digest.residual. False if it was refused. */
bool wm_kind_workload_check_same(struct wm_audit_state *state,
                                 const struct wm_audit_state_item *item,
                                 const uint8_t digest[WM_SHA256_SIZE],
                                 const uint8_t residual_hash[WM_SHA256_SIZE]);

/* Demands, before the first claim, that every item has all its repeats. */
bool wm_kind_workload_finish(struct wm_audit_state *state);

#endif
