/* The table of rates. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/reasons.h"

#include <string.h>

/* Adds both ends of the interval, without their unit if it is that of the rate. */
static void add_interval(wm_table *table, wm_model *model, const wm_model_item *item)
{
    const wm_claim *rate = wm_model_claim(model, item, "rate");
    const wm_claim *low = wm_model_claim(model, item, "rate_low");
    const wm_claim *high = wm_model_claim(model, item, "rate_high");
    const char *unit, *low_unit, *high_unit;
    if (rate == NULL || low == NULL || high == NULL || low->value == NULL || high->value == NULL) {
        wm_cells_claim(table, model, low);
        return;
    }
    unit = rate->value != NULL ? strchr(rate->text, ' ') : NULL;
    low_unit = strchr(low->text, ' ');
    high_unit = strchr(high->text, ' ');
    if (unit != NULL && low_unit != NULL && high_unit != NULL && strcmp(unit, low_unit) == 0 &&
        strcmp(unit, high_unit) == 0)
        wm_table_write(table, "%.*s .. %.*s", (int)(low_unit - low->text), low->text,
                       (int)(high_unit - high->text), high->text);
    else
        wm_table_write(table, "%s .. %s", low->text, high->text);
}

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
    wm_table_columns(table, "Item", ">Median rate", "?95 % interval", ">?Disp.", ">?Clock",
                     ">?rho_clk", "?Perf.", ">?Power", ">?Temp.", ">?Peak mem.", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_tables_has_output(item->item->variant))
            continue;
        wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantity(table, model, item, "rate");
        add_interval(table, model, item);
        wm_cells_quantities(table, model, item, state);
    }
    add_disturbed(model, to);
}
