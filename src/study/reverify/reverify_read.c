/* Reads from a record's observations what a re-verification needs.
 *
 * The record was audited, so its form is valid. If something is missing nevertheless, it is refused
 * as INVALID. */
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "base/array.h"
#include "base/status.h"
#include "record/laws/derive.h"
#include "record/laws/rule.h"
#include "standards/base64.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status refuse(wm_error *err, const char *what)
{
    return wm_error_set(err, WM_E_INVALID, NULL, "%s is not valid in an audited record", what);
}

/* ---- the plan ---- */

/* Adds an output of an item. */
static wm_status add_output(wm_reverify *reverify, size_t item, wm_reverify_part part)
{
    const wm_item *of = &reverify->items[item].item;
    wm_output shape;
    wm_reverify_output *one;
    wm_reverify_output *outputs = wm_array_grow(reverify->outputs, &reverify->output_capacity,
                                                reverify->output_count + 1, sizeof *outputs);
    if (outputs == NULL)
        return WM_E_NOMEM;
    reverify->outputs = outputs;
    one = &outputs[reverify->output_count++];
    *one = (wm_reverify_output){.item = of, .item_index = item, .part = part};
    wm_plan_label(of, one->label);
    if (!wm_plan_has_output(of)) {
        if (wm_plan_procedure(of) == WM_PROCEDURE_TRIALS)
            (void)snprintf(one->skipped, sizeof one->skipped,
                           "trials: no output; `attack` makes them again");
        else
            (void)snprintf(one->skipped, sizeof one->skipped,
                           "a %s: it has no output; `run --continue` measures it again",
                           wm_tables_procedure(wm_plan_procedure(of))->name);
        return WM_OK;
    }
    wm_plan_output(of, &shape);
    one->chunks = wm_opening_chunks(&shape);
    one->is_exact = wm_tables_has(of->variant, WM_TRAIT_EXACT);
    one->is_light = reverify->plan.is_light;
    return WM_OK;
}

static wm_status take_plan(wm_reverify *reverify, const wm_plan_node *node, wm_error *err)
{
    wm_list items = node->items;
    if (reverify->has_plan || node->nonce.bytes == NULL ||
        node->nonce.size >= sizeof reverify->plan.nonce || !items.is_there ||
        items.count > WM_TABLES_ITEMS)
        return refuse(err, "the plan");
    (void)wm_member_copy(node->nonce, reverify->plan.nonce, sizeof reverify->plan.nonce);
    reverify->plan.is_light = node->extent.bytes != NULL;
    for (wm_list roots = node->continues; wm_member_has_next(&roots);) {
        wm_roots *continues = &reverify->plan.continues;
        if (continues->count == WM_TABLES_CONTINUES ||
            !wm_member_next_hex(&roots, continues->root[continues->count]))
            return refuse(err, "the plan");
        continues->count++;
    }
    reverify->items = calloc(items.count + (size_t)1, sizeof *reverify->items);
    if (reverify->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; wm_member_has_next(&items); i++) {
        kept_item *one = &reverify->items[i];
        reverify->plan.item_count = i + 1;
        if (!wm_kind_plan_next(&items, &one->item))
            return refuse(err, "an item of the plan");
        one->repeats = calloc(one->item.repeats, sizeof *one->repeats);
        if (one->repeats == NULL || add_output(reverify, i, WM_REVERIFY_PRODUCT) != WM_OK)
            return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    reverify->has_plan = true;
    return WM_OK;
}

/* ---- repeats ---- */

/* Copies a required digest. */
static bool read_hex(const wm_hex *hex, uint8_t digest[WM_SHA256_SIZE])
{
    if (hex->is_there)
        memcpy(digest, hex->bytes, WM_SHA256_SIZE);
    return hex->is_there;
}

static wm_status take_workload(const wm_content *content, kept_item *item, wm_error *err)
{
    const wm_workload_node *node = &content->of.workload;
    kept_repeat *one;
    if (item->repeat_count == item->item.repeats)
        return refuse(err, "a workload observation");
    one = &item->repeats[item->repeat_count++];
    if (wm_contents_is(content, &wm_kind_workload_failed)) {
        item->has_failed = true;
        return WM_OK;
    }
    one->residual = wm_objects_residual_of(&node->residual, item->item.variant);
    if (item->method[0] == '\0' && node->method.size < sizeof item->method)
        (void)wm_member_copy(node->method, item->method, sizeof item->method);
    item->has_methods = item->has_methods || !wm_member_is(node->method, item->method);
    return read_hex(&node->output_digest, one->digest) ? WM_OK : refuse(err, "an output's digest");
}

/* ---- transcripts ---- */

/* Reads one opening. Its position must equal the derived one, which the digest draws. */
static bool read_opening(const wm_opening_node *node, const wm_opening_place *place,
                         wm_reverify_opening *out)
{
    size_t size = 0;
    out->row = place->row;
    out->chunk = place->chunk;
    if (node->row != (double)out->row || node->chunk != (double)out->chunk ||
        node->data.bytes == NULL ||
        wm_base64_decode(node->data.bytes, node->data.size, out->data, sizeof out->data, &size) !=
            WM_OK)
        return false;
    out->size = (uint16_t)size;
    return true;
}

static wm_status take_openings(wm_reverify *reverify, wm_list openings, wm_reverify_output *of,
                               wm_error *err)
{
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t seed[WM_SHA256_SIZE];
    wm_opening_node node;
    wm_opening_place places[WM_OPENING_MOST];
    wm_output shape;
    unsigned t = 0;
    wm_plan_output(of->item, &shape);
    if (openings.count != wm_opening_count(&shape))
        return refuse(err, "the openings");
    of->openings = calloc(WM_OPENING_MOST, sizeof *of->openings);
    if (of->openings == NULL ||
        wm_derive_context(of->item, reverify->plan.nonce, of->digest, &context) != WM_OK) {
        wm_buffer_clear(&context);
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    wm_derive_opening(&context, &reverify->plan.continues, seed);
    wm_buffer_clear(&context);
    (void)wm_opening_draw(&shape, seed, places);
    for (; wm_member_has_next(&openings); t++)
        if (!wm_kind_next(&openings, &wm_objects_opening, &node) ||
            !read_opening(&node, &places[t], &of->openings[t]))
            return refuse(err, "an opening");
    of->opening_count = t;
    return WM_OK;
}

static wm_status take_witness(wm_reverify *reverify, const wm_stage_node *node, size_t item,
                              wm_error *err)
{
    const wm_variant *variant = reverify->items[item].item.variant;
    const wm_reverify_part part = reverify->items[item].part;
    wm_reverify_output *of;
    if (part != WM_REVERIFY_PRODUCT && add_output(reverify, item, part) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    reverify->items[item].witnessed =
        part == WM_REVERIFY_PRODUCT ? item : reverify->output_count - 1;
    of = &reverify->outputs[reverify->items[item].witnessed];
    of->residual = wm_objects_residual_of(&node->residual, variant);
    of->has_witness = true;
    if (of->openings != NULL || !read_hex(&node->output_digest, of->digest))
        return refuse(err, "a witness");
    return reverify->plan.is_light ? WM_OK : take_openings(reverify, node->openings, of, err);
}

/* The decision on the output of the witness before it. */
static void take_decision(wm_reverify *reverify, const wm_stage_node *node, size_t item)
{
    wm_reverify_output *of = &reverify->outputs[reverify->items[item].witnessed];
    of->is_rejected = wm_member_is(node->decision, wm_rule_decision_word(WM_DECISION_REJECT));
}

/* The next witness is of the repaired output. */
static void take_repair(const wm_stage_node *node, kept_item *of)
{
    of->part = WM_REVERIFY_REPAIRED;
    if (node->method.size < sizeof of->repair)
        (void)wm_member_copy(node->method, of->repair, sizeof of->repair);
}

static wm_status take_stage(wm_reverify *reverify, const wm_content *content, size_t item,
                            wm_error *err)
{
    const wm_stage_node *node = &content->of.stage;
    kept_item *of = &reverify->items[item];
    if (wm_contents_is(content, &wm_kind_stage_witness) ||
        wm_contents_is(content, &wm_kind_stage_witness_calibrated))
        return take_witness(reverify, node, item, err);
    if (wm_contents_is(content, &wm_kind_stage_decide))
        take_decision(reverify, node, item);
    else if (wm_contents_is(content, &wm_kind_stage_inject))
        of->part = WM_REVERIFY_INJECTED;
    else if (wm_contents_is(content, &wm_kind_stage_repair))
        take_repair(node, of);
    else if (wm_contents_is(content, &wm_kind_stage_acquire) &&
             !read_hex(&node->output_digest, reverify->outputs[item].digest))
        return refuse(err, "an acquired digest");
    return WM_OK;
}

/* ---- revisits ---- */

/* Keeps the openings of a revisit, whose places the audit compared with the prior's. */
static wm_status take_revisit(wm_reverify *reverify, const wm_revisit_node *node, size_t item,
                              wm_error *err)
{
    wm_reverify_output *of = &reverify->outputs[item];
    wm_list openings = node->openings;
    wm_opening_node one;
    wm_reverify_revisit *revisits =
        wm_array_grow(of->revisits, &of->revisit_capacity, of->revisits_kept + 1, sizeof *revisits);
    wm_reverify_revisit *revisit;
    if (revisits == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    of->revisits = revisits;
    revisit = &revisits[of->revisits_kept++];
    for (revisit->count = 0; wm_member_has_next(&openings); revisit->count++) {
        wm_opening_place place;
        if (revisit->count == WM_OPENING_MOST ||
            !wm_kind_next(&openings, &wm_objects_opening, &one))
            return refuse(err, "a revisit");
        place = (wm_opening_place){(uint64_t)one.row, (uint64_t)one.chunk};
        if (!read_opening(&one, &place, &revisit->openings[revisit->count]))
            return refuse(err, "a revisit");
    }
    of->revisit_count += revisit->count;
    return WM_OK;
}

/* ---- environments ---- */

/* Adds "BACKEND, DEVICE" to what the record names, unless it is there. */
static void add_origin(wm_reverify *reverify, const wm_provenance *outputs)
{
    char name[2 * WM_PROVENANCE_WORDS + 4];
    char *recorded = reverify->origin.recorded;
    const size_t used = strlen(recorded);
    wm_provenance_device(outputs, name);
    if (strstr(recorded, name) == NULL)
        (void)snprintf(recorded + used, sizeof reverify->origin.recorded - used, "%s%s",
                       used != 0 ? "; " : "", name);
}

/* The environments of a record. A record that was resumed on another machine has several. */
static wm_status take_environment(wm_reverify *reverify, const wm_environment_node *node,
                                  const uint8_t id[WM_SHA256_SIZE])
{
    kept_environment *environments =
        wm_array_grow(reverify->environments, &reverify->environment_capacity,
                      reverify->environment_count + 1, sizeof *environments);
    kept_environment *one;
    if (environments == NULL)
        return WM_E_NOMEM;
    reverify->environments = environments;
    one = &environments[reverify->environment_count++];
    memcpy(one->id, id, sizeof one->id);
    wm_provenance_read(node, &one->outputs, &one->residuals);
    add_origin(reverify, &one->outputs);
    return WM_OK;
}

/* Notes an item's environment; the audit demands that all its observations name one. */
static void note_environment(kept_item *item, const wm_edge *edge)
{
    if (edge->is_there)
        memcpy(item->environment, edge->id, sizeof item->environment);
}

/* Takes an observation of an item. Those of points and profiles are of no output that can be
 * computed again. */
static wm_status take_observation(wm_reverify *reverify, const wm_content *content,
                                  wm_observations_class class, size_t index, wm_error *err)
{
    kept_item *item = &reverify->items[index];
    switch (class) {
    case WM_OBSERVATIONS_REPEATS:
        note_environment(item, &content->of.workload.environment);
        return take_workload(content, item, err);
    case WM_OBSERVATIONS_STAGES:
        note_environment(item, &content->of.stage.environment);
        return take_stage(reverify, content, index, err);
    case WM_OBSERVATIONS_REVISITS:
        return take_revisit(reverify, &content->of.revisit, index, err);
    case WM_OBSERVATIONS_CALIBRATIONS:
        note_environment(item, &content->of.calibration.environment);
        wm_kind_calibration_read(&content->of.calibration,
                                 wm_contents_is(content, &wm_kind_calibration_ok),
                                 &item->calibration);
        return WM_OK;
    default:
        return WM_OK;
    }
}

wm_status wm_reverify_take(wm_reverify *reverify, const wm_content *content,
                           const uint8_t id[WM_SHA256_SIZE], wm_error *err)
{
    wm_observations_seen seen;
    size_t item;
    if (wm_contents_is_of(content, &wm_kind_plan))
        return take_plan(reverify, &content->of.plan, err);
    if (wm_contents_is_of(content, &wm_kind_environment) &&
        take_environment(reverify, &content->of.environment, id) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (!wm_observations_see(content, 0, &seen))
        return WM_OK;
    item = wm_member_index(seen.item, (uint32_t)reverify->plan.item_count);
    if (!reverify->has_plan || item == reverify->plan.item_count)
        return refuse(err, "an item's number");
    return take_observation(reverify, content, seen.class, item, err);
}
