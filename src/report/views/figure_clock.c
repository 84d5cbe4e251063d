/* Rate against clock: an item of class S1 beside one of class S2. Source: paper, figure 2.
 *
 * Of each class it takes the item whose clock varied most: there the difference of the classes is
 * seen best, and no one chose it. Where a class has none, an item with a slope takes its place.
 * Both panels have the same relative ranges, so that slopes can be compared. */
#include "report/views/cells.h"
#include "report/views/figures.h"
#include "report/views/reasons.h"

#include <math.h>
#include <string.h>

/* An item with its repeats. */
typedef struct side {
    const wm_model_item *item;
    wm_figures_repeat *at;
    size_t count;
    double clock[2], rate[2]; /* least and largest */
    double spread;            /* of the clock, relative; NAN: no two clocks */
} side;

static void take(double value, double range[2])
{
    range[0] = value < range[0] ? value : range[0];
    range[1] = value > range[1] ? value : range[1];
}

static wm_status read_side(wm_figures_call *call, const wm_model_item *item, side *of)
{
    size_t there = 0;
    const wm_status status = wm_figures_read(call, item, &of->at, &of->count);
    of->item = item;
    of->clock[0] = of->rate[0] = (double)INFINITY;
    of->clock[1] = of->rate[1] = -(double)INFINITY;
    for (size_t i = 0; i < of->count && status == WM_OK; i++) {
        if (!wm_figure_is_number(of->at[i].clock) || !wm_figure_is_number(of->at[i].rate))
            continue;
        take(of->at[i].clock, of->clock);
        take(of->at[i].rate, of->rate);
        there++;
    }
    of->spread = there > 1 ? of->clock[1] / of->clock[0] - 1 : (double)NAN;
    return status;
}

static const char *class_of(const wm_model_item *item)
{
    const wm_claim *class = wm_claims_on(&item->claims, "performance_class");
    return class != NULL && class->value != NULL ? class->value : "n/a";
}

/* Finds the item of a class whose clock varied most; its `item` stays NULL if there is none. */
static wm_status find_side(wm_figures_call *call, const char *class, side *best)
{
    for (size_t i = 0; i < call->model->item_count; i++) {
        const wm_model_item *item = &call->model->item[i];
        side one = {.item = NULL};
        wm_status status = WM_OK;
        if (strcmp(class_of(item), class) != 0 || item->item->fault.kind != WM_FAULT_NONE)
            continue;
        status = read_side(call, item, &one);
        if (status != WM_OK)
            return status;
        if (wm_figure_is_number(one.spread) && (best->item == NULL || one.spread > best->spread))
            *best = one;
    }
    return WM_OK;
}

static bool is_classed(const wm_model_item *item)
{
    return strcmp(class_of(item), "S1") == 0 || strcmp(class_of(item), "S2") == 0;
}

/* Finds the item of neither class with repeats enough for a slope whose clock varied most, other
 * than `but`; its `item` stays NULL if there is none. */
static wm_status find_other(wm_figures_call *call, const wm_model_item *but, side *best)
{
    for (size_t i = 0; i < call->model->item_count; i++) {
        const wm_model_item *item = &call->model->item[i];
        side one = {.item = NULL};
        wm_status status;
        if (item == but || is_classed(item) || item->item->fault.kind != WM_FAULT_NONE ||
            wm_model_claim_of(call->model, WM_SUBJECT_SLOPE, item->index, "clock_slope") == NULL)
            continue;
        status = read_side(call, item, &one);
        if (status != WM_OK)
            return status;
        if (wm_figure_is_number(one.spread) && (best->item == NULL || one.spread > best->spread))
            *best = one;
    }
    return WM_OK;
}

/* Finds an item of each class; in place of one that is not there, one with a slope. */
static wm_status find_sides(wm_figures_call *call, side sides[2], bool is_of_class[2])
{
    static const char *const CLASSES[] = {"S1", "S2"};
    wm_status status = WM_OK;
    for (size_t i = 0; i < 2 && status == WM_OK; i++) {
        status = find_side(call, CLASSES[i], &sides[i]);
        is_of_class[i] = sides[i].item != NULL;
    }
    for (size_t i = 0; i < 2 && status == WM_OK; i++)
        if (!is_of_class[i])
            status = find_other(call, sides[1 - i].item, &sides[i]);
    return status;
}

/* Sets the range of an axis: `share` of the middle to both sides. */
static void set_range(wm_figure_axis *axis, const double range[2], double share)
{
    const double middle = (range[0] + range[1]) / 2;
    axis->low = middle * (1 - share);
    axis->high = middle * (1 + share);
}

static double share_of(const double range[2])
{
    return (range[1] - range[0]) / (range[1] + range[0]);
}

static void add_points(wm_figures_call *call, const side *of, wm_figure_panel *panel)
{
    wm_figure_series *series = wm_figure_add_series(panel, WM_FIGURE_POINTS, "repeat",
                                                    strcmp(class_of(of->item), "S2") == 0 ? 2 : 1);
    const char *field = wm_figures_rate_field(call->to, of->item->item);
    series->is_silent = true;
    for (size_t i = 0; i < of->count; i++) {
        const uint32_t line = of->at[i].of->line;
        wm_figure_point *point;
        if (!wm_figure_is_number(of->at[i].clock) || !wm_figure_is_number(of->at[i].rate))
            continue;
        point = wm_figure_add_point(
            series, of->item->verdict.is_wrong ? WM_FIGURE_WRONG : of->at[i].state,
            wm_document_text(call->to, "%s, repeat %u", of->item->label, of->at[i].of->number));
        wm_figure_set(series, point, WM_FIGURE_X, of->at[i].clock,
                      wm_figure_on(line, "covariates.clock.median"));
        wm_figure_set(series, point, WM_FIGURE_Y, of->at[i].rate, wm_figure_on(line, field));
    }
}

static void add_panel(wm_figures_call *call, const side *of, wm_figure *figure, double clock_share,
                      double rate_share)
{
    const wm_claim *correlation = wm_claims_on(&of->item->claims, "clock_correlation");
    wm_figure_panel *panel = wm_figure_add_panel(figure, of->item->label);
    const char *title =
        wm_document_text(call->to, "%.2s, rank correlation %s; rate", class_of(of->item),
                         wm_claims_has_value(correlation) ? correlation->text : "n/a");
    if (strncmp(class_of(of->item), "S", 1) != 0)
        title = "Rate";
    panel->height = 14;
    wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "Clock", "Hz");
    wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, title, wm_figures_unit(of->item));
    set_range(&panel->x, of->clock, 1.15 * clock_share);
    set_range(&panel->y, of->rate, 1.15 * rate_share);
    add_points(call, of, panel);
}

/* Says how the rate follows the clock, or why that is not known. Items with few repeats have no
 * slope. */
static void say_slope(wm_figures_call *call, const wm_model_item *item, wm_figure *figure)
{
    const wm_claim *slope =
        wm_model_claim_of(call->model, WM_SUBJECT_SLOPE, item->index, "clock_slope");
    const wm_claim *variation =
        wm_model_claim_of(call->model, WM_SUBJECT_SLOPE, item->index, "clock_variation");
    const char *ends = wm_cells_slope_ends(call->to, call->model, item);
    char room[WM_REASONS_SIZE];
    if (slope == NULL)
        return;
    if (ends == NULL)
        wm_figure_say(figure, "%s: no slope of the rate on the clock: %s.", item->label,
                      wm_reasons_find(call->model, slope, room));
    else
        wm_figure_say(figure,
                      "%s: slope of the rate on the clock %s, 95 %% interval %s, trends left out; "
                      "the clock varied by %s.",
                      item->label, slope->text, ends, variation->text);
}

/* A class without an item is named. */
static void say_lacks(wm_figure *figure, const bool is_of_class[2])
{
    static const char *const CLASSES[] = {"S1", "S2"};
    for (size_t i = 0; i < 2; i++)
        if (!is_of_class[i])
            wm_figure_say(figure, "No item of class %s has clocks in this record.", CLASSES[i]);
}

wm_status wm_figure_clock_fill(wm_figures_call *call)
{
    side sides[2] = {{.item = NULL}, {.item = NULL}};
    bool is_of_class[2] = {false, false};
    double clock_share = 1e-3, rate_share = 1e-3;
    wm_figure *figure;
    wm_status status = WM_OK;
    if (call->item != NULL) {
        status = read_side(call, call->item, &sides[0]);
        if (status == WM_OK && !wm_figure_is_number(sides[0].spread))
            return wm_figures_lack(call, "the item has no two repeats with a clock");
    } else {
        status = find_sides(call, sides, is_of_class);
    }
    if (status != WM_OK)
        return status;
    if (sides[0].item == NULL && sides[1].item == NULL)
        return wm_figures_lack(call, "no item of class S1 or S2, or with 64 repeats, has clocks");
    figure = wm_figure_new(call->to, "clock", "Rate against clock", call->model->report.root);
    if (figure == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < 2; i++)
        if (sides[i].item != NULL) {
            clock_share = fmax(clock_share, share_of(sides[i].clock));
            rate_share = fmax(rate_share, share_of(sides[i].rate));
        }
    for (size_t i = 0; i < 2; i++)
        if (sides[i].item != NULL) {
            add_panel(call, &sides[i], figure, clock_share, rate_share);
            wm_figures_say_item(figure, call->model, sides[i].item);
            say_slope(call, sides[i].item, figure);
        }
    figure->columns = (unsigned)figure->panel_count;
    if (call->item == NULL) {
        say_lacks(figure, is_of_class);
        wm_figure_say(figure, "%s",
                      is_of_class[0] && is_of_class[1]
                          ? "Of each class the item whose clock varied most."
                          : "In place of a class without one stands the item with 64 "
                            "repeats whose clock varied most.");
    }
    wm_figure_say(figure, "A point is one repeat%s.",
                  figure->panel_count > 1 ? "; both panels have the same relative ranges" : "");
    wm_figures_say_record(figure, call->model);
    return call->to->status;
}
