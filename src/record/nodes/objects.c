/* Forms of the objects that nodes of several kinds hold, and the image of a residual. */
#include "record/nodes/objects.h"

#include <math.h>
#include <string.h>

#include "record/laws/rule.h"

/* ---- covariates ------------------------------------------------------------------------------ */

static bool is_absent(const void *node)
{
    return ((const wm_covariate_node *)node)->reason.bytes != NULL;
}

static const wm_form ABSENT_FORM = WM_KIND_FORM(NULL, COVARIATE_ABSENT, wm_covariate_node);
static const wm_form COVARIATE_FORM = WM_KIND_FORM_OR(
    NULL, COVARIATE_PRESENT, wm_covariate_node, &ABSENT_FORM, (wm_trait)0, "reason", is_absent);

#define COVARIATE_FIELD(id, name, may_miss, throughout)         \
    {name,                                                      \
     NULL,                                                      \
     &COVARIATE_FORM,                                           \
     NULL,                                                      \
     WM_FIELD_OBJECT,                                           \
     sizeof name - 1,                                           \
     (uint16_t)(offsetof(wm_covariates_node, each) +            \
                WM_COVARIATE_##id * sizeof(wm_covariate_node)), \
     0,                                                         \
     WM_FIELD_OBJECT,                                           \
     (may_miss) ? WM_FIELD_OPTIONAL : 0},
static const wm_field COVARIATES_FIELDS[] = {WM_COVARIATE_LIST(COVARIATE_FIELD)};
const wm_form wm_objects_covariates = {
    "covariates", COVARIATES_FIELDS, WM_COVARIATES, sizeof(wm_covariates_node),
    NULL,         (wm_trait)0,       NULL,          NULL};

bool wm_objects_know_flags(const wm_covariates_node *covariates)
{
    for (unsigned i = 0; covariates->is_there && i < WM_COVARIATES; i++)
        if (wm_rule_reads((wm_covariate_name)i) && covariates->each[i].is_there &&
            !is_absent(&covariates->each[i]))
            return true;
    return false;
}

/* ---- elements and openings ------------------------------------------------------------------- */

const wm_form wm_objects_element = WM_KIND_FORM("the element", ELEMENT, wm_element_node);

const wm_form wm_objects_opening = WM_KIND_FORM("an opening", OPENING, wm_opening_node);

/* ---- residuals ------------------------------------------------------------------------------- */

static bool residual_has_rows(const void *node)
{
    return ((const wm_residual_node *)node)->has_rows;
}

static const wm_form ROWS_FORM = WM_KIND_FORM("residual", RESIDUAL_ROWS, wm_residual_node);
const wm_form wm_objects_residual =
    WM_KIND_FORM_OR("residual", RESIDUAL, wm_residual_node, &ROWS_FORM, WM_TRAIT_ROWS,
                    "row_statistic", residual_has_rows);

wm_observed_residual wm_objects_residual_of(const wm_residual_node *node, const wm_variant *variant)
{
    const bool has_rows = node->is_there && wm_tables_has(variant, WM_TRAIT_ROWS);
    wm_observed_residual residual;
    residual.difference_max = node->is_there ? node->difference_max : (double)NAN;
    residual.reference_max = node->is_there ? node->reference_max : (double)NAN;
    residual.row_statistic = has_rows ? node->row_statistic : (double)NAN;
    residual.residual_squares = has_rows ? node->residual_squares : (double)NAN;
    residual.rounding_squares = has_rows ? node->rounding_squares : (double)NAN;
    residual.row_sum_error = node->is_there && wm_tables_has(variant, WM_TRAIT_ROW_SUMS)
                                 ? node->row_sum_error
                                 : (double)NAN;
    residual.row = has_rows && node->row >= 0 ? (uint64_t)node->row : 0;
    residual.probe = has_rows && node->probe >= 0 ? (uint64_t)node->probe : 0;
    return residual;
}

wm_residual_node wm_objects_residual_node(const wm_observed_residual *residual,
                                          const wm_variant *variant)
{
    const bool has_rows = wm_tables_has(variant, WM_TRAIT_ROWS);
    const bool is_finite =
        isfinite(residual->difference_max) && isfinite(residual->reference_max) &&
        (!has_rows || (isfinite(residual->row_statistic) && isfinite(residual->residual_squares) &&
                       isfinite(residual->rounding_squares)));
    wm_residual_node node;
    memset(&node, 0, sizeof node);
    node.is_there = true;
    node.has_rows = has_rows;
    node.difference_max = residual->difference_max;
    node.reference_max = residual->reference_max;
    node.row_sum_error =
        wm_tables_has(variant, WM_TRAIT_ROW_SUMS) ? residual->row_sum_error : (double)NAN;
    node.row_statistic = residual->row_statistic;
    node.residual_squares = residual->residual_squares;
    node.rounding_squares = residual->rounding_squares;
    node.row = (double)residual->row;
    node.probe = (double)residual->probe;
    if (!is_finite)
        node.reason = wm_member_text("not finite");
    return node;
}

wm_status wm_objects_residual_hash(const wm_residual_node *node, const wm_variant *variant,
                                   uint8_t hash[WM_SHA256_SIZE])
{
    wm_residual_node own = *node;
    wm_buffer image = WM_BUFFER_EMPTY;
    wm_status status;
    own.has_rows = wm_tables_has(variant, WM_TRAIT_ROWS);
    status = wm_kind_write(&wm_objects_residual, &own, &image);
    if (status != WM_E_NOMEM) /* a field is missing where a rule is switched off */
        wm_sha256_hash(image.data, image.size, hash);
    wm_buffer_clear(&image);
    return status == WM_E_NOMEM ? status : WM_OK;
}
