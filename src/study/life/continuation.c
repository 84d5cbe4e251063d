/* Reads the record that a run continues, and makes the plan of the run. */
#include "study/life/continuation.h"

#include "base/status.h"
#include "model/model_read.h"
#include "record/laws/rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

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
    item->is_witnessed = openings.count > 0; /* a light record opened nothing */
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
    item->of = from;
    for (size_t i = 0; i < stages->count && i < 2 && status == WM_OK; i++) {
        wm_content content;
        status = wm_reader_read(reader, stages->at[i].line, &content, err);
        if (status == WM_OK)
            take_stage(&content.of.stage, item);
    }
    return status;
}

static wm_status take(wm_continuation *of, wm_error *err)
{
    const wm_model *model = &of->model;
    const char *evidence = wm_reader_evidence(model->reader);
    wm_status status = WM_OK;
    if (model->item_count == 0)
        return wm_error_set(err, WM_E_INVALID, evidence, "has no items, so no run can continue it");
    if (model->head.plan.content.of.plan.name.size >= WM_SCHEDULE_NAME_SIZE)
        return wm_error_set(err, WM_E_INVALID, evidence,
                            "the name of its plan has over 64 bytes, so no run can continue it");
    of->root = wm_reader_at(model->reader, wm_reader_lines(model->reader));
    of->items = calloc(model->item_count, sizeof *of->items);
    if (of->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++)
        status = take_item(model->reader, &model->item[i], &of->items[i], err);
    return status;
}

wm_status wm_continuation_read(const char *path, wm_continuation *continuation, wm_error *err)
{
    const wm_status status = wm_model_read_audited(path, &continuation->model, err);
    continuation->root = NULL;
    continuation->items = NULL;
    return status == WM_OK ? take(continuation, err) : status;
}

void wm_continuation_clear(wm_continuation *continuation)
{
    free(continuation->items);
    wm_model_close(&continuation->model);
    continuation->root = NULL;
    continuation->items = NULL;
}

/* ---- asking ---------------------------------------------------------------------------------- */

uint64_t wm_continuation_bytes(const wm_continuation *continuation)
{
    return continuation->root != NULL ? continuation->root->offset + continuation->root->size : 0;
}

const wm_continuation_item *wm_continuation_find(const wm_continuation *continuation,
                                                 const wm_item *item)
{
    for (size_t i = 0; i < continuation->model.item_count; i++)
        if (wm_plan_is_same_item(item, continuation->items[i].of->item))
            return &continuation->items[i];
    return NULL;
}

bool wm_continuation_wants(const wm_continuation_item *there, const wm_item *item,
                           const uint8_t digest[WM_SHA256_SIZE])
{
    return (item->fault.kind == WM_FAULT_NONE || item->fault.in_repeats) && !there->has_failed &&
           there->is_witnessed && memcmp(there->acquired, digest, WM_SHA256_SIZE) != 0;
}

bool wm_continuation_is_missing(const wm_graph *graph, size_t index,
                                const wm_continuation_item *there)
{
    const wm_observed_item *item = wm_graph_item(graph, index);
    wm_limits limits;
    uint32_t product;
    if (there == NULL || item->has_failed ||
        item->count[WM_PROCEDURE_REPEATS] < item->item->repeats ||
        wm_graph_revisited(graph, index) > 0)
        return false;
    limits = wm_rule_limits(item);
    product = wm_rule_first_rejected(&limits, item);
    if (product >= item->count[WM_PROCEDURE_REPEATS])
        product = item->count[WM_PROCEDURE_REPEATS] - 1;
    return wm_continuation_wants(there, item->item, item->repeats[product].output_digest);
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* Changes the repeats of all items. */
static wm_status change_repeats(wm_schedule *schedule, uint32_t repeats, wm_error *err)
{
    for (size_t i = 0; i < schedule->item_count; i++) {
        wm_item *item = &schedule->items[i];
        char label[WM_PLAN_LABEL_SIZE];
        wm_plan_label(item, label);
        if (repeats > WM_TABLES_PROFILE_REPEATS && wm_plan_procedure(item) == WM_PROCEDURE_PROFILE)
            return wm_error_set(err, WM_E_ARG, "repeats", "%s has at most %d repeats", label,
                                WM_TABLES_PROFILE_REPEATS);
        item->repeats = repeats;
    }
    return WM_OK;
}

wm_status wm_continuation_schedule(const wm_continuation *continuation,
                                   const wm_schedule_pick *pick, wm_schedule *schedule,
                                   wm_error *err)
{
    const wm_model *model = &continuation->model;
    const bool keeps_seconds = isnan(pick->repeat_seconds);
    wm_status status;
    *schedule = (wm_schedule){.repeat_seconds =
                                  keeps_seconds ? model->plan.repeat_seconds : pick->repeat_seconds,
                              .items = calloc(model->item_count, sizeof *schedule->items),
                              .item_count = model->item_count,
                              .continue_count = 1,
                              .prior_bytes = wm_continuation_bytes(continuation)};
    if (schedule->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    (void)wm_member_copy(model->head.plan.content.of.plan.name, schedule->name,
                         sizeof schedule->name);
    memcpy(schedule->nonce, model->plan.nonce, sizeof schedule->nonce);
    memcpy(schedule->continues[0], continuation->root->id, WM_SHA256_SIZE);
    memcpy(schedule->items, model->plan.items, model->item_count * sizeof *schedule->items);
    status = wm_schedule_pick_items(pick, "the prior", schedule, err);
    return status == WM_OK && pick->repeats > 0 ? change_repeats(schedule, pick->repeats, err)
                                                : status;
}
