/* Reads what `hyperfine --export-json` writes. */
#include "study/foreign/import_sheet.h"

#include "base/status.h"
#include "study/foreign/import_json.h"

#include <stdint.h>
#include <string.h>

/* An array of a result, with a value for each run. */
typedef struct {
    const char *key, *name, *unit;
    bool is_claimed;
} column;

static const column COLUMNS[] = {{"times", "seconds", "s", true},
                                 {"exit_codes", "exit_status", "1", false},
                                 {"memory_usage_byte", "memory_bytes", "B", true}};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof COLUMNS[0] };

/* Adds the runs of a result to its series. */
static wm_status add_runs(const wm_json_value *result, wm_import_series *series)
{
    const wm_json_value *at[COLUMN_COUNT];
    size_t field[COLUMN_COUNT];
    wm_status status = WM_OK;
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        const wm_json_value *array = wm_json_member(result, COLUMNS[i].key);
        at[i] = array != NULL && array->kind == WM_JSON_ARRAY ? array->first : NULL;
        field[i] = at[i] == NULL
                       ? SIZE_MAX
                       : wm_import_sheet_field(series, COLUMNS[i].name, strlen(COLUMNS[i].name),
                                               COLUMNS[i].unit, COLUMNS[i].is_claimed);
        if (at[i] != NULL && field[i] == SIZE_MAX)
            return WM_E_NOMEM;
    }
    while (at[0] != NULL && status == WM_OK) {
        wm_import_row *row = wm_import_sheet_row(series);
        if (row == NULL)
            return WM_E_NOMEM;
        for (size_t i = 0; i < COLUMN_COUNT && status == WM_OK; i++) {
            if (field[i] == SIZE_MAX)
                continue;
            status = wm_import_json_put(row, field[i], COLUMNS[i].name, at[i]);
            at[i] = at[i] != NULL ? at[i]->next : NULL;
        }
    }
    return status;
}

static wm_status add_result(const wm_json_value *result, size_t index, wm_import_sheet *sheet,
                            wm_error *err)
{
    const wm_json_value *command = wm_json_member(result, "command");
    const wm_json_value *times = wm_json_member(result, "times");
    const wm_json_value *parameters = wm_json_member(result, "parameters");
    wm_import_series *series;
    if (command == NULL || command->kind != WM_JSON_STRING)
        return wm_error_set(err, WM_E_INVALID, NULL, "result %zu has no text `command`", index);
    if (times == NULL || times->kind != WM_JSON_ARRAY || times->first == NULL)
        return wm_error_set(err, WM_E_INVALID, NULL, "result %zu has no `times`", index);
    series = wm_import_sheet_add_series(sheet, command->text, command->text_size,
                                        parameters != NULL ? parameters->text : NULL,
                                        parameters != NULL ? parameters->text_size : 0);
    return series == NULL ? WM_E_NOMEM : add_runs(result, series);
}

static wm_status begin(const wm_json_value *root, wm_import_sheet *sheet, wm_error *err)
{
    (void)root;
    (void)err;
    return wm_import_sheet_leave_out(sheet,
                                     "user, system and summaries, which are of all runs together");
}

const wm_import_format wm_import_hyperfine = {
    .name = "hyperfine",
    .read = wm_import_json_read,
    .limits = "out of memory, or more than 4,096 series",
    .writer = "hyperfine",
    .list = "results",
    .refusal = "no array `results`: not written by hyperfine --export-json",
    .begin = begin,
    .add = add_result};
