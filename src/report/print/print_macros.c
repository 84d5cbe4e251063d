/* Prints a document as calls of LaTeX commands.
 *
 * The style file that `publish` writes defines them. The calls are all that differs from record to
 * record, so the style file is the same everywhere. A name is the key by which an author asks for
 * the row, so it is not escaped; its characters are checked instead. */
#include "report/print/latex_text.h"
#include "report/print/printers.h"

#include "report/document/data.h"
#include "report/document/table.h"

#include <inttypes.h>
#include <string.h>

static bool is_name(const char *text)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return text != NULL && text[0] != '\0' && text[strspn(text, LETTERS)] == '\0';
}

static void print_member(const wm_member *member, FILE *out)
{
    if (member->key == NULL || (member->kind != WM_MEMBER_TEXT && member->kind != WM_MEMBER_COUNT))
        return;
    fprintf(out, "\\wmsetrecord{%s}{", member->key);
    if (member->kind == WM_MEMBER_COUNT)
        fprintf(out, "%" PRIu64, member->of.count);
    else
        wm_latex_text_print(member->of.text.data, out);
    fputs("}\n", out);
}

static void print_row(const wm_table *table, size_t row, FILE *out)
{
    const char *name = wm_table_at(table, row, 0)->text;
    if (!is_name(name))
        return;
    fprintf(out, "\\wmset%s{%s}", table->title != NULL ? table->title : "row", name);
    for (size_t i = 1; i < table->column_count; i++) {
        const wm_cell *cell = wm_table_at(table, row, i);
        fputc('{', out);
        if (cell->text != NULL && cell->claim != NULL)
            wm_latex_text_quantity(cell->text, out);
        else if (cell->text != NULL)
            wm_latex_text_print(cell->text, out);
        fputc('}', out);
    }
    fputc('\n', out);
}

wm_status wm_print_macros(const wm_document *document, const wm_paper *paper, FILE *out)
{
    (void)paper;
    for (size_t i = 0; i < document->block_count; i++)
        if (document->block[i].kind == WM_BLOCK_REMARK)
            wm_latex_text_comment(document->block[i].of.remark, out);
    for (size_t i = 0; i < document->member_count; i++)
        print_member(&document->member[i], out);
    for (size_t i = 0; i < document->block_count; i++) {
        const wm_table *table = document->block[i].of.table;
        if (document->block[i].kind != WM_BLOCK_TABLE)
            continue;
        for (size_t row = 0; row < wm_table_rows(table); row++)
            print_row(table, row, out);
    }
    return document->status;
}
