/* The study of another tool's file: its numbers become a record, marked as not witnessed. */
#include "study/foreign/import.h"

#include "base/code_point.h"

#include "base/status.h"
#include "measure/facts/machine.h"
#include "record/tables/tables.h"
#include "standards/base64.h"
#include "standards/sha256.h"
#include "study/foreign/own_facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RAW_PART = 3072 }; /* 4,096 bytes of base64, the longest text of a fact */

static const wm_import_format *const FORMATS[] = {&wm_import_hyperfine, &wm_import_google_benchmark,
                                                  &wm_import_nvbench, &wm_import_csv};

const wm_import_format *wm_import_format_named(const char *name)
{
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        if (strcmp(FORMATS[i]->name, name) == 0)
            return FORMATS[i];
    return NULL;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Adds the bytes of the file, in parts. */
static wm_status add_raw(const wm_import *import, wm_environment *environment, wm_error *err)
{
    wm_buffer part = WM_BUFFER_EMPTY;
    char name[64];
    wm_status status = WM_OK;
    if (import->size > WM_IMPORT_RAW)
        return wm_environment_absent(environment, "import.raw", "larger than 262,144 bytes", err);
    for (size_t at = 0; at < import->size && status == WM_OK; at += RAW_PART) {
        const size_t left = import->size - at;
        part.size = 0;
        status = wm_base64_encode(&part, import->text + at, left < RAW_PART ? left : RAW_PART);
        if (status == WM_OK && wm_buffer_text(&part) == NULL)
            status = WM_E_NOMEM;
        if (status != WM_OK)
            status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
        (void)snprintf(name, sizeof name, "import.raw.%03zu", at / RAW_PART);
        if (status == WM_OK)
            status = wm_environment_text(environment, name, part.data, err);
    }
    wm_buffer_clear(&part);
    return status;
}

static wm_status add_file(const wm_import *import, wm_environment *environment, wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1], text[64];
    wm_status status;
    (void)snprintf(text, sizeof text, "%s; " WM_IMPORT_MARK, import->format->name);
    wm_sha256_hash(import->text, import->size, digest);
    wm_sha256_to_hex(digest, hex);
    status = wm_environment_text(environment, "import.format", text, err);
    if (status == WM_OK)
        status = wm_environment_text(environment, "import.sha256", hex, err);
    if (status == WM_OK)
        status = wm_environment_number(environment, "import.bytes", (double)import->size, err);
    return status == WM_OK ? add_raw(import, environment, err) : status;
}

/* Adds what the file says: names, parameters, facts, and what was not taken. */
static wm_status add_sheet(wm_import_sheet *sheet, wm_environment *environment, wm_error *err)
{
    const char *left_out = wm_buffer_text(&sheet->left_out);
    char name[128];
    wm_status status =
        sheet->left_out.size > 0 && left_out != NULL
            ? wm_own_facts_text(environment, "import.left_out", left_out, err)
            : wm_environment_absent(environment, "import.left_out", "nothing was left out", err);
    for (size_t i = 0; i < sheet->fact_count && status == WM_OK; i++)
        status = wm_own_facts_text(environment, sheet->facts[i].name, sheet->facts[i].text, err);
    for (size_t i = 0; i < sheet->series_count && status == WM_OK; i++) {
        const wm_import_series *series = &sheet->series[i];
        (void)snprintf(name, sizeof name, "import.name.%s", series->name);
        status = wm_own_facts_text(environment, name, series->original, err);
        (void)snprintf(name, sizeof name, "import.parameters.%s", series->name);
        if (status == WM_OK && series->parameters != NULL)
            status = wm_own_facts_text(environment, name, series->parameters, err);
    }
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static wm_status add_row(wm_graph *graph, const wm_import_series *series, const wm_import_row *row,
                         wm_import_outcome *outcome, wm_error *err)
{
    const char *names[WM_IMPORT_FIELDS];
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    bool is_absent = false;
    for (size_t i = 0; i < series->field_count; i++) {
        names[i] = series->fields[i].name;
        is_absent = is_absent || isnan(row->values[i]);
    }
    own.series = series->name;
    own.names = names;
    own.values = row->values;
    own.count = series->field_count;
    if (is_absent)
        own.reason = row->reason != NULL ? row->reason : "not in the file";
    outcome->absent += is_absent;
    outcome->observations++;
    return wm_graph_numbers(graph, &own, NULL, err);
}

/* The smallest magnitude above zero of a field; 0: none. */
static double least_of(const wm_import_series *series, size_t field)
{
    double least = 0;
    for (size_t i = 0; i < series->row_count; i++) {
        const double value = fabs(series->rows[i].values[field]);
        if (value > 0 && !(least > 0 && least < value))
            least = value;
    }
    return least;
}

/* Asks for the median of each field that is claimed; of the first if none is, because a series
 * needs a claim. */
static wm_status ask(wm_graph *graph, const wm_import_series *series, wm_error *err)
{
    bool has_claim = false;
    wm_status status = WM_OK;
    for (size_t i = 0; i < series->field_count; i++)
        has_claim = has_claim || series->fields[i].is_claimed;
    for (size_t i = 0; i < series->field_count && status == WM_OK; i++) {
        const wm_import_field *field = &series->fields[i];
        const wm_own_value beside[] = {{series->name, field->name, "minimum_of"},
                                       {series->name, field->name, "maximum_of"},
                                       {series->name, field->name, "relative_mad_of"}};
        char name[128];
        wm_own_claim own = WM_OWN_CLAIM_INIT;
        if (!field->is_claimed && (has_claim || i > 0))
            continue;
        (void)snprintf(name, sizeof name, "x.%s.%s", series->name, field->name);
        own.name = name;
        own.unit = field->unit;
        own.format = wm_tables_own_format(field->unit, least_of(series, i));
        own.value = (wm_own_value){series->name, field->name, "median_of"};
        own.beside = beside;
        own.beside_count = series->row_count > 1 ? sizeof beside / sizeof beside[0] : 0;
        status = wm_graph_claim(graph, &own, err);
    }
    return status;
}

static wm_status add_series(wm_graph *graph, const wm_import_series *series,
                            wm_import_outcome *outcome, wm_error *err)
{
    wm_status status = WM_OK;
    if (series->field_count == 0 || series->row_count == 0)
        return WM_OK;
    for (size_t i = 0; i < series->row_count && status == WM_OK; i++)
        status = add_row(graph, series, &series->rows[i], outcome, err);
    outcome->series++;
    outcome->failed += series->failed_count;
    return status == WM_OK ? ask(graph, series, err) : status;
}

static wm_status make_graph(const wm_import *import, wm_import_sheet *sheet, wm_graph *graph,
                            wm_environment *environment, wm_import_outcome *outcome, wm_error *err)
{
    char name[64];
    wm_status status = wm_machine_producer(environment, err);
    if (status == WM_OK)
        status = add_file(import, environment, err);
    if (status == WM_OK)
        status = add_sheet(sheet, environment, err);
    if (status == WM_OK)
        status = wm_graph_environment(graph, environment, NULL, err);
    if (status == WM_E_LIMIT)
        return wm_error_set(err, status, NULL,
                            "its names and parameters are too long for a record; split the file");
    (void)snprintf(name, sizeof name, "%s; " WM_IMPORT_MARK, import->format->name);
    if (status == WM_OK)
        status = wm_graph_own_plan(graph, name, NULL, err);
    for (size_t i = 0; i < sheet->series_count && status == WM_OK; i++)
        status = add_series(graph, &sheet->series[i], outcome, err);
    if (status == WM_OK && outcome->observations == 0)
        status = wm_error_set(err, WM_E_INVALID, NULL, "no numbers");
    return status;
}

/* A sheet that has no room left only says NOMEM. */
static wm_status read_file(const wm_import *import, wm_import_sheet *sheet, wm_error *err)
{
    const wm_import_format *format = import->format;
    const wm_status status = format->read(format, import->text, import->size, sheet, err);
    if (status == WM_E_NOMEM && format->limits != NULL)
        return wm_error_set(err, WM_E_LIMIT, NULL, "%s", format->limits);
    return status == WM_E_NOMEM ? wm_error_set(err, status, NULL, "%s", wm_status_text(status))
                                : status;
}

wm_status wm_import_run(const wm_import *import, wm_import_outcome *outcome, wm_error *err)
{
    wm_import_sheet sheet;
    wm_environment *environment = wm_environment_new();
    wm_graph *graph = wm_graph_new();
    wm_status status = WM_OK;
    memset(&sheet, 0, sizeof sheet);
    memset(outcome, 0, sizeof *outcome);
    if (environment == NULL || graph == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    if (status == WM_OK)
        status = read_file(import, &sheet, err);
    if (status == WM_OK)
        status = make_graph(import, &sheet, graph, environment, outcome, err);
    (void)wm_error_place(err, status, "%s", import->file);
    if (status == WM_OK)
        status = wm_record_write(import->path, graph, NULL, 0, outcome->root, err);
    if (status == WM_OK && sheet.left_out.size > 0)
        (void)snprintf(
            outcome->left_out, sizeof outcome->left_out, "%.*s",
            WM_FIT_IN(sheet.left_out.data, sheet.left_out.size, sizeof outcome->left_out - 1));
    wm_graph_free(graph);
    wm_environment_free(environment);
    wm_import_sheet_clear(&sheet);
    return status;
}
