/* Residual floors by format and size, with predictions and tolerances: a panel a variant. */
#include "report/views/figures.h"

#include <string.h>

typedef struct floors {
    wm_figures_call *call;
    wm_figure *figure;
    size_t items;
} floors;

/* What is drawn of an item. */
static const struct {
    const char *quantity, *name;
    wm_figure_mark mark;
    unsigned colour;
} SERIES[] = {
    {"floor", "calibrated floor", WM_FIGURE_POINTS, 1},
    {"residual", "residual of the output", WM_FIGURE_POINTS, 4},
    {"predicted_floor", "predicted floor", WM_FIGURE_TICK, 6},
    {"tolerance", "tolerance", WM_FIGURE_TICK, 2},
};

enum { KINDS = sizeof SERIES / sizeof SERIES[0] };

static bool has_floor(const wm_model_item *item)
{
    return item->item->fault.kind == WM_FAULT_NONE && item->item->point == WM_POINT_NONE &&
           wm_claims_has_value(wm_claims_on(&item->claims, "floor"));
}

/* The first size of a label's tail: `gemm.fp16.n4096`. */
static const char *tail_of(const wm_model_item *item)
{
    const size_t head =
        strlen(item->item->variant->workload) + strlen(item->item->variant->variant) + 2;
    return strlen(item->label) > head ? item->label + head : item->label;
}

static void add_item(floors *of, wm_figure_panel *panel, wm_figure_series *series[KINDS],
                     const wm_model_item *item)
{
    const double row = wm_figure_add_category(panel, &panel->y, tail_of(item));
    of->items++;
    for (size_t i = 0; i < KINDS; i++) {
        const wm_claim *claim = wm_claims_on(&item->claims, SERIES[i].quantity);
        /* a flag is of a rate; a residual has none */
        const wm_figure_state state = item->verdict.is_wrong     ? WM_FIGURE_WRONG
                                      : item->verdict.is_unknown ? WM_FIGURE_UNJUDGED
                                                                 : WM_FIGURE_SOUND;
        wm_figure_point *point;
        if (!wm_claims_has_value(claim))
            continue;
        point = wm_figure_add_point(
            series[i], strcmp(SERIES[i].quantity, "residual") == 0 ? state : WM_FIGURE_SOUND,
            item->label);
        (void)wm_figures_set_claim(series[i], point, WM_FIGURE_X, claim);
        point->at[WM_FIGURE_Y] = row;
    }
}

static void add_variant(floors *of, const wm_variant *variant)
{
    const wm_model *model = of->call->model;
    wm_figure_series *series[KINDS];
    wm_figure_panel *panel = wm_figure_add_panel(
        of->figure, wm_document_text(of->call->to, "%s %s", variant->workload, variant->variant));
    wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "Relative residual", NULL);
    wm_figure_axis_is(&panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    panel->x.has_zero = true;
    for (size_t i = 0; i < KINDS; i++) {
        series[i] = wm_figure_add_series(panel, SERIES[i].mark, SERIES[i].name, SERIES[i].colour);
        series[i]->is_across = true;
    }
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].item->variant == variant && has_floor(&model->item[i]))
            add_item(of, panel, series, &model->item[i]);
}

/* Whether no earlier item with a floor has the variant of item number `index`. */
static bool is_first(const wm_model *model, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (model->item[i].item->variant == model->item[index].item->variant &&
            has_floor(&model->item[i]))
            return false;
    return true;
}

wm_status wm_figure_floors_fill(wm_figures_call *call)
{
    floors of = {.call = call};
    const wm_model *model = call->model;
    size_t there = 0;
    for (size_t i = 0; i < model->item_count; i++)
        there += has_floor(&model->item[i]);
    if (there == 0)
        return wm_figures_lack(call, "no item has a residual floor");
    of.figure =
        wm_figure_new(call->to, "floors", "Residual floors by format and size", model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    of.figure->is_wide = true;
    of.figure->columns = 2;
    for (size_t i = 0; i < model->item_count; i++)
        if (has_floor(&model->item[i]) && is_first(model, i))
            add_variant(&of, model->item[i].item->variant);
    if (of.figure->panel_count == 1)
        of.figure->columns = 1;
    wm_figures_say_states(of.figure, model, false);
    wm_figure_say(of.figure,
                  "%zu items with a calibration. An output passes if its residual is at most the "
                  "tolerance. Items with a fault on purpose are left out.",
                  of.items);
    wm_figures_say_record(of.figure, model);
    return call->to->status;
}
