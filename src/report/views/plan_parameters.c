/* The parameters of a plan, by names.
 *
 * A stated size that was never run is the same defect as a false rate, so a paper takes sizes from
 * here. An item has the dimensions of its workload, its repeats and, where they are set, its point
 * of operation and its fault. */
#include "report/views/plan_parameters.h"

#include "standards/number.h"

static void add(wm_table *table, const char *name, const char *text, const char *unit)
{
    wm_table_text(table, wm_document_text(table->document, "plan.%s", name));
    wm_table_text(table, text);
    wm_table_text(table, unit);
}

static void add_number(wm_table *table, const char *name, double value, const char *unit)
{
    char text[WM_NUMBER_TEXT_SIZE];
    text[wm_number_format(value, text)] = '\0';
    add(table, name, text, unit);
}

/* Adds a parameter of an item. */
static void add_of(wm_table *table, const wm_model_item *of, const char *name, double value,
                   const char *unit)
{
    add_number(table, wm_document_text(table->document, "%s.%s", of->label, name), value, unit);
}

static void add_item(wm_table *table, const wm_model_item *of)
{
    const wm_item *item = of->item;
    wm_document *memory = table->document;
    for (size_t i = 0; i < item->variant->dimension_count; i++)
        add_of(table, of, item->variant->dimension[i].name, (double)item->dimension[i], NULL);
    add_of(table, of, "repeats", item->repeats, NULL);
    if (item->point != WM_POINT_NONE)
        add(table, wm_document_text(memory, "%s.point", of->label), wm_tables_point(item->point),
            NULL);
    if (item->minutes > 0)
        add_of(table, of, "minutes", item->minutes, "min");
    if (item->fault.kind != WM_FAULT_NONE)
        add(table, wm_document_text(memory, "%s.fault", of->label),
            wm_tables_fault(item->fault.kind), NULL);
}

wm_table *wm_plan_parameters_add(const wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "Parameter", ">Value", "Unit", NULL);
    add_number(table, "items", (double)model->item_count, NULL);
    if (model->item_count == 0)
        return table;
    add_number(table, "repeat_seconds", model->plan.repeat_seconds, "s");
    add_number(table, "probe_sets", WM_TABLES_PROBES, NULL);
    add_number(table, "probes", WM_TABLES_PROBE_COLUMNS, NULL);
    for (size_t i = 0; i < model->item_count; i++)
        add_item(table, &model->item[i]);
    return table;
}
