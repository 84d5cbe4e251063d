/* The form of sessions. */
#include "record/nodes/kind_session.h"

static const wm_field SESSION_FIELDS[] = {WM_KIND_FIELDS_OF(SESSION, wm_session_node)};
const wm_form wm_kind_session_form = WM_KIND_FORM("the session", SESSION_FIELDS, wm_session_node);

static const wm_form *const FORMS[] = {&wm_kind_session_form, NULL};
const wm_kind wm_kind_session = {"observation", "session", WM_KIND_SESSION, NULL,
                                 FORMS,         NULL,      false,           false};
