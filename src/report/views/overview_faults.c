/* The table of injected faults. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/tally.h"

#include <string.h>

/* Whether the fault of an item was caught. */
static void add_caught(wm_table *table, wm_results *results, const wm_results_item *item)
{
    const wm_tally_fault outcome = wm_tally_judge(results, item).fault;
    if (outcome == WM_TALLY_NOT_JUDGED)
        wm_table_add(table, NULL, "the check could not be decided", WM_EMPHASIS_ODD);
    else if (outcome == WM_TALLY_CAUGHT)
        wm_table_add(table, "yes", NULL, WM_EMPHASIS_GOOD);
    else
        wm_table_add(table, "no", NULL, WM_EMPHASIS_BAD);
}

/* A fault in the transcript: the claims on the output without the fault, and whether it was
 * caught. */
static void add_fault(wm_table *table, wm_results *results, const wm_results_stage *stage)
{
    static const char *const names[] = {"divergence", "residual", "tolerance", NULL};
    const wm_results_item *item = &results->item[stage->item];
    const char *words = strchr(stage->operation, ':'); /* `fault: KIND` */
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_cells_quantities(table, results, item, names);
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    add_caught(table, results, item);
    wm_table_add(table, words != NULL ? words + 2 : stage->operation, NULL, WM_EMPHASIS_NONE);
}

/* The same item without a fault, or NULL. */
static const wm_results_item *sound_twin(const wm_results *results, const wm_results_item *item)
{
    size_t i;
    for (i = 0; i < results->item_count; i++) {
        const wm_item *other = results->item[i].item;
        if (other->fault.kind == WM_FAULT_NONE && other->variant == item->item->variant &&
            memcmp(other->dimension, item->item->dimension, sizeof other->dimension) == 0)
            return &results->item[i];
    }
    return NULL;
}

/* A fault in every repeat: the residual of the same item without it, and whether it was caught. */
static void add_consistent(wm_table *table, wm_results *results, const wm_results_item *item)
{
    const wm_results_item *twin = sound_twin(results, item);
    char words[64];
    (void)snprintf(words, sizeof words, "%s, in every repeat",
                   wm_tables_fault(item->item->fault.kind));
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_cells_quantity(table, results, item, "divergence");
    if (twin != NULL)
        wm_cells_quantity(table, results, twin, "residual");
    else
        wm_table_add(table, NULL, "the plan has no item without the fault", WM_EMPHASIS_NONE);
    wm_cells_quantity(table, results, item, "tolerance");
    wm_cells_quantity(table, results, item, "residual");
    add_caught(table, results, item);
    wm_table_add(table, words, NULL, WM_EMPHASIS_NONE);
}

wm_status wm_overview_faults_print(wm_results *results, const wm_view *view, FILE *out)
{
    wm_table table = {0};
    size_t i;
    table.title = "Injected faults";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Divergence", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Without fault", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Tolerance", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "With fault", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Caught", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Fault", WM_TABLE_LEFT, false);
    for (i = 0; i < results->stage_count; i++)
        if (strcmp(results->stage[i].stage, "inject") == 0)
            add_fault(&table, results, &results->stage[i]);
    for (i = 0; i < results->item_count; i++)
        if (results->item[i].item->fault.in_repeats &&
            wm_tally_judge(results, &results->item[i]).fault != WM_TALLY_NO_FAULT)
            add_consistent(&table, results, &results->item[i]);
    return wm_cells_print(&table, view, out);
}
