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

void wm_overview_elements_add(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Wrong elements that the row test found");
    wm_table_columns(table, "Item", "Stage", ">Row", ">Column", "Found", "Expected", "Bits", NULL);
    for (size_t i = 0; i < model->transcripts.count; i++)
        if (model->transcripts.row[i].wrong.is_there)
            add_element(table, model, &model->transcripts.row[i]);
}
