/* Finds the numbers of a table.
 *
 * A row without a number is a header. A number without a unit takes that of its column, of the name
 * of its row, of the last title over the whole table, or of the caption, in this order. The first
 * column has the names of rows. */
#include "manuscript/tex_table.h"

#include "manuscript/tex_context.h"

#include <string.h>

enum { COLUMNS = 64, HEADERS = 6, REACH = 65536 };

/* A piece of the text. */
typedef struct {
    size_t begin, end;
} piece;

typedef struct {
    piece text;
    unsigned column, span;
} cell;

/* A table while its rows are read. */
typedef struct {
    const wm_tex_text *text;
    wm_tex_numbers *numbers;
    piece caption;
    bool is_setup; /* the caption says that it has no results */
    piece header[COLUMNS][HEADERS];
    unsigned headers[COLUMNS];
    piece title;  /* the last row of one cell */
    bool is_data; /* the last row had numbers */
    cell row[COLUMNS];
    unsigned cells;
} table;

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (unsigned char)byte >= 0x80;
}

static bool has(const table *of, piece part, const char *words)
{
    return wm_tex_context_has(of->text, part.begin, part.end, words);
}

/* Whether a cell has digits and no word. */
static bool is_bare(const table *of, const cell *one)
{
    bool has_digit = false;
    for (size_t i = one->text.begin; i < one->text.end; i++) {
        const char byte = of->text->data[i];
        if (is_letter(byte) && byte != 'x' && byte != 'e')
            return false;
        has_digit |= is_digit(byte);
    }
    return has_digit;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Whether a word of one or two letters may be a unit outside of brackets. */
static bool is_plain(const wm_tex_unit *unit)
{
    return unit->class == WM_TEX_UNIT_PERCENT || (unit->size > 1 && unit->scale != 60);
}

/* Finds a unit in a header: in brackets, or as a word. */
static bool find_unit(const table *of, piece part, wm_tex_unit *unit)
{
    const char *data = of->text->data;
    unsigned brackets = 0;
    for (size_t at = part.begin; at < part.end; at++) {
        const char byte = data[at], before = at > part.begin ? data[at - 1] : ' ';
        if (byte == '(' || byte == '[')
            brackets++;
        if (brackets > 0 && byte == WM_TEX_MARK_TIMES) {
            *unit = (wm_tex_unit){WM_TEX_UNIT_RATIO, 1, "x", 0};
            return true;
        }
        if (is_letter(before) || is_digit(before) || byte == ' ')
            continue;
        if (wm_tex_units_read(data + at, data + part.end, unit) && (brackets > 0 || is_plain(unit)))
            return true;
    }
    if (!has(of, part, "speedup speedups speed-up speed-ups slowdown slowdowns"))
        return false;
    *unit = (wm_tex_unit){WM_TEX_UNIT_RATIO, 1, "x", 0};
    return true;
}

/* The unit of a caption counts only if it is set apart: `(in ms)`, `in seconds`. */
static bool find_caption_unit(const table *of, wm_tex_unit *unit)
{
    const char *data = of->text->data;
    for (size_t at = of->caption.begin; at < of->caption.end; at++) {
        size_t from = at + 1;
        if (data[at] == ' ' && of->caption.end - at > 4 && memcmp(data + at, " in ", 4) == 0)
            from = at + 4;
        else if (data[at] != '(' && data[at] != '[')
            continue;
        if (of->caption.end - from > 3 && memcmp(data + from, "in ", 3) == 0)
            from += 3;
        if (wm_tex_units_read(data + from, data + of->caption.end, unit) && is_plain(unit))
            return true;
    }
    return false;
}

/* The unit of a column. */
static bool column_unit(const table *of, unsigned column, wm_tex_unit *unit)
{
    for (unsigned i = of->headers[column]; i-- > 0;)
        if (find_unit(of, of->header[column][i], unit))
            return true;
    return false;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Whether a column or a row has a name that no result has. */
static bool is_given(const table *of, piece name)
{
    return has(of, name,
               "size sizes number count input inputs dataset* version year block batch seq* length "
               "dim* params parameters cores threads nodes clock frequency theoretical tdp price "
               "capacity timeout interval period threshold target slo duration limit nominal spec* "
               "configuration ram");
}

static bool is_result(const table *of, const cell *one, const wm_tex_number *number)
{
    bool uses_memory = has(of, of->caption, "memory footprint rss usage consum* overhead traffic");
    if (of->is_setup || is_given(of, of->row[0].text) || is_given(of, of->title))
        return false;
    for (unsigned i = 0; i < of->headers[one->column]; i++) {
        const piece header = of->header[one->column][i];
        if (is_given(of, header))
            return false;
        uses_memory |= has(of, header, "memory footprint rss usage consum* overhead traffic peak");
    }
    if (number->unit.class == WM_TEX_UNIT_SIZE)
        return uses_memory && !number->is_integer;
    return number->unit.class != WM_TEX_UNIT_FREQUENCY;
}

/* Adds the numbers of a cell without units, with the one of its column, row, title or caption. */
static wm_status add_bare(table *of, const cell *one)
{
    wm_tex_unit unit;
    if (!column_unit(of, one->column, &unit) && !find_unit(of, of->row[0].text, &unit) &&
        !find_unit(of, of->title, &unit) && !find_caption_unit(of, &unit))
        return WM_OK;
    unit.size = 0;
    for (size_t at = one->text.begin; at < one->text.end;) {
        wm_tex_number number;
        const bool is_start =
            is_digit(of->text->data[at]) || (of->text->data[at] == '.' && at + 1 < one->text.end &&
                                             is_digit(of->text->data[at + 1]));
        if (!is_start || !wm_tex_numbers_scan(of->text, at, one->text.end, &number)) {
            at++;
            continue;
        }
        at = number.end;
        number.unit = unit;
        number.is_result = is_result(of, one, &number);
        if (wm_tex_numbers_add(of->numbers, &number) != WM_OK)
            return WM_E_NOMEM;
        break; /* what follows in the cell is its spread or its share */
    }
    return WM_OK;
}

/* Whether a cell has no words but a time or a factor: then no words can speak for it. */
static bool is_alone(const table *of, const cell *one, const wm_tex_number *number)
{
    for (size_t i = one->text.begin; i < one->text.end; i++)
        if (is_letter(of->text->data[i]) && (i < number->at || i >= number->end))
            return false;
    return number->unit.class == WM_TEX_UNIT_TIME || number->unit.class == WM_TEX_UNIT_RATIO;
}

/* Adds the numbers of a cell. */
static wm_status add_cell(table *of, const cell *one)
{
    const size_t before = of->numbers->count;
    wm_status status = wm_tex_numbers_find(of->text, one->text.begin, one->text.end, of->numbers);
    bool is_first = true;
    for (size_t i = before; i < of->numbers->count; i++) {
        wm_tex_number *number = &of->numbers->number[i];
        number->is_result =
            (number->is_result || is_alone(of, one, number)) && is_result(of, one, number);
    }
    for (size_t at = one->text.begin; at < one->text.end && of->numbers->count > before; at++)
        if (is_digit(of->text->data[at])) {
            is_first = of->numbers->number[before].at <= at;
            break;
        }
    if (status == WM_OK && is_bare(of, one) && (of->numbers->count == before || !is_first)) {
        const size_t count = of->numbers->count;
        status = add_bare(of, one);
        if (status == WM_OK && of->numbers->count > count && count > before) {
            const wm_tex_number last = of->numbers->number[count]; /* in the order of the text */
            memmove(&of->numbers->number[before + 1], &of->numbers->number[before],
                    (count - before) * sizeof last);
            of->numbers->number[before] = last;
        }
    }
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void add_header(table *of, const cell *one)
{
    for (unsigned i = 0; i < one->span && one->column + i < COLUMNS; i++) {
        const unsigned column = one->column + i;
        if (of->headers[column] < HEADERS)
            of->header[column][of->headers[column]++] = one->text;
    }
}

static bool is_empty(const table *of, const cell *one)
{
    for (size_t i = one->text.begin; i < one->text.end; i++)
        if ((unsigned char)of->text->data[i] > ' ')
            return false;
    return true;
}

/* Takes a row: a header, a title, or data. */
static wm_status take_row(table *of)
{
    unsigned filled = 0, bare = 0;
    wm_status status = WM_OK;
    for (unsigned i = 0; i < of->cells; i++) {
        filled += !is_empty(of, &of->row[i]);
        bare += i > 0 && is_bare(of, &of->row[i]);
    }
    if (filled == 0)
        return WM_OK;
    if (bare == 0 && filled == 1 && of->is_data) {
        for (unsigned i = 0; i < of->cells; i++)
            if (!is_empty(of, &of->row[i]))
                of->title = of->row[i].text;
    } else if (bare == 0 && !of->is_data) {
        for (unsigned i = 0; i < of->cells; i++)
            add_header(of, &of->row[i]);
    }
    for (unsigned i = of->cells > 1; i < of->cells && status == WM_OK; i++)
        status = add_cell(of, &of->row[i]);
    of->is_data |= bare > 0;
    return status;
}

/* Adds the cell that ends at a place to the row. */
static void end_cell(table *of, size_t begin, size_t end)
{
    cell *one;
    unsigned span = 1;
    const unsigned column =
        of->cells > 0 ? of->row[of->cells - 1].column + of->row[of->cells - 1].span : 0;
    for (size_t i = begin; i < end; i++)
        span += of->text->data[i] == WM_TEX_MARK_SPAN;
    if (of->cells == COLUMNS || column >= COLUMNS)
        return;
    one = &of->row[of->cells++];
    *one = (cell){{begin, end}, column, span};
}

/* Finds the caption of the float around a table. */
static piece find_caption(const wm_tex_text *text, size_t begin, size_t end)
{
    piece caption = {0, 0};
    size_t first = begin, last = end;
    const char *data = text->data;
    while (first > 0 && begin - first < REACH && data[first] != WM_TEX_MARK_FLOAT &&
           data[first] != WM_TEX_MARK_FLOAT_END)
        first--;
    while (last < text->size && last - end < REACH && data[last] != WM_TEX_MARK_FLOAT_END &&
           data[last] != WM_TEX_MARK_FLOAT)
        last++;
    for (size_t at = first; at < last; at++) {
        if (data[at] == WM_TEX_MARK_CAPTION)
            caption.begin = at + 1;
        else if (data[at] == WM_TEX_MARK_CAPTION_END)
            caption.end = at;
        if (caption.end > caption.begin && at > begin)
            break; /* the one before the table, or else the one behind it */
    }
    if (caption.end < caption.begin)
        caption.end = caption.begin;
    return caption;
}

wm_status wm_tex_table_find(const wm_tex_text *text, size_t begin, size_t end,
                            wm_tex_numbers *numbers)
{
    table of = {.text = text, .numbers = numbers, .caption = find_caption(text, begin, end)};
    size_t from = begin + 1;
    wm_status status = WM_OK;
    of.is_setup = has(&of, of.caption,
                      "parameter* configuration* hardware platform* testbed specification* "
                      "notation* dataset* characteristic* setup settings") &&
                  !has(&of, of.caption,
                       "throughput latency performance speedup* time times runtime* result* "
                       "overhead* evaluation measured bandwidth rate");
    for (size_t at = from; at <= end && at < text->size && status == WM_OK; at++) {
        const char byte = text->data[at];
        if (byte != WM_TEX_MARK_CELL && byte != WM_TEX_MARK_ROW && at < end)
            continue;
        end_cell(&of, from, at);
        from = at + 1;
        if (byte != WM_TEX_MARK_CELL) {
            status = take_row(&of);
            of.cells = 0;
        }
    }
    return status;
}
