/* Reads CSV with a header. Source: RFC 4180; lines may end with \n alone. */
#include "base/code_point.h"
#include "study/foreign/import_sheet.h"

#include "base/array.h"
#include "base/status.h"
#include "record/nodes/kind_claim.h"
#include "record/nodes/member.h"
#include "study/foreign/printed_number.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 256 };

/* A table of cells in one buffer. */
typedef struct {
    wm_buffer text; /* the cells' bytes */
    size_t *begin;  /* of each cell in the text; one more at the end */
    size_t count, capacity;
    size_t columns; /* cells of a row */
    bool *is_text;  /* of each column */
    wm_error *err;
} table;

/* ---- cells ----------------------------------------------------------------------------------- */

static const char *cell_of(const table *t, size_t row, size_t column, size_t *size)
{
    const size_t cell = row * t->columns + column;
    *size = t->begin[cell + 1] - t->begin[cell];
    return t->text.data != NULL ? t->text.data + t->begin[cell] : ""; /* all cells are empty */
}

/* Notes that a cell begins here. */
static bool begin_cell(table *t)
{
    size_t *begin = wm_array_grow(t->begin, &t->capacity, t->count + 1, sizeof *begin);
    if (begin == NULL)
        return false;
    t->begin = begin;
    begin[t->count++] = t->text.size;
    return true;
}

/* Reads a cell; *at then is at the comma, the end of the line or the end of the text. */
static wm_status read_cell(table *t, const char *text, size_t size, size_t *at, size_t line)
{
    size_t i = *at;
    wm_status status = WM_OK;
    if (!begin_cell(t))
        return WM_E_NOMEM;
    if (i < size && text[i] == '"') {
        for (i++; i < size && status == WM_OK; i++) {
            if (text[i] == '"' && (i + 1 >= size || text[i + 1] != '"'))
                break;
            i += text[i] == '"';
            status = wm_buffer_putc(&t->text, text[i]);
        }
        if (status == WM_OK && (i >= size || text[i] != '"'))
            return wm_error_set(t->err, WM_E_SYNTAX, NULL, "line %zu: a quoted field has no end",
                                line);
        i++;
        if (status == WM_OK && i < size && text[i] != ',' && text[i] != '\n' && text[i] != '\r')
            return wm_error_set(t->err, WM_E_SYNTAX, NULL, "line %zu: a quote is followed by text",
                                line);
    } else {
        for (; i < size && text[i] != ',' && text[i] != '\n' && status == WM_OK; i++)
            if (text[i] != '\r' || i + 1 >= size || text[i + 1] != '\n')
                status = wm_buffer_putc(&t->text, text[i]);
    }
    if (i < size && text[i] == '\r')
        i++;
    *at = i;
    return status;
}

/* Reads a row. Empty lines are no rows. */
static wm_status read_row(table *t, const char *text, size_t size, size_t *at, size_t line)
{
    const size_t before = t->count;
    wm_status status;
    for (;;) {
        status = read_cell(t, text, size, at, line);
        if (status != WM_OK || *at >= size || text[(*at)++] == '\n')
            break;
    }
    if (status != WM_OK)
        return status;
    if (t->count - before == 1 && t->text.size == t->begin[before]) {
        t->count--;
        return WM_OK;
    }
    if (t->columns == 0)
        t->columns = t->count - before;
    if (t->columns > COLUMNS)
        return wm_error_set(t->err, WM_E_LIMIT, NULL, "more than %d columns", COLUMNS);
    if (t->count - before != t->columns)
        return wm_error_set(t->err, WM_E_INVALID, NULL,
                            "line %zu: found %zu fields, expected %zu as in the header", line,
                            t->count - before, t->columns);
    return WM_OK;
}

static wm_status read_table(table *t, const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, line = 1;
    wm_status status = WM_OK;
    /* names are C strings: two that differ behind a NUL would be one */
    if (size > 0 && memchr(text, '\0', size) != NULL)
        return wm_error_set(t->err, WM_E_SYNTAX, NULL, "it has a NUL byte, so it is no text");
    while (at < size && status == WM_OK) {
        const size_t from = at;
        status = read_row(t, text, size, &at, line);
        for (size_t i = from; i < at; i++)
            line += text[i] == '\n';
    }
    if (status != WM_OK)
        return status;
    if (t->count < 2 * t->columns || t->columns == 0)
        return wm_error_set(t->err, WM_E_INVALID, NULL, "no rows below a header");
    return begin_cell(t) ? WM_OK : WM_E_NOMEM;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_special(const char *text, size_t size)
{
    static const char *const WORDS[] = {"NaN", "nan",       "NAN",  "NA",   "Infinity", "inf",
                                        "Inf", "-Infinity", "-inf", "-Inf", ""};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strlen(WORDS[i]) == size && memcmp(WORDS[i], text, size) == 0)
            return true;
    return false;
}

/* A column is text if a cell of it is no number. */
static void find_texts(table *t)
{
    const size_t rows = (t->count - 1) / t->columns;
    for (size_t row = 1; row < rows; row++)
        for (size_t column = 0; column < t->columns; column++) {
            double number;
            size_t size;
            const char *cell = cell_of(t, row, column, &size);
            if (!is_special(cell, size) && !wm_printed_number_read(cell, size, &number))
                t->is_text[column] = true;
        }
}

/* The unit in a title such as `time [ms]` or `rate (GB/s)`; else `1`. */
static void unit_of(const char *title, size_t size, char unit[WM_IMPORT_UNIT])
{
    size_t from = size;
    const char last = size > 0 ? title[size - 1] : '\0';
    unit[0] = '1';
    unit[1] = '\0';
    if (last != ']' && last != ')')
        return;
    while (from > 0 && title[from - 1] != (last == ']' ? '[' : '('))
        from--;
    if (from == 0 || size - 1 - from == 0 || size - 1 - from >= WM_IMPORT_UNIT)
        return;
    memcpy(unit, title + from, size - 1 - from);
    unit[size - 1 - from] = '\0';
    if (!wm_kind_claim_is_unit(wm_member_text(unit)))
        memcpy(unit, "1", 2);
}

/* ---- series ---------------------------------------------------------------------------------- */

/* The name of a row's series: its texts, in the order of the columns. */
static bool name_row(const table *t, size_t row, wm_buffer *name)
{
    name->size = 0;
    for (size_t column = 0; column < t->columns; column++) {
        size_t size;
        const char *cell = cell_of(t, row, column, &size);
        if (t->is_text[column] && ((name->size > 0 && wm_buffer_putc(name, ' ') != WM_OK) ||
                                   wm_buffer_append(name, cell, size) != WM_OK))
            return false;
    }
    return name->size > 0 || wm_buffer_puts(name, "csv") == WM_OK;
}

static wm_status put_cell(wm_import_series *series, wm_import_row *row, size_t field,
                          const char *cell, size_t size)
{
    double number = (double)NAN;
    const char *name = series->fields[field].name;
    if (wm_printed_number_read(cell, size, &number) && isfinite(number)) {
        row->values[field] = number;
        return WM_OK;
    }
    if (isinf(number))
        return wm_import_sheet_reason(row, name, "too large for binary64", 22);
    return wm_import_sheet_reason(row, name, size > 0 ? cell : "empty", size > 0 ? size : 5);
}

static wm_status add_row(const table *t, size_t row, wm_import_sheet *sheet, wm_buffer *name)
{
    wm_import_series *series;
    wm_import_row *made;
    wm_status status = WM_OK;
    if (!name_row(t, row, name))
        return WM_E_NOMEM;
    series = wm_import_sheet_series(sheet, name->data, name->size, NULL, 0);
    if (series == NULL)
        return wm_error_set(t->err, WM_E_LIMIT, NULL, "out of memory, or more than 4,096 series");
    for (size_t column = 0; column < t->columns && series->row_count == 0; column++) {
        char unit[WM_IMPORT_UNIT];
        size_t size;
        const char *title = cell_of(t, 0, column, &size);
        unit_of(title, size, unit);
        if (!t->is_text[column] &&
            wm_import_sheet_field(series, title, size, unit, true) == SIZE_MAX)
            return wm_error_set(t->err, WM_E_LIMIT, NULL,
                                "out of memory, or more than 64 columns of numbers");
    }
    made = wm_import_sheet_row(series);
    if (made == NULL)
        return WM_E_NOMEM;
    for (size_t column = 0, field = 0; column < t->columns && status == WM_OK; column++) {
        size_t size;
        const char *cell = cell_of(t, row, column, &size);
        if (!t->is_text[column])
            status = put_cell(series, made, field++, cell, size);
    }
    return status;
}

/* Whether all titles are numbers: the file has no header. */
static bool has_no_header(const table *t)
{
    for (size_t i = 0; i < t->columns; i++) {
        size_t size;
        double number;
        const char *title = cell_of(t, 0, i, &size);
        if (!wm_printed_number_read(title, size, &number))
            return false;
    }
    return true;
}

static wm_status check_titles(const table *t)
{
    size_t numbers = 0;
    if (has_no_header(t))
        return wm_error_set(t->err, WM_E_INVALID, NULL,
                            "line 1: all fields are numbers, expected a header with names");
    for (size_t i = 0; i < t->columns; i++) {
        size_t size, other_size;
        const char *title = cell_of(t, 0, i, &size);
        numbers += !t->is_text[i];
        for (size_t j = 0; j < i; j++) {
            const char *other = cell_of(t, 0, j, &other_size);
            if (size == other_size && memcmp(title, other, size) == 0)
                return wm_error_set(t->err, WM_E_INVALID, NULL,
                                    "two columns are named `%.*s`; the first line is the header",
                                    WM_FIT_IN(title, size, 100));
        }
    }
    if (numbers == 0)
        return wm_error_set(t->err, WM_E_INVALID, NULL, "no column has numbers alone");
    return WM_OK;
}

static wm_status read_csv(const wm_import_format *format, const char *text, size_t size,
                          wm_import_sheet *sheet, wm_error *err)
{
    bool is_text[COLUMNS] = {false};
    table t = {.is_text = is_text, .err = err};
    wm_buffer name = WM_BUFFER_EMPTY;
    wm_status status = read_table(&t, text, size);
    (void)format;
    if (status == WM_OK) {
        find_texts(&t);
        status = check_titles(&t);
    }
    for (size_t row = 1; status == WM_OK && row < (t.count - 1) / t.columns; row++)
        status = add_row(&t, row, sheet, &name);
    wm_buffer_clear(&name);
    wm_buffer_clear(&t.text);
    free(t.begin);
    return status;
}

const wm_import_format wm_import_csv = {.name = "csv", .read = read_csv};
