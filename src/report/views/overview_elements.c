/* The table of wrong elements. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"

#include <inttypes.h>
#include <stdio.h>

static void add_words(wm_table *table, const char *words)
{
    wm_table_add(table, words, NULL, WM_EMPHASIS_NONE);
}

static void add_element(wm_table *table, const wm_model *model, const wm_transcripts_row *stage)
{
    const wm_wrong_element *wrong = &stage->wrong;
    char words[WM_WRONG_ELEMENT_PART];
    add_words(table, model->item[stage->item].label);
    add_words(table, stage->stage);
    (void)snprintf(words, sizeof words, "%" PRIu64, wrong->row);
    add_words(table, words);
    (void)snprintf(words, sizeof words, "%" PRIu64, wrong->column);
    add_words(table, words);
    wm_wrong_element_value(wrong->format, wrong->found, words);
    add_words(table, words);
    wm_wrong_element_value(wrong->format, wrong->expected, words);
    add_words(table, words);
    wm_wrong_element_bits(wrong, words);
    add_words(table, words);
}

wm_status wm_overview_elements_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_table table = {0};
    table.title = "Wrong elements that the row test found";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Stage", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Row", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Column", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Found", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Expected", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Bits", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < model->transcripts.count; i++)
        if (model->transcripts.row[i].wrong.is_there)
            add_element(&table, model, &model->transcripts.row[i]);
    return wm_cells_print(&table, view, out);
}
