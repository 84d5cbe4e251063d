/* The tables of residual floors. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"

#include <math.h>
#include <stdlib.h>

static bool has_growing_floor(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_GROWING);
}

void wm_overview_floors_add(wm_model *model, wm_document *to)
{
    static const char *const names[] = {"floor", "predicted_floor", "calibrated_rounding",
                                        "basis", "tolerance",       NULL};
    wm_table *table = wm_table_apart(
        to, wm_document_text(to, "Residual floors (median over %d probe sets)", WM_TABLES_PROBES));
    wm_table_columns(table, "Item", ">Floor", ">?Predicted", ">G", "Basis", ">Tolerance", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_item *item = model->item[i].item;
        if (!wm_tables_has(item->variant, WM_TRAIT_CALIBRATION) || has_growing_floor(item))
            continue;
        wm_table_add(table, model->item[i].label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(table, model, &model->item[i], names);
    }
}

/* The last item before `index` of the same variant with a smaller k, or NULL. */
static const wm_model_item *smaller_sibling(const wm_model *model, size_t index)
{
    const wm_item *item = model->item[index].item;
    while (index-- > 0) {
        const wm_item *other = model->item[index].item;
        if (other->variant == item->variant && other->fault.kind == WM_FAULT_NONE &&
            other->dimension[2] < item->dimension[2])
            return &model->item[index];
    }
    return NULL;
}

static double floor_of(const wm_model_item *item)
{
    return wm_claims_number(wm_claims_on(&item->claims, "floor"));
}

/* The ratio of a floor to that of the next smaller size, and the ratio of the square roots of k. */
static void add_growth(wm_table *table, wm_model *model, size_t index)
{
    const wm_model_item *item = &model->item[index];
    const wm_model_item *before = smaller_sibling(model, index);
    const char *reason = before == NULL ? "no item with a smaller k" : "a floor is absent";
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_cells_quantity(table, model, item, "floor");
    wm_cells_number(table, before == NULL ? (double)NAN : floor_of(item) / floor_of(before),
                    WM_TEXT_FIXED2, reason);
    wm_cells_number(table,
                    before == NULL ? (double)NAN
                                   : sqrt((double)item->item->dimension[2] /
                                          (double)before->item->dimension[2]),
                    WM_TEXT_FIXED2, reason);
    wm_cells_quantity(table, model, item, "tolerance");
}

void wm_overview_floors_add_growth(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(
        to, "Floors that grow with k (fp8_fast: no prediction, an a-priori tolerance)");
    wm_table_columns(table, "Item", ">Floor", ">Growth", ">?sqrt(k) grew", ">Tolerance", NULL);
    for (size_t i = 0; i < model->item_count; i++)
        if (has_growing_floor(model->item[i].item))
            add_growth(table, model, i);
}
