/* Numbers that were read from a file of another tool, in series. */
#include "study/foreign/import_sheet.h"

#include "base/code_point.h"

#include "base/array.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

static bool is_text(const char *stored, const char *text, size_t size)
{
    return stored == NULL ? size == 0 : strlen(stored) == size && memcmp(stored, text, size) == 0;
}

/* Writes a name of [a-z0-9_] and, where dots are allowed, '.'. Every other byte becomes '_', and
 * several of them one. An empty name becomes `unnamed`. A long name keeps its begin and its end,
 * because the parameters are often at the end. */
static void make_name(const char *text, size_t text_size, bool has_dots, char *name, size_t size)
{
    char full[1024];
    size_t used = 0;
    for (size_t i = 0; i < text_size && used + 1 < sizeof full; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (has_dots && c == '.')))
            c = '_';
        if (c != '_' || (used > 0 && full[used - 1] != '_'))
            full[used++] = c;
    }
    while (used > 0 && full[used - 1] == '_')
        used--;
    full[used] = '\0';
    if (used == 0)
        (void)snprintf(name, size, "unnamed");
    else if (used < size)
        memcpy(name, full, used + 1);
    else
        (void)snprintf(name, size, "%.*s_%s", (int)(size / 2 - 1), full,
                       full + used - (size - size / 2 - 1));
}

/* ---- series ---------------------------------------------------------------------------------- */

/* The chain of a text. Source: FNV-1a, 64 bits. */
static size_t chain_of(const char *text, size_t size)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return (size_t)((hash ^ hash >> 32) % WM_IMPORT_CHAINS);
}

static wm_import_series *series_at(const wm_import_sheet *sheet, uint16_t place)
{
    return place > 0 ? &sheet->series[place - 1] : NULL;
}

static wm_import_series *find_name(const wm_import_sheet *sheet, const char *name)
{
    wm_import_series *at = series_at(sheet, sheet->by_name[chain_of(name, strlen(name))]);
    while (at != NULL && strcmp(at->name, name) != 0)
        at = series_at(sheet, at->next_name);
    return at;
}

/* Makes the name of a new series; one that is in use gets a number. */
static void name_series(const wm_import_sheet *sheet, const char *original, size_t size,
                        char name[WM_IMPORT_NAME])
{
    char stem[WM_IMPORT_NAME];
    wm_import_series *first;
    make_name(original, size, true, stem, sizeof stem);
    (void)snprintf(name, WM_IMPORT_NAME, "%s", stem);
    first = find_name(sheet, stem);
    while (find_name(sheet, name) != NULL)
        (void)snprintf(name, WM_IMPORT_NAME, "%.*s_%u", WM_FIT(stem, 24), ++first->suffix % 10000);
}

wm_import_series *wm_import_sheet_add_series(wm_import_sheet *sheet, const char *original,
                                             size_t size, const char *parameters,
                                             size_t parameters_size)
{
    const size_t chain = chain_of(original, size);
    wm_import_series *all, *made;
    size_t named;
    if (sheet->series_count == WM_IMPORT_SERIES)
        return NULL;
    all = wm_array_grow(sheet->series, &sheet->series_capacity, sheet->series_count + 1,
                        sizeof *sheet->series);
    if (all == NULL)
        return NULL;
    sheet->series = all;
    made = &all[sheet->series_count];
    memset(made, 0, sizeof *made);
    made->suffix = 1;
    name_series(sheet, original, size, made->name);
    named = chain_of(made->name, strlen(made->name));
    made->original = copy_of(original, size);
    made->parameters = parameters_size > 0 ? copy_of(parameters, parameters_size) : NULL;
    sheet->series_count++;
    made->next_original = sheet->by_original[chain];
    made->next_name = sheet->by_name[named];
    sheet->by_original[chain] = sheet->by_name[named] = (uint16_t)sheet->series_count;
    return made->original != NULL && (parameters_size == 0 || made->parameters != NULL) ? made
                                                                                        : NULL;
}

wm_import_series *wm_import_sheet_series(wm_import_sheet *sheet, const char *original, size_t size,
                                         const char *parameters, size_t parameters_size)
{
    wm_import_series *at = series_at(sheet, sheet->by_original[chain_of(original, size)]);
    while (at != NULL && !(is_text(at->original, original, size) &&
                           is_text(at->parameters, parameters, parameters_size)))
        at = series_at(sheet, at->next_original);
    return at != NULL
               ? at
               : wm_import_sheet_add_series(sheet, original, size, parameters, parameters_size);
}

/* ---- fields ---------------------------------------------------------------------------------- */

static bool has_field_name(const wm_import_series *series, const char *name)
{
    for (size_t i = 0; i < series->field_count; i++)
        if (strcmp(series->fields[i].name, name) == 0)
            return true;
    return strcmp(name, "reason") == 0;
}

static void name_field(const wm_import_series *series, const char *original, size_t size,
                       char name[WM_IMPORT_FIELD])
{
    char stem[WM_IMPORT_FIELD];
    make_name(original, size, false, stem, sizeof stem);
    (void)snprintf(name, WM_IMPORT_FIELD, "%s", stem);
    for (unsigned i = 2; has_field_name(series, name); i++)
        (void)snprintf(name, WM_IMPORT_FIELD, "%.*s_%u", WM_FIT(stem, 26), i % 10000);
}

/* Gives each row room for another value. */
static bool widen_rows(wm_import_series *series)
{
    const size_t count = series->field_count + 1;
    for (size_t i = 0; i < series->row_count; i++) {
        double *values = realloc(series->rows[i].values, count * sizeof *values);
        if (values == NULL)
            return false;
        values[count - 1] = (double)NAN;
        series->rows[i].values = values;
    }
    return true;
}

size_t wm_import_sheet_field(wm_import_series *series, const char *original, size_t size,
                             const char *unit, bool is_claimed)
{
    wm_import_field *fields, *made;
    for (size_t i = 0; i < series->field_count; i++)
        if (is_text(series->fields[i].original, original, size))
            return i;
    if (series->field_count == WM_IMPORT_FIELDS || !widen_rows(series))
        return SIZE_MAX;
    fields = wm_array_grow(series->fields, &series->field_capacity, series->field_count + 1,
                           sizeof *fields);
    if (fields == NULL)
        return SIZE_MAX;
    series->fields = fields;
    made = &fields[series->field_count];
    memset(made, 0, sizeof *made);
    name_field(series, original, size, made->name);
    made->original = copy_of(original, size);
    (void)snprintf(made->unit, sizeof made->unit, "%s", unit);
    made->is_claimed = is_claimed;
    series->field_count++;
    return made->original != NULL ? series->field_count - 1 : SIZE_MAX;
}

/* ---- rows ------------------------------------------------------------------------------------ */

wm_import_row *wm_import_sheet_row(wm_import_series *series)
{
    wm_import_row *rows =
        wm_array_grow(series->rows, &series->row_capacity, series->row_count + 1, sizeof *rows);
    wm_import_row *made;
    if (rows == NULL)
        return NULL;
    series->rows = rows;
    made = &rows[series->row_count];
    made->reason = NULL;
    made->values = malloc((series->field_count + 1) * sizeof *made->values);
    if (made->values == NULL)
        return NULL;
    for (size_t i = 0; i < series->field_count; i++)
        made->values[i] = (double)NAN;
    series->row_count++;
    return made;
}

wm_status wm_import_sheet_reason(wm_import_row *row, const char *what, const char *words,
                                 size_t size)
{
    const size_t used = row->reason != NULL ? strlen(row->reason) : 0;
    const size_t room = used + strlen(what) + size + 8;
    char *reason;
    if (room > 4000)
        return WM_OK; /* the first reasons are enough */
    reason = realloc(row->reason, room);
    if (reason == NULL)
        return WM_E_NOMEM;
    row->reason = reason;
    (void)snprintf(reason + used, room - used, "%s%s%s%.*s", used > 0 ? "; " : "", what,
                   what[0] != '\0' ? ": " : "", (int)size, words);
    return WM_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

wm_status wm_import_sheet_fact(wm_import_sheet *sheet, const char *name, const char *text,
                               size_t size)
{
    wm_import_fact *facts =
        wm_array_grow(sheet->facts, &sheet->fact_capacity, sheet->fact_count + 1, sizeof *facts);
    if (facts == NULL)
        return WM_E_NOMEM;
    sheet->facts = facts;
    facts += sheet->fact_count;
    (void)snprintf(facts->name, sizeof facts->name, "%s", name);
    facts->text = copy_of(text, size);
    if (facts->text == NULL)
        return WM_E_NOMEM;
    sheet->fact_count++;
    return WM_OK;
}

wm_status wm_import_sheet_leave_out(wm_import_sheet *sheet, const char *words)
{
    const char *text = wm_buffer_text(&sheet->left_out);
    if ((text != NULL && strstr(text, words) != NULL) || sheet->left_out.size > 3000)
        return WM_OK;
    return wm_buffer_printf(&sheet->left_out, "%s%s", sheet->left_out.size > 0 ? "; " : "", words);
}

static void clear_series(wm_import_series *series)
{
    for (size_t i = 0; i < series->row_count; i++) {
        free(series->rows[i].values);
        free(series->rows[i].reason);
    }
    for (size_t i = 0; i < series->field_count; i++)
        free(series->fields[i].original);
    free(series->rows);
    free(series->fields);
    free(series->original);
    free(series->parameters);
}

void wm_import_sheet_clear(wm_import_sheet *sheet)
{
    for (size_t i = 0; i < sheet->series_count; i++)
        clear_series(&sheet->series[i]);
    for (size_t i = 0; i < sheet->fact_count; i++)
        free(sheet->facts[i].text);
    free(sheet->series);
    free(sheet->facts);
    wm_buffer_clear(&sheet->left_out);
    memset(sheet, 0, sizeof *sheet);
}
