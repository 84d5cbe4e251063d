/* Prints tables of text with notes: aligned, Markdown, CSV. */
#include "report/table.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void wm_table_add_column(wm_table *table, const char *title, wm_table_side side, bool may_go)
{
    wm_table_column *column = &table->column[table->column_count];
    if (table->column_count == WM_TABLE_COLUMNS) {
        table->status = WM_E_LIMIT;
        return;
    }
    column->title = title;
    column->side = side;
    column->may_go = may_go;
    table->column_count++;
}

static char *copy_masked(const char *text)
{
    char *copy = strdup(text);
    if (copy != NULL)
        wm_style_mask(copy, strlen(copy));
    return copy;
}

/* Most tables have few different reasons. Cells past this many have no note; --json has all
 * reasons. */
enum { NOTES_MAX = 255 };

/* The number of the note with this text; adds it if it is new. 0 if there is no room. */
static int find_note(wm_table *table, const char *text)
{
    char **note;
    size_t i;
    for (i = 0; i < table->note_count; i++)
        if (strcmp(table->note[i], text) == 0)
            return (int)i + 1;
    if (table->note_count == NOTES_MAX)
        return 0;
    note = wm_array_grow(table->note, &table->note_capacity, table->note_count + 1, sizeof *note);
    if (note == NULL)
        return 0;
    table->note = note;
    note[table->note_count] = copy_masked(text);
    if (note[table->note_count] == NULL)
        return 0;
    return (int)++table->note_count;
}

static bool make_room(wm_table *table)
{
    wm_table_cell *cell =
        wm_array_grow(table->cell, &table->cell_capacity, table->cell_count + 1, sizeof *cell);
    if (cell != NULL)
        table->cell = cell;
    return cell != NULL;
}

void wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis)
{
    wm_table_cell cell = {NULL, 0, emphasis};
    if (table->status != WM_OK)
        return;
    table->status = WM_E_NOMEM;
    if (!make_room(table))
        return;
    if (text != NULL && (cell.text = copy_masked(text)) == NULL)
        return;
    if (reason != NULL)
        cell.note = find_note(table, reason);
    table->cell[table->cell_count++] = cell;
    table->status = WM_OK;
}

size_t wm_table_rows(const wm_table *table)
{
    return table->column_count != 0 ? table->cell_count / table->column_count : 0;
}

void wm_table_clear(wm_table *table)
{
    size_t i;
    for (i = 0; i < table->cell_count; i++)
        free(table->cell[i].text);
    for (i = 0; i < table->note_count; i++)
        free(table->note[i]);
    free(table->cell);
    free(table->note);
    memset(table, 0, sizeof *table);
}

/* The width of a text on a terminal: its code points. Wide characters do not occur. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* The layout: width of each column, 0 if it is left out; printed number of each note, 0 if no
 * printed column needs it. */
typedef struct layout {
    size_t width[WM_TABLE_COLUMNS];
    int number[NOTES_MAX + 1];
    int numbers;
} layout;

enum { SHOWN_SIZE = 512 };

/* A cell in the aligned and the Markdown form; room may hold it. */
static const char *shown(const layout *plan, const wm_table_cell *cell, char room[SHOWN_SIZE])
{
    const char *text = cell->text != NULL ? cell->text : "-";
    if (cell->note == 0 || plan->number[cell->note] == 0)
        return text;
    (void)snprintf(room, SHOWN_SIZE, "%.480s[%d]", text, plan->number[cell->note]);
    return room;
}

static const wm_table_cell *cell_at(const wm_table *table, size_t row, size_t column)
{
    return &table->cell[row * table->column_count + column];
}

/* The note of a column whose cells are all absent for one reason; else 0. */
static int shared_note(const wm_table *table, size_t column)
{
    int note = cell_at(table, 0, column)->note;
    size_t row;
    for (row = 0; row < wm_table_rows(table); row++) {
        const wm_table_cell *cell = cell_at(table, row, column);
        if (cell->text != NULL || cell->note != note)
            return 0;
    }
    return note;
}

static bool is_left_out(const wm_table *table, size_t column)
{
    return table->column[column].may_go && shared_note(table, column) != 0;
}

/* Numbers the notes in the order of their first cells. */
static void number_notes(const wm_table *table, bool may_leave_out, layout *plan)
{
    size_t row, column;
    for (row = 0; row < wm_table_rows(table); row++)
        for (column = 0; column < table->column_count; column++) {
            int note = cell_at(table, row, column)->note;
            if (note != 0 && plan->number[note] == 0 &&
                !(may_leave_out && is_left_out(table, column)))
                plan->number[note] = ++plan->numbers;
        }
}

static void measure(const wm_table *table, layout *plan)
{
    char room[SHOWN_SIZE];
    size_t row, column;
    for (column = 0; column < table->column_count; column++) {
        if (is_left_out(table, column))
            continue;
        plan->width[column] = width_of(table->column[column].title);
        for (row = 0; row < wm_table_rows(table); row++) {
            size_t own = width_of(shown(plan, cell_at(table, row, column), room));
            if (own > plan->width[column])
                plan->width[column] = own;
        }
    }
}

static void pad(size_t count, FILE *out)
{
    while (count-- > 0)
        fputc(' ', out);
}

static void print_aligned(const char *text, size_t width, wm_table_side side, bool is_last,
                          wm_emphasis emphasis, bool is_coloured, FILE *out)
{
    size_t gap = width - width_of(text);
    if (side == WM_TABLE_RIGHT)
        pad(gap, out);
    fprintf(out, "%s%s%s", wm_style_on(emphasis, is_coloured), text,
            wm_style_off(emphasis, is_coloured));
    if (!is_last)
        pad((side == WM_TABLE_LEFT ? gap : 0) + 2, out);
}

static size_t last_column(const wm_table *table, const layout *plan)
{
    size_t last = table->column_count - 1;
    while (last > 0 && plan->width[last] == 0)
        last--;
    return last;
}

void wm_table_print_words(const char *text, wm_table_form form, FILE *out)
{
    char before = '\0';
    for (; *text != '\0'; before = *text++) {
        const bool opens_link = before == ']' && *text == '(';
        if (form == WM_TABLE_MARKDOWN && (opens_link || strchr("|\\`*_<", *text) != NULL))
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* Prints the notes in the order of their numbers, a line each. */
static void print_notes(const wm_table *table, const layout *plan, wm_table_form form, FILE *out)
{
    int number;
    size_t i;
    for (number = 1; number <= plan->numbers; number++)
        for (i = 1; i <= table->note_count; i++)
            if (plan->number[i] == number) {
                fprintf(out, "%s[%d] ", form == WM_TABLE_MARKDOWN ? "- " : "", number);
                wm_table_print_words(table->note[i - 1], form, out);
                fputc('\n', out);
            }
}

/* A block: columns printed side by side, which are column 0 and the printed ones of [first,
 * end). */
typedef struct block {
    size_t first, end;
} block;

enum { BLOCK_WIDTH = 120 }; /* the width that a block should not exceed */

/* The block that begins with column `first`: as many columns as fit, at least one. */
static block next_block(const layout *plan, size_t first, size_t last)
{
    size_t width = first > 0 ? plan->width[0] : 0;
    block piece = {first, first};
    for (; piece.end <= last; piece.end++) {
        const size_t own = plan->width[piece.end];
        if (own == 0)
            continue;
        width += own + (width > 0 ? 2 : 0);
        if (width > BLOCK_WIDTH && piece.end > (first > 0 ? first : 1))
            break;
    }
    return piece;
}

/* The last printed column of a block. */
static size_t last_of(const layout *plan, const block *piece)
{
    size_t last = piece->end - 1;
    while (last > piece->first && plan->width[last] == 0)
        last--;
    return last;
}

static void print_row(const wm_table *table, const layout *plan, const block *piece, size_t row,
                      bool is_coloured, FILE *out)
{
    const size_t last = last_of(plan, piece);
    char room[SHOWN_SIZE];
    for (size_t column = 0; column <= last; column++) {
        const wm_table_cell *cell = cell_at(table, row, column);
        if (plan->width[column] != 0 && (column == 0 || column >= piece->first))
            print_aligned(shown(plan, cell, room), plan->width[column], table->column[column].side,
                          column == last, cell->emphasis, is_coloured, out);
    }
    fputc('\n', out);
}

static void print_block(const wm_table *table, const layout *plan, const block *piece,
                        bool is_coloured, FILE *out)
{
    const size_t last = last_of(plan, piece);
    for (size_t i = 0; i <= last; i++)
        if (plan->width[i] != 0 && (i == 0 || i >= piece->first))
            print_aligned(table->column[i].title, plan->width[i], table->column[i].side, i == last,
                          WM_EMPHASIS_HEAD, is_coloured, out);
    fputc('\n', out);
    for (size_t i = 0; i < wm_table_rows(table); i++)
        print_row(table, plan, piece, i, is_coloured, out);
}

/* The reason that a column is left out; 0 if it is shown. */
static int note_left_out(const wm_table *table, const layout *plan, size_t column)
{
    return plan->width[column] != 0 ? 0 : shared_note(table, column);
}

/* Prints the columns that are left out, each reason once, behind the last of its columns. */
static void print_left_out(const wm_table *table, const layout *plan, FILE *out)
{
    const char *lead = "Not shown: ";
    for (size_t i = 0; i < table->column_count; i++) {
        const int note = note_left_out(table, plan, i);
        bool is_first = note != 0;
        for (size_t before = 0; before < i && is_first; before++)
            is_first = note_left_out(table, plan, before) != note;
        if (!is_first)
            continue;
        for (size_t other = i; other < table->column_count; other++)
            if (note_left_out(table, plan, other) == note) {
                fprintf(out, "%s%s", lead, table->column[other].title);
                lead = ", ";
            }
        fprintf(out, " (%s)", table->note[note - 1]);
    }
    if (lead[0] == ',')
        fputc('\n', out);
}

static void print_plain(const wm_table *table, bool is_coloured, FILE *out)
{
    layout plan = {{0}, {0}, 0};
    block piece = {0, 0};
    size_t last;
    number_notes(table, true, &plan);
    measure(table, &plan);
    last = last_column(table, &plan);
    if (table->title != NULL)
        fprintf(out, "%s%s%s\n\n", wm_style_on(WM_EMPHASIS_HEAD, is_coloured), table->title,
                wm_style_off(WM_EMPHASIS_HEAD, is_coloured));
    while (piece.end <= last) {
        piece = next_block(&plan, piece.end, last);
        if (piece.first > 0)
            fputc('\n', out);
        print_block(table, &plan, &piece, is_coloured, out);
    }
    print_notes(table, &plan, WM_TABLE_PLAIN, out);
    print_left_out(table, &plan, out);
}

static void print_markdown(const wm_table *table, FILE *out)
{
    layout plan = {{0}, {0}, 0};
    char room[SHOWN_SIZE];
    size_t row, column;
    number_notes(table, false, &plan);
    if (table->title != NULL)
        fprintf(out, "### %s\n\n", table->title);
    for (column = 0; column < table->column_count; column++)
        fprintf(out, "| %s ", table->column[column].title);
    fputs("|\n", out);
    for (column = 0; column < table->column_count; column++)
        fputs(table->column[column].side == WM_TABLE_RIGHT ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (row = 0; row < wm_table_rows(table); row++) {
        for (column = 0; column < table->column_count; column++) {
            fputs("| ", out);
            wm_table_print_words(shown(&plan, cell_at(table, row, column), room), WM_TABLE_MARKDOWN,
                                 out);
            fputc(' ', out);
        }
        fputs("|\n", out);
    }
    if (plan.numbers > 0)
        fputc('\n', out);
    print_notes(table, &plan, WM_TABLE_MARKDOWN, out);
}

void wm_table_print_csv(const char *text, FILE *out)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_csv(const wm_table *table, FILE *out)
{
    size_t row, column;
    for (column = 0; column < table->column_count; column++) {
        fputs(column == 0 ? "" : ",", out);
        wm_table_print_csv(table->column[column].title, out);
    }
    fputc('\n', out);
    for (row = 0; row < wm_table_rows(table); row++) {
        for (column = 0; column < table->column_count; column++) {
            const wm_table_cell *cell = cell_at(table, row, column);
            fputs(column == 0 ? "" : ",", out);
            wm_table_print_csv(cell->text != NULL ? cell->text : "", out);
        }
        fputc('\n', out);
    }
}

wm_status wm_table_print(const wm_table *table, wm_table_form form, bool is_coloured, FILE *out)
{
    if (table->status != WM_OK)
        return table->status;
    if (wm_table_rows(table) == 0 && form != WM_TABLE_CSV)
        return WM_OK;
    if (form == WM_TABLE_PLAIN)
        print_plain(table, is_coloured, out);
    else if (form == WM_TABLE_MARKDOWN)
        print_markdown(table, out);
    else
        print_csv(table, out);
    return WM_OK;
}
