/* Numbers that were read from a file of another tool, in series. */
#include "study/import_sheet.h"

#include "base/array.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MOST = 4096 };

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

static bool has_series_name(const wm_import_sheet *sheet, const char *name)
{
    for (size_t i = 0; i < sheet->series_count; i++)
        if (strcmp(sheet->series[i].name, name) == 0)
            return true;
    return false;
}

/* Makes the name of a new series; one that is in use gets a number. */
static void name_series(const wm_import_sheet *sheet, const char *original, size_t size,
                        char name[WM_IMPORT_NAME])
{
    char stem[WM_IMPORT_NAME];
    make_name(original, size, true, stem, sizeof stem);
    (void)snprintf(name, WM_IMPORT_NAME, "%s", stem);
    for (unsigned i = 2; has_series_name(sheet, name); i++)
        (void)snprintf(name, WM_IMPORT_NAME, "%.24s_%u", stem, i % 10000);
}

wm_import_series *wm_import_sheet_series(wm_import_sheet *sheet, const char *original, size_t size,
                                         const char *parameters, size_t parameters_size)
{
    wm_import_series *all, *made;
    for (size_t i = sheet->series_count; i-- > 0;) /* rows of one series often follow another */
        if (is_text(sheet->series[i].original, original, size) &&
            is_text(sheet->series[i].parameters, parameters, parameters_size))
            return &sheet->series[i];
    if (sheet->series_count == SERIES_MOST)
        return NULL;
    all = wm_array_grow(sheet->series, &sheet->series_capacity, sheet->series_count + 1,
                        sizeof *sheet->series);
    if (all == NULL)
        return NULL;
    sheet->series = all;
    made = &all[sheet->series_count];
    memset(made, 0, sizeof *made);
    name_series(sheet, original, size, made->name);
    made->original = copy_of(original, size);
    made->parameters = parameters_size > 0 ? copy_of(parameters, parameters_size) : NULL;
    sheet->series_count++;
    return made->original != NULL && (parameters_size == 0 || made->parameters != NULL) ? made
                                                                                        : NULL;
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
        (void)snprintf(name, WM_IMPORT_FIELD, "%.26s_%u", stem, i % 10000);
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

bool wm_import_sheet_reason(wm_import_row *row, const char *what, const char *words, size_t size)
{
    const size_t used = row->reason != NULL ? strlen(row->reason) : 0;
    const size_t room = used + strlen(what) + size + 8;
    char *reason;
    if (room > 4000)
        return true; /* the first reasons are enough */
    reason = realloc(row->reason, room);
    if (reason == NULL)
        return false;
    row->reason = reason;
    (void)snprintf(reason + used, room - used, "%s%s%s%.*s", used > 0 ? "; " : "", what,
                   what[0] != '\0' ? ": " : "", (int)size, words);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

bool wm_import_sheet_fact(wm_import_sheet *sheet, const char *name, const char *text, size_t size)
{
    wm_import_fact *facts =
        wm_array_grow(sheet->facts, &sheet->fact_capacity, sheet->fact_count + 1, sizeof *facts);
    if (facts == NULL)
        return false;
    sheet->facts = facts;
    facts += sheet->fact_count;
    (void)snprintf(facts->name, sizeof facts->name, "%s", name);
    facts->text = copy_of(text, size);
    if (facts->text == NULL)
        return false;
    sheet->fact_count++;
    return true;
}

bool wm_import_sheet_leave_out(wm_import_sheet *sheet, const char *words)
{
    const char *text = wm_buffer_text(&sheet->left_out);
    if (text != NULL && strstr(text, words) != NULL)
        return true;
    if (sheet->left_out.size > 3000)
        return true;
    return (sheet->left_out.size == 0 || wm_buffer_puts(&sheet->left_out, "; ") == WM_OK) &&
           wm_buffer_puts(&sheet->left_out, words) == WM_OK;
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
