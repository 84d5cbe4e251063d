/* Writes and reads the finished outputs of a re-verification.
 *
 * Only what was computed here is saved. What follows from it and from the record is derived again,
 * so a saved file cannot say more than a re-verification that found the same numbers. Numbers are
 * saved by their bits: the resumed answer equals the uninterrupted one. */
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "base/status.h"
#include "record/nodes/node.h"
#include "standards/json.h"

#include <build_info.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 16 };

static const char SCHEMA[] = "witnessmark-reverify-saved/3";

/* A member of an output that is saved. Its size tells the type of a count, and how many numbers an
 * array has. What depends on these and on the record is derived again: wm_reverify_derive. */
typedef struct {
    const char *name;
    enum { NUMBERS, COUNT, TEXT } kind;
    size_t offset, size;
} field;

#define MEMBER(member) \
    offsetof(wm_reverify_output, member), sizeof((wm_reverify_output *)NULL)->member

static const field FIELDS[] = {
    {"worst_ratio", NUMBERS, MEMBER(seen.worst_ratio)},
    {"worst_given", NUMBERS, MEMBER(seen.worst_given)},
    {"worst_exact", NUMBERS, MEMBER(seen.worst_exact)},
    {"revisited_given", NUMBERS, MEMBER(revisited.worst_given)},
    {"revisited_exact", NUMBERS, MEMBER(revisited.worst_exact)},
    {"difference_low", NUMBERS, MEMBER(expected.difference_low)},
    {"difference_high", NUMBERS, MEMBER(expected.difference_high)},
    {"reference_low", NUMBERS, MEMBER(expected.reference_low)},
    {"reference_high", NUMBERS, MEMBER(expected.reference_high)},
    {"opening_seconds", NUMBERS, MEMBER(opening_seconds)},
    {"own_difference_max", NUMBERS, MEMBER(own.residual.difference_max)},
    {"own_reference_max", NUMBERS, MEMBER(own.residual.reference_max)},
    {"own_row_statistic", NUMBERS, MEMBER(own.residual.row_statistic)},
    {"own_row_sum_error", NUMBERS, MEMBER(own.residual.row_sum_error)},
    {"own_residual_squares", NUMBERS, MEMBER(own.residual.residual_squares)},
    {"own_rounding_squares", NUMBERS, MEMBER(own.residual.rounding_squares)},
    {"own_seconds", NUMBERS, MEMBER(own.seconds)},
    {"own_calibration_difference_max", NUMBERS, MEMBER(own.calibration.difference_max)},
    {"own_calibration_reference_max", NUMBERS, MEMBER(own.calibration.reference_max)},
    {"own_calibration_residual_squares", NUMBERS, MEMBER(own.calibration.residual_squares)},
    {"own_calibration_rounding_squares", NUMBERS, MEMBER(own.calibration.rounding_squares)},
    {"openings_agreeing", COUNT, MEMBER(openings_agreeing)},
    {"chunks_agreeing", COUNT, MEMBER(chunks_agreeing)},
    {"elements", COUNT, MEMBER(seen.elements)},
    {"wrong", COUNT, MEMBER(seen.wrong)},
    {"worst_row", COUNT, MEMBER(seen.worst_row)},
    {"worst_column", COUNT, MEMBER(seen.worst_column)},
    {"revisits_agreeing", COUNT, MEMBER(revisits_agreeing)},
    {"revisited_elements", COUNT, MEMBER(revisited.elements)},
    {"revisited_wrong", COUNT, MEMBER(revisited.wrong)},
    {"revisited_row", COUNT, MEMBER(revisited.worst_row)},
    {"revisited_column", COUNT, MEMBER(revisited.worst_column)},
    {"is_opened", COUNT, MEMBER(is_opened)},
    {"has_expected", COUNT, MEMBER(has_expected)},
    {"is_plausible", COUNT, MEMBER(is_plausible)},
    {"is_same", COUNT, MEMBER(is_same)},
    {"own_is_done", COUNT, MEMBER(own.is_done)},
    {"own_row", COUNT, MEMBER(own.residual.row)},
    {"own_probe", COUNT, MEMBER(own.residual.probe)},
    {"own_has_calibration", COUNT, MEMBER(own.calibration.ok)},
    {"own_reason", TEXT, MEMBER(own.reason)},
    {"own_method", TEXT, MEMBER(own.method)},
    {"own_provenance", TEXT, MEMBER(own.provenance)},
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

/* ---- writing ---- */

/* Each number is the 16 hex digits of its binary64. */
static void add_numbers(wm_node *node, const char *key, const double *values, size_t count)
{
    char text[DIGITS * WM_TABLES_PROBES + 1];
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        (void)snprintf(text + DIGITS * i, DIGITS + 1, "%016llx", (unsigned long long)bits);
    }
    wm_node_text(node, key, text);
}

static wm_status end_line(wm_node *node, wm_buffer *text)
{
    wm_status status = wm_node_finish(node);
    if (status == WM_OK)
        status = wm_buffer_append(text, node->text.data, node->text.size);
    return status == WM_OK ? wm_buffer_putc(text, '\n') : status;
}

static wm_status write_head(const wm_reverify *reverify, const char *root, wm_node *node,
                            wm_buffer *text)
{
    wm_node_begin_object(node);
    wm_node_text(node, "schema", SCHEMA);
    wm_node_text(node, "root", root);
    wm_node_text(node, "revision", WM_BUILD_REVISION);
    wm_node_text(node, "device", wm_reverify_origin_of(reverify)->here);
    wm_node_count(node, "has_computed", reverify->options->compute);
    wm_node_count(node, "threads", reverify->options->threads);
    return end_line(node, text);
}

/* A count, or a flag as 1 or 0. */
static uint64_t count_at(const void *at, size_t size)
{
    if (size == sizeof(bool))
        return *(const bool *)at;
    return size == sizeof(unsigned) ? *(const unsigned *)at : *(const uint64_t *)at;
}

static wm_status write_output(const wm_reverify_output *o, size_t index, wm_node *node,
                              wm_buffer *text)
{
    wm_node_begin_object(node);
    wm_node_count(node, "output", index);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const field *f = &FIELDS[i];
        const void *at = (const char *)o + f->offset;
        if (f->kind == NUMBERS)
            add_numbers(node, f->name, at, f->size / sizeof(double));
        else if (f->kind == COUNT)
            wm_node_count(node, f->name, count_at(at, f->size));
        else
            wm_node_text(node, f->name, at);
    }
    wm_node_hex(node, "own_digest", o->own.digest);
    return end_line(node, text);
}

wm_status wm_reverify_save(wm_reverify *reverify, const char *root, wm_buffer *text)
{
    wm_node node = WM_NODE_EMPTY;
    size_t count = 0;
    wm_status status = write_head(reverify, root, &node, text);
    for (size_t i = 0; i < wm_reverify_count(reverify) && status == WM_OK; i++) {
        const wm_reverify_output *o = wm_reverify_at(reverify, i);
        if (!o->is_finished || o->is_left_out || o->skipped[0] != '\0')
            continue;
        status = write_output(o, i, &node, text);
        count++;
    }
    wm_node_begin_object(&node);
    wm_node_count(&node, "outputs", count);
    if (status == WM_OK)
        status = end_line(&node, text);
    wm_node_clear(&node);
    return status;
}

/* ---- reading ---- */

/* A line that is being read. */
typedef struct {
    const wm_json_value *object;
    bool is_valid; /* so far */
} reading;

static const wm_json_value *member(reading *r, const char *key, wm_json_kind kind)
{
    const wm_json_value *value = wm_json_member(r->object, key);
    if (value == NULL || value->kind != kind) {
        r->is_valid = false;
        return NULL;
    }
    return value;
}

static void read_numbers(reading *r, const char *key, double *values, size_t count)
{
    const wm_json_value *value = member(r, key, WM_JSON_STRING);
    if (value == NULL || value->text_size != DIGITS * count) {
        r->is_valid = false;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        for (size_t j = 0; j < DIGITS; j++) {
            const char *digits = "0123456789abcdef";
            const char *at = strchr(digits, value->text[DIGITS * i + j]);
            r->is_valid = r->is_valid && at != NULL && *at != '\0';
            bits = bits << 4 | (at != NULL ? (uint64_t)(at - digits) & 15 : 0);
        }
        memcpy(&values[i], &bits, sizeof bits);
    }
}

static uint64_t read_count(reading *r, const char *key)
{
    const wm_json_value *value = member(r, key, WM_JSON_NUMBER);
    if (value == NULL || !value->is_integer || !(value->number >= 0 && value->number < 0x1p53)) {
        r->is_valid = false;
        return 0;
    }
    return (uint64_t)value->number;
}

static void read_text(reading *r, const char *key, char *to, size_t size)
{
    const wm_json_value *value = member(r, key, WM_JSON_STRING);
    to[0] = '\0';
    if (value == NULL || value->text_size >= size || memchr(value->text, 0, value->text_size)) {
        r->is_valid = false;
        return;
    }
    memcpy(to, value->text, value->text_size);
    to[value->text_size] = '\0';
}

static void read_field(reading *r, const field *f, wm_reverify_output *o)
{
    void *at = (char *)o + f->offset;
    uint64_t count;
    if (f->kind == NUMBERS) {
        read_numbers(r, f->name, at, f->size / sizeof(double));
    } else if (f->kind == TEXT) {
        read_text(r, f->name, at, f->size);
    } else {
        count = read_count(r, f->name);
        if (f->size == sizeof(bool))
            *(bool *)at = count == 1;
        else if (f->size == sizeof(unsigned))
            *(unsigned *)at = (unsigned)count;
        else
            *(uint64_t *)at = count;
    }
}

/* Whether the head is of this record, with these settings. */
static wm_status check_head(const wm_reverify *reverify, const char *root, reading *r,
                            wm_error *err)
{
    if (!wm_json_is_text(wm_json_member(r->object, "schema"), SCHEMA))
        return wm_error_set(err, WM_E_INVALID, NULL, "is not a saved re-verification");
    if (!wm_json_is_text(wm_json_member(r->object, "root"), root))
        return wm_error_set(err, WM_E_INVALID, NULL, "is of another record");
    if (!wm_json_is_text(wm_json_member(r->object, "revision"), WM_BUILD_REVISION))
        return wm_error_set(err, WM_E_INVALID, NULL, "was saved by another version");
    if (!wm_json_is_text(wm_json_member(r->object, "device"),
                         wm_reverify_origin_of(reverify)->here) ||
        read_count(r, "has_computed") != reverify->options->compute ||
        read_count(r, "threads") != reverify->options->threads || !r->is_valid)
        return wm_error_set(
            err, WM_E_INVALID, NULL,
            "was saved with another kind of computation, backend, device or number of threads");
    return WM_OK;
}

/* Counts may not pass their ends. Digests that agree are what `is_same` says. */
static void check_counts(reading *r, const wm_reverify_output *o)
{
    const bool is_same = memcmp(o->own.digest, o->digest, sizeof o->digest) == 0;
    r->is_valid = r->is_valid && o->openings_agreeing <= o->opening_count &&
                  o->chunks_agreeing <= o->openings_agreeing &&
                  o->revisits_agreeing <= o->revisit_count &&
                  o->is_same == (o->own.is_done && is_same);
}

static void read_output(reading *r, wm_reverify_output *o)
{
    const wm_json_value *digest = member(r, "own_digest", WM_JSON_STRING);
    for (size_t i = 0; i < FIELD_COUNT; i++)
        read_field(r, &FIELDS[i], o);
    if (digest == NULL || !wm_sha256_from_hex(digest->text, digest->text_size, o->own.digest))
        r->is_valid = false;
    check_counts(r, o);
    o->is_finished = o->is_taken = true;
}

/* Derives the rest of the outputs that were taken, from them and the record. An item's outputs were
 * saved together. */
static void derive_rest(wm_reverify *reverify)
{
    for (size_t i = 0, product = 0; i < reverify->output_count; i++) {
        wm_reverify_output *of = &reverify->outputs[i];
        if (of->part == WM_REVERIFY_PRODUCT)
            product = i;
        if (of->is_taken && of->own.is_done)
            wm_reverify_derive(reverify, of, &reverify->outputs[product]);
    }
}

/* The state of reading all lines. */
typedef struct {
    size_t line, outputs;
    bool has_end;
} progress;

static wm_status read_line(wm_reverify *reverify, const char *root, reading *r, progress *at,
                           wm_error *err)
{
    wm_reverify_output *o;
    if (at->line++ == 0)
        return check_head(reverify, root, r, err);
    if (wm_json_member(r->object, "outputs") != NULL) {
        at->has_end = read_count(r, "outputs") == at->outputs;
    } else {
        o = wm_reverify_at(reverify, (size_t)read_count(r, "output"));
        r->is_valid = r->is_valid && o != NULL && !at->has_end;
        if (r->is_valid)
            read_output(r, o);
        at->outputs++;
    }
    return r->is_valid
               ? WM_OK
               : wm_error_set(err, WM_E_INVALID, NULL, "line %zu is not as it was saved", at->line);
}

wm_status wm_reverify_resume(wm_reverify *reverify, const char *root, const wm_buffer *text,
                             wm_error *err)
{
    const wm_json_options options = {.flags = WM_JSON_STRICT, .depth_max = 4};
    const char *line = text->data, *end = line + text->size;
    wm_json *json = wm_json_new();
    progress at = {0, 0, false};
    wm_status status = json != NULL ? WM_OK : WM_E_NOMEM;
    while (line < end && status == WM_OK) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        reading r = {NULL, true};
        if (stop == NULL)
            break;
        status = wm_json_parse(json, line, (size_t)(stop - line), &options, &r.object, err);
        if (status == WM_OK)
            status = read_line(reverify, root, &r, &at, err);
        line = stop + 1;
    }
    wm_json_free(json);
    if (status == WM_OK && (!at.has_end || line != end))
        status = wm_error_set(err, WM_E_INVALID, NULL, "is not complete");
    if (status == WM_OK)
        derive_rest(reverify);
    return status;
}
