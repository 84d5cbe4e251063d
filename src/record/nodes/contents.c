/* Reading nodes of audited records into their structs. */
#include "record/nodes/contents.h"

#include <string.h>

#include "base/status.h"
#include "record/audit/intake.h"

static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};

wm_status wm_contents_of(const wm_json_value *node, wm_content *content)
{
    const wm_matching audited = {NULL, NULL, NULL};
    wm_rule rule;
    memset(content, 0, sizeof *content);
    content->kind = wm_kinds_of(node, &rule);
    if (content->kind != NULL)
        content->form = wm_kinds_form(&audited, content->kind, node);
    if (content->form == NULL)
        return WM_E_INVALID;
    return wm_kind_match(&audited, content->form, node, &content->of) ? WM_OK : WM_E_INVALID;
}

wm_status wm_contents_read(wm_json *json, const char *line, size_t size, wm_content *content)
{
    const wm_json_value *node;
    const wm_status status = wm_json_parse(json, line, size, &OPTIONS, &node, NULL);
    return status == WM_OK ? wm_contents_of(node, content) : status;
}

wm_status wm_contents_kind(wm_json *json, const char *line, size_t size, const wm_kind **kind,
                           wm_error *err)
{
    const wm_json_value *node;
    wm_rule rule;
    const wm_status status = wm_json_parse(json, line, size, &OPTIONS, &node, err);
    if (status != WM_OK)
        return status;
    *kind = wm_kinds_of(node, &rule);
    return *kind != NULL ? WM_OK
                         : wm_error_set(err, WM_E_SYNTAX, NULL, "not a node of a known type");
}

bool wm_contents_is(const wm_content *content, const wm_form *form)
{
    return content->form == form;
}

bool wm_contents_is_of(const wm_content *content, const wm_kind *kind)
{
    return content->kind == kind;
}
