/* The table of checks. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "model/tally.h"

/* Source: paper, Table 3, numerics. The thresholds are ours. */
static void check_columns(wm_table *table)
{
    wm_table_columns(table, "Item", "Output", ">Divergence", ">Residual", ">Tolerance",
                     ">?Row stat.", ">?Threshold", ">?G", "Verified", "Transcript", NULL);
}

/* Whether a check of the item failed, or should have failed. */
static bool has_failed(const wm_model_item *item)
{
    return item->verdict.is_wrong || item->verdict.fault == WM_PLANNED_FAULTS_MISSED;
}

static void add_checks(wm_model *model, bool only_failed, wm_document *to)
{
    static const char *const names[] = {
        "numerical_class", "divergence", "residual", "tolerance",  "row_statistic",
        "row_threshold",   "rounding",   "verified", "transcript", NULL};
    wm_table *table = wm_table_apart(to, only_failed ? "Failed checks" : "Checks");
    check_columns(table);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_tables_has_output(item->item->variant) || (only_failed && !has_failed(item)))
            continue;
        wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(table, model, item, names);
    }
}

void wm_overview_checks_add(wm_model *model, wm_document *to)
{
    add_checks(model, false, to);
}

void wm_overview_checks_add_failed(wm_model *model, wm_document *to)
{
    add_checks(model, true, to);
}
