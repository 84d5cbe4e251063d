/* The objects that nodes of several kinds hold: covariates, residuals, elements and openings.
 *
 * Source: docs/formats/tables/kinds.tsv. */
#ifndef WM_RECORD_OBJECTS_H
#define WM_RECORD_OBJECTS_H

#include "record/laws/observed.h"
#include "record/nodes/kind.h"

/* A covariate. If absent, it has a reason; if present, the other members. */
typedef struct wm_covariate_node {
    bool is_there;
    wm_text reason;
    double longest_gap_s, maximum, median, minimum, samples;
} wm_covariate_node;

typedef struct wm_covariates_node {
    bool is_there;
    wm_covariate_node each[WM_COVARIATES]; /* indexed by wm_covariate_name */
} wm_covariates_node;

/* The residual of one probe set. The last members are absent if the item has no row statistic. */
typedef struct wm_residual_node {
    bool is_there;
    bool has_rows; /* to write: the last members are present */
    double difference_max;
    wm_text reason;
    double reference_max;
    double row_sum_error; /* NaN: absent */
    double probe, residual_squares, rounding_squares, row, row_statistic;
} wm_residual_node;

/* An element of a product that the witness found wrong. Its values are hex, the most significant
 * byte first. */
typedef struct wm_element_node {
    bool is_there;
    double column, row;
    wm_text expected, found;
} wm_element_node;

/* An opened chunk of an output. */
typedef struct wm_opening_node {
    bool is_there;
    double chunk;
    wm_text data;        /* base64 of the chunk's bytes */
    wm_list matrix_path; /* list of digests: from the row to the output */
    double row;
    wm_list row_path; /* list of digests: from the chunk to the row */
} wm_opening_node;

extern const wm_form wm_objects_covariates, wm_objects_residual, wm_objects_element,
    wm_objects_opening;

/* What a field's column `of` names. */
#define WM_STRUCT_COVARIATE wm_covariates_node
#define WM_STRUCT_RESIDUAL wm_residual_node
#define WM_STRUCT_ELEMENT wm_element_node
#define WM_OF_COVARIATE &wm_objects_covariates, NULL, WM_FIELD_OBJECT
#define WM_OF_RESIDUAL &wm_objects_residual, NULL, WM_FIELD_OBJECT
#define WM_OF_ELEMENT &wm_objects_element, NULL, WM_FIELD_OBJECT
#define WM_OF_OPENING &wm_objects_opening, NULL, WM_FIELD_OBJECT

/* Whether a covariate is there that the rule of a flag reads. Without one, no flag is not good:
 * what disturbed the measurement is not known. */
bool wm_objects_know_flags(const wm_covariates_node *covariates);

/* The residual of a node, and the node of a residual. variant is that of the item. */
wm_observed_residual wm_objects_residual_of(const wm_residual_node *node,
                                            const wm_variant *variant);
wm_residual_node wm_objects_residual_node(const wm_observed_residual *residual,
                                          const wm_variant *variant);

/* The hash of a residual's canonical image. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_objects_residual_hash(const wm_residual_node *node,
                                                 const wm_variant *variant,
                                                 uint8_t hash[WM_SHA256_SIZE]);

#endif
