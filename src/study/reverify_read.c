/* Takes what a re-verification needs from a record's observations.
 *
 * The record was audited, so its form is known to hold; what is missing here all the same is
 * refused as INVALID, not trusted. */
#include "study/reverify_state.h"

#include "base/array.h"
#include "base/status.h"
#include "record/derive.h"
#include "standards/base64.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wm_status refuse(wm_error *err, const char *what)
{
    return wm_error_set(err, WM_E_INVALID, NULL, "%s is not as in an audited record", what);
}

static bool read_count(const wm_json_value *node, const char *name, uint64_t below, uint64_t *out)
{
    const wm_json_value *value = wm_json_member(node, name);
    if (value == NULL || value->kind != WM_JSON_NUMBER || !value->is_integer ||
        !(value->number >= 0 && value->number < (double)below))
        return false;
    *out = (uint64_t)value->number;
    return true;
}

static bool read_hex(const wm_json_value *node, const char *name, uint8_t digest[WM_SHA256_SIZE])
{
    const wm_json_value *value = wm_json_member(node, name);
    return value != NULL && value->kind == WM_JSON_STRING &&
           wm_sha256_from_hex(value->text, value->text_size, digest);
}

/* A number, NaN for null. */
static double number_of(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : (double)NAN;
}

static void read_residual(const wm_json_value *node, wm_observed_residual *residual)
{
    const wm_json_value *value = wm_json_member(node, "residual");
    uint64_t row = 0;
    residual->difference_max = number_of(wm_json_member(value, "difference_max"));
    residual->reference_max = number_of(wm_json_member(value, "reference_max"));
    residual->row_statistic = number_of(wm_json_member(value, "row_statistic"));
    residual->row = read_count(value, "row", UINT32_MAX, &row) ? row : 0;
}

/* ---- the plan ---- */

/* Adds an output of an item. */
static wm_status add_output(wm_reverify *reverify, size_t item, wm_reverify_part part)
{
    const wm_item *of = &reverify->items[item].item;
    wm_output shape;
    kept_output *one;
    kept_output *outputs = wm_array_grow(reverify->outputs, &reverify->output_capacity,
                                         reverify->output_count + 1, sizeof *outputs);
    if (outputs == NULL)
        return WM_E_NOMEM;
    reverify->outputs = outputs;
    one = &outputs[reverify->output_count++];
    *one = (kept_output){.shown = {.item = of, .item_index = item, .part = part}};
    wm_plan_label(of, one->shown.label);
    wm_plan_output(of, &shape);
    one->shown.chunks = shape.rows * shape.chunks;
    one->shown.is_exact = wm_tables_has(of->variant, WM_TRAIT_EXACT);
    return WM_OK;
}

static wm_status take_plan(wm_reverify *reverify, const wm_json_value *node, wm_error *err)
{
    const wm_json_value *nonce = wm_json_member(node, "nonce");
    const wm_json_value *items = wm_json_member(node, "items"), *item;
    size_t i = 0;
    if (reverify->has_plan || nonce == NULL || nonce->kind != WM_JSON_STRING ||
        nonce->text_size >= sizeof reverify->plan.nonce || items == NULL ||
        items->kind != WM_JSON_ARRAY || items->count > WM_TABLES_ITEMS)
        return refuse(err, "the plan");
    memcpy(reverify->plan.nonce, nonce->text, nonce->text_size);
    reverify->items = calloc(items->count + (size_t)1, sizeof *reverify->items);
    if (reverify->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (item = items->first; item != NULL; item = item->next, i++) {
        kept_item *one = &reverify->items[i];
        reverify->plan.item_count = i + 1;
        if (!wm_plan_item_read(item, &one->item))
            return refuse(err, "an item of the plan");
        one->repeats = calloc(one->item.repeats, sizeof *one->repeats);
        if (one->repeats == NULL || add_output(reverify, i, WM_REVERIFY_PRODUCT) != WM_OK)
            return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    reverify->has_plan = true;
    return WM_OK;
}

/* ---- repeats and calibrations ---- */

/* How the repeat was computed, where a device could have said that. */
static void read_method(const wm_json_value *node, kept_item *item)
{
    const wm_json_value *method = wm_json_member(node, "method");
    if (item->method[0] == '\0' && method != NULL && method->kind == WM_JSON_STRING &&
        method->text_size < sizeof item->method)
        memcpy(item->method, method->text, method->text_size);
}

static wm_status take_workload(const wm_json_value *node, kept_item *item, wm_error *err)
{
    kept_repeat *one;
    if (item->repeat_count == item->item.repeats)
        return refuse(err, "a workload observation");
    one = &item->repeats[item->repeat_count++];
    if (wm_json_is_text(wm_json_member(node, "status"), "failed")) {
        item->has_failed = true;
        return WM_OK;
    }
    read_residual(node, &one->residual);
    read_method(node, item);
    return read_hex(node, "output_digest", one->digest) ? WM_OK : refuse(err, "an output's digest");
}

static void read_numbers(const wm_json_value *array, double *numbers)
{
    const wm_json_value *value = array != NULL ? array->first : NULL;
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++) {
        numbers[i] = number_of(value);
        value = value != NULL ? value->next : NULL;
    }
}

static void take_calibration(const wm_json_value *node, kept_item *item)
{
    item->calibration.ok = wm_json_is_text(wm_json_member(node, "status"), "ok");
    read_numbers(wm_json_member(node, "difference_max"), item->calibration.difference_max);
    read_numbers(wm_json_member(node, "reference_max"), item->calibration.reference_max);
}

/* ---- transcripts ---- */

/* Reads one opening. Its position is compared with the one that the digest draws: derived, not
 * believed. */
static bool read_opening(const wm_json_value *node, const uint8_t seed[WM_SHA256_SIZE],
                         const wm_output *shape, unsigned t, kept_opening *out)
{
    const wm_json_value *data = wm_json_member(node, "data");
    uint64_t row, chunk;
    size_t size = 0;
    wm_derive_opening(seed, shape, t, &out->row, &out->chunk);
    if (!read_count(node, "row", shape->rows, &row) || row != out->row ||
        !read_count(node, "chunk", shape->chunks, &chunk) || chunk != out->chunk || data == NULL ||
        data->kind != WM_JSON_STRING ||
        wm_base64_decode(data->text, data->text_size, out->data, sizeof out->data, &size) != WM_OK)
        return false;
    out->size = (uint16_t)size;
    return true;
}

static wm_status take_openings(wm_reverify *reverify, const wm_json_value *array, kept_output *of,
                               wm_error *err)
{
    const wm_json_value *one = array->first;
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t seed[WM_SHA256_SIZE];
    wm_output shape;
    unsigned t = 0;
    if (array->kind != WM_JSON_ARRAY || array->count != WM_TABLES_OPENINGS)
        return refuse(err, "the openings");
    of->openings = calloc(WM_TABLES_OPENINGS, sizeof *of->openings);
    if (of->openings == NULL || wm_derive_context(of->shown.item, reverify->plan.nonce,
                                                  of->shown.digest, &context) != WM_OK) {
        wm_buffer_clear(&context);
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    wm_derive_challenge(&context, WM_CHALLENGE_OPENING, seed);
    wm_buffer_clear(&context);
    wm_plan_output(of->shown.item, &shape);
    for (; one != NULL; one = one->next, t++)
        if (!read_opening(one, seed, &shape, t, &of->openings[t]))
            return refuse(err, "an opening");
    of->shown.opening_count = t;
    return WM_OK;
}

static wm_status take_witness(wm_reverify *reverify, const wm_json_value *node, size_t item,
                              wm_error *err)
{
    const wm_json_value *openings = wm_json_member(node, "openings");
    const wm_reverify_part part = reverify->items[item].part;
    kept_output *of;
    if (part != WM_REVERIFY_PRODUCT && add_output(reverify, item, part) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    of = &reverify->outputs[part == WM_REVERIFY_PRODUCT ? item : reverify->output_count - 1];
    read_residual(node, &of->residual);
    of->has_witness = true;
    if (of->openings != NULL || !read_hex(node, "output_digest", of->shown.digest))
        return refuse(err, "a witness");
    return openings != NULL ? take_openings(reverify, openings, of, err) : WM_OK;
}

static wm_status take_stage(wm_reverify *reverify, const wm_json_value *node, size_t item,
                            wm_error *err)
{
    const wm_json_value *stage = wm_json_member(node, "stage");
    kept_item *of = &reverify->items[item];
    if (wm_json_is_text(stage, "witness"))
        return take_witness(reverify, node, item, err);
    if (wm_json_is_text(stage, "inject"))
        of->part = WM_REVERIFY_INJECTED;
    else if (wm_json_is_text(stage, "repair"))
        of->part = WM_REVERIFY_REPAIRED;
    else if (wm_json_is_text(stage, "acquire") &&
             !read_hex(node, "output_digest", reverify->outputs[item].shown.digest))
        return refuse(err, "an acquired digest");
    return WM_OK;
}

/* ---- environments ---- */

/* A record that was resumed on another machine names several; which of them made an item is then
 * not told. */
static void take_environment(wm_reverify *reverify, const wm_json_value *node)
{
    wm_provenance outputs, residuals;
    wm_provenance_read(node, &outputs, &residuals);
    reverify->has_origins = reverify->has_origins ||
                            (reverify->has_origin &&
                             (memcmp(&outputs, &reverify->outputs_by, sizeof outputs) != 0 ||
                              memcmp(&residuals, &reverify->residuals_by, sizeof residuals) != 0));
    reverify->has_origin = true;
    reverify->outputs_by = outputs;
    reverify->residuals_by = residuals;
}

wm_status wm_reverify_take(wm_reverify *reverify, const wm_json_value *node, wm_error *err)
{
    const wm_json_value *kind = wm_json_member(node, "kind");
    uint64_t item;
    if (wm_json_is_text(kind, "plan"))
        return take_plan(reverify, node, err);
    if (wm_json_is_text(kind, "environment"))
        take_environment(reverify, node);
    if (!wm_json_is_text(kind, "workload") && !wm_json_is_text(kind, "calibration") &&
        !wm_json_is_text(kind, "stage"))
        return WM_OK; /* they and external numbers have nothing to recompute */
    if (!reverify->has_plan || !read_count(node, "item", reverify->plan.item_count, &item))
        return refuse(err, "an item's number");
    if (wm_json_is_text(kind, "workload"))
        return take_workload(node, &reverify->items[item], err);
    if (wm_json_is_text(kind, "stage"))
        return take_stage(reverify, node, (size_t)item, err);
    take_calibration(node, &reverify->items[item]);
    return WM_OK;
}
