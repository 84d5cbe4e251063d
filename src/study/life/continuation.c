/* Reads the record that a run continues, and makes the plan of the run. */
#include "study/life/continuation.h"

#include "base/status.h"
#include "base/near_words.h"
#include "measure/latencies.h"
#include "model/model_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

static wm_status refuse(const wm_continuation *of, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_INVALID, of->evidence, "%s", what);
}

static wm_status take_plan(wm_continuation *of, const wm_model *model, wm_error *err)
{
    const wm_plan_node *node = &model->head.plan.content.of.plan;
    if (model->item_count == 0)
        return refuse(of, "has no items, so no run can continue it", err);
    if (node->name.size >= sizeof of->name)
        return refuse(of, "the name of its plan has over 64 bytes, so no run can continue it", err);
    (void)wm_member_copy(node->name, of->name, sizeof of->name);
    memcpy(of->nonce, model->plan.nonce, sizeof of->nonce);
    of->repeat_seconds = model->plan.repeat_seconds;
    of->items = calloc(model->item_count, sizeof *of->items);
    if (of->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    of->item_count = model->item_count;
    return WM_OK;
}

/* Takes the method of repeat 0. */
static wm_status take_repeats(wm_reader *reader, const wm_observations *repeats,
                              wm_continuation_item *item, wm_error *err)
{
    wm_content content;
    wm_status status;
    for (size_t i = 0; i < repeats->count; i++)
        item->has_failed = item->has_failed || repeats->at[i].has_failed;
    if (repeats->count == 0 || repeats->at[0].has_failed)
        return WM_OK;
    status = wm_reader_read(reader, repeats->at[0].line, &content, err);
    if (status == WM_OK)
        (void)wm_member_copy(content.of.workload.method, item->method, sizeof item->method);
    return status;
}

/* Keeps the digest of stage 0, and the places of a witness in stage 1. */
static void take_stage(const wm_stage_node *node, wm_continuation_item *item)
{
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

static wm_status take_item(wm_reader *reader, const wm_model_item *from, wm_continuation_item *item,
                           wm_error *err)
{
    const wm_observations *stages = &from->series[WM_OBSERVATIONS_STAGES];
    wm_status status = take_repeats(reader, &from->series[WM_OBSERVATIONS_REPEATS], item, err);
    item->item = *from->item;
    memcpy(item->label, from->label, sizeof item->label);
    for (size_t i = 0; i < stages->count && i < 2 && status == WM_OK; i++) {
        wm_content content;
        status = wm_reader_read(reader, stages->at[i].line, &content, err);
        if (status == WM_OK)
            take_stage(&content.of.stage, item);
    }
    return status;
}

static wm_status take(wm_continuation *of, const wm_model *model, wm_error *err)
{
    const char *evidence = wm_reader_evidence(model->reader);
    const wm_reader_node *root = wm_reader_at(model->reader, wm_reader_lines(model->reader));
    wm_status status;
    if (strlen(evidence) >= sizeof of->evidence)
        return wm_error_set(err, WM_E_ARG, model->path, "the path is too long");
    (void)snprintf(of->evidence, sizeof of->evidence, "%s", evidence);
    of->size_bytes = root->offset + root->size;
    memcpy(of->roots[of->root_count++], root->id, WM_SHA256_SIZE);
    status = take_plan(of, model, err);
    for (size_t i = 0; i < of->item_count && status == WM_OK; i++)
        status = take_item(model->reader, &model->item[i], &of->items[i], err);
    return status;
}

wm_status wm_continuation_read(const char *path, wm_continuation *continuation, wm_error *err)
{
    wm_model model;
    wm_status status = wm_model_read_audited(path, &model, err);
    *continuation = (wm_continuation){.root_count = 0};
    if (status == WM_OK)
        status = take(continuation, &model, err);
    wm_model_close(&model);
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
    return wm_error_set(err, WM_E_NOTFOUND, "item", "the prior has no item '%.100s'; nearest: %s",
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
    if (repeats <= WM_TABLES_PROFILE_REPEATS || wm_tables_has_output(one->item.variant))
        return WM_OK;
    return wm_error_set(err, WM_E_ARG, "repeats", "%s has at most %d repeats", one->label,
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
