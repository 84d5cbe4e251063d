/* The repeats of an item over time, with what was read beside them. */
#include "report/views/figures.h"

#include <math.h>

typedef struct repeats {
    wm_figures_call *call;
    const wm_model_item *item;
    wm_figure *figure;
    wm_figures_repeat *at;
    size_t count;
    uint64_t first_ns;
    const char *time;
} repeats;

/* Sets the time of a repeat; a failed one has none and is behind the one before. */
static void set_time(const repeats *of, wm_figure_series *series, wm_figure_point *point, size_t i)
{
    while (i > 0 && of->at[i].started_at_ns == 0)
        i--;
    wm_figure_set(series, point, WM_FIGURE_X,
                  of->at[i].started_at_ns != 0
                      ? wm_figures_seconds(of->first_ns, of->at[i].started_at_ns)
                      : 0,
                  point->state == WM_FIGURE_FAILED ? (wm_figure_source){.line = 0}
                                                   : wm_figure_on(of->at[i].of->line, of->time));
}

static void add_time(wm_figure_panel *panel)
{
    wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, NULL, NULL);
}

/* Adds the median with its interval. */
static void add_median(const repeats *of, wm_figure_panel *panel)
{
    const wm_claims_group *claims = &of->item->claims;
    const wm_claim *rate = wm_claims_on(claims, "rate");
    wm_figure_series *band =
        wm_figure_add_series(panel, WM_FIGURE_BAND, "95 % interval of the median", 1);
    wm_figure_series *rule = wm_figure_add_series(panel, WM_FIGURE_RULE, "median", 1);
    wm_figure_point *point;
    rule->is_direct = true;
    if (wm_claims_has_value(wm_claims_on(claims, "rate_low"))) {
        point = wm_figure_add_point(band, WM_FIGURE_SOUND, of->item->label);
        (void)wm_figures_set_claim(band, point, WM_FIGURE_LOW, wm_claims_on(claims, "rate_low"));
        (void)wm_figures_set_claim(band, point, WM_FIGURE_HIGH, wm_claims_on(claims, "rate_high"));
    }
    if (wm_claims_has_value(rate)) {
        point = wm_figure_add_point(rule, WM_FIGURE_SOUND, of->item->label);
        (void)wm_figures_set_claim(rule, point, WM_FIGURE_Y, rate);
    }
}

static void add_rates(const repeats *of)
{
    wm_figure_panel *panel = wm_figure_add_panel(of->figure, NULL);
    wm_figure_series *series;
    const char *field = wm_figures_rate_field(of->call->to, of->item->item);
    panel->height = 11;
    add_time(panel);
    wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, "Rate", wm_figures_unit(of->item));
    add_median(of, panel);
    series = wm_figure_add_series(panel, WM_FIGURE_POINTS, "repeat", 1);
    for (size_t i = 0; i < of->count; i++) {
        wm_figure_point *point =
            wm_figure_add_point(series, of->at[i].state,
                                wm_document_text(of->call->to, "repeat %u", of->at[i].of->number));
        if (of->item->verdict.is_wrong && point->state != WM_FIGURE_FAILED)
            point->state = WM_FIGURE_WRONG;
        set_time(of, series, point, i);
        if (wm_figure_is_number(of->at[i].rate))
            wm_figure_set(series, point, WM_FIGURE_Y, of->at[i].rate,
                          wm_figure_on(of->at[i].of->line, field));
    }
}

/* A covariate that the repeats have. */
typedef struct covariate {
    const char *title, *unit, *name, *field;
    size_t offset;
} covariate;

static const covariate COVARIATES[] = {
    {"Clock", "Hz", "clock", "covariates.clock.median", offsetof(wm_figures_repeat, clock)},
    {"Temperature",
     "\xc2\xb0"
     "C",
     "temperature", "covariates.temperature.median", offsetof(wm_figures_repeat, temperature)},
    {"Power", "W", "power", "covariates.power.median", offsetof(wm_figures_repeat, power)},
};

static double value_of(const wm_figures_repeat *one, const covariate *of)
{
    return *(const double *)((const char *)one + of->offset);
}

static void add_covariate(const repeats *of, const covariate *what)
{
    wm_figure_panel *panel;
    wm_figure_series *series;
    size_t there = 0;
    for (size_t i = 0; i < of->count; i++)
        there += wm_figure_is_number(value_of(&of->at[i], what));
    if (there == 0) {
        wm_figure_say(of->figure, "%s: not in the record.", what->title);
        return;
    }
    panel = wm_figure_add_panel(of->figure, NULL);
    panel->height = 5;
    add_time(panel);
    wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, what->title, what->unit);
    series = wm_figure_add_series(panel, WM_FIGURE_POINTS, what->name, 6);
    series->is_silent = true;
    for (size_t i = 0; i < of->count; i++) {
        wm_figure_point *point;
        if (!wm_figure_is_number(value_of(&of->at[i], what)))
            continue;
        point =
            wm_figure_add_point(series, of->at[i].state,
                                wm_document_text(of->call->to, "repeat %u", of->at[i].of->number));
        set_time(of, series, point, i);
        wm_figure_set(series, point, WM_FIGURE_Y, value_of(&of->at[i], what),
                      wm_figure_on(of->at[i].of->line, what->field));
    }
}

static void say_failed(const repeats *of)
{
    size_t failed = 0;
    const char *reason = NULL;
    for (size_t i = 0; i < of->count; i++) {
        failed += of->at[i].state == WM_FIGURE_FAILED;
        reason = reason != NULL ? reason : of->at[i].reason;
    }
    if (failed > 0)
        wm_figure_say(of->figure, "Failed repeats, crosses at the lower edge: %zu of %zu (%s).",
                      failed, of->count, reason != NULL ? reason : "no reason");
}

wm_status wm_figure_repeats_fill(wm_figures_call *call)
{
    repeats of = {.call = call, .item = call->item};
    wm_status status = wm_figures_read(call, of.item, &of.at, &of.count);
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < of.count && of.first_ns == 0; i++)
        of.first_ns = of.at[i].started_at_ns;
    if (of.first_ns == 0)
        return wm_figures_lack(call, of.count > 0 ? "every repeat of the item failed"
                                                  : "the item has no repeats");
    of.time = wm_figures_time_field(call->to, of.first_ns);
    of.figure = wm_figure_new(call->to, "repeats",
                              wm_document_text(call->to, "Repeats of %s over time", of.item->label),
                              call->model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    wm_figures_say_item(of.figure, call->model, of.item);
    add_rates(&of);
    for (size_t i = 0; i < sizeof COVARIATES / sizeof COVARIATES[0]; i++)
        add_covariate(&of, &COVARIATES[i]);
    wm_figure_axis_is(&wm_figure_last_panel(of.figure)->x, WM_FIGURE_LINEAR,
                      "Time since the first repeat began", "s");
    say_failed(&of);
    wm_figure_say(of.figure, "A point is one repeat.");
    wm_figures_say_record(of.figure, call->model);
    return call->to->status;
}
