/* The table of checks. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "model/tally.h"

/* Source: paper, Table 3, numerics. The thresholds are ours. */
static void check_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Output", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Divergence", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Residual", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Tolerance", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Row stat.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Threshold", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "G", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Verified", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Transcript", WM_TABLE_LEFT, false);
}

/* Whether a check of the item failed, or should have failed. */
static bool has_failed(const wm_model_item *item)
{
    return item->verdict.is_wrong || item->verdict.fault == WM_PLANNED_FAULTS_MISSED;
}

static wm_status print_checks(wm_model *model, bool only_failed, const wm_view *view, FILE *out)
{
    static const char *const names[] = {
        "numerical_class", "divergence", "residual", "tolerance",  "row_statistic",
        "row_threshold",   "rounding",   "verified", "transcript", NULL};
    wm_table table = {.title = only_failed ? "Failed checks" : "Checks"};
    check_columns(&table);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_tables_has_output(item->item->variant) || (only_failed && !has_failed(item)))
            continue;
        wm_table_add(&table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(&table, model, item, names);
    }
    return wm_cells_print(&table, view, out);
}

wm_status wm_overview_checks_print(wm_model *model, const wm_view *view, FILE *out)
{
    return print_checks(model, false, view, out);
}

wm_status wm_overview_checks_print_failed(wm_model *model, const wm_view *view, FILE *out)
{
    return print_checks(model, true, view, out);
}
