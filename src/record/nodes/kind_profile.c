/* The forms of profile observations. */
#include "record/nodes/kind_profile.h"

#define WM_STRUCT_COVARIATE wm_covariates_node
#define WM_OF_COVARIATE &wm_objects_covariates, NULL, WM_FIELD_OBJECT

static const wm_field OK_FIELDS[] = {WM_KIND_FIELDS_OF(PROFILE_OK, wm_profile_node)};
static const wm_field FAILED_FIELDS[] = {WM_KIND_FIELDS_OF(PROFILE_FAILED, wm_profile_node)};
const wm_form wm_kind_profile_ok = WM_KIND_FORM("the profile", OK_FIELDS, wm_profile_node);
const wm_form wm_kind_profile_failed =
    WM_KIND_FORM("the failed profile", FAILED_FIELDS, wm_profile_node);

static const wm_form *const FORMS[] = {&wm_kind_profile_ok, &wm_kind_profile_failed, NULL};
const wm_kind wm_kind_profile = {"observation", "profile", WM_KIND_PROFILE, "status", FORMS, NULL,
                                 true,          false};
