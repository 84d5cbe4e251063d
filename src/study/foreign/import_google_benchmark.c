/* Reads what Google Benchmark writes with --benchmark_format=json. */
#include "base/code_point.h"
#include "study/foreign/import_sheet.h"

#include "base/status.h"
#include "study/foreign/import_json.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Fields that are no measurements. A text among them may look like `nan`. */
static const char *const SKIPPED[] = {"family_index",  "per_family_instance_index",
                                      "repetitions",   "repetition_index",
                                      "threads",       "name",
                                      "run_name",      "run_type",
                                      "label",         "time_unit",
                                      "aggregate_name"};

static bool is_key(const wm_json_value *member, const char *key)
{
    return member->key_size == strlen(key) && memcmp(member->key, key, member->key_size) == 0;
}

static bool is_skipped(const wm_json_value *member)
{
    for (size_t i = 0; i < sizeof SKIPPED / sizeof SKIPPED[0]; i++)
        if (is_key(member, SKIPPED[i]))
            return true;
    return !wm_import_json_is_number(member);
}

/* Whether an entry summarizes others. Releases before 1.5 say so in the name alone. */
static bool is_aggregate(const wm_json_value *entry, const wm_json_value *name)
{
    static const char *const ENDS[] = {"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
    const wm_json_value *type = wm_json_member(entry, "run_type");
    if (type != NULL)
        return !wm_json_is_text(type, "iteration");
    for (size_t i = 0; name != NULL && i < sizeof ENDS / sizeof ENDS[0]; i++)
        if (name->text_size > strlen(ENDS[i]) &&
            memcmp(name->text + name->text_size - strlen(ENDS[i]), ENDS[i], strlen(ENDS[i])) == 0)
            return true;
    return false;
}

/* The unit of the times of an entry. */
static void time_unit_of(const wm_json_value *entry, char unit[WM_IMPORT_UNIT])
{
    const wm_json_value *word = wm_json_member(entry, "time_unit");
    const bool is_short = word != NULL && word->kind == WM_JSON_STRING && word->text_size < 4;
    (void)snprintf(unit, WM_IMPORT_UNIT, "%.*s", is_short ? (int)word->text_size : 2,
                   is_short ? word->text : "ns");
}

/* The unit of a field. */
static void unit_of(const wm_json_value *entry, const wm_json_value *member,
                    char unit[WM_IMPORT_UNIT])
{
    static const char RATE[] = "_per_second";
    const size_t size = sizeof RATE - 1;
    (void)snprintf(unit, WM_IMPORT_UNIT, "1");
    if (is_key(member, "real_time") || is_key(member, "cpu_time"))
        time_unit_of(entry, unit);
    else if (is_key(member, "bytes_per_second"))
        (void)snprintf(unit, WM_IMPORT_UNIT, "B/s");
    else if (is_key(member, "items_per_second"))
        (void)snprintf(unit, WM_IMPORT_UNIT, "item/s");
    else if (member->key_size > size &&
             memcmp(member->key + member->key_size - size, RATE, size) == 0)
        (void)snprintf(unit, WM_IMPORT_UNIT, "1/s");
}

/* Adds a value to a row that may be too narrow for it. */
static wm_status add_value(const wm_json_value *entry, const wm_json_value *member,
                           wm_import_series *series, wm_error *err)
{
    char unit[WM_IMPORT_UNIT];
    size_t field;
    wm_import_row *row;
    unit_of(entry, member, unit);
    field = wm_import_sheet_field(series, member->key, member->key_size, unit,
                                  !is_key(member, "iterations"));
    if (field == SIZE_MAX)
        return WM_E_NOMEM;
    if (strcmp(series->fields[field].unit, unit) != 0)
        return wm_error_set(err, WM_E_INVALID, NULL, "`time_unit` changes in `%.*s`",
                            WM_FIT(series->original, 200));
    row = &series->rows[series->row_count - 1];
    return wm_import_json_put(row, field, series->fields[field].name, member);
}

/* The words of an entry that failed. */
static wm_status add_failure(const wm_json_value *entry, wm_import_row *row)
{
    const wm_json_value *words = wm_json_member(entry, "error_message");
    size_t size;
    if (words == NULL)
        words = wm_json_member(entry, "skip_message");
    if (words == NULL || words->kind != WM_JSON_STRING || words->text_size == 0)
        return WM_OK;
    size = words->text_size < 500 ? words->text_size : 500;
    while (size > 0 && size < words->text_size && ((unsigned char)words->text[size] & 0xc0) == 0x80)
        size--; /* between characters */
    return wm_import_sheet_reason(row, "failed", words->text, size);
}

static bool has_failed(const wm_json_value *entry)
{
    const wm_json_value *failed = wm_json_member(entry, "error_occurred");
    const wm_json_value *skipped = wm_json_member(entry, "skipped");
    return (failed != NULL && failed->kind == WM_JSON_TRUE) ||
           (skipped != NULL && skipped->kind != WM_JSON_FALSE && skipped->kind != WM_JSON_NULL);
}

static wm_status add_entry(const wm_json_value *entry, size_t index, wm_import_sheet *sheet,
                           wm_error *err)
{
    const wm_json_value *name = wm_json_member(entry, "run_name");
    char unit[WM_IMPORT_UNIT];
    wm_import_series *series;
    wm_status status = WM_OK;
    if (name == NULL)
        name = wm_json_member(entry, "name");
    if (name == NULL || name->kind != WM_JSON_STRING)
        return wm_error_set(err, WM_E_INVALID, NULL, "benchmark %zu has no text `name`", index);
    if (is_aggregate(entry, wm_json_member(entry, "name")))
        return wm_import_sheet_leave_out(sheet, "aggregates, which follow from the repetitions");
    series = wm_import_sheet_series(sheet, name->text, name->text_size, NULL, 0);
    if (series == NULL || wm_import_sheet_row(series) == NULL)
        return WM_E_NOMEM;
    if (has_failed(entry)) {
        time_unit_of(entry, unit);
        if (wm_import_sheet_field(series, "real_time", 9, unit, true) == SIZE_MAX)
            return WM_E_NOMEM;
        return add_failure(entry, &series->rows[series->row_count - 1]);
    }
    for (const wm_json_value *member = entry->first; member != NULL && status == WM_OK;
         member = member->next)
        if (!is_skipped(member))
            status = add_value(entry, member, series, err);
    return status;
}

static wm_status begin(const wm_json_value *root, wm_import_sheet *sheet, wm_error *err)
{
    const wm_json_value *date = wm_json_member(wm_json_member(root, "context"), "date");
    (void)err;
    if (date == NULL || date->kind != WM_JSON_STRING)
        return WM_OK;
    return wm_import_sheet_fact(sheet, "import.date", date->text, date->text_size);
}

const wm_import_format wm_import_google_benchmark = {
    .name = "google-benchmark",
    .read = wm_import_json_read,
    .limits = "out of memory, more than 4,096 series, or more than 64 values",
    .writer = "Google Benchmark",
    .list = "benchmarks",
    .refusal = "no array `benchmarks`: not written by Google Benchmark",
    .begin = begin,
    .add = add_entry};
