/* The forms of segments. */
#include "record/nodes/kind_stress.h"

#define WM_STRUCT_RESIDUAL wm_residual_node
#define WM_STRUCT_COVARIATE wm_covariates_node
#define WM_OF_RESIDUAL &wm_objects_residual, NULL, WM_FIELD_OBJECT
#define WM_OF_COVARIATE &wm_objects_covariates, NULL, WM_FIELD_OBJECT

static const wm_field OK_FIELDS[] = {WM_KIND_FIELDS_OF(STRESS_OK, wm_stress_node)};
static const wm_field FAILED_FIELDS[] = {WM_KIND_FIELDS_OF(STRESS_FAILED, wm_stress_node)};
const wm_form wm_kind_stress_ok = WM_KIND_FORM("the segment", OK_FIELDS, wm_stress_node);
const wm_form wm_kind_stress_failed =
    WM_KIND_FORM("the failed segment", FAILED_FIELDS, wm_stress_node);

static const wm_form *const FORMS[] = {&wm_kind_stress_ok, &wm_kind_stress_failed, NULL};
const wm_kind wm_kind_stress = {"observation", "stress", WM_KIND_STRESS, "status",
                                FORMS,         NULL,     true,           false};
