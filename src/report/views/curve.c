/* Curves of a record: the items of one variant that differ in the size of what they read. */
#include "report/views/curve.h"

#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool may_belong(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_SWEPT) && item->fault.kind == WM_FAULT_NONE &&
           item->point == WM_POINT_NONE;
}

/* Whether two items differ in n and repeats alone; n is dimension 0 of every swept variant. */
static bool is_sibling(const wm_item *a, const wm_item *b)
{
    return may_belong(b) && a->variant == b->variant &&
           memcmp(a->dimension + 1, b->dimension + 1, sizeof a->dimension - sizeof *a->dimension) ==
               0;
}

/* A number of the item's change. */
static double change_of(const wm_model *model, const wm_model_item *item, const char *quantity)
{
    return wm_claims_number(wm_model_claim_of(model, WM_SUBJECT_CHANGE, item->index, quantity));
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = ((const wm_curve_point *)a)->item->item->dimension[0];
    const uint64_t y = ((const wm_curve_point *)b)->item->item->dimension[0];
    return x < y ? -1 : x > y;
}

static wm_curve_point point_of(const wm_model *model, const wm_model_item *item)
{
    wm_curve_point point = {.item = item,
                            .bytes = wm_workload_operand_bytes(item->item),
                            .rate = wm_claims_number(wm_claims_on(&item->claims, "rate")),
                            .ratio = change_of(model, item, "rate_change"),
                            .ratio_low = change_of(model, item, "rate_change_low"),
                            .ratio_high = change_of(model, item, "rate_change_high")};
    point.is_step = point.ratio_high < WM_CURVE_STEP;
    return point;
}

wm_status wm_curve_find(const wm_model *model, size_t index, wm_curve *curve)
{
    const wm_item *first = model->item[index].item;
    *curve = (wm_curve){.point = NULL};
    if (!may_belong(first))
        return WM_OK;
    for (size_t i = 0; i < index; i++)
        if (is_sibling(first, model->item[i].item))
            return WM_OK;
    curve->point = calloc(model->item_count, sizeof *curve->point);
    if (curve->point == NULL)
        return WM_E_NOMEM;
    for (size_t i = index; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (is_sibling(first, item->item))
            curve->point[curve->count++] = point_of(model, item);
    }
    if (curve->count < WM_CURVE_POINTS_LEAST) {
        wm_curve_clear(curve);
        return WM_OK;
    }
    qsort(curve->point, curve->count, sizeof *curve->point, by_size);
    return WM_OK;
}

void wm_curve_clear(wm_curve *curve)
{
    free(curve->point);
    *curve = (wm_curve){.point = NULL};
}

double wm_curve_read_seconds(const wm_curve_point *point)
{
    const wm_item *item = point->item->item;
    return wm_tables_has(item->variant, WM_TRAIT_DEPENDENT)
               ? (double)item->dimension[1] / point->rate
               : (double)NAN;
}

double wm_curve_read_bytes_per_s(const wm_curve_point *point)
{
    const wm_item *item = point->item->item;
    const double bytes = (double)wm_format_size(wm_format_named(item->variant->operand_format));
    return wm_tables_has(item->variant, WM_TRAIT_DEPENDENT) ? (double)NAN : bytes * point->rate;
}

void wm_curve_size_text(double bytes, char text[WM_CURVE_SIZE_TEXT])
{
    static const char *const UNITS[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < sizeof UNITS / sizeof UNITS[0]) {
        bytes /= 1024;
        unit++;
    }
    (void)snprintf(text, WM_CURVE_SIZE_TEXT, "%.4g %s", bytes, UNITS[unit]);
}
