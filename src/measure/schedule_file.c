/* Reads a plan from JSON, and writes one. People write plans by hand: every error names the field,
 * an unknown field is refused, and a fault without a place gets the middle of the output. */
#include "measure/schedule_file.h"

#include "base/code_point.h"

#include "base/status.h"
#include "standards/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8, SIZE_MAX_BYTES = 1 << 20 };
#define REPEAT_SECONDS_MAX 3600.0

/* A plan that is being read. */
typedef struct {
    const char *file;
    wm_schedule *schedule;
    uint32_t repeats; /* default of the items */
    wm_error *err;
} reader;

/* The path of a member: `items[3]` and `shape` make `items[3].shape`. Either may be empty. */
static void join(char path[64], const char *parent, const char *name)
{
    (void)snprintf(path, 64, "%.*s%s%.*s", WM_FIT(parent, 20),
                   parent[0] != '\0' && name[0] != '\0' ? "." : "", WM_FIT(name, 40));
}

/* Refuses a member of the object at `parent`. */
static wm_status refuse(const reader *r, const char *parent, const char *name, const char *format,
                        ...) WM_PRINTF(4, 5);

static wm_status refuse(const reader *r, const char *parent, const char *name, const char *format,
                        ...)
{
    char place[128], path[64];
    va_list arguments;
    wm_status status;
    join(path, parent, name);
    (void)snprintf(place, sizeof place, "%.*s%s%.*s", WM_FIT(r->file, 60),
                   path[0] != '\0' ? ": " : "", WM_FIT(path, 60));
    va_start(arguments, format);
    status = wm_error_vset(r->err, WM_E_INVALID, place, format, arguments);
    va_end(arguments);
    return status;
}

/* Refuses a value that is not an object, and a field that is not in `names` (null at the end). */
static wm_status check_fields(const reader *r, const char *place, const wm_json_value *object,
                              const char *const *names)
{
    const wm_json_value *field;
    char name[41];
    if (object->kind != WM_JSON_OBJECT)
        return refuse(r, place, "", "must be an object");
    for (field = object->first; field != NULL; field = field->next) {
        size_t i = 0;
        while (names[i] != NULL && (strlen(names[i]) != field->key_size ||
                                    memcmp(names[i], field->key, field->key_size) != 0))
            i++;
        if (names[i] != NULL)
            continue;
        (void)snprintf(name, sizeof name, "%.*s", WM_FIT_IN(field->key, field->key_size, 40));
        return refuse(r, place, name, "unknown field");
    }
    return WM_OK;
}

/* An integer in [1, most]. */
static wm_status read_count(const reader *r, const char *place, const char *name,
                            const wm_json_value *value, uint64_t most, uint64_t *count)
{
    if (value->kind != WM_JSON_NUMBER || !value->is_integer || !(value->number >= 1) ||
        !(value->number <= (double)most))
        return refuse(r, place, name, "must be a whole number from 1 to %llu",
                      (unsigned long long)most);
    *count = (uint64_t)value->number;
    return WM_OK;
}

/* Reads an object's repeats; without the field *repeats is unchanged. */
static wm_status read_repeats(const reader *r, const char *place, const wm_json_value *object,
                              uint32_t *repeats)
{
    const wm_json_value *value = wm_json_member(object, "repeats");
    uint64_t count = *repeats;
    const wm_status status =
        value != NULL ? read_count(r, place, "repeats", value, WM_TABLES_REPEATS, &count) : WM_OK;
    *repeats = (uint32_t)count;
    return status;
}

static wm_status read_shape(const reader *r, const char *place, const wm_json_value *object,
                            wm_item *item)
{
    const wm_variant *variant = item->variant;
    const char *names[WM_TABLES_DIMENSIONS + 1] = {NULL};
    wm_status status;
    for (unsigned i = 0; i < variant->dimension_count; i++)
        names[i] = variant->dimension[i].name;
    status = check_fields(r, place, object, names);
    for (unsigned i = 0; i < variant->dimension_count && status == WM_OK; i++) {
        const wm_json_value *value = wm_json_member(object, names[i]);
        const char *name = names[i];
        if (value == NULL && wm_tables_has(variant, WM_TRAIT_SQUARE) && object->count == 1 &&
            wm_json_member(object, "n") != NULL)
            value = wm_json_member(object, name = "n");
        status = value == NULL ? refuse(r, place, name, "is missing")
                               : read_count(r, place, name, value, wm_tables_dimension_max(variant),
                                            &item->dimension[i]);
    }
    return status;
}

/* Reads a required string field. */
static wm_status need_text(const reader *r, const char *place, const wm_json_value *object,
                           const char *name, const wm_json_value **value)
{
    *value = wm_json_member(object, name);
    if (*value == NULL)
        return refuse(r, place, name, "is missing");
    return (*value)->kind == WM_JSON_STRING ? WM_OK : refuse(r, place, name, "must be a string");
}

/* Whether there is a workload of this name, of any variant. */
static bool has_workload(const wm_json_value *name)
{
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        if (wm_json_is_text(name, wm_tables_variant_at(i)->workload))
            return true;
    return false;
}

static wm_status read_variant(const reader *r, const char *place, const wm_json_value *object,
                              wm_item *item)
{
    const wm_json_value *workload, *variant;
    wm_status status = need_text(r, place, object, "workload", &workload);
    if (status == WM_OK)
        status = need_text(r, place, object, "variant", &variant);
    if (status != WM_OK)
        return status;
    item->variant =
        wm_tables_variant(workload->text, workload->text_size, variant->text, variant->text_size);
    if (item->variant != NULL)
        return WM_OK;
    return refuse(r, place, has_workload(workload) ? "variant" : "workload",
                  "no workload '%.*s' with variant '%.*s'; see `witnessmark list`",
                  WM_FIT_IN(workload->text, workload->text_size, 32),
                  WM_FIT_IN(variant->text, variant->text_size, 32));
}

/* Reads an optional whole number from 0; *has says whether it is there. */
static wm_status read_place(const reader *r, const char *place, const wm_json_value *object,
                            const char *name, uint64_t *number, bool *has)
{
    const wm_json_value *value = wm_json_member(object, name);
    *has = value != NULL;
    if (value == NULL)
        return WM_OK;
    if (value->kind != WM_JSON_NUMBER || !value->is_integer ||
        !(value->number >= 0 && value->number <= 9007199254740991.0))
        return refuse(r, place, name, "must be a whole number from 0");
    *number = (uint64_t)value->number;
    return WM_OK;
}

/* Reads a planned fault. Without row and column it begins in the middle of the output. The item's
 * variant and shape must be set. */
static wm_status read_fault(const reader *r, const char *place, const wm_json_value *object,
                            wm_item *item)
{
    static const char *const names[] = {"kind", "row", "column", "when", NULL};
    const wm_json_value *kind, *when;
    bool has_row, has_column;
    wm_status status = check_fields(r, place, object, names);
    if (status == WM_OK)
        status = need_text(r, place, object, "kind", &kind);
    if (status == WM_OK)
        status = need_text(r, place, object, "when", &when);
    if (status != WM_OK)
        return status;
    item->fault.kind = wm_tables_fault_named(kind->text, kind->text_size);
    if (item->fault.kind == WM_FAULT_NONE)
        return refuse(r, place, "kind", "unknown fault; see `witnessmark list`");
    item->fault.in_repeats = wm_json_is_text(when, "repeats");
    if (!item->fault.in_repeats && !wm_json_is_text(when, "transcript"))
        return refuse(r, place, "when", "must be \"transcript\" or \"repeats\"");
    wm_schedule_centre(item, &item->fault);
    status = read_place(r, place, object, "row", &item->fault.row, &has_row);
    if (status == WM_OK)
        status = read_place(r, place, object, "column", &item->fault.column, &has_column);
    if (status == WM_OK && has_row && !has_column)
        item->fault.column = 0;
    return status;
}

/* Reads the optional point of operation and its minutes. */
static wm_status read_point(const reader *r, const char *place, const wm_json_value *object,
                            wm_item *item)
{
    const wm_json_value *point = wm_json_member(object, "point");
    const wm_json_value *minutes = wm_json_member(object, "minutes");
    uint64_t count = 0;
    wm_status status = WM_OK;
    if (point != NULL) {
        if (point->kind != WM_JSON_STRING)
            return refuse(r, place, "point", "must be a string");
        item->point = wm_tables_point_named(point->text, point->text_size);
        if (item->point == WM_POINT_NONE)
            return refuse(r, place, "point", "must be \"cold\", \"soak\", \"bursts\" or \"full\"");
    }
    if (minutes != NULL)
        status = read_count(r, place, "minutes", minutes, WM_TABLES_MINUTES, &count);
    item->minutes = (uint32_t)count;
    return status;
}

/* Reads the optional variant at whose tolerance the item is judged too. */
static wm_status read_tolerance_of(const reader *r, const char *place, const wm_json_value *object,
                                   wm_item *item)
{
    const wm_json_value *name = wm_json_member(object, "tolerance_of");
    const char *workload = item->variant->workload;
    if (name == NULL)
        return WM_OK;
    if (name->kind != WM_JSON_STRING)
        return refuse(r, place, "tolerance_of", "must be a string");
    item->tolerance_of = wm_tables_variant(workload, strlen(workload), name->text, name->text_size);
    if (item->tolerance_of == NULL)
        return refuse(r, place, "tolerance_of", "%s has no variant '%.*s'; see `witnessmark list`",
                      workload, WM_FIT_IN(name->text, name->text_size, 32));
    return WM_OK;
}

static wm_status read_item(const reader *r, const char *place, const wm_json_value *object,
                           wm_item *item)
{
    static const char *const names[] = {"workload", "variant", "shape",        "repeats", "fault",
                                        "point",    "minutes", "tolerance_of", NULL};
    const wm_json_value *fault = wm_json_member(object, "fault");
    const wm_json_value *shape;
    wm_error inner = {WM_OK, "", ""};
    char path[64];
    wm_status status = check_fields(r, place, object, names);
    *item = (wm_item){.repeats = r->repeats};
    if (status == WM_OK)
        status = read_variant(r, place, object, item);
    if (status == WM_OK)
        status = read_repeats(r, place, object, &item->repeats);
    if (status != WM_OK)
        return status;
    join(path, place, "shape");
    shape = wm_json_member(object, "shape");
    status = shape == NULL ? refuse(r, path, "", "is missing") : read_shape(r, path, shape, item);
    if (status == WM_OK)
        status = read_point(r, place, object, item);
    if (status == WM_OK)
        status = read_tolerance_of(r, place, object, item);
    if (status == WM_OK && fault != NULL) {
        join(path, place, "fault");
        status = read_fault(r, path, fault, item);
    }
    if (status == WM_OK && wm_schedule_check_item(item, &inner) != WM_OK)
        status = refuse(r, place, inner.place, "%s", inner.message);
    return status;
}

/* Refuses an item with the label of an earlier one. */
static wm_status check_label(const reader *r, size_t index)
{
    char label[WM_PLAN_LABEL_SIZE], other[WM_PLAN_LABEL_SIZE], path[64];
    wm_plan_label(&r->schedule->items[index], label);
    for (size_t i = 0; i < index; i++) {
        wm_plan_label(&r->schedule->items[i], other);
        if (strcmp(label, other) == 0) {
            (void)snprintf(path, sizeof path, "items[%zu]", index);
            return refuse(r, path, "", "%s is a duplicate of items[%zu]", label, i);
        }
    }
    return WM_OK;
}

/* Refuses an item that names the tolerance of one that is not before it. */
static wm_status check_named(const reader *r, size_t index)
{
    const wm_item *item = &r->schedule->items[index];
    char path[64];
    if (item->tolerance_of == NULL || wm_plan_named(r->schedule->items, index) < index)
        return WM_OK;
    (void)snprintf(path, sizeof path, "items[%zu]", index);
    return refuse(r, path, "tolerance_of",
                  "needs an item '%s' of this shape before it, both with a calibration and without "
                  "fault and point",
                  item->tolerance_of->variant);
}

static wm_status read_items(const reader *r, const wm_json_value *items)
{
    wm_schedule *schedule = r->schedule;
    const wm_json_value *object;
    wm_status status = WM_OK;
    if (items == NULL)
        return refuse(r, "", "items", "is missing");
    if (items->kind != WM_JSON_ARRAY || items->count < 1 || items->count > WM_TABLES_ITEMS)
        return refuse(r, "", "items", "must be an array of 1 to %d items", WM_TABLES_ITEMS);
    schedule->items = calloc(items->count, sizeof *schedule->items);
    if (schedule->items == NULL)
        return wm_error_set(r->err, WM_E_NOMEM, r->file, "out of memory");
    for (object = items->first; object != NULL && status == WM_OK; object = object->next) {
        char place[64];
        (void)snprintf(place, sizeof place, "items[%zu]", schedule->item_count);
        status = read_item(r, place, object, &schedule->items[schedule->item_count]);
        if (status == WM_OK)
            status = check_label(r, schedule->item_count++);
        if (status == WM_OK)
            status = check_named(r, schedule->item_count - 1);
    }
    return status;
}

static bool is_name(const wm_json_value *value)
{
    for (size_t i = 0; i < value->text_size; i++) {
        const char c = value->text[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-')
            return false;
    }
    return value->text_size >= 1 && value->text_size < WM_SCHEDULE_NAME_SIZE;
}

static wm_status read_head(const reader *r, const wm_json_value *plan)
{
    const wm_json_value *name, *nonce = wm_json_member(plan, "nonce");
    const wm_json_value *seconds = wm_json_member(plan, "repeat_seconds");
    const wm_status status = need_text(r, "", plan, "name", &name);
    if (status != WM_OK)
        return status;
    if (!is_name(name))
        return refuse(r, "", "name", "must be 1 to %d of a-z 0-9 . _ -", WM_SCHEDULE_NAME_SIZE - 1);
    memcpy(r->schedule->name, name->text, name->text_size);
    if (nonce != NULL) {
        if (nonce->kind != WM_JSON_STRING || !wm_schedule_is_nonce(nonce->text, nonce->text_size))
            return refuse(r, "", "nonce", "must be a string of 0 to 64 lower-case hex digits");
        memcpy(r->schedule->nonce, nonce->text, nonce->text_size);
    }
    if (seconds != NULL) {
        if (seconds->kind != WM_JSON_NUMBER || !(seconds->number > 0) ||
            !(seconds->number <= REPEAT_SECONDS_MAX))
            return refuse(r, "", "repeat_seconds", "must be a number above 0, at most 3600");
        r->schedule->repeat_seconds = seconds->number;
    }
    return WM_OK;
}

static wm_status read_plan(reader *r, const wm_json_value *plan)
{
    static const char *const names[] = {"name",           "items",   "nonce",
                                        "repeat_seconds", "repeats", NULL};
    wm_status status = check_fields(r, "", plan, names);
    if (status == WM_OK)
        status = read_head(r, plan);
    if (status == WM_OK)
        status = read_repeats(r, "", plan, &r->repeats);
    return status == WM_OK ? read_items(r, wm_json_member(plan, "items")) : status;
}

/* Replaces the byte offset in a JSON error by line and column: people write plans by hand. */
static void place_in_lines(const char *text, size_t size, const char *file, wm_error *err)
{
    unsigned long offset, line = 1, column = 1;
    int behind = 0;
    char words[sizeof err->message];
    if (err == NULL || sscanf(err->message, "byte %lu: %n", &offset, &behind) != 1 || behind == 0)
        return;
    for (size_t i = 0; i < offset && i < size; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    (void)snprintf(words, sizeof words, "%s", err->message + behind);
    (void)wm_error_set(err, err->code, file, "line %lu, column %lu: %s", line, column, words);
}

wm_status wm_schedule_file_parse(const char *text, size_t size, const char *file,
                                 wm_schedule *schedule, wm_error *err)
{
    static const wm_json_options options = {WM_JSON_STRICT, DEPTH_MAX, SIZE_MAX_BYTES};
    reader r = {file, schedule, WM_SCHEDULE_REPEATS, err};
    const wm_json_value *root;
    wm_json *json = wm_json_new();
    wm_status status;
    *schedule = (wm_schedule){.repeat_seconds = WM_SCHEDULE_SECONDS};
    if (json == NULL)
        return wm_error_set(err, WM_E_NOMEM, file, "out of memory");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) /* some editors write it */
        status = wm_error_set(err, WM_E_SYNTAX, NULL, "byte 0: a byte order mark is not JSON");
    else
        status = wm_json_parse(json, text, size, &options, &root, err);
    if (status != WM_OK) {
        (void)wm_error_place(err, status, "%.*s", WM_FIT(file, 100));
        place_in_lines(text, size, file, err);
    } else {
        status = read_plan(&r, root);
    }
    wm_json_free(json);
    if (status != WM_OK)
        wm_schedule_clear(schedule);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A number with the fewest digits that read back as the same. */
static void write_number(double value, char text[32])
{
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static wm_status write_fault(const wm_item *item, wm_buffer *out)
{
    const wm_planned_fault *fault = &item->fault;
    wm_status status = wm_buffer_printf(out, ", \"fault\": {\"kind\": \"%s\", \"when\": \"%s\"",
                                        wm_tables_fault(fault->kind),
                                        fault->in_repeats ? "repeats" : "transcript");
    if (status == WM_OK && wm_tables_fault_has_place(fault->kind))
        status =
            wm_buffer_printf(out, ", \"row\": %llu, \"column\": %llu",
                             (unsigned long long)fault->row, (unsigned long long)fault->column);
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

static wm_status write_item(const wm_item *item, wm_buffer *out)
{
    const wm_variant *variant = item->variant;
    wm_status status =
        wm_buffer_printf(out, "    {\"workload\": \"%s\", \"variant\": \"%s\", \"shape\": {",
                         variant->workload, variant->variant);
    for (unsigned i = 0; i < variant->dimension_count && status == WM_OK; i++)
        status =
            wm_buffer_printf(out, "%s\"%s\": %llu", i > 0 ? ", " : "", variant->dimension[i].name,
                             (unsigned long long)item->dimension[i]);
    if (status == WM_OK)
        status = wm_buffer_printf(out, "}, \"repeats\": %lu", (unsigned long)item->repeats);
    if (status == WM_OK && item->point != WM_POINT_NONE)
        status = wm_buffer_printf(out, ", \"point\": \"%s\"", wm_tables_point(item->point));
    if (status == WM_OK && item->minutes > 0)
        status = wm_buffer_printf(out, ", \"minutes\": %lu", (unsigned long)item->minutes);
    if (status == WM_OK && item->tolerance_of != NULL)
        status = wm_buffer_printf(out, ", \"tolerance_of\": \"%s\"", item->tolerance_of->variant);
    if (status == WM_OK && item->fault.kind != WM_FAULT_NONE)
        status = write_fault(item, out);
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

wm_status wm_schedule_file_write(const wm_schedule *schedule, wm_buffer *out)
{
    char seconds[32];
    wm_status status;
    write_number(schedule->repeat_seconds, seconds);
    status = wm_buffer_printf(out,
                              "{\n  \"name\": \"%s\",\n  \"nonce\": \"%s\",\n"
                              "  \"repeat_seconds\": %s,\n  \"items\": [\n",
                              schedule->name, schedule->nonce, seconds);
    for (size_t i = 0; i < schedule->item_count && status == WM_OK; i++) {
        status = write_item(&schedule->items[i], out);
        if (status == WM_OK)
            status = wm_buffer_puts(out, i + 1 < schedule->item_count ? ",\n" : "\n");
    }
    return status == WM_OK ? wm_buffer_puts(out, "  ]\n}\n") : status;
}
