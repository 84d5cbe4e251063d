/* Reads a plan from JSON. Errors name the place. */
#include "measure/schedule_file.h"

#include "base/status.h"
#include "standards/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 8, DEPTH_MAX = 8, SIZE_MAX_BYTES = 1 << 20 };
#define REPEAT_SECONDS 0.2
#define REPEAT_SECONDS_MAX 3600.0

/* A plan that is being read. */
typedef struct {
    const char *file;
    wm_schedule *schedule;
    uint32_t repeats; /* default of the items */
    wm_error *err;
} reader;

/* Refuses a field. */
static wm_status refuse(const reader *r, const char *field, const char *format, ...)
    WM_PRINTF(3, 4);

static wm_status refuse(const reader *r, const char *field, const char *format, ...)
{
    char place[128];
    va_list arguments;
    wm_status status;
    (void)snprintf(place, sizeof place, "%.60s%s%.60s", r->file, field[0] != '\0' ? ": " : "",
                   field);
    va_start(arguments, format);
    status = wm_error_vset(r->err, WM_E_INVALID, place, format, arguments);
    va_end(arguments);
    return status;
}

/* The path of a member: `items[3]` and `shape` make `items[3].shape`. */
static void join(char path[64], const char *parent, const char *name, size_t name_size)
{
    (void)snprintf(path, 64, "%.20s%s%.*s", parent, parent[0] != '\0' ? "." : "",
                   (int)(name_size < 40 ? name_size : 40), name);
}

/* Refuses a value that is not an object, and a field that is not in `names` (null at the end). */
static wm_status check_fields(const reader *r, const char *place, const wm_json_value *object,
                              const char *const *names)
{
    const wm_json_value *field;
    char path[64];
    if (object->kind != WM_JSON_OBJECT)
        return refuse(r, place, "must be an object");
    for (field = object->first; field != NULL; field = field->next) {
        size_t i = 0;
        while (names[i] != NULL && (strlen(names[i]) != field->key_size ||
                                    memcmp(names[i], field->key, field->key_size) != 0))
            i++;
        if (names[i] != NULL)
            continue;
        join(path, place, field->key, field->key_size);
        return refuse(r, path, "unknown field");
    }
    return WM_OK;
}

/* An integer in [1, most]. */
static wm_status read_count(const reader *r, const char *path, const wm_json_value *value,
                            uint32_t most, uint32_t *count)
{
    if (value->kind != WM_JSON_NUMBER || !value->is_integer || !(value->number >= 1) ||
        !(value->number <= (double)most))
        return refuse(r, path, "must be a whole number from 1 to %lu", (unsigned long)most);
    *count = (uint32_t)value->number;
    return WM_OK;
}

/* Reads an object's repeats; without the field *repeats is unchanged. */
static wm_status read_repeats(const reader *r, const char *place, const wm_json_value *object,
                              uint32_t *repeats)
{
    const wm_json_value *value = wm_json_member(object, "repeats");
    char path[64];
    join(path, place, "repeats", 7);
    return value != NULL ? read_count(r, path, value, WM_TABLES_REPEATS, repeats) : WM_OK;
}

static wm_status read_shape(const reader *r, const char *place, const wm_json_value *object,
                            wm_item *item)
{
    const wm_variant *variant = item->variant;
    const char *names[WM_TABLES_DIMENSIONS + 1] = {NULL};
    char path[64];
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
        join(path, place, name, strlen(name));
        status = value == NULL ? refuse(r, path, "is missing")
                               : read_count(r, path, value, INT32_MAX, &item->dimension[i]);
    }
    return status;
}

/* Reads a required string field. */
static wm_status need_text(const reader *r, const char *place, const wm_json_value *object,
                           const char *name, const wm_json_value **value)
{
    char path[64];
    join(path, place, name, strlen(name));
    *value = wm_json_member(object, name);
    if (*value == NULL)
        return refuse(r, path, "is missing");
    return (*value)->kind == WM_JSON_STRING ? WM_OK : refuse(r, path, "must be a string");
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
    char path[64];
    bool is_known;
    wm_status status = need_text(r, place, object, "workload", &workload);
    if (status == WM_OK)
        status = need_text(r, place, object, "variant", &variant);
    if (status != WM_OK)
        return status;
    item->variant =
        wm_tables_variant(workload->text, workload->text_size, variant->text, variant->text_size);
    if (item->variant != NULL)
        return WM_OK;
    is_known = has_workload(workload);
    join(path, place, is_known ? "variant" : "workload", is_known ? 7 : 8);
    return refuse(r, path, "no workload '%.*s' with variant '%.*s'; see `witnessmark list`",
                  (int)(workload->text_size < 32 ? workload->text_size : 32), workload->text,
                  (int)(variant->text_size < 32 ? variant->text_size : 32), variant->text);
}

/* Reads an optional whole number from 0; *has says whether it is there. */
static wm_status read_place(const reader *r, const char *place, const wm_json_value *object,
                            const char *name, uint64_t *number, bool *has)
{
    const wm_json_value *value = wm_json_member(object, name);
    char path[64];
    *has = value != NULL;
    if (value == NULL)
        return WM_OK;
    join(path, place, name, strlen(name));
    if (value->kind != WM_JSON_NUMBER || !value->is_integer ||
        !(value->number >= 0 && value->number <= 9007199254740991.0))
        return refuse(r, path, "must be a whole number from 0");
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
    char path[64];
    wm_status status = check_fields(r, place, object, names);
    if (status == WM_OK)
        status = need_text(r, place, object, "kind", &kind);
    if (status == WM_OK)
        status = need_text(r, place, object, "when", &when);
    if (status != WM_OK)
        return status;
    item->fault.kind = wm_tables_fault_named(kind->text, kind->text_size);
    join(path, place, "kind", 4);
    if (item->fault.kind == WM_FAULT_NONE)
        return refuse(r, path, "unknown fault; see `witnessmark list`");
    item->fault.in_repeats = wm_json_is_text(when, "repeats");
    join(path, place, "when", 4);
    if (!item->fault.in_repeats && !wm_json_is_text(when, "transcript"))
        return refuse(r, path, "must be \"transcript\" or \"repeats\"");
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
    char path[64];
    if (point != NULL) {
        join(path, place, "point", 5);
        if (point->kind != WM_JSON_STRING)
            return refuse(r, path, "must be a string");
        item->point = wm_tables_point_named(point->text, point->text_size);
        if (item->point == WM_POINT_NONE)
            return refuse(r, path, "must be \"cold\", \"soak\", \"bursts\" or \"full\"");
    }
    join(path, place, "minutes", 7);
    return minutes != NULL ? read_count(r, path, minutes, WM_TABLES_MINUTES, &item->minutes)
                           : WM_OK;
}

/* Refuses an item that is well-formed but breaks a rule. */
static wm_status refuse_item(const reader *r, const char *place, const wm_error *inner)
{
    char path[64];
    join(path, place, inner->place, strlen(inner->place));
    return refuse(r, path, "%s", inner->message);
}

static wm_status read_item(const reader *r, const char *place, const wm_json_value *object,
                           wm_item *item)
{
    static const char *const names[] = {"workload", "variant", "shape",   "repeats",
                                        "fault",    "point",   "minutes", NULL};
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
    join(path, place, "shape", 5);
    shape = wm_json_member(object, "shape");
    status = shape == NULL ? refuse(r, path, "is missing") : read_shape(r, path, shape, item);
    if (status == WM_OK)
        status = read_point(r, place, object, item);
    if (status == WM_OK && fault != NULL) {
        join(path, place, "fault", 5);
        status = read_fault(r, path, fault, item);
    }
    if (status == WM_OK && wm_schedule_check_item(item, &inner) != WM_OK)
        status = refuse_item(r, place, &inner);
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
            return refuse(r, path, "%s is a duplicate of items[%zu]", label, i);
        }
    }
    return WM_OK;
}

static wm_status read_items(const reader *r, const wm_json_value *items)
{
    wm_schedule *schedule = r->schedule;
    const wm_json_value *object;
    wm_status status = WM_OK;
    if (items == NULL)
        return refuse(r, "items", "is missing");
    if (items->kind != WM_JSON_ARRAY || items->count < 1 || items->count > WM_TABLES_ITEMS)
        return refuse(r, "items", "must be an array of 1 to %d items", WM_TABLES_ITEMS);
    schedule->items = calloc(items->count, sizeof *schedule->items);
    if (schedule->items == NULL)
        return wm_error_set(r->err, WM_E_NOMEM, r->file, "out of memory");
    for (object = items->first; object != NULL && status == WM_OK; object = object->next) {
        char place[64];
        (void)snprintf(place, sizeof place, "items[%zu]", schedule->item_count);
        status = read_item(r, place, object, &schedule->items[schedule->item_count]);
        if (status == WM_OK)
            status = check_label(r, schedule->item_count++);
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
        return refuse(r, "name", "must be 1 to %d of a-z 0-9 . _ -", WM_SCHEDULE_NAME_SIZE - 1);
    memcpy(r->schedule->name, name->text, name->text_size);
    if (nonce != NULL) {
        if (nonce->kind != WM_JSON_STRING || !wm_schedule_is_nonce(nonce->text, nonce->text_size))
            return refuse(r, "nonce", "must be a string of 0 to 64 lower-case hex digits");
        memcpy(r->schedule->nonce, nonce->text, nonce->text_size);
    }
    if (seconds != NULL) {
        if (seconds->kind != WM_JSON_NUMBER || !(seconds->number > 0) ||
            !(seconds->number <= REPEAT_SECONDS_MAX))
            return refuse(r, "repeat_seconds", "must be a number above 0, at most 3600");
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
    reader r = {file, schedule, REPEATS, err};
    const wm_json_value *root;
    wm_json *json = wm_json_new();
    wm_status status;
    *schedule = (wm_schedule){.repeat_seconds = REPEAT_SECONDS};
    if (json == NULL)
        return wm_error_set(err, WM_E_NOMEM, file, "out of memory");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) /* some editors write it */
        status = wm_error_set(err, WM_E_SYNTAX, NULL, "byte 0: a byte order mark is not JSON");
    else
        status = wm_json_parse(json, text, size, &options, &root, err);
    if (status != WM_OK) {
        (void)wm_error_place(err, status, "%.100s", file);
        place_in_lines(text, size, file, err);
    } else {
        status = read_plan(&r, root);
    }
    wm_json_free(json);
    if (status != WM_OK)
        wm_schedule_clear(schedule);
    return status;
}
