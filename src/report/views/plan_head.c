/* Reads the plan of an audited record from the first two lines of its evidence. */
#include "report/views/plan_head.h"

#include "base/dir.h"
#include "base/lines.h"
#include "model/mask.h"
#include "record/nodes/contents.h"
#include "record/audit/intake.h"

#include <stdlib.h>
#include <string.h>

/* Reads the backend from line 1, or the plan from line 2. */
static bool read_next(wm_lines *lines, wm_json *json, wm_content *content)
{
    const char *text;
    size_t size;
    return wm_lines_next(lines, &text, &size) == WM_OK && size > 0 &&
           wm_contents_read(json, text, size, content) == WM_OK;
}

static wm_status read_lines(wm_lines *lines, wm_json *json, wm_plan_head *head)
{
    wm_plan *plan = &head->plan;
    wm_content content;
    if (!read_next(lines, json, &content) || !wm_contents_is_of(&content, &wm_kind_environment))
        return WM_E_INVALID;
    (void)wm_member_copy(content.of.environment.backend, head->kind, sizeof head->kind);
    if (!read_next(lines, json, &content) || !wm_contents_is_of(&content, &wm_kind_plan))
        return WM_E_INVALID;
    wm_mask_copy(content.of.plan.name.bytes, content.of.plan.name.size, head->name,
                 sizeof head->name);
    plan->repeat_seconds = content.of.plan.repeat_seconds;
    plan->items = calloc((size_t)content.of.plan.items.count + 1, sizeof *plan->items);
    if (plan->items == NULL)
        return WM_E_NOMEM;
    while (wm_kind_plan_next(&content.of.plan.items, &plan->items[plan->item_count]))
        plan->item_count++;
    return WM_OK;
}

/* Opens the evidence of a record, given its folder or its evidence.jsonl. */
static wm_status open_evidence(const char *path, wm_source *source)
{
    wm_dir dir;
    wm_status status = wm_dir_open(path, &dir);
    if (status != WM_OK)
        return wm_dir_open_file(path, source);
    status = wm_dir_open_in(&dir, "evidence.jsonl", source);
    wm_dir_close(&dir);
    return status;
}

wm_status wm_plan_head_read(const char *path, wm_plan_head *head)
{
    wm_json *json = wm_json_new();
    wm_source source;
    wm_lines lines;
    wm_status status = json == NULL ? WM_E_NOMEM : open_evidence(path, &source);
    *head = (wm_plan_head){.plan = {.items = NULL}};
    if (status != WM_OK) {
        wm_json_free(json);
        return status;
    }
    status = wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines);
    if (status == WM_OK) {
        status = read_lines(&lines, json, head);
        wm_lines_close(&lines);
    }
    wm_dir_close_file(&source);
    wm_json_free(json);
    if (status != WM_OK)
        wm_plan_head_clear(head);
    return status;
}

void wm_plan_head_clear(wm_plan_head *head)
{
    free(head->plan.items);
    *head = (wm_plan_head){.plan = {.items = NULL}};
}
