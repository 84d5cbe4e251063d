/* Random access over the size of the working set: a panel a curve. */
#include "report/views/figures.h"

#include "report/views/curve.h"
#include "standards/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct access {
    wm_figures_call *call;
    wm_figure *figure;
    double widest;         /* the largest half of an interval, relative */
    uint32_t fewest, most; /* repeats of an item */
} access;

/* The field that gives the working set: the size of the plan's item, times the bytes of each. */
static wm_figure_source bytes_source(const access *of, const wm_curve_point *point)
{
    char each[WM_NUMBER_TEXT_SIZE];
    (void)wm_number_format(point->bytes / (double)point->item->item->dimension[0], each);
    return wm_figure_on(
        2, wm_document_text(of->call->to, "items.%zu.shape.n*%s", point->item->index, each));
}

/* Sets a number that follows from the claim of a rate: the time of a read, or its bytes. */
static void set_rate(const access *of, wm_figure_series *series, wm_figure_point *point,
                     wm_figure_part part, const wm_curve_point *from, const char *quantity)
{
    const wm_claim *claim = wm_claims_on(&from->item->claims, quantity);
    const bool is_time = isfinite(wm_curve_read_seconds(from));
    wm_curve_point one = *from;
    char factor[WM_NUMBER_TEXT_SIZE];
    if (!wm_claims_has_value(claim))
        return;
    one.rate = wm_claims_number(claim);
    (void)wm_number_format(is_time ? (double)from->item->item->dimension[1]
                                   : wm_curve_read_bytes_per_s(from) / from->rate,
                           factor);
    wm_figure_set(series, point, part,
                  is_time ? wm_curve_read_seconds(&one) : wm_curve_read_bytes_per_s(&one),
                  (wm_figure_source){.line = claim->line,
                                     .field = wm_document_text(of->call->to, "%s%cvalue", factor,
                                                               is_time ? '/' : '*'),
                                     .claim = claim->name});
}

static void add_point(access *of, wm_figure_series *series, const wm_curve_point *from)
{
    const uint32_t repeats = from->item->item->repeats;
    const bool is_time = isfinite(wm_curve_read_seconds(from));
    wm_figure_point *point =
        wm_figure_add_point(series, wm_figures_state(from->item), from->item->label);
    wm_figure_set(series, point, WM_FIGURE_X, from->bytes, bytes_source(of, from));
    set_rate(of, series, point, WM_FIGURE_Y, from, "rate");
    set_rate(of, series, point, is_time ? WM_FIGURE_HIGH : WM_FIGURE_LOW, from, "rate_low");
    set_rate(of, series, point, is_time ? WM_FIGURE_LOW : WM_FIGURE_HIGH, from, "rate_high");
    of->fewest = of->most == 0 || repeats < of->fewest ? repeats : of->fewest;
    of->most = repeats > of->most ? repeats : of->most;
    of->widest = fmax(of->widest, (point->at[WM_FIGURE_HIGH] - point->at[WM_FIGURE_LOW]) / 2 /
                                      point->at[WM_FIGURE_Y]);
}

/* Adds a line at the size of the last cache, if the environment says it. */
static void add_cache(const access *of, wm_figure_panel *panel)
{
    char text[64], size[WM_CURVE_SIZE_TEXT];
    double bytes;
    wm_figure_series *rule;
    wm_model_fact(wm_model_environment(of->call->model)->facts, "l2_bytes", text, sizeof text);
    if (text[0] == '\0' || wm_number_parse(text, strlen(text), &bytes) != WM_OK || !(bytes > 0))
        return;
    wm_curve_size_text(bytes, size);
    rule = wm_figure_add_series(panel, WM_FIGURE_RULE,
                                wm_document_text(of->call->to, "L2 cache, %s", size), 6);
    rule->is_across = rule->is_direct = rule->is_dashed = true;
    wm_figure_set(rule, wm_figure_add_point(rule, WM_FIGURE_SOUND, "l2_bytes"), WM_FIGURE_X, bytes,
                  wm_figure_on(1, "facts.l2_bytes"));
}

static void add_curve(access *of, const wm_curve *curve)
{
    const wm_variant *variant = curve->point[0].item->item->variant;
    const bool is_time = isfinite(wm_curve_read_seconds(&curve->point[0]));
    wm_figure_panel *panel = wm_figure_add_panel(
        of->figure, wm_document_text(of->call->to, "%s %s", variant->workload, variant->variant));
    wm_figure_series *series;
    panel->height = 12;
    wm_figure_axis_is(&panel->x, WM_FIGURE_BYTES, "Working set", NULL);
    wm_figure_axis_is(&panel->y, is_time ? WM_FIGURE_LINEAR : WM_FIGURE_LOG,
                      is_time ? "Time of a read" : "Words read", is_time ? "s" : "B/s");
    panel->y.has_zero = is_time;
    add_cache(of, panel);
    series = wm_figure_add_series(panel, WM_FIGURE_LINE, "median with its 95 % interval", 1);
    for (size_t i = 0; i < curve->count; i++)
        add_point(of, series, &curve->point[i]);
}

wm_status wm_figure_access_fill(wm_figures_call *call)
{
    access of = {.call = call};
    const wm_model *model = call->model;
    size_t points = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        wm_curve curve;
        const wm_status status = wm_curve_find(model, i, &curve);
        if (status != WM_OK)
            return status;
        if (curve.count == 0)
            continue;
        if (of.figure == NULL)
            of.figure =
                wm_figure_new(call->to, "access", "Random access over the size of the working set",
                              model->report.root);
        if (of.figure != NULL)
            add_curve(&of, &curve);
        points += curve.count;
        wm_curve_clear(&curve);
    }
    if (points == 0)
        return wm_figures_lack(call, "no items of one variant differ in their working set alone");
    if (of.figure == NULL)
        return WM_E_NOMEM;
    wm_figure_say(of.figure, "%zu items, a point each, the median of n = %s repeats.", points,
                  of.fewest == of.most
                      ? wm_document_text(call->to, "%" PRIu32, of.most)
                      : wm_document_text(call->to, "%" PRIu32 " to %" PRIu32, of.fewest, of.most));
    if (of.widest > 0)
        wm_figure_say(of.figure, "The widest 95 %% interval is %.3g %% to each side.",
                      100 * of.widest);
    wm_figures_say_states(of.figure, model, true);
    wm_figures_say_record(of.figure, model);
    return call->to->status;
}
