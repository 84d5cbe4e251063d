/* The tables that a paper shows of a record.
 *
 * A row begins with its label, and the label carries what speaks against the row: WRONG before it,
 * and notes for a fault on purpose, a check that could not be decided, disturbed repeats, findings
 * about them. A table whose columns the overview has is that of the overview. */
#include "report/views/paper_tables.h"

#include "report/views/cells.h"
#include "report/views/environment_table.h"
#include "report/views/overview_tables.h"
#include "report/views/row_label.h"

#include <string.h>

/* ---- the taxonomy ---------------------------------------------------------------------------- */

static void add_speed(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    static const char *const behind[] = {"dispersion", "clock_correlation", "performance_class",
                                         "power",      "temperature",       "peak_memory"};
    wm_row_label_add(table, model, item, NULL, item->label);
    wm_cells_quantity(table, model, item, "rate");
    wm_cells_interval(table, model, item);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
        wm_cells_quantity(table, model, item, behind[i]);
}

static void add_output(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    static const char *const behind[] = {"numerical_class", "residual", "tolerance", "verified"};
    wm_row_label_add(table, model, item, NULL, item->label);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
        wm_cells_quantity(table, model, item, behind[i]);
}

/* Two tables, one below the other: both together are wider than a page of two columns. */
static void add_taxonomy(const wm_model *model, wm_document *to)
{
    wm_table *speed = wm_table_new(to, NULL), *output = wm_table_new(to, NULL);
    wm_table_columns(speed, "Item", ">Median rate", ">?95 % interval", ">?Spread", ">?rho_clk",
                     "?Class", ">?Power", ">?Temp.", ">?Memory", NULL);
    wm_table_columns(output, "Item", "Output", ">?Residual", ">?Tolerance", "Verified", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_plan_has_output(item->item) || item->item->fault.kind != WM_FAULT_NONE)
            continue;
        add_speed(speed, model, item);
        add_output(output, model, item);
    }
}

/* ---- points of operation --------------------------------------------------------------------- */

/* A row of ratios has the objections to the base too. The temperature of `cold` is the lowest: its
 * segment begins as hot as the work before it ended. */
static void add_point(const wm_model *model, const wm_model_item *item, wm_table *table)
{
    static const struct {
        wm_subject_kind subject;
        const char *quantity;
    } columns[] = {{WM_SUBJECT_POINT, "products"},   {WM_SUBJECT_POINT, "errors"},
                   {WM_SUBJECT_POINT, "load_time"},  {WM_SUBJECT_POINT, "temperature_reached"},
                   {WM_SUBJECT_POINT, "power_mean"}, {WM_SUBJECT_ITEM, "floor"},
                   {WM_SUBJECT_CHANGE, "inflation"}, {WM_SUBJECT_CHANGE, "rate_change"}};
    wm_row_label_add(table, model, item,
                     wm_model_claim_of(model, WM_SUBJECT_CHANGE, item->index, "rate_change"),
                     item->label);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *quantity = columns[i].quantity;
        if (item->item->point == WM_POINT_COLD && strcmp(quantity, "temperature_reached") == 0)
            quantity = "temperature_lowest";
        wm_cells_claim(table, model,
                       columns[i].subject == WM_SUBJECT_ITEM
                           ? wm_claims_on(&item->claims, quantity)
                           : wm_model_claim_of(model, columns[i].subject, item->index, quantity));
    }
}

static void add_stress(const wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "Item and point", ">Outputs checked", ">Errors", ">Time", ">Temp.",
                     ">Power", ">?Floor", ">?Floor ratio", ">?Rate ratio", NULL);
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].item->point != WM_POINT_NONE)
            add_point(model, &model->item[i], table);
}

/* ---- all ------------------------------------------------------------------------------------- */

wm_status wm_paper_tables_add(wm_model *model, const char *name, wm_document *to, wm_error *err)
{
    if (strcmp(name, "taxonomy") == 0)
        add_taxonomy(model, to);
    else if (strcmp(name, "verify") == 0)
        wm_overview_stages_add(model, false, true, to);
    else if (strcmp(name, "nonlinear") == 0)
        wm_overview_stages_add_faults(model, true, to);
    else if (strcmp(name, "stress") == 0)
        add_stress(model, to);
    else if (strcmp(name, "drift") == 0)
        wm_overview_items_add_slopes(model, true, to);
    else if (strcmp(name, "trials") == 0 || strcmp(name, "attacks") == 0)
        wm_overview_trials_add_apart(model, strcmp(name, "attacks") == 0, to);
    else if (strcmp(name, wm_model_is_differential(model) ? "cross" : "validation") == 0)
        wm_overview_links_add(model, to);
    else if (strcmp(name, "environment") == 0)
        return wm_environment_table_add(model, to, err);
    return WM_OK;
}
