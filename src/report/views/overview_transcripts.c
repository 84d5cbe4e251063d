/* The table of transcripts. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/print/prose.h"
#include "report/print/style.h"

#include <string.h>

enum { OPERATION_WIDTH = 40 };

/* Adds the operation. The aligned table cuts a long one, and a note has the whole text. */
static void add_operation(wm_table *table, const wm_view *view, const char *operation)
{
    char first[OPERATION_WIDTH + 1];
    size_t size = strcspn(operation, ",;(:");
    if (view->form != WM_TABLE_PLAIN || strlen(operation) <= OPERATION_WIDTH) {
        wm_table_add(table, operation, NULL, WM_EMPHASIS_NONE);
        return;
    }
    if (size > OPERATION_WIDTH)
        size = OPERATION_WIDTH;
    while (size > 0 && (operation[size] & 0xc0) == 0x80)
        size--;
    (void)snprintf(first, sizeof first, "%.*s", (int)size, operation);
    wm_table_add(table, first, operation, WM_EMPHASIS_NONE);
}

static void add_stage(wm_table *table, const wm_view *view, wm_model *model,
                      const wm_transcripts_row *stage)
{
    wm_table_add(table, model->item[stage->item].label, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, stage->stage, NULL, WM_EMPHASIS_NONE);
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    wm_table_add(table, stage->decision, NULL, wm_cells_emphasis(stage->decision));
    add_operation(table, view, stage->operation);
}

/* Whether an item's transcript has more than acquire, witness and accept. */
static bool is_eventful(wm_model *model, size_t item)
{
    const wm_claim *claim = wm_model_claim(model, &model->item[item], "transcript");
    size_t i, count = 0;
    for (i = 0; i < model->transcripts.count; i++)
        count += model->transcripts.row[i].item == item;
    return count > 1 || claim == NULL || claim->value == NULL ||
           strcmp(claim->value, "accept") != 0;
}

/* Prints how many transcripts are not listed. */
static void print_quiet(size_t count, bool has_rows, const wm_view *view, FILE *out)
{
    char words[128];
    (void)snprintf(words, sizeof words,
                   "Transcripts of %zu item%s: acquired, witnessed, accepted%s", count,
                   wm_style_plural(count), has_rows ? " (not listed)" : "");
    fputc('\n', out);
    wm_prose_print(words, "", "  ", wm_view_width(view), out);
}

wm_status wm_overview_transcripts_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    size_t item, i, quiet = 0;
    bool has_rows;
    table.title = "Transcripts";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Stage", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Residual", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Decision", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Operation", WM_TABLE_LEFT, false);
    for (item = 0; item < model->item_count; item++) {
        if (!view->all_transcripts && !is_eventful(model, item)) {
            quiet++;
            continue;
        }
        for (i = 0; i < model->transcripts.count; i++)
            if (model->transcripts.row[i].item == item)
                add_stage(&table, view, model, &model->transcripts.row[i]);
    }
    has_rows = wm_table_rows(&table) > 0;
    status = wm_cells_print(&table, view, out);
    if (quiet > 0)
        print_quiet(quiet, has_rows, view, out);
    return status;
}
