/* Reads the record that a run continues, and makes the plan of the run. */
#include "study/life/continuation.h"

#include "archive/reader.h"
#include "base/status.h"
#include "base/near_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

static wm_status refuse(const wm_continuation *of, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_INVALID, of->evidence, "%s", what);
}

static wm_status take_plan(wm_continuation *of, const wm_plan_node *node, wm_error *err)
{
    wm_list items = node->items;
    if (of->items != NULL || node->nonce.size >= sizeof of->nonce)
        return refuse(of, "its plan is not valid in an audited record", err);
    if (items.count == 0)
        return refuse(of, "has no items, so no run can continue it", err);
    if (node->name.size >= sizeof of->name)
        return refuse(of, "the name of its plan has over 64 bytes, so no run can continue it", err);
    (void)wm_member_copy(node->name, of->name, sizeof of->name);
    (void)wm_member_copy(node->nonce, of->nonce, sizeof of->nonce);
    of->repeat_seconds = node->repeat_seconds;
    of->items = calloc(items.count, sizeof *of->items);
    if (of->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (; wm_member_has_next(&items); of->item_count++) {
        wm_continuation_item *one = &of->items[of->item_count];
        if (!wm_kind_plan_next(&items, &one->item))
            return refuse(of, "an item of its plan is not valid in an audited record", err);
        wm_plan_label(&one->item, one->label);
    }
    return WM_OK;
}

static void take_workload(const wm_content *content, wm_continuation_item *item)
{
    const wm_workload_node *node = &content->of.workload;
    if (wm_contents_is(content, &wm_kind_workload_failed))
        item->has_failed = true;
    else if (node->repeat == 0)
        (void)wm_member_copy(node->method, item->method, sizeof item->method);
}

/* Keeps the digest of stage 0, and the places of a witness in stage 1. */
static void take_stage(const wm_content *content, wm_continuation_item *item)
{
    const wm_stage_node *node = &content->of.stage;
    wm_list openings = node->openings;
    wm_opening_node one;
    if (node->index == 0)
        memcpy(item->acquired, node->output_digest.bytes, sizeof item->acquired);
    if (node->index != 1 || !openings.is_there)
        return;
    item->is_witnessed = true;
    while (item->place_count < WM_OPENING_MOST &&
           wm_kind_next(&openings, &wm_objects_opening, &one))
        item->places[item->place_count++] =
            (wm_opening_place){(uint64_t)one.row, (uint64_t)one.chunk};
}

/* The item of an observation; NULL if it has none. */
static wm_continuation_item *item_of(const wm_continuation *of, double number)
{
    const uint32_t index = wm_member_index(number, (uint32_t)of->item_count);
    return index < of->item_count ? &of->items[index] : NULL;
}

static wm_status take(wm_continuation *of, const wm_content *content, wm_error *err)
{
    wm_continuation_item *item = NULL;
    if (wm_contents_is_of(content, &wm_kind_plan))
        return take_plan(of, &content->of.plan, err);
    if (wm_contents_is_of(content, &wm_kind_workload))
        item = item_of(of, content->of.workload.item);
    else if (wm_contents_is_of(content, &wm_kind_stage))
        item = item_of(of, content->of.stage.item);
    else
        return WM_OK;
    if (item == NULL)
        return refuse(of, "an item's number is not valid in an audited record", err);
    if (wm_contents_is_of(content, &wm_kind_workload))
        take_workload(content, item);
    else
        take_stage(content, item);
    return WM_OK;
}

static wm_status read_lines(wm_reader *reader, wm_continuation *of, wm_error *err)
{
    const uint32_t lines = wm_reader_lines(reader);
    wm_status status = WM_OK;
    for (uint32_t line = 1; line <= lines && status == WM_OK; line++) {
        const wm_reader_node *node = wm_reader_at(reader, line);
        wm_content content;
        of->size_bytes += node->size;
        if (node->type == WM_READER_ROOT && of->root_count == 0)
            memcpy(of->roots[of->root_count++], node->id, WM_SHA256_SIZE);
        if (node->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read(reader, line, &content, err);
        if (status == WM_OK)
            status = take(of, &content, err);
    }
    if (status == WM_OK && (of->items == NULL || of->root_count != 1))
        status = refuse(of, "has no plan or no root", err);
    return status;
}

wm_status wm_continuation_read(const char *path, wm_continuation *continuation, wm_error *err)
{
    wm_reader *reader = NULL;
    wm_status status;
    *continuation = (wm_continuation){.root_count = 0};
    status = wm_reader_open(path, &reader, err);
    if (status != WM_OK)
        return status;
    if (strlen(wm_reader_evidence(reader)) >= sizeof continuation->evidence)
        status = wm_error_set(err, WM_E_ARG, path, "the path is too long");
    else
        (void)snprintf(continuation->evidence, sizeof continuation->evidence, "%s",
                       wm_reader_evidence(reader));
    if (status == WM_OK)
        status = read_lines(reader, continuation, err);
    wm_reader_close(reader);
    return status;
}

void wm_continuation_clear(wm_continuation *continuation)
{
    free(continuation->items);
    *continuation = (wm_continuation){.root_count = 0};
}

/* ---- asking ---------------------------------------------------------------------------------- */

static const wm_continuation_item *find_label(const wm_continuation *of, const char *label)
{
    for (size_t i = 0; i < of->item_count; i++)
        if (strcmp(of->items[i].label, label) == 0)
            return &of->items[i];
    return NULL;
}

const wm_continuation_item *wm_continuation_find(const wm_continuation *continuation,
                                                 const wm_item *item)
{
    for (size_t i = 0; i < continuation->item_count; i++)
        if (wm_plan_is_same_item(item, &continuation->items[i].item))
            return &continuation->items[i];
    return NULL;
}

bool wm_continuation_wants(const wm_continuation_item *there, const wm_item *item,
                           const uint8_t digest[WM_SHA256_SIZE])
{
    return (item->fault.kind == WM_FAULT_NONE || item->fault.in_repeats) && !there->has_failed &&
           there->is_witnessed && memcmp(there->acquired, digest, WM_SHA256_SIZE) != 0;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static wm_status refuse_label(const wm_continuation *of, const char *label, wm_error *err)
{
    const char **labels = calloc(of->item_count, sizeof *labels);
    char words[256] = "";
    if (labels == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < of->item_count; i++)
        labels[i] = of->items[i].label;
    wm_near_words_write(label, labels, of->item_count, words, sizeof words);
    free(labels);
    return wm_error_set(err, WM_E_NOTFOUND, "--item", "the prior has no item '%.100s'; nearest: %s",
                        label, words);
}

static bool is_chosen(const wm_continuation_options *options, const char *label)
{
    for (size_t i = 0; i < options->label_count; i++)
        if (strcmp(options->labels[i], label) == 0)
            return true;
    return options->label_count == 0;
}

/* Refuses repeats that an item cannot have. */
static wm_status check_repeats(const wm_continuation_item *one, uint32_t repeats, wm_error *err)
{
    if (repeats <= WM_TABLES_PROFILE_REPEATS || !wm_tables_has(one->item.variant, WM_TRAIT_PROFILE))
        return WM_OK;
    return wm_error_set(err, WM_E_ARG, "--repeats", "%s has at most %d repeats", one->label,
                        WM_TABLES_PROFILE_REPEATS);
}

static wm_status check_labels(const wm_continuation *of, const wm_continuation_options *options,
                              wm_error *err)
{
    for (size_t i = 0; i < options->label_count; i++)
        if (find_label(of, options->labels[i]) == NULL)
            return refuse_label(of, options->labels[i], err);
    return WM_OK;
}

wm_status wm_continuation_schedule(const wm_continuation *continuation,
                                   const wm_continuation_options *options, wm_schedule *schedule,
                                   wm_error *err)
{
    const bool keeps_seconds = isnan(options->repeat_seconds);
    wm_status status = check_labels(continuation, options, err);
    *schedule = (wm_schedule){.items = NULL};
    if (status != WM_OK)
        return status;
    schedule->items = calloc(continuation->item_count, sizeof *schedule->items);
    if (schedule->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    memcpy(schedule->name, continuation->name, sizeof schedule->name);
    memcpy(schedule->nonce, continuation->nonce, sizeof schedule->nonce);
    schedule->repeat_seconds =
        keeps_seconds ? continuation->repeat_seconds : options->repeat_seconds;
    memcpy(schedule->continues[0], continuation->roots[0], WM_SHA256_SIZE);
    schedule->continue_count = 1;
    schedule->prior_bytes = continuation->size_bytes;
    for (size_t i = 0; i < continuation->item_count && status == WM_OK; i++) {
        wm_item *item = &schedule->items[schedule->item_count];
        if (!is_chosen(options, continuation->items[i].label))
            continue;
        status = check_repeats(&continuation->items[i], options->repeats, err);
        *item = continuation->items[i].item;
        if (options->repeats > 0)
            item->repeats = options->repeats;
        schedule->item_count++;
    }
    return status;
}
