/* Finds among the lines of a valid record what an audit tells beside its findings.
 *
 * An audit reads the first two lines of a valid record and no other. A session can be on any line:
 * its kind is found as bytes, since a quotation mark within a text is escaped. So is the series of
 * a repeat of `wrap`. */
#include "model/line_scan.h"

#include "base/status.h"

#include <string.h>

static bool has_bytes(const char *text, size_t size, const char *bytes)
{
    return memmem(text, size, bytes, strlen(bytes)) != NULL;
}

static bool is_wanted(const char *text, size_t size)
{
    return has_bytes(text, size, "\"kind\":\"session\"") ||
           has_bytes(text, size, "\"series\":\"wrap");
}

wm_status wm_line_scan(wm_lines *lines, wm_model *model)
{
    const wm_plan_node *plan = &model->head.plan.content.of.plan;
    wm_json *json = wm_json_new();
    wm_status status = json != NULL ? WM_OK : WM_E_NOMEM;
    wm_content content;
    const char *text;
    size_t size = 1;
    while (status == WM_OK && size > 0) {
        status = wm_lines_next(lines, &text, &size);
        if (status != WM_OK || size == 0 || !is_wanted(text, size))
            continue;
        status = wm_contents_read(json, text, size, &content);
        if (status == WM_OK && wm_contents_is_of(&content, &wm_kind_session))
            status = wm_sessions_take(&model->sessions, &content.of.session);
        else if (status == WM_OK && wm_contents_is_of(&content, &wm_kind_external))
            wm_wrapped_flags_take(&model->wrapped_flags, plan, &content.of.external);
    }
    wm_json_free(json);
    return status;
}
