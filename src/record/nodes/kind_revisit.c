/* The form of revisits. */
#include "record/nodes/kind_revisit.h"

#define WM_OF_OPENING &wm_objects_opening, NULL, WM_FIELD_OBJECT

static const wm_field FIELDS[] = {WM_KIND_FIELDS_OF(REVISIT, wm_revisit_node)};
const wm_form wm_kind_revisit_form = WM_KIND_FORM("the revisit", FIELDS, wm_revisit_node);

static const wm_form *const FORMS[] = {&wm_kind_revisit_form, NULL};
const wm_kind wm_kind_revisit = {"observation", "revisit", WM_KIND_REVISIT, NULL, FORMS, NULL,
                                 true,          false};
