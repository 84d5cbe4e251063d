/* The table of rates. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/reasons.h"

#include <string.h>

/* Source: paper, Table 3, quantities and device state. The interval is ours. */
static void rate_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Median rate", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "95 % interval", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Disp.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Clock", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "rho_clk", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Perf.", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Power", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Temp.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Peak mem.", WM_TABLE_RIGHT, true);
}

/* Adds both ends of the interval, without their unit if it is that of the rate. */
static void add_interval(wm_table *table, wm_model *model, const wm_model_item *item)
{
    const wm_claim *rate = wm_model_claim(model, item, "rate");
    const wm_claim *low = wm_model_claim(model, item, "rate_low");
    const wm_claim *high = wm_model_claim(model, item, "rate_high");
    const char *unit, *low_unit, *high_unit;
    char text[128];
    if (rate == NULL || low == NULL || high == NULL || low->value == NULL || high->value == NULL) {
        wm_cells_claim(table, model, low);
        return;
    }
    unit = rate->value != NULL ? strchr(rate->text, ' ') : NULL;
    low_unit = strchr(low->text, ' ');
    high_unit = strchr(high->text, ' ');
    if (unit != NULL && low_unit != NULL && high_unit != NULL && strcmp(unit, low_unit) == 0 &&
        strcmp(unit, high_unit) == 0)
        (void)snprintf(text, sizeof text, "%.*s .. %.*s", (int)(low_unit - low->text), low->text,
                       (int)(high_unit - high->text), high->text);
    else
        (void)snprintf(text, sizeof text, "%s .. %s", low->text, high->text);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* Disturbed repeats. They count like the others. */
static void print_disturbed(const wm_model *model, const wm_view *view, FILE *out)
{
    const bool is_markdown = view->form == WM_TABLE_MARKDOWN;
    char words[WM_REASONS_SIZE];
    size_t i;
    if (model->disturbed_count == 0)
        return;
    fprintf(out, "%sDisturbed repeats (they count like the others):%s\n", is_markdown ? "\n" : "",
            is_markdown ? "\n" : "");
    for (i = 0; i < model->item_count; i++) {
        wm_reasons_disturbed(&model->item[i], words);
        if (words[0] != '\0')
            wm_view_say(view, out, "%s%s: %s", is_markdown ? "" : "  ", model->item[i].label,
                        words);
    }
}

wm_status wm_overview_rates_print(wm_model *model, const wm_view *view, FILE *out)
{
    static const char *const state[] = {"dispersion",        "clock", "clock_correlation",
                                        "performance_class", "power", "temperature",
                                        "peak_memory",       NULL};
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Rates";
    if (model->item_count > 0)
        fputc('\n', out);
    rate_columns(&table);
    for (i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_tables_has_output(item->item->variant))
            continue;
        wm_table_add(&table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantity(&table, model, item, "rate");
        add_interval(&table, model, item);
        wm_cells_quantities(&table, model, item, state);
    }
    table.width = view->columns;
    status = wm_table_print(&table, view->form, view->is_coloured, out);
    wm_table_clear(&table);
    print_disturbed(model, view, out);
    return status;
}
