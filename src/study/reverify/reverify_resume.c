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

#include <stdio.h>
#include <string.h>

enum { DIGITS = 16 };

static const char SCHEMA[] = "witnessmark-reverify-saved/3";

/* The numbers of an output that are saved, with their names. What depends on them and on the record
 * is derived again: wm_reverify_derive. */
#define FOR_EACH_NUMBER(X)                                   \
    X("worst_ratio", seen.worst_ratio)                       \
    X("worst_given", seen.worst_given)                       \
    X("worst_exact", seen.worst_exact)                       \
    X("revisited_given", revisited.worst_given)              \
    X("revisited_exact", revisited.worst_exact)              \
    X("difference_low", expected.difference_low)             \
    X("difference_high", expected.difference_high)           \
    X("reference_low", expected.reference_low)               \
    X("reference_high", expected.reference_high)             \
    X("opening_seconds", opening_seconds)                    \
    X("own_difference_max", own.residual.difference_max)     \
    X("own_reference_max", own.residual.reference_max)       \
    X("own_row_statistic", own.residual.row_statistic)       \
    X("own_residual_squares", own.residual.residual_squares) \
    X("own_rounding_squares", own.residual.rounding_squares) \
    X("own_seconds", own.seconds)

/* The arrays of this machine's calibration. */
#define FOR_EACH_ARRAY(X)                                                   \
    X("own_calibration_difference_max", own.calibration.difference_max)     \
    X("own_calibration_reference_max", own.calibration.reference_max)       \
    X("own_calibration_residual_squares", own.calibration.residual_squares) \
    X("own_calibration_rounding_squares", own.calibration.rounding_squares)

/* The counts, flags and words of a list. */
#define FOR_EACH_COUNT(X)                         \
    X("openings_agreeing", openings_agreeing)     \
    X("chunks_agreeing", chunks_agreeing)         \
    X("elements", seen.elements)                  \
    X("wrong", seen.wrong)                        \
    X("worst_row", seen.worst_row)                \
    X("worst_column", seen.worst_column)          \
    X("revisits_agreeing", revisits_agreeing)     \
    X("revisited_elements", revisited.elements)   \
    X("revisited_wrong", revisited.wrong)         \
    X("revisited_row", revisited.worst_row)       \
    X("revisited_column", revisited.worst_column) \
    X("is_opened", is_opened)                     \
    X("has_expected", has_expected)               \
    X("is_plausible", is_plausible)               \
    X("is_same", is_same)                         \
    X("own_is_done", own.is_done)                 \
    X("own_row", own.residual.row)                \
    X("own_probe", own.residual.probe)            \
    X("own_has_calibration", own.calibration.ok)

#define FOR_EACH_TEXT(X)        \
    X("own_reason", own.reason) \
    X("own_method", own.method) \
    X("own_provenance", own.provenance)

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

static wm_status write_output(const wm_reverify_output *o, size_t index, wm_node *node,
                              wm_buffer *text)
{
    wm_node_begin_object(node);
    wm_node_count(node, "output", index);
#define ADD(name, field) add_numbers(node, name, &o->field, 1);
    FOR_EACH_NUMBER(ADD)
#undef ADD
#define ADD(name, field) add_numbers(node, name, o->field, WM_TABLES_PROBES);
    FOR_EACH_ARRAY(ADD)
#undef ADD
#define ADD(name, field) wm_node_count(node, name, (uint64_t)o->field);
    FOR_EACH_COUNT(ADD)
#undef ADD
#define ADD(name, field) wm_node_text(node, name, o->field);
    FOR_EACH_TEXT(ADD)
#undef ADD
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

static bool is_text(reading *r, const char *key, const char *expected)
{
    const wm_json_value *value = member(r, key, WM_JSON_STRING);
    return value != NULL && value->text_size == strlen(expected) &&
           memcmp(value->text, expected, value->text_size) == 0;
}

/* Whether the head is of this record, with these settings. */
static wm_status check_head(const wm_reverify *reverify, const char *root, reading *r,
                            wm_error *err)
{
    if (!is_text(r, "schema", SCHEMA))
        return wm_error_set(err, WM_E_INVALID, NULL, "is not a saved re-verification");
    if (!is_text(r, "root", root))
        return wm_error_set(err, WM_E_INVALID, NULL, "is of another record");
    if (!is_text(r, "revision", WM_BUILD_REVISION))
        return wm_error_set(err, WM_E_INVALID, NULL, "was saved by another version");
    if (!is_text(r, "device", wm_reverify_origin_of(reverify)->here) ||
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
#define TAKE(name, field) read_numbers(r, name, &o->field, 1);
    FOR_EACH_NUMBER(TAKE)
#undef TAKE
#define TAKE(name, field) read_numbers(r, name, o->field, WM_TABLES_PROBES);
    FOR_EACH_ARRAY(TAKE)
#undef TAKE
    o->openings_agreeing = (unsigned)read_count(r, "openings_agreeing");
    o->chunks_agreeing = (unsigned)read_count(r, "chunks_agreeing");
    o->seen.elements = read_count(r, "elements");
    o->seen.wrong = read_count(r, "wrong");
    o->seen.worst_row = read_count(r, "worst_row");
    o->seen.worst_column = read_count(r, "worst_column");
    o->revisits_agreeing = (unsigned)read_count(r, "revisits_agreeing");
    o->revisited.elements = read_count(r, "revisited_elements");
    o->revisited.wrong = read_count(r, "revisited_wrong");
    o->revisited.worst_row = read_count(r, "revisited_row");
    o->revisited.worst_column = read_count(r, "revisited_column");
    o->is_opened = read_count(r, "is_opened") == 1;
    o->has_expected = read_count(r, "has_expected") == 1;
    o->is_plausible = read_count(r, "is_plausible") == 1;
    o->is_same = read_count(r, "is_same") == 1;
    o->own.is_done = read_count(r, "own_is_done") == 1;
    o->own.residual.row = read_count(r, "own_row");
    o->own.residual.probe = read_count(r, "own_probe");
    o->own.calibration.ok = read_count(r, "own_has_calibration") == 1;
#define TAKE(name, field) read_text(r, name, o->field, sizeof o->field);
    FOR_EACH_TEXT(TAKE)
#undef TAKE
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
        kept_output *of = &reverify->outputs[i];
        if (of->shown.part == WM_REVERIFY_PRODUCT)
            product = i;
        if (of->shown.is_taken && of->shown.own.is_done)
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
