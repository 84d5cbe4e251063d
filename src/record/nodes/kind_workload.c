/* The forms of repeats. */
#include "record/nodes/kind_workload.h"

#define WM_STRUCT_RESIDUAL wm_residual_node
#define WM_STRUCT_COVARIATE wm_covariates_node
#define WM_OF_RESIDUAL &wm_objects_residual, NULL, WM_FIELD_OBJECT
#define WM_OF_COVARIATE &wm_objects_covariates, NULL, WM_FIELD_OBJECT

static const wm_field OK_FIELDS[] = {WM_KIND_FIELDS_OF(WORKLOAD_OK, wm_workload_node)};
static const wm_field FAILED_FIELDS[] = {WM_KIND_FIELDS_OF(WORKLOAD_FAILED, wm_workload_node)};
const wm_form wm_kind_workload_ok = WM_KIND_FORM("the repeat", OK_FIELDS, wm_workload_node);
const wm_form wm_kind_workload_failed =
    WM_KIND_FORM("the failed repeat", FAILED_FIELDS, wm_workload_node);

static const wm_form *const FORMS[] = {&wm_kind_workload_ok, &wm_kind_workload_failed, NULL};
const wm_kind wm_kind_workload = {
    "observation", "workload", WM_KIND_WORKLOAD, "status", FORMS, NULL, true, false};
