/* Prints a document for the style file of `publish`: tables, or an appendix with sections.
 *
 * A cell that shows a claim is a command with its name. So the number comes from numbers.tex as in
 * the text, has its link, and is found by `bind`. Any other cell is text. */
#include "report/print/latex_text.h"
#include "report/print/printers.h"
#include "report/print/table_layout.h"

#include "model/claims.h"

#include <string.h>

/* Whether a column is printed: it has a title, and is not absent for one reason. */
static bool is_shown(const wm_table_layout *plan, size_t column)
{
    return plan->table->column[column].title != NULL && wm_table_layout_left_out(plan, column) == 0;
}

enum { LONGEST = 120 }; /* bytes of a cell on one line; a page has as many characters */

/* Whether a cell of the column is longer than a line: flags of a compiler, say. */
static bool is_broken(const wm_table_layout *plan, size_t column)
{
    for (size_t row = 0; row < wm_table_rows(plan->table); row++) {
        char room[WM_TABLE_LAYOUT_SHOWN];
        const wm_cell *cell = wm_table_at(plan->table, row, column);
        if (strlen(wm_table_layout_shown(plan, cell, room)) > LONGEST)
            return true;
    }
    return false;
}

static void print_titles(const wm_table_layout *plan, FILE *out)
{
    const wm_table *table = plan->table;
    const char *lead = "";
    fputs("\\wmfit{%\n\\begin{tabular}{@{}", out);
    for (size_t i = 0; i < table->column_count; i++)
        if (is_shown(plan, i))
            fputs(table->column[i].side == WM_SIDE_RIGHT ? "r"
                  : is_broken(plan, i)                   ? "p{0.55\\textwidth}"
                                                         : "l",
                  out);
    fputs("@{}}\n\\hline\n", out);
    for (size_t i = 0; i < table->column_count; i++) {
        if (!is_shown(plan, i))
            continue;
        fputs(lead, out);
        wm_latex_text_print(table->column[i].title, out);
        lead = " & ";
    }
    fputs(" \\\\\n\\hline\n", out);
}

/* Whether a cell shows the whole text of a claim that has a value. */
static bool is_bound(const wm_cell *cell)
{
    const wm_claim *claim = cell->claim;
    return claim != NULL && claim->value != NULL && cell->text != NULL &&
           strcmp(cell->text, claim->text) == 0;
}

static void print_cell(const wm_table_layout *plan, const wm_cell *cell, FILE *out)
{
    char room[WM_TABLE_LAYOUT_SHOWN];
    if (!is_bound(cell)) {
        wm_latex_text_print(wm_table_layout_shown(plan, cell, room), out);
        return;
    }
    fprintf(out, "\\wmcell{%s}", cell->claim->name);
    if (cell->note != 0 && plan->number[cell->note] != 0)
        fprintf(out, "{}[%d]", plan->number[cell->note]);
}

/* `\\` takes a `[` or `*` that follows as its own, so a row begins with an empty group. */
static void print_row(const wm_table_layout *plan, size_t row, FILE *out)
{
    const char *lead = "{}";
    for (size_t i = 0; i < plan->table->column_count; i++) {
        if (!is_shown(plan, i))
            continue;
        fputs(lead, out);
        print_cell(plan, wm_table_at(plan->table, row, i), out);
        lead = " & ";
    }
    fputs(" \\\\\n", out);
}

/* Prints the notes of cells, then why a column is left out. */
static void print_notes(const wm_table_layout *plan, FILE *out)
{
    const char *lead = "\\wmnotes{%\n";
    for (int number = 1; number <= plan->numbers; number++) {
        fprintf(out, "%s[%d] ", lead, number);
        wm_latex_text_print(wm_table_layout_note(plan, number), out);
        lead = ";\n";
    }
    for (size_t i = 0; i < plan->table->column_count; i++) {
        const int note = wm_table_layout_left_out(plan, i);
        if (note == 0)
            continue;
        fputs(lead, out);
        wm_latex_text_print(plan->table->column[i].title, out);
        fputs(": ", out);
        wm_latex_text_print(plan->table->note[note - 1], out);
        lead = ";\n";
    }
    fputs(lead[0] == ';' ? "}\n" : "", out);
}

static void print_table(const wm_table *table, FILE *out)
{
    wm_table_layout plan = {.table = table, .is_aligned = true};
    wm_table_layout_number(&plan);
    print_titles(&plan, out);
    for (size_t row = 0; row < wm_table_rows(table); row++)
        print_row(&plan, row, out);
    fputs("\\hline\n\\end{tabular}}\n", out);
    print_notes(&plan, out);
}

static bool has_rows(const wm_block *block)
{
    return block->kind == WM_BLOCK_TABLE && wm_table_rows(block->of.table) > 0;
}

/* Below a table a line is a note. */
static void print_line(const wm_words *line, bool is_note, FILE *out)
{
    fputs(is_note ? "\\wmnotes{%\n" : "", out);
    wm_latex_text_line(line, out);
    fputs(is_note ? "}\n" : "\n\n", out);
}

static void print_section(const wm_section *section, FILE *out)
{
    fprintf(out, "\\%s*{", section->level > 1 ? "subsection" : "section");
    wm_latex_text_print(section->title, out);
    fputs("}\n", out);
}

static void print_command(const wm_shell *shell, FILE *out)
{
    fputs("{\\hangindent2em\\noindent\\footnotesize\\texttt{", out);
    wm_latex_text_print(shell->command, out);
    fputs("}\\par}\n\n", out);
}

static void print_block(const wm_block *block, bool is_prose, FILE *out)
{
    if (block->kind == WM_BLOCK_LINE) {
        print_line(block->of.line, !is_prose, out);
    } else if (block->kind == WM_BLOCK_SECTION) {
        print_section(&block->of.section, out);
    } else if (block->kind == WM_BLOCK_COMMAND) {
        print_command(&block->of.command, out);
    } else if (has_rows(block)) {
        fputs(is_prose ? "{\\small\\noindent\n" : "", out);
        print_table(block->of.table, out);
        fputs(is_prose ? "\\par}\n\n" : "", out);
    }
}

wm_status wm_print_latex_bound(const wm_document *document, const wm_paper *paper, FILE *out)
{
    bool is_prose = false, is_filled = false;
    (void)paper;
    for (size_t i = 0; i < document->block_count; i++) {
        is_prose = is_prose || document->block[i].kind == WM_BLOCK_SECTION;
        is_filled = is_filled || has_rows(&document->block[i]);
    }
    fputs(is_prose ? "{\\raggedright\n" : "", out);
    for (size_t i = 0; i < document->block_count && (is_prose || is_filled); i++)
        print_block(&document->block[i], is_prose, out);
    fputs(is_prose ? "\\par}\n" : "", out);
    return document->status;
}
