/* Prints a table in aligned columns. */
#include "report/print/terminal_parts.h"

#include "report/print/prose.h"
#include "report/print/table_layout.h"

#include <string.h>

enum {
    GAP = 2,         /* between columns */
    FIRST_LEAST = 12 /* columns that the first column keeps where the width is short */
};

/* A table that is being printed. */
typedef struct {
    const wm_table *table;
    wm_table_layout plan;
    size_t width; /* of a line */
    const wm_paper *paper;
    FILE *out;
} printer;

/* ---- the widths of columns ------------------------------------------------------------------- */

static void measure(printer *p)
{
    char room[WM_TABLE_LAYOUT_SHOWN];
    for (size_t column = 0; column < p->table->column_count; column++) {
        if (p->table->column[column].title == NULL ||
            wm_table_layout_left_out(&p->plan, column) != 0)
            continue;
        p->plan.width[column] = wm_prose_width(p->table->column[column].title);
        for (size_t row = 0; row < wm_table_rows(p->table); row++) {
            const wm_cell *cell = wm_table_at(p->table, row, column);
            const size_t own = wm_prose_width(wm_table_layout_shown(&p->plan, cell, room));
            if (own > p->plan.width[column])
                p->plan.width[column] = own;
        }
    }
}

/* The width of all columns beside each other, without those of a rank from 1 to `rank`. */
static size_t total(const printer *p, unsigned rank)
{
    size_t width = 0;
    for (size_t column = 0; column < p->table->column_count; column++) {
        const unsigned own = p->table->column[column].rank;
        if (p->plan.width[column] != 0 && !(own > 0 && own <= rank))
            width += p->plan.width[column] + (width > 0 ? GAP : 0);
    }
    return width;
}

static void leave_out(printer *p, unsigned rank)
{
    for (size_t column = 0; column < p->table->column_count; column++)
        if (p->table->column[column].rank > 0 && p->table->column[column].rank <= rank)
            p->plan.width[column] = 0;
}

/* Makes one block: the first column becomes short, and ranks are left out until it keeps
 * FIRST_LEAST. So a wider line never has fewer columns. */
static void fit_one_block(printer *p)
{
    unsigned ranks = 0;
    for (size_t column = 0; column < p->table->column_count; column++)
        if (p->table->column[column].rank > ranks)
            ranks = p->table->column[column].rank;
    if (total(p, 0) <= p->width)
        return;
    for (unsigned rank = 0; rank <= ranks; rank++) {
        const size_t others = total(p, rank) - p->plan.width[0];
        if (others + FIRST_LEAST > p->width && rank < ranks)
            continue;
        leave_out(p, rank);
        if (others + FIRST_LEAST <= p->width && others + p->plan.width[0] > p->width)
            p->plan.width[0] = p->width - others;
        return;
    }
}

/* Makes each column fit beside the first one: another column gets lines of cells, then the first
 * column becomes short. */
static void shorten(printer *p)
{
    const size_t most = p->width - GAP - FIRST_LEAST;
    size_t widest = 0;
    for (size_t column = 1; column < p->table->column_count; column++) {
        size_t *own = &p->plan.width[column];
        const size_t beside =
            p->plan.width[0] + GAP <= p->width / 2 ? p->width - GAP - p->plan.width[0] : most;
        if (*own > beside)
            *own = beside;
        if (*own > widest)
            widest = *own;
    }
    if (widest > 0 && p->plan.width[0] + GAP + widest > p->width)
        p->plan.width[0] = p->width - GAP - widest;
    else if (p->plan.width[0] > p->width)
        p->plan.width[0] = p->width;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Columns printed side by side: column 0 and the printed ones of [first, end). */
typedef struct {
    size_t first, end;
} block;

static size_t last_column(const printer *p)
{
    size_t last = p->table->column_count - 1;
    while (last > 0 && p->plan.width[last] == 0)
        last--;
    return last;
}

/* The block that begins with column `first`: as many columns as fit, at least one beside column 0.
 */
static block next_block(const printer *p, size_t first, size_t last)
{
    size_t width = first > 0 ? p->plan.width[0] : 0;
    block piece = {first, first};
    for (; piece.end <= last; piece.end++) {
        const size_t own = p->plan.width[piece.end];
        if (own == 0)
            continue;
        width += own + (width > 0 ? GAP : 0);
        if (width > p->width && piece.end > (first > 0 ? first : 1))
            break;
    }
    return piece;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A line that is being printed. Spaces are printed before the next text, so none ends a line. */
typedef struct {
    const printer *p;
    size_t spaces;
} line;

static void put(line *to, const char *text, size_t size, size_t width, wm_side side,
                wm_emphasis emphasis)
{
    const size_t columns = wm_prose_columns(text, size);
    const size_t gap = columns < width ? width - columns : 0;
    if (size == 0) {
        to->spaces += width + GAP;
        return;
    }
    to->spaces += side == WM_SIDE_RIGHT ? gap : 0;
    fprintf(to->p->out, "%*s%s", (int)to->spaces, "", wm_paper_on(to->p->paper, emphasis));
    (void)fwrite(text, 1, size, to->p->out);
    fputs(wm_paper_off(to->p->paper, emphasis), to->p->out);
    to->spaces = (side == WM_SIDE_LEFT ? gap : 0) + GAP;
}

static bool is_in(const printer *p, const block *piece, size_t column)
{
    return p->plan.width[column] != 0 && (column == 0 || column >= piece->first);
}

/* Prints a first cell that is wider than its column on lines of its own. */
static void put_long_first(const printer *p, const char *text, wm_emphasis emphasis)
{
    size_t next;
    for (; *text != '\0'; text += next) {
        line to = {p, 0};
        const size_t size = wm_prose_fit(text, p->width, &next);
        put(&to, text, size, p->width, WM_SIDE_LEFT, emphasis);
        fputc('\n', p->out);
    }
}

/* The columns that the cell behind the first one leaves free on its left. */
static size_t free_columns(const printer *p, const block *piece, const char *const *text)
{
    for (size_t column = 1; column < piece->end; column++) {
        if (!is_in(p, piece, column))
            continue;
        const size_t width = p->plan.width[column], own = wm_prose_width(text[column]);
        return p->table->column[column].side == WM_SIDE_RIGHT && own < width ? width - own : 0;
    }
    return 0;
}

/* Prints the cells of a row, or the titles; a cell that is wider than its column goes on below. A
 * first cell may take the room that the next cell leaves free. */
static void print_cells(const printer *p, const block *piece, const char *const *text,
                        const wm_emphasis *emphasis)
{
    const char *rest[WM_TABLE_COLUMNS] = {NULL};
    const size_t first = wm_prose_width(text[0]);
    size_t over = first > p->plan.width[0] ? first - p->plan.width[0] : 0;
    bool goes_on = true;
    size_t next;
    memcpy(rest, text, piece->end * sizeof *rest);
    if (over > free_columns(p, piece, text)) {
        put_long_first(p, rest[0], emphasis[0]);
        rest[0] = "";
        over = 0;
    }
    while (goes_on) {
        line to = {p, 0};
        goes_on = false;
        for (size_t column = 0; column < piece->end; column++) {
            if (!is_in(p, piece, column))
                continue;
            /* the second cell gives what the first one takes */
            const size_t width =
                column == 0 ? p->plan.width[0] + over : p->plan.width[column] - over;
            const size_t size = wm_prose_fit(rest[column], width, &next);
            put(&to, rest[column], size, width, p->table->column[column].side, emphasis[column]);
            over = column == 0 ? over : 0;
            rest[column] += next;
            goes_on = goes_on || *rest[column] != '\0';
        }
        fputc('\n', p->out);
    }
}

static void print_titles(const printer *p, const block *piece)
{
    const char *text[WM_TABLE_COLUMNS];
    wm_emphasis emphasis[WM_TABLE_COLUMNS];
    for (size_t column = 0; column < piece->end; column++) {
        text[column] = p->table->column[column].title;
        emphasis[column] = WM_EMPHASIS_HEAD;
    }
    print_cells(p, piece, text, emphasis);
}

static void print_row(const printer *p, const block *piece, size_t row)
{
    char room[WM_TABLE_COLUMNS][WM_TABLE_LAYOUT_SHOWN];
    const char *text[WM_TABLE_COLUMNS];
    wm_emphasis emphasis[WM_TABLE_COLUMNS];
    for (size_t column = 0; column < piece->end; column++) {
        const wm_cell *cell = wm_table_at(p->table, row, column);
        text[column] = wm_table_layout_shown(&p->plan, cell, room[column]);
        emphasis[column] = cell->emphasis;
    }
    print_cells(p, piece, text, emphasis);
}

static void print_blocks(const printer *p)
{
    const size_t last = last_column(p);
    block piece = {0, 0};
    while (piece.end <= last) {
        piece = next_block(p, piece.end, last);
        if (piece.first > 0)
            fputc('\n', p->out);
        print_titles(p, &piece);
        for (size_t row = 0; row < wm_table_rows(p->table); row++)
            print_row(p, &piece, row);
    }
}

/* ---- below the rows -------------------------------------------------------------------------- */

static void print_notes(const printer *p)
{
    for (int number = 1; number <= p->plan.numbers; number++) {
        char lead[16];
        (void)snprintf(lead, sizeof lead, "[%d] ", number);
        wm_prose_print(wm_table_layout_note(&p->plan, number), lead, "    ", (int)p->width, p->out);
    }
}

/* Whether no column before this one is left out for the same reason. */
static bool is_first_left_out(const printer *p, size_t column)
{
    const int note = wm_table_layout_left_out(&p->plan, column);
    for (size_t before = 0; before < column; before++)
        if (wm_table_layout_left_out(&p->plan, before) == note)
            return false;
    return note != 0;
}

/* Prints the columns that are left out, each reason once, behind the last of its columns. */
static wm_status print_left_out(const printer *p)
{
    wm_status status;
    wm_document memory = {.status = WM_OK};
    const char *words = "";
    for (size_t i = 0; i < p->table->column_count; i++) {
        const int note = wm_table_layout_left_out(&p->plan, i);
        if (!is_first_left_out(p, i))
            continue;
        for (size_t other = i; other < p->table->column_count; other++)
            if (wm_table_layout_left_out(&p->plan, other) == note)
                words = wm_document_text(
                    &memory, "%s%s%s", words,
                    words[0] != '\0' ? ", " : "Not shown: ", p->table->column[other].title);
        words = wm_document_text(&memory, "%s (%s)", words, p->table->note[note - 1]);
    }
    status = memory.status;
    if (status == WM_OK && words[0] != '\0')
        wm_prose_print(words, "", "  ", (int)p->width, p->out);
    wm_document_clear(&memory);
    return status;
}

static void print_title(const printer *p)
{
    const char *title = p->table->title;
    size_t next;
    for (; title != NULL && *title != '\0'; title += next) {
        line to = {p, 0};
        const size_t size = wm_prose_fit(title, p->width, &next);
        put(&to, title, size, 0, WM_SIDE_LEFT, WM_EMPHASIS_HEAD);
        fputc('\n', p->out);
    }
    if (p->table->title != NULL)
        fputc('\n', p->out);
}

wm_status wm_terminal_table_print(const wm_table *table, const wm_paper *paper, FILE *out)
{
    printer p = {.table = table,
                 .plan = {.table = table, .is_aligned = true, .has_blocks = paper->has_blocks},
                 .width = wm_paper_width(paper),
                 .paper = paper,
                 .out = out};
    if (wm_table_rows(table) == 0)
        return WM_OK;
    if (table->is_apart)
        fputc('\n', out);
    wm_table_layout_number(&p.plan);
    measure(&p);
    if (table->is_one_block)
        fit_one_block(&p);
    shorten(&p);
    print_title(&p);
    print_blocks(&p);
    print_notes(&p);
    return print_left_out(&p);
}
