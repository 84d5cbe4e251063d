/* Reads and writes baselines.
 *
 * A file may come from anyone, so every member is checked: the order of the entries, which also
 * excludes two of one kind, and that low <= median <= high are above 0. */
#include "model/baseline.h"

#include "base/dir.h"
#include "base/status.h"
#include "model/mask.h"
#include "standards/jcs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char SCHEMA[] = "witnessmark-baseline/1";
static const uint64_t BYTES_MAX = (uint64_t)64 << 20;
enum { COUNT_MAX = 1000000000 };

/* A parse: where the next text goes. */
typedef struct {
    wm_baseline *to;
    const char *path;
    char *room; /* of `to`, not used yet; texts have less bytes than the file */
    size_t index;
    wm_error *err;
} parse;

static wm_status refuse(const parse *at, const char *member, const char *words)
{
    return wm_error_set(at->err, WM_E_INVALID, at->path, "entry %zu of the baseline: %s %s",
                        at->index + 1, member, words);
}

static wm_status take_text(parse *at, const wm_json_value *entry, const char *name,
                           const char **text)
{
    const wm_json_value *value = wm_json_member(entry, name);
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size == 0)
        return refuse(at, name, "must be a text that is not empty");
    *text = at->room;
    memcpy(at->room, value->text, value->text_size);
    wm_mask_bytes(at->room, value->text_size);
    at->room[value->text_size] = '\0';
    at->room += value->text_size + 1;
    return WM_OK;
}

static wm_status take_count(const parse *at, const wm_json_value *entry, const char *name,
                            unsigned least, unsigned *count)
{
    const wm_json_value *value = wm_json_member(entry, name);
    if (value == NULL || value->kind != WM_JSON_NUMBER || !value->is_integer ||
        !(value->number >= least && value->number <= COUNT_MAX))
        return refuse(at, name,
                      least > 0 ? "must be a whole number above 0"
                                : "must be a whole number that is not negative");
    *count = (unsigned)value->number;
    return WM_OK;
}

static wm_status take_rate(const parse *at, const wm_json_value *entry, const char *name,
                           double *rate)
{
    const wm_json_value *value = wm_json_member(entry, name);
    if (value == NULL || value->kind != WM_JSON_NUMBER || !(value->number > 0) ||
        isinf(value->number))
        return refuse(at, name, "must be a finite number above 0");
    *rate = value->number;
    return WM_OK;
}

static wm_status take_entry(parse *at, const wm_json_value *from, wm_baseline_entry *to)
{
    wm_status status = take_text(at, from, "backend", &to->backend);
    if (status == WM_OK)
        status = take_text(at, from, "device", &to->device);
    if (status == WM_OK)
        status = take_text(at, from, "item", &to->item);
    if (status == WM_OK)
        status = take_text(at, from, "unit", &to->unit);
    if (status == WM_OK)
        status = take_count(at, from, "threads", 0, &to->threads);
    if (status == WM_OK)
        status = take_count(at, from, "nodes", 1, &to->nodes);
    if (status == WM_OK)
        status = take_rate(at, from, "median", &to->median);
    if (status == WM_OK)
        status = take_rate(at, from, "low", &to->low);
    if (status == WM_OK)
        status = take_rate(at, from, "high", &to->high);
    if (status == WM_OK && !(to->low <= to->median && to->median <= to->high))
        status = refuse(at, "median", "must lie between low and high");
    if (status == WM_OK && at->index > 0 && wm_baseline_order(to - 1, to) >= 0)
        status = refuse(at, "item", "is not behind that of the entry before");
    return status;
}

/* Takes the root of the sweep: 64 hexadecimal digits. */
static bool take_sweep(const wm_json_value *value, char sweep[65])
{
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size != 64)
        return false;
    memcpy(sweep, value->text, 64);
    sweep[64] = '\0';
    return strspn(sweep, "0123456789abcdef") == 64;
}

static wm_status take_all(const wm_json_value *root, size_t size, parse *at)
{
    const wm_json_value *entries = wm_json_member(root, "entries");
    const wm_json_value *entry;
    wm_status status = WM_OK;
    if (!wm_json_is_text(wm_json_member(root, "schema"), SCHEMA))
        return wm_error_set(at->err, WM_E_INVALID, at->path,
                            "not a baseline of `witnessmark fleet`: its schema is not %s", SCHEMA);
    if (!take_sweep(wm_json_member(root, "sweep"), at->to->sweep) || entries == NULL ||
        entries->kind != WM_JSON_ARRAY)
        return wm_error_set(at->err, WM_E_INVALID, at->path,
                            "the baseline has no root of a sweep, or no entries");
    at->to->texts = at->room = malloc(size + 1);
    at->to->entry = calloc((size_t)entries->count + 1, sizeof *at->to->entry);
    if (at->to->texts == NULL || at->to->entry == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, at->path, "out of memory");
    for (entry = entries->first; entry != NULL && status == WM_OK; entry = entry->next) {
        status = take_entry(at, entry, &at->to->entry[at->index]);
        at->to->count = ++at->index;
    }
    return status;
}

wm_status wm_baseline_parse(const char *text, size_t size, const char *path, wm_baseline *baseline,
                            wm_error *err)
{
    static const wm_json_options OPTIONS = {.flags = WM_JSON_STRICT, .depth_max = 8};
    wm_json *json = wm_json_new();
    parse at = {.to = baseline, .path = path, .err = err};
    const wm_json_value *root = NULL;
    wm_status status;
    memset(baseline, 0, sizeof *baseline);
    if (json == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    status = wm_json_parse(json, text, size, &OPTIONS, &root, err);
    if (status != WM_OK)
        status = wm_error_place(err, status, "%s", path);
    else
        status = take_all(root, size, &at);
    wm_json_free(json);
    if (status != WM_OK)
        wm_baseline_clear(baseline);
    return status;
}

/* Reads all of a source. */
static wm_status read_all(const wm_source *source, const char *path, char **text, wm_error *err)
{
    *text = NULL;
    if (source->size_bytes > BYTES_MAX)
        return wm_error_set(err, WM_E_LIMIT, path, "larger than 64 MiB, the limit of a baseline");
    *text = malloc((size_t)source->size_bytes + 1);
    if (*text == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    if (source->read(source->context, 0, *text, (size_t)source->size_bytes) != WM_OK)
        return wm_error_set(err, WM_E_IO, path, "cannot be read: %s", strerror(errno));
    return WM_OK;
}

wm_status wm_baseline_read(const char *path, wm_baseline *baseline, wm_error *err)
{
    wm_source source;
    char *text;
    wm_status status = wm_dir_open_file(path, &source);
    memset(baseline, 0, sizeof *baseline);
    if (status != WM_OK)
        return wm_error_set(err, status, path, "the baseline cannot be opened: %s",
                            status == WM_E_INVALID ? "not a plain file" : strerror(errno));
    status = read_all(&source, path, &text, err);
    if (status == WM_OK)
        status = wm_baseline_parse(text, (size_t)source.size_bytes, path, baseline, err);
    free(text);
    wm_dir_close_file(&source);
    return status;
}

int wm_baseline_order(const wm_baseline_entry *a, const wm_baseline_entry *b)
{
    int order = strcmp(a->backend, b->backend);
    if (order == 0)
        order = strcmp(a->device, b->device);
    if (order == 0)
        order = (a->threads > b->threads) - (a->threads < b->threads);
    return order != 0 ? order : strcmp(a->item, b->item);
}

static int order_entries(const void *a, const void *b)
{
    return wm_baseline_order(a, b);
}

const wm_baseline_entry *wm_baseline_find(const wm_baseline *baseline, const char *backend,
                                          const char *device, unsigned threads, const char *item)
{
    const wm_baseline_entry wanted = {
        .backend = backend, .device = device, .threads = threads, .item = item};
    return baseline->count == 0 ? NULL
                                : bsearch(&wanted, baseline->entry, baseline->count,
                                          sizeof *baseline->entry, order_entries);
}

static wm_status append_text(wm_buffer *out, const char *lead, const char *text)
{
    const wm_status status = wm_buffer_puts(out, lead);
    return status == WM_OK ? wm_jcs_append_string(out, text, strlen(text)) : status;
}

static wm_status append_number(wm_buffer *out, const char *lead, double number)
{
    const wm_status status = wm_buffer_puts(out, lead);
    return status == WM_OK ? wm_jcs_append_number(out, number) : status;
}

static wm_status append_entry(const wm_baseline_entry *entry, wm_buffer *out)
{
    wm_status status = append_text(out, "{\"backend\":", entry->backend);
    if (status == WM_OK)
        status = append_text(out, ",\"device\":", entry->device);
    if (status == WM_OK)
        status = append_number(out, ",\"high\":", entry->high);
    if (status == WM_OK)
        status = append_text(out, ",\"item\":", entry->item);
    if (status == WM_OK)
        status = append_number(out, ",\"low\":", entry->low);
    if (status == WM_OK)
        status = append_number(out, ",\"median\":", entry->median);
    if (status == WM_OK)
        status = append_number(out, ",\"nodes\":", entry->nodes);
    if (status == WM_OK)
        status = append_number(out, ",\"threads\":", entry->threads);
    if (status == WM_OK)
        status = append_text(out, ",\"unit\":", entry->unit);
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

wm_status wm_baseline_append(const wm_baseline *baseline, wm_buffer *out)
{
    wm_status status = wm_buffer_puts(out, "{\"entries\":[");
    for (size_t i = 0; i < baseline->count && status == WM_OK; i++) {
        if (i > 0)
            status = wm_buffer_putc(out, ',');
        if (status == WM_OK)
            status = append_entry(&baseline->entry[i], out);
    }
    if (status == WM_OK)
        status = wm_buffer_printf(out, "],\"schema\":\"%s\",\"sweep\":\"%s\"}\n", SCHEMA,
                                  baseline->sweep);
    return status;
}

void wm_baseline_clear(wm_baseline *baseline)
{
    free(baseline->entry);
    free(baseline->texts);
    memset(baseline, 0, sizeof *baseline);
}
