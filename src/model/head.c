/* Reads the first two lines of a record.
 *
 * They are short, and commands that audit a record need nothing else: reading them alone saves a
 * second pass over a file of many megabytes. Their nodes point into their texts, so each line keeps
 * its own text and its own JSON reader. */
#include "model/head.h"

#include "base/dir.h"
#include "base/lines.h"
#include "record/audit/intake.h"

wm_status wm_head_take(wm_head *head, const char *text, size_t size)
{
    const bool is_plan = head->environment.json != NULL;
    wm_head_line *line = is_plan ? &head->plan : &head->environment;
    wm_status status = wm_buffer_append(&line->text, text, size);
    line->json = wm_json_new();
    if (status != WM_OK || line->json == NULL)
        return WM_E_NOMEM;
    status = wm_contents_read(line->json, line->text.data, size, &line->content);
    if (status == WM_E_NOMEM)
        return status;
    return status == WM_OK &&
                   wm_contents_is_of(&line->content, is_plan ? &wm_kind_plan : &wm_kind_environment)
               ? WM_OK
               : WM_E_INVALID;
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

wm_status wm_head_read(const char *path, wm_head *head)
{
    wm_source source;
    wm_lines lines;
    wm_status status = open_evidence(path, &source);
    if (status != WM_OK)
        return status;
    status = wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines);
    if (status == WM_OK) {
        for (int i = 0; i < 2 && status == WM_OK; i++) {
            const char *text;
            size_t size;
            status = wm_lines_next(&lines, &text, &size);
            if (status == WM_OK)
                status = wm_head_take(head, text, size);
        }
        wm_lines_close(&lines);
    }
    wm_dir_close_file(&source);
    return status;
}

void wm_head_clear(wm_head *head)
{
    wm_head_line *const lines[] = {&head->environment, &head->plan};
    for (int i = 0; i < 2; i++) {
        wm_json_free(lines[i]->json);
        wm_buffer_clear(&lines[i]->text);
    }
    *head = (wm_head){.plan = {.json = NULL}};
}
