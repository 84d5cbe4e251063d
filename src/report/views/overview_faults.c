/* The table of injected faults. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "model/tally.h"

#include <stdio.h>
#include <string.h>

/* Whether the fault of an item was caught. */
static void add_caught(wm_table *table, const wm_model_item *item)
{
    const wm_planned_fault_outcome outcome = item->verdict.fault;
    if (outcome == WM_PLANNED_FAULTS_NOT_JUDGED)
        wm_table_add(table, NULL, "the check could not be decided", WM_EMPHASIS_ODD);
    else if (outcome == WM_PLANNED_FAULTS_CAUGHT)
        wm_table_add(table, "yes", NULL, WM_EMPHASIS_GOOD);
    else
        wm_table_add(table, "no", NULL, WM_EMPHASIS_BAD);
}

/* A fault in the transcript: the claims on the output without the fault, and whether it was
 * caught. */
static void add_fault(wm_table *table, wm_model *model, const wm_transcripts_row *stage)
{
    static const char *const names[] = {"divergence", "residual", "tolerance", NULL};
    const wm_model_item *item = &model->item[stage->item];
    const char *words = strchr(stage->operation, ':'); /* `fault: KIND` */
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_cells_quantities(table, model, item, names);
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    add_caught(table, item);
    wm_table_add(table, words != NULL ? words + 2 : stage->operation, NULL, WM_EMPHASIS_NONE);
}

/* The same item without a fault, or NULL. */
static const wm_model_item *sound_twin(const wm_model *model, const wm_model_item *item)
{
    size_t i;
    for (i = 0; i < model->item_count; i++) {
        const wm_item *other = model->item[i].item;
        if (other->fault.kind == WM_FAULT_NONE && other->variant == item->item->variant &&
            memcmp(other->dimension, item->item->dimension, sizeof other->dimension) == 0)
            return &model->item[i];
    }
    return NULL;
}

/* A fault in every repeat: the residual of the same item without it, and whether it was caught. */
static void add_consistent(wm_table *table, wm_model *model, const wm_model_item *item)
{
    const wm_model_item *twin = sound_twin(model, item);
    char words[64];
    (void)snprintf(words, sizeof words, "%s, in every repeat",
                   wm_tables_fault(item->item->fault.kind));
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_cells_quantity(table, model, item, "divergence");
    if (twin != NULL)
        wm_cells_quantity(table, model, twin, "residual");
    else
        wm_table_add(table, NULL, "the plan has no item without the fault", WM_EMPHASIS_NONE);
    wm_cells_quantity(table, model, item, "tolerance");
    wm_cells_quantity(table, model, item, "residual");
    add_caught(table, item);
    wm_table_add(table, words, NULL, WM_EMPHASIS_NONE);
}

void wm_overview_faults_add(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Injected faults");
    size_t i;
    wm_table_columns(table, "Item", ">Divergence", ">Without fault", ">Tolerance", ">With fault",
                     "Caught", "Fault", NULL);
    for (i = 0; i < model->transcripts.count; i++)
        if (strcmp(model->transcripts.row[i].stage, "inject") == 0)
            add_fault(table, model, &model->transcripts.row[i]);
    for (i = 0; i < model->item_count; i++)
        if (model->item[i].item->fault.in_repeats &&
            model->item[i].verdict.fault != WM_PLANNED_FAULTS_NONE)
            add_consistent(table, model, &model->item[i]);
}
