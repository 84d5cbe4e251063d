/* Prints a document as Markdown. */
#include "report/print/printers.h"
#include "report/print/terminal_parts.h"
#include "report/print/table_layout.h"

#include <string.h>

/* Prints text of a record: markup and HTML are escaped. */
static void print_data(const char *text, FILE *out)
{
    char before = '\0';
    for (; *text != '\0'; before = *text++) {
        const bool opens_link = before == ']' && *text == '(';
        if (opens_link || strchr("|\\`*_<", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_line(const wm_words *line, FILE *out)
{
    fputs(line->is_item ? "- " : "", out);
    for (size_t i = 0; i < line->count; i++) {
        const char *text = line->span[i].text;
        if (i == 0 && line->is_item)
            text += strspn(text, " ");
        if (line->span[i].role == WM_SPAN_WORDS || line->span[i].role == WM_SPAN_HINT)
            fputs(text, out);
        else
            print_data(text, out);
    }
    if (line->right != NULL)
        fprintf(out, "; %s", line->right);
    fputc('\n', out);
}

static void print_change(const wm_change *change, FILE *out)
{
    fputs("  - ", out);
    print_data(change->name, out);
    fputs(": ", out);
    print_data(change->from, out);
    fputs(" -> ", out);
    print_data(change->to, out);
    fputc('\n', out);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void print_titles(const wm_table *table, FILE *out)
{
    if (table->title != NULL)
        fprintf(out, "### %s\n\n", table->title);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->column[i].title != NULL)
            fprintf(out, "| %s ", table->column[i].title);
    fputs("|\n", out);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->column[i].title != NULL)
            fputs(table->column[i].side == WM_SIDE_RIGHT ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
}

static void print_row(const wm_table_layout *plan, size_t row, FILE *out)
{
    char room[WM_TABLE_LAYOUT_SHOWN];
    for (size_t i = 0; i < plan->table->column_count; i++) {
        if (plan->table->column[i].title == NULL)
            continue;
        fputs("| ", out);
        print_data(wm_table_layout_shown(plan, wm_table_at(plan->table, row, i), room), out);
        fputc(' ', out);
    }
    fputs("|\n", out);
}

/* The notes follow in the order of their numbers, an item of a list each. */
static void print_table(const wm_table *table, const wm_paper *paper, FILE *out)
{
    wm_table_layout plan = {.table = table, .has_blocks = paper->has_blocks};
    if (wm_table_rows(table) == 0)
        return;
    if (table->is_apart)
        fputc('\n', out);
    wm_table_layout_number(&plan);
    print_titles(table, out);
    for (size_t row = 0; row < wm_table_rows(table); row++)
        print_row(&plan, row, out);
    fputs(plan.numbers > 0 ? "\n" : "", out);
    for (int number = 1; number <= plan.numbers; number++) {
        fprintf(out, "- [%d] ", number);
        print_data(wm_table_layout_note(&plan, number), out);
        fputc('\n', out);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void print_series(const wm_series_block *series, const wm_paper *paper, FILE *out)
{
    const bool is_bars = series->form == WM_SERIES_BARS;
    const wm_paper usual = {.has_blocks = paper->has_blocks};
    fputs(is_bars ? "\n```\n" : "\n", out);
    wm_drawing_print(series, &usual, is_bars ? "" : "    ", out);
    fputs(is_bars ? "```\n\n" : "", out);
}

static void print_section(const wm_section *section, FILE *out)
{
    fprintf(out, "\n%.*s ", (int)section->level, "######");
    print_data(section->title, out);
    fputs("\n\n", out);
}

static void print_block(const wm_block *block, const wm_paper *paper, FILE *out)
{
    switch (block->kind) {
    case WM_BLOCK_LINE:
        print_line(block->of.line, out);
        break;
    case WM_BLOCK_GAP:
        fputs(block->of.gap != WM_GAP_LINE ? "\n" : "", out);
        break;
    case WM_BLOCK_TABLE:
        print_table(block->of.table, paper, out);
        break;
    case WM_BLOCK_CHANGE:
        print_change(&block->of.change, out);
        break;
    case WM_BLOCK_SERIES:
        print_series(&block->of.series, paper, out);
        break;
    case WM_BLOCK_SECTION:
        print_section(&block->of.section, out);
        break;
    case WM_BLOCK_COMMAND:
    case WM_BLOCK_EVIDENCE:
    case WM_BLOCK_REMARK:
    case WM_BLOCK_CARRIED:
    case WM_BLOCK_FIGURE:
        break;
    }
}

wm_status wm_print_markdown(const wm_document *document, const wm_paper *paper, FILE *out)
{
    for (size_t i = 0; i < document->block_count && document->status == WM_OK; i++)
        print_block(&document->block[i], paper, out);
    return document->status;
}
