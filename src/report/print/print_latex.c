/* Prints a document as LaTeX.
 *
 * What is printed is pasted into an article, so it needs no package, and no text of a record is
 * read as a command (latex_text.h). A line is a paragraph. A table is a tabular between rules, with
 * its notes below; it is as wide as its columns. */
#include "report/print/latex_figure.h"
#include "report/print/latex_text.h"
#include "report/print/printers.h"
#include "report/print/table_layout.h"
#include "report/print/terminal_parts.h"

#include <string.h>

static void print_change(const wm_change *change, FILE *out)
{
    wm_latex_text_print(change->name, out);
    fputs(": ", out);
    wm_latex_text_print(change->from, out);
    fputs(" $\\rightarrow$ ", out);
    wm_latex_text_print(change->to, out);
    fputc('\n', out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void print_titles(const wm_table *table, FILE *out)
{
    const char *lead = "";
    if (table->title != NULL) {
        fputs("\\textbf{", out);
        wm_latex_text_print(table->title, out);
        fputs("}\n\n", out);
    }
    fputs("\\begin{tabular}{", out);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->column[i].title != NULL)
            fputc(table->column[i].side == WM_SIDE_RIGHT ? 'r' : 'l', out);
    fputs("}\n\\hline\n", out);
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->column[i].title == NULL)
            continue;
        fputs(lead, out);
        wm_latex_text_print(table->column[i].title, out);
        lead = " & ";
    }
    fputs(" \\\\\n\\hline\n", out);
}

static void print_cell(const wm_table_layout *plan, const wm_cell *cell, FILE *out)
{
    char room[WM_TABLE_LAYOUT_SHOWN];
    const char *text = wm_table_layout_shown(plan, cell, room);
    if (cell->claim != NULL)
        wm_latex_text_quantity(text, out);
    else
        wm_latex_text_print(text, out);
}

/* `\\` takes a `[` or `*` that follows as its own, so a row begins with an empty group. */
static void print_row(const wm_table_layout *plan, size_t row, FILE *out)
{
    const char *lead = "{}";
    for (size_t i = 0; i < plan->table->column_count; i++) {
        if (plan->table->column[i].title == NULL)
            continue;
        fputs(lead, out);
        print_cell(plan, wm_table_at(plan->table, row, i), out);
        lead = " & ";
    }
    fputs(" \\\\\n", out);
}

static void print_table(const wm_table *table, FILE *out)
{
    wm_table_layout plan = {.table = table};
    if (wm_table_rows(table) == 0)
        return;
    wm_table_layout_number(&plan);
    fputc('\n', out);
    print_titles(table, out);
    for (size_t row = 0; row < wm_table_rows(table); row++)
        print_row(&plan, row, out);
    fputs("\\hline\n\\end{tabular}\n", out);
    for (int number = 1; number <= plan.numbers; number++) {
        fprintf(out, "\n[%d] ", number);
        wm_latex_text_print(wm_table_layout_note(&plan, number), out);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* The numbers are this program's own texts, so none ends the verbatim. */
static void print_series(const wm_series_block *series, FILE *out)
{
    const wm_paper usual = {.has_blocks = false};
    fputs("\n\\begin{verbatim}\n", out);
    wm_drawing_print(series, &usual, "", out);
    fputs("\\end{verbatim}\n\n", out);
}

static void print_section(const wm_section *section, FILE *out)
{
    static const char *const names[] = {"section", "subsection", "subsubsection"};
    const size_t last = sizeof names / sizeof names[0] - 1;
    const size_t level = section->level > 0 ? section->level - 1 : 0;
    fprintf(out, "\n\\%s*{", names[level < last ? level : last]);
    wm_latex_text_print(section->title, out);
    fputs("}\n\n", out);
}

static wm_status print_block(const wm_block *block, bool is_after_line, FILE *out)
{
    switch (block->kind) {
    case WM_BLOCK_LINE:
        fputs(is_after_line ? "\n" : "", out);
        wm_latex_text_line(block->of.line, out);
        fputc('\n', out);
        break;
    case WM_BLOCK_GAP:
        fputc('\n', out);
        break;
    case WM_BLOCK_TABLE:
        print_table(block->of.table, out);
        break;
    case WM_BLOCK_CHANGE:
        fputs(is_after_line ? "\n" : "", out);
        print_change(&block->of.change, out);
        break;
    case WM_BLOCK_SERIES:
        print_series(&block->of.series, out);
        break;
    case WM_BLOCK_REMARK:
        wm_latex_text_comment(block->of.remark, out);
        break;
    case WM_BLOCK_SECTION:
        print_section(&block->of.section, out);
        break;
    case WM_BLOCK_FIGURE:
        return wm_latex_figure_print(block->of.figure, out);
    case WM_BLOCK_COMMAND:
    case WM_BLOCK_EVIDENCE:
    case WM_BLOCK_CARRIED:
        break;
    }
    return WM_OK;
}

wm_status wm_print_latex(const wm_document *document, const wm_paper *paper, FILE *out)
{
    bool is_after_line = false;
    wm_status status = document->status;
    (void)paper;
    for (size_t i = 0; i < document->block_count && status == WM_OK; i++) {
        const wm_block_kind kind = document->block[i].kind;
        status = print_block(&document->block[i], is_after_line, out);
        is_after_line = kind == WM_BLOCK_LINE || kind == WM_BLOCK_CHANGE;
    }
    return status;
}
