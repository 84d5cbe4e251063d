/* Reads what `hyperfine --export-json` writes. */
#include "study/foreign/import_sheet.h"

#include "base/status.h"
#include "study/foreign/import_json.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* An array of a result, with a value for each run. */
typedef struct {
    const char *key, *name, *unit;
    bool is_claimed;
} column;

enum { TIMES, CODES, MEMORY, COLUMNS_COUNT };

static const column COLUMNS[COLUMNS_COUNT] = {
    [TIMES] = {"times", "seconds", "s", true},
    [CODES] = {"exit_codes", "exit_status", "1", false},
    [MEMORY] = {"memory_usage_byte", "memory_bytes", "B", true},
};

/* A result that is read. */
typedef struct {
    const wm_json_value *at[COLUMNS_COUNT]; /* the values of the next run; NULL: none */
    size_t field[COLUMNS_COUNT];            /* SIZE_MAX: the result has no such array */
    size_t failed;                          /* the field of this name */
} runs;

static wm_status open_runs(const wm_json_value *result, wm_import_series *series, runs *of)
{
    for (size_t i = 0; i < COLUMNS_COUNT; i++) {
        const wm_json_value *array = wm_json_member(result, COLUMNS[i].key);
        const bool is_there = array != NULL && array->kind == WM_JSON_ARRAY;
        of->at[i] = is_there ? array->first : NULL;
        of->field[i] = SIZE_MAX;
        if (!is_there || (i != CODES && array->first == NULL))
            continue;
        of->field[i] = wm_import_sheet_field(series, COLUMNS[i].name, strlen(COLUMNS[i].name),
                                             COLUMNS[i].unit, COLUMNS[i].is_claimed);
        if (of->field[i] == SIZE_MAX)
            return WM_E_NOMEM;
    }
    of->failed = SIZE_MAX;
    if (of->field[CODES] != SIZE_MAX) {
        of->failed = wm_import_sheet_field(series, "failed", strlen("failed"), "1", false);
        if (of->failed == SIZE_MAX)
            return WM_E_NOMEM;
    }
    return WM_OK;
}

/* Why a run failed; false if it did not. Its exit code is null if a signal ended it. */
static bool describe_failure(const wm_json_value *code, char words[64])
{
    if (code->kind == WM_JSON_NULL)
        (void)snprintf(words, 64, "ended by a signal");
    else if (code->kind != WM_JSON_NUMBER)
        (void)snprintf(words, 64, "the exit code is not a number");
    else if (code->number != 0)
        (void)snprintf(words, 64, "exit %.10g", code->number);
    else
        return false;
    return true;
}

/* Adds the next run. One that failed has no time and no memory of the work. */
static wm_status add_run(runs *of, wm_import_series *series)
{
    char words[64] = "";
    wm_import_row *row = wm_import_sheet_row(series);
    const bool has_failed = of->failed != SIZE_MAX && describe_failure(of->at[CODES], words);
    wm_status status = row == NULL ? WM_E_NOMEM : WM_OK;
    if (status == WM_OK && of->failed != SIZE_MAX)
        row->values[of->failed] = has_failed;
    for (size_t i = 0; i < COLUMNS_COUNT && status == WM_OK; i++) {
        if (of->field[i] == SIZE_MAX)
            continue;
        if (has_failed && COLUMNS[i].is_claimed)
            status = wm_import_sheet_reason(row, COLUMNS[i].name, words, strlen(words));
        else
            status = wm_import_json_put(row, of->field[i], COLUMNS[i].name, of->at[i]);
    }
    for (size_t i = 0; i < COLUMNS_COUNT; i++)
        of->at[i] = of->at[i] != NULL ? of->at[i]->next : NULL;
    series->failed_count += has_failed;
    return status;
}

static wm_status add_runs(const wm_json_value *result, wm_import_series *series)
{
    runs of;
    wm_status status = open_runs(result, series, &of);
    while (of.at[TIMES] != NULL && status == WM_OK)
        status = add_run(&of, series);
    return status;
}

/* Refuses a list that has not one value for each time: nobody knows which run a value is of. An
 * empty list of memory is none. */
static wm_status check_lengths(const wm_json_value *result, size_t index, wm_error *err)
{
    const wm_json_value *times = wm_json_member(result, COLUMNS[TIMES].key);
    for (size_t i = TIMES + 1; i < COLUMNS_COUNT; i++) {
        const wm_json_value *list = wm_json_member(result, COLUMNS[i].key);
        if (list == NULL || list->kind != WM_JSON_ARRAY || list->count == times->count ||
            (i == MEMORY && list->count == 0))
            continue;
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "`%s` of result %zu: found %u values, expected %u, as in `times`",
                            COLUMNS[i].key, index, list->count, times->count);
    }
    return WM_OK;
}

static wm_status add_result(const wm_json_value *result, size_t index, wm_import_sheet *sheet,
                            wm_error *err)
{
    const wm_json_value *command = wm_json_member(result, "command");
    const wm_json_value *times = wm_json_member(result, "times");
    const wm_json_value *codes = wm_json_member(result, "exit_codes");
    const wm_json_value *parameters = wm_json_member(result, "parameters");
    wm_import_series *series;
    wm_status status;
    if (command == NULL || command->kind != WM_JSON_STRING)
        return wm_error_set(err, WM_E_INVALID, NULL, "result %zu has no text `command`", index);
    if (times == NULL || times->kind != WM_JSON_ARRAY || times->first == NULL)
        return wm_error_set(err, WM_E_INVALID, NULL, "result %zu has no `times`", index);
    if (codes != NULL && codes->kind != WM_JSON_ARRAY)
        return wm_error_set(err, WM_E_INVALID, NULL, "`exit_codes` of result %zu is no array",
                            index);
    status = check_lengths(result, index, err);
    if (status != WM_OK)
        return status;
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
