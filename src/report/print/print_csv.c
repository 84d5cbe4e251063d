/* Prints the tables of a document as CSV. */
#include "report/print/printers.h"

#include "report/document/table.h"

#include <string.h>

static void print_field(const char *text, FILE *out)
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

static void print_table(const wm_table *table, FILE *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const wm_column *column = &table->column[i];
        fputs(i == 0 ? "" : ",", out);
        print_field(column->title != NULL ? column->title : column->key, out);
    }
    fputc('\n', out);
    for (size_t i = 0; i < wm_table_rows(table) * table->column_count; i++) {
        const wm_cell *cell = &table->cell[i];
        const char *text = cell->value != NULL ? cell->value : cell->text;
        print_field(text != NULL ? text : "", out);
        fputc((i + 1) % table->column_count == 0 ? '\n' : ',', out);
    }
}

wm_status wm_print_csv(const wm_document *document, const wm_paper *paper, FILE *out)
{
    (void)paper;
    for (size_t i = 0; i < document->block_count && document->status == WM_OK; i++)
        if (document->block[i].kind == WM_BLOCK_TABLE)
            print_table(document->block[i].of.table, out);
    return document->status;
}
