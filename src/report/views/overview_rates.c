/* The table of rates. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/reasons.h"

#include <string.h>

/* Disturbed repeats. They count like the others. */
static void add_disturbed(const wm_model *model, wm_document *to)
{
    char words[WM_REASONS_SIZE];
    if (model->disturbed_count == 0)
        return;
    wm_words_gap(to, WM_GAP_LIST);
    wm_words_add(wm_words_new(to), "Disturbed repeats (they count like the others):");
    wm_words_gap(to, WM_GAP_LIST);
    for (size_t i = 0; i < model->item_count; i++) {
        wm_reasons_disturbed(&model->item[i], words);
        if (words[0] != '\0')
            wm_words_say(to, "  %s: %s", model->item[i].label, words);
    }
}

/* Source: paper, Table 3, quantities and device state. The interval is ours. */
void wm_overview_rates_add(wm_model *model, wm_document *to)
{
    static const char *const state[] = {"dispersion",        "clock", "clock_correlation",
                                        "performance_class", "power", "temperature",
                                        "peak_memory",       NULL};
    wm_table *table;
    if (model->item_count > 0)
        wm_words_gap(to, WM_GAP_PART);
    table = wm_table_new(to, "Rates");
    wm_table_columns(table, "Item", ">Median rate", "?95 % interval", ">?Spread", ">?Clock",
                     ">?rho_clk", "?Class", ">?Power", ">?Temp.", ">?Peak mem.", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_tables_has_output(item->item->variant))
            continue;
        wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantity(table, model, item, "rate");
        wm_cells_interval(table, model, item);
        wm_cells_quantities(table, model, item, state);
    }
    add_disturbed(model, to);
}
