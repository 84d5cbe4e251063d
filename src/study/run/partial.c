/* Reads the first two lines of an interrupted run's record.
 *
 * They are the environment and the plan, which --resume takes in place of the command line: what
 * was begun must go on unchanged. The rest of the file may be torn and is not read here. */
#include "study/run/partial.h"

#include "backend/registry.h"
#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "record/nodes/contents.h"
#include "record/audit/intake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static wm_status refuse(const char *folder, const char *words, wm_error *err)
{
    return wm_error_set(err, WM_E_INVALID, folder, "%s", words);
}

/* Makes the folder of the partial record: `.NAME.partial` beside the final path. */
static wm_status name_folder(const char *path, char folder[WM_PARTIAL_PATH], wm_error *err)
{
    size_t end = strlen(path), begin;
    int size;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    size = snprintf(folder, WM_PARTIAL_PATH, "%.*s.%.*s.partial", (int)begin, path,
                    (int)(end - begin), path + begin);
    return size > 0 && size < WM_PARTIAL_PATH - 32
               ? WM_OK
               : wm_error_set(err, WM_E_ARG, path, "the path is too long");
}

/* ---- the environment ------------------------------------------------------------------------- */

/* A number of a fact, or 0. */
static unsigned number_of(const wm_fact_node *fact)
{
    return fact->value.kind == WM_VALUE_NUMBER && fact->value.number >= 1 &&
                   fact->value.number <= 65536
               ? (unsigned)fact->value.number
               : 0;
}

/* The number that begins the fact: `5 limits, ...`. */
static unsigned steps_of(const wm_fact_node *fact)
{
    char text[128];
    return (unsigned)strtoul(wm_member_copy(fact->value.text, text, sizeof text), NULL, 10);
}

/* Takes a fact that the user named. */
static void take_named(wm_partial *partial, const wm_fact_node *fact)
{
    char name[WM_NAMED_NAME], value[WM_NAMED_VALUE + 1];
    const bool has_value = fact->value.kind == WM_VALUE_WORD;
    (void)wm_member_copy(fact->name, name, sizeof name);
    if (has_value)
        (void)wm_member_copy(fact->value.text, value, sizeof value);
    wm_named_keep(&partial->named, name, has_value ? value : NULL);
}

static void take_fact(wm_partial *partial, const wm_fact_node *fact)
{
    const bool is_hidden =
        fact->value.kind == WM_VALUE_NULL && wm_member_is(fact->reason, WM_REDACT_REASON);
    if (wm_member_is(fact->name, "uuid") && fact->value.kind == WM_VALUE_WORD)
        (void)wm_member_copy(fact->value.text, partial->uuid, sizeof partial->uuid);
    else if (wm_member_is(fact->name, "threads") && wm_registry_is_host(partial->backend))
        partial->threads = number_of(fact);
    else if (wm_member_is(fact->name, "cards.mode") && fact->value.kind == WM_VALUE_WORD)
        (void)wm_member_copy(fact->value.text, partial->cards_mode, sizeof partial->cards_mode);
    else if (wm_member_is(fact->name, "power_steps") && fact->value.kind == WM_VALUE_WORD)
        partial->power_steps = steps_of(fact);
    else if (wm_member_is(fact->name, "method_search") && fact->value.kind == WM_VALUE_WORD)
        partial->takes_first = true;
    else if (wm_member_is(fact->name, "cards.count"))
        partial->cards.count = number_of(fact);
    else if (wm_member_is(fact->name, "cards.pass"))
        partial->cards.pass = number_of(fact);
    if (is_hidden || fact->value.kind == WM_VALUE_WORD)
        take_named(partial, fact);
    partial->has_commitments |= fact->commitment.is_there;
    if (is_hidden && wm_member_is(fact->name, "uuid"))
        partial->hidden |= WM_REDACT_UUID;
    if (is_hidden && wm_member_is(fact->name, "serial"))
        partial->hidden |= WM_REDACT_SERIAL;
}

/* The number of a fact; NaN if it is absent. */
static double value_of(const wm_fact_node *fact)
{
    return fact->value.kind == WM_VALUE_NUMBER ? fact->value.number : (double)NAN;
}

/* Takes how the clocks were adjusted. The environment of a resumed run has the same bytes, and a
 * time service may have adjusted them since. */
static void take_clock(wm_partial *partial, const wm_fact_node *fact)
{
    if (wm_member_is(fact->name, "clock.tick"))
        partial->clock.tick_us = value_of(fact);
    else if (wm_member_is(fact->name, "clock.frequency"))
        partial->clock.frequency_ppm = value_of(fact);
}

static void take_environment(wm_partial *partial, const wm_environment_node *node)
{
    wm_list facts = node->facts;
    wm_fact_node fact;
    (void)wm_member_copy(node->backend, partial->backend, sizeof partial->backend);
    while (wm_kind_environment_next(&facts, &fact)) {
        take_fact(partial, &fact);
        take_clock(partial, &fact);
    }
    facts = node->witness.facts;
    while (wm_kind_environment_next(&facts, &fact))
        partial->has_commitments |= fact.commitment.is_there;
    partial->cards.mode = partial->cards_mode;
    if (node->witness.is_there)
        (void)wm_member_copy(node->witness.backend, partial->witness, sizeof partial->witness);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static wm_status take_plan(wm_partial *partial, const char *folder, const wm_plan_node *node,
                           wm_error *err)
{
    wm_schedule *schedule = &partial->schedule;
    wm_list items = node->items, continues = node->continues;
    if (node->name.size >= sizeof schedule->name || node->nonce.size >= sizeof schedule->nonce ||
        items.count > WM_TABLES_ITEMS || continues.count > WM_TABLES_CONTINUES)
        return refuse(folder, "its plan is not one that a run wrote", err);
    (void)wm_member_copy(node->name, schedule->name, sizeof schedule->name);
    (void)wm_member_copy(node->nonce, schedule->nonce, sizeof schedule->nonce);
    schedule->repeat_seconds = node->repeat_seconds;
    schedule->is_light = node->extent.bytes != NULL;
    schedule->items = calloc(items.count + 1, sizeof *schedule->items);
    if (schedule->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    while (wm_member_has_next(&items))
        if (!wm_kind_plan_next(&items, &schedule->items[schedule->item_count++]))
            return refuse(folder, "an item of its plan is damaged", err);
    while (wm_member_has_next(&continues))
        if (!wm_member_next_hex(&continues, schedule->continues[schedule->continue_count++]))
            return refuse(folder, "its plan is damaged", err);
    if (schedule->continue_count > 0)
        (void)snprintf(partial->prior, sizeof partial->prior, "%.*s/prior/1.jsonl",
                       WM_PARTIAL_PATH - 32, folder);
    partial->is_there = true;
    return WM_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads the next line; *is_end if it is absent or torn. */
static wm_status read_next(wm_lines *lines, wm_json *json, const char *folder, bool *is_end,
                           wm_content *content, wm_error *err)
{
    const char *text;
    size_t size;
    wm_status status = wm_lines_next(lines, &text, &size);
    *is_end = status == WM_OK && (size == 0 || text[size - 1] != '\n');
    if (status == WM_OK && !*is_end) {
        status = wm_contents_read(json, text, size, content);
    } else if (status != WM_OK && status != WM_E_NOMEM) {
        return refuse(folder, "its evidence.jsonl cannot be read", err);
    }
    if (status == WM_OK)
        return WM_OK;
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, folder, "%s", wm_status_text(status));
    return refuse(folder, "its evidence.jsonl is damaged; it cannot be resumed", err);
}

static wm_status read_lines(wm_lines *lines, wm_json *json, const char *folder, wm_partial *partial,
                            wm_error *err)
{
    wm_content content;
    bool is_end;
    wm_status status = read_next(lines, json, folder, &is_end, &content, err);
    if (status != WM_OK || is_end)
        return status;
    if (!wm_contents_is_of(&content, &wm_kind_environment))
        return refuse(folder, "line 1 is not the environment of a run", err);
    take_environment(partial, &content.of.environment);
    status = read_next(lines, json, folder, &is_end, &content, err);
    if (status != WM_OK || is_end)
        return status;
    if (!wm_contents_is_of(&content, &wm_kind_plan))
        return refuse(folder, "line 2 is not the plan of a run", err);
    return take_plan(partial, folder, &content.of.plan, err);
}

wm_status wm_partial_read(const char *path, wm_partial *partial, wm_error *err)
{
    char folder[WM_PARTIAL_PATH], file[WM_PARTIAL_PATH];
    wm_json *json;
    wm_source source;
    wm_lines lines;
    wm_status status;
    *partial = (wm_partial){.is_there = false};
    status = name_folder(path, folder, err);
    if (status != WM_OK)
        return status;
    (void)snprintf(file, sizeof file, "%.*s/evidence.jsonl", WM_PARTIAL_PATH - 32, folder);
    status = wm_dir_open_file(file, &source);
    partial->lacks_plan = status == WM_E_NOTFOUND && access(folder, F_OK) == 0;
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, folder, "%s", wm_status_text(status));
    if (status != WM_OK)
        return WM_OK; /* opening it to resume says why */
    json = wm_json_new();
    status = json == NULL ? WM_E_NOMEM : wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines);
    if (status == WM_OK) {
        status = read_lines(&lines, json, folder, partial, err);
        partial->lacks_plan = status == WM_OK && !partial->is_there;
        wm_lines_close(&lines);
    } else {
        (void)wm_error_set(err, status, NULL, "out of memory");
    }
    wm_json_free(json);
    wm_dir_close_file(&source);
    return status;
}

void wm_partial_clear(wm_partial *partial)
{
    wm_schedule_clear(&partial->schedule);
    partial->is_there = false;
}
