/* Any node as its kind, its form and its struct. */
#ifndef WM_RECORD_CONTENTS_H
#define WM_RECORD_CONTENTS_H

#include "record/nodes/kind_calibration.h"
#include "record/nodes/kind_claim.h"
#include "record/nodes/kind_environment.h"
#include "record/nodes/kinds_plain.h"
#include "record/nodes/kind_plan.h"
#include "record/nodes/kind_reduction.h"
#include "record/nodes/kind_root.h"
#include "record/nodes/kind_stage.h"

/* A node of an audited record. The kind selects the member of the union. Texts and lists are valid
 * as long as the line and the reader. */
typedef struct wm_content {
    const wm_kind *kind; /* &wm_kind_workload, ... */
    const wm_form *form; /* &wm_kind_workload_ok, ... */
    union {
#define WM_CONTENT_MEMBER(name, id) wm_##name##_node name;
        WM_KIND_LIST(WM_CONTENT_MEMBER)
#undef WM_CONTENT_MEMBER
    } of;
} wm_content;

/* The kind of a node. NULL if its type or kind is unknown; then *rule is the rule it breaks. */
const wm_kind *wm_contents_kind_of(const wm_json_value *node, wm_rule *rule);

/* The form of a node of a kind. NULL if it has none: refused (schema.word, schema.function), or the
 * rule is switched off. */
const wm_form *wm_contents_form_of(const wm_matching *matching, const wm_kind *kind,
                                   const wm_json_value *node);

/* Reads a node of an audited record. A field that does not fit its form is absent. Errors: INVALID
 * (no node of a known kind and form). */
WM_MUST_CHECK wm_status wm_contents_of(const wm_json_value *node, wm_content *content);

/* Reads a line of an audited record with the caller's JSON reader. Errors: SYNTAX, LIMIT, INVALID,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_contents_read(wm_json *json, const char *line, size_t size,
                                         wm_content *content);

/* Reads only the kind of a line. Errors: SYNTAX (not a JSON object of a known kind), LIMIT, NOMEM.
 */
WM_MUST_CHECK wm_status wm_contents_kind(wm_json *json, const char *line, size_t size,
                                         const wm_kind **kind, wm_error *err);

/* Whether the content has this form. */
bool wm_contents_is(const wm_content *content, const wm_form *form);

/* Whether the content has this kind. */
bool wm_contents_is_of(const wm_content *content, const wm_kind *kind);

#endif
