/* The form of external observations. */
#include "record/nodes/kind_external.h"

static const wm_field EXTERNAL_FIELDS[] = {WM_KIND_FIELDS_OF(EXTERNAL, wm_external_node)};
const wm_form wm_kind_external_form =
    WM_KIND_FORM("the observation", EXTERNAL_FIELDS, wm_external_node);

static const wm_form *const FORMS[] = {&wm_kind_external_form, NULL};
const wm_kind wm_kind_external = {"observation", "external", WM_KIND_EXTERNAL, NULL, FORMS, NULL,
                                  false,         false};
