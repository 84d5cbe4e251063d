/* The table of checks. */
#include "report/overview_tables.h"

#include "report/cells.h"

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

wm_status wm_overview_checks_print(wm_results *results, const wm_view *view, FILE *out)
{
    static const char *const names[] = {
        "numerical_class", "divergence", "residual", "tolerance",  "row_statistic",
        "row_threshold",   "rounding",   "verified", "transcript", NULL};
    wm_table table = {0};
    size_t i;
    table.title = "Checks";
    check_columns(&table);
    for (i = 0; i < results->item_count; i++) {
        if (wm_tables_has(results->item[i].item->variant, WM_TRAIT_PROFILE))
            continue;
        wm_table_add(&table, results->item[i].label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(&table, results, &results->item[i], names);
    }
    return wm_cells_print(&table, view, out);
}
