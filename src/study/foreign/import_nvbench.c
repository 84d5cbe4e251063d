/* Reads what nvbench writes with --json, in version 1 of its layout. */
#include "base/code_point.h"
#include "study/foreign/import_sheet.h"

#include "base/status.h"
#include "study/foreign/import_json.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The unit that a summary's hint tells. */
static const char *unit_of(const wm_json_value *summary)
{
    static const char *const HINTS[][2] = {{"duration", "s"},
                                           {"item_rate", "item/s"},
                                           {"byte_rate", "B/s"},
                                           {"bytes", "B"},
                                           {"frequency", "Hz"}};
    const wm_json_value *hint = wm_json_member(summary, "hint");
    for (size_t i = 0; hint != NULL && i < sizeof HINTS / sizeof HINTS[0]; i++)
        if (wm_json_is_text(hint, HINTS[i][0]))
            return HINTS[i][1];
    return "1";
}

/* The member `value` of a summary's data; NULL if it has no number of that name. */
static const wm_json_value *value_of(const wm_json_value *summary)
{
    const wm_json_value *data = wm_json_member(summary, "data");
    for (const wm_json_value *at = data != NULL ? data->first : NULL; at != NULL; at = at->next) {
        const wm_json_value *type = wm_json_member(at, "type");
        if (wm_json_is_text(wm_json_member(at, "name"), "value") &&
            (wm_json_is_text(type, "int64") || wm_json_is_text(type, "float64")))
            return wm_json_member(at, "value");
    }
    return NULL;
}

static wm_status add_summary(const wm_json_value *summary, wm_import_sheet *sheet,
                             wm_import_series *series)
{
    const wm_json_value *tag = wm_json_member(summary, "tag"), *value = value_of(summary);
    const char *unit = unit_of(summary), *text;
    size_t field, size;
    if (tag == NULL || tag->kind != WM_JSON_STRING || value == NULL)
        return wm_import_sheet_leave_out(
            sheet, wm_json_is_text(wm_json_member(summary, "hint"), "file/sample_times")
                       ? "sample times, which are in other files"
                       : "summaries without a number");
    text = tag->text;
    size = tag->text_size;
    if (size > 3 && memcmp(text, "nv/", 3) == 0) { /* all tags of nvbench itself have it */
        text += 3;
        size -= 3;
    }
    field = wm_import_sheet_field(series, text, size, unit, true);
    if (field == SIZE_MAX)
        return WM_E_NOMEM;
    return wm_import_json_put(&series->rows[0], field, series->fields[field].name, value);
}

static wm_status add_state(const wm_json_value *name, const wm_json_value *state,
                           wm_import_sheet *sheet, wm_error *err)
{
    const wm_json_value *title = wm_json_member(state, "name");
    const wm_json_value *axes = wm_json_member(state, "axis_values");
    const wm_json_value *skipped = wm_json_member(state, "is_skipped");
    const wm_json_value *summaries = wm_json_member(state, "summaries");
    char original[1024];
    wm_import_series *series;
    wm_status status = WM_OK;
    if (skipped != NULL && skipped->kind == WM_JSON_TRUE)
        return wm_import_sheet_leave_out(sheet, "states that nvbench skipped");
    if (title == NULL || title->kind != WM_JSON_STRING || summaries == NULL ||
        summaries->kind != WM_JSON_ARRAY)
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "`%.*s` has a state without `name` or without an array `summaries`",
                            WM_FIT_IN(name->text, name->text_size, 200));
    (void)snprintf(original, sizeof original, "%.*s %.*s",
                   WM_FIT_IN(name->text, name->text_size, 400),
                   WM_FIT_IN(title->text, title->text_size, 600));
    series = wm_import_sheet_add_series(sheet, original, strlen(original),
                                        axes != NULL ? axes->text : NULL,
                                        axes != NULL ? axes->text_size : 0);
    if (series == NULL || wm_import_sheet_row(series) == NULL)
        return WM_E_NOMEM;
    for (const wm_json_value *at = summaries->first; at != NULL && status == WM_OK; at = at->next)
        status = add_summary(at, sheet, series);
    return status;
}

static wm_status add_benchmark(const wm_json_value *benchmark, size_t number,
                               wm_import_sheet *sheet, wm_error *err)
{
    const wm_json_value *name = wm_json_member(benchmark, "name");
    const wm_json_value *states = wm_json_member(benchmark, "states");
    wm_status status = WM_OK;
    (void)number;
    if (name == NULL || name->kind != WM_JSON_STRING)
        return wm_error_set(err, WM_E_INVALID, NULL, "a benchmark has no text `name`");
    for (const wm_json_value *at = states != NULL ? states->first : NULL;
         at != NULL && status == WM_OK; at = at->next)
        status = add_state(name, at, sheet, err);
    return status;
}

static wm_status begin(const wm_json_value *root, wm_import_sheet *sheet, wm_error *err)
{
    const wm_json_value *version =
        wm_json_member(wm_json_member(wm_json_member(root, "meta"), "version"), "json");
    const wm_json_value *major = wm_json_member(version, "major");
    (void)sheet;
    if (major != NULL && major->kind == WM_JSON_NUMBER && major->number == 1)
        return WM_OK;
    return wm_error_set(err, WM_E_INVALID, NULL,
                        "`meta.version.json.major` is not 1: another layout of nvbench");
}

const wm_import_format wm_import_nvbench = {
    .name = "nvbench",
    .read = wm_import_json_read,
    .limits = "out of memory, more than 4,096 states, or more than 64 summaries",
    .writer = "nvbench",
    .list = "benchmarks",
    .refusal = "no array `benchmarks`: not written by nvbench",
    .begin = begin,
    .add = add_benchmark};
