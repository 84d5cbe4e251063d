/* Compares the plan of a record with that of this release. */
#include "report/plan_origin.h"

#include "base/dir.h"
#include "base/lines.h"
#include "measure/schedule_match.h"
#include "record/contents.h"
#include "record/intake.h"
#include "report/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wm_status wm_plan_origin_of(const wm_plan *plan, const char *name, const char *kind,
                            wm_plan_origin *origin)
{
    wm_schedule_match match;
    const wm_status status = wm_schedule_match_plan(plan, name, kind, &match);
    origin->words[0] = '\0';
    if (status == WM_OK && plan->item_count > 0)
        (void)snprintf(origin->words, sizeof origin->words, "%s: \"%.120s\", %zu item%s",
                       wm_schedule_match_words(match), name, plan->item_count,
                       wm_style_plural(plan->item_count));
    return status;
}

/* Reads the backend from line 1, or the plan from line 2. */
static bool read_next(wm_lines *lines, wm_json *json, wm_content *content)
{
    const char *text;
    size_t size;
    return wm_lines_next(lines, &text, &size) == WM_OK && size > 0 &&
           wm_contents_read(json, text, size, content) == WM_OK;
}

/* Reads the two lines and compares. */
static wm_status read_head(wm_lines *lines, wm_json *json, wm_plan_origin *origin)
{
    char kind[16], name[160];
    wm_plan plan = {.items = NULL};
    wm_content content;
    wm_status status;
    if (!read_next(lines, json, &content) || !wm_contents_is_of(&content, &wm_kind_environment))
        return WM_E_INVALID;
    (void)wm_member_copy(content.of.environment.backend, kind, sizeof kind);
    if (!read_next(lines, json, &content) || !wm_contents_is_of(&content, &wm_kind_plan))
        return WM_E_INVALID;
    wm_style_copy(content.of.plan.name.bytes, content.of.plan.name.size, name, sizeof name);
    plan.repeat_seconds = content.of.plan.repeat_seconds;
    plan.items = calloc((size_t)content.of.plan.items.count + 1, sizeof *plan.items);
    if (plan.items == NULL)
        return WM_E_NOMEM;
    while (wm_kind_plan_next(&content.of.plan.items, &plan.items[plan.item_count]))
        plan.item_count++;
    status = wm_plan_origin_of(&plan, name, kind, origin);
    free(plan.items);
    return status;
}

/* Opens the evidence of a record, given its folder or its evidence.jsonl. */
static bool open_evidence(const char *path, wm_source *source)
{
    wm_dir dir;
    wm_status status = wm_dir_open(path, &dir);
    if (status != WM_OK)
        return wm_dir_open_file(path, source) == WM_OK;
    status = wm_dir_open_in(&dir, "evidence.jsonl", source);
    wm_dir_close(&dir);
    return status == WM_OK;
}

void wm_plan_origin_read(const char *path, wm_plan_origin *origin)
{
    wm_json *json = wm_json_new();
    wm_source source;
    wm_lines lines;
    origin->words[0] = '\0';
    if (json != NULL && open_evidence(path, &source)) {
        if (wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines) == WM_OK) {
            if (read_head(&lines, json, origin) != WM_OK)
                origin->words[0] = '\0';
            wm_lines_close(&lines);
        }
        wm_dir_close_file(&source);
    }
    wm_json_free(json);
}
