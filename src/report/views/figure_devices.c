/* Devices compared: the rate of each item here over that of a prior, with its interval.
 *
 * The links of a record are claims about two runs. Two runs make no direction, so the figure has
 * intervals and no verdict on which is faster. Here is the record, or in a differential prior 1. */
#include "report/views/figures.h"

#include "model/model_read.h"
#include "report/views/warnings.h"

#include <math.h>
#include <string.h>

#define SPREAD 0.7 /* of a row, over its marks */

typedef struct devices {
    wm_figures_call *call;
    wm_figure *figure;
    wm_figure_panel *panel;
    double low, high;
    size_t links, without, points;
    bool is_differential;
    const wm_model *here; /* the record; prior 1 of a differential */
} devices;

static const wm_claim *claim_of(const devices *of, size_t prior, const char *label,
                                const char *quantity)
{
    return wm_claims_named(
        &of->call->model->claims,
        wm_document_text(of->call->to, "link.%zu.%s.%s", prior + 1, label, quantity));
}

/* The row of an item; it gets one when it is first seen. */
static double row_of(devices *of, const char *label)
{
    const wm_figure_axis *axis = &of->panel->y;
    for (size_t i = 0; i < axis->category_count; i++)
        if (strcmp(axis->category[i], label) == 0)
            return (double)i;
    return wm_figure_add_category(of->panel, &of->panel->y, label);
}

/* How far below its row a prior's mark is, so that no mark hides another. */
static double offset_of(const devices *of, size_t prior)
{
    const double count = (double)of->call->model->prior_count - of->is_differential;
    return ((double)(prior - of->is_differential) - (count - 1) / 2) * SPREAD / count;
}

/* The worse of the states of both sides. */
static wm_figure_state state_of(const devices *of, const wm_model_item *there)
{
    const wm_model_item *here = wm_model_item_named(of->here, there->label);
    const wm_figure_state a = wm_figures_state(there);
    const wm_figure_state b = here != NULL ? wm_figures_state(here) : WM_FIGURE_SOUND;
    return a > b ? a : b;
}

static void add_link(devices *of, wm_figure_series *series, size_t prior,
                     const wm_model_item *there)
{
    const wm_claim *ratio = claim_of(of, prior, there->label, "rate_ratio");
    const double number = wm_claims_number(ratio);
    wm_figure_point *point;
    if (ratio == NULL || there->item->fault.kind != WM_FAULT_NONE)
        return;
    if (!wm_figure_is_number(number)) {
        of->without++;
        return;
    }
    of->links++;
    point = wm_figure_add_point(series, state_of(of, there), there->label);
    (void)wm_figures_set_claim(series, point, WM_FIGURE_X, ratio);
    (void)wm_figures_set_claim(series, point, WM_FIGURE_LOW,
                               claim_of(of, prior, there->label, "rate_ratio_low"));
    (void)wm_figures_set_claim(series, point, WM_FIGURE_HIGH,
                               claim_of(of, prior, there->label, "rate_ratio_high"));
    of->points += !wm_figure_is_number(point->at[WM_FIGURE_LOW]);
    point->at[WM_FIGURE_Y] = row_of(of, there->label) + offset_of(of, prior);
    of->low = fmin(of->low, number);
    of->high = fmax(of->high, number);
}

/* Says what is not good in a prior, as wm_figures_say_states does of the record itself. */
static void say_prior(const devices *of, const wm_model *there, size_t prior)
{
    const char *unjudged = wm_figures_names(of->call->to, there, false);
    char words[WM_WARNINGS_SIZE];
    for (size_t i = 0; i < there->item_count; i++)
        if (there->item[i].verdict.is_wrong && there->item[i].item->fault.kind == WM_FAULT_NONE)
            wm_figure_say(of->figure, "WRONG in prior %zu: an output of %s failed a check.",
                          prior + 1, there->item[i].label);
    if (unjudged != NULL)
        wm_figure_say(of->figure, "NOT JUDGED in prior %zu, the check was not decided: %s.",
                      prior + 1, unjudged);
    wm_warnings_flags(there, words);
    if (words[0] != '\0')
        wm_figure_say(of->figure, "In prior %zu, hollow too: %s.", prior + 1, words);
    wm_warnings_unknown(there, words);
    if (words[0] != '\0')
        wm_figure_say(of->figure, "In prior %zu, %s.", prior + 1, words);
}

static wm_status add_prior(devices *of, size_t prior)
{
    const wm_model *model = of->call->model;
    const wm_model *there;
    wm_figure_series *series;
    const wm_status status = wm_model_read_kept(model, prior, &there, of->call->err);
    if (status == WM_OK) {
        series = wm_figure_add_series(of->panel, WM_FIGURE_INTERVAL,
                                      wm_document_text(of->call->to, "over prior %zu: %s",
                                                       prior + 1, model->prior[prior].device),
                                      (unsigned)(prior % (WM_FIGURE_COLOURS - 1)) + 1);
        series->is_across = true;
        for (size_t i = 0; i < there->item_count; i++)
            add_link(of, series, prior, &there->item[i]);
        say_prior(of, there, prior);
    }
    return status;
}

/* The line where both rates are equal. */
static void add_equal(const devices *of)
{
    wm_figure_series *rule = wm_figure_add_series(of->panel, WM_FIGURE_RULE, "equal", 0);
    rule->is_across = rule->is_silent = true;
    wm_figure_add_point(rule, WM_FIGURE_SOUND, "equal")->at[WM_FIGURE_X] = 1;
}

static bool has_ratio(const wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject == WM_SUBJECT_LINK && strcmp(claim->quantity->name, "rate_ratio") == 0 &&
            wm_claims_has_value(claim))
            return true;
    }
    return false;
}

static void say_all(const devices *of)
{
    const wm_model *model = of->call->model;
    wm_figure_say(of->figure,
                  "%zu %s; 95 %% intervals from the repeats of one run each. Two runs "
                  "make no direction: how much runs differ is not in them.",
                  of->links, of->links == 1 ? "ratio" : "ratios");
    if (of->points > 0)
        wm_figure_say(of->figure, "Without an interval, for too few repeats: %zu.", of->points);
    if (of->without > 0)
        wm_figure_say(of->figure, "Without a ratio: %zu.", of->without);
    for (size_t i = 0; i < model->prior_count; i++)
        wm_figure_say(of->figure, "Prior %zu: %s, root %.16s.", i + 1, model->prior[i].device,
                      model->prior[i].root);
    wm_figures_say_record(of->figure, model);
}

wm_status wm_figure_devices_fill(wm_figures_call *call)
{
    /* a record with links and without items is a differential */
    devices of = {.call = call,
                  .here = call->model,
                  .low = 1,
                  .high = 1,
                  .is_differential = call->model->item_count == 0};
    wm_status status = WM_OK;
    if (!has_ratio(call->model))
        return wm_figures_lack(call, "the record compares no rate with that of a prior");
    of.figure = wm_figure_new(call->to, "devices",
                              of.is_differential ? "Rates of prior 1 over those of other devices"
                                                 : "Rates here over those of another device",
                              call->model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    of.figure->is_wide = true;
    of.panel = wm_figure_add_panel(of.figure, NULL);
    wm_figure_axis_is(&of.panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    add_equal(&of);
    wm_figures_say_states(of.figure, call->model, true);
    if (of.is_differential)
        status = wm_model_read_kept(call->model, 0, &of.here, call->err);
    for (size_t i = 0; i < call->model->prior_count && status == WM_OK; i++)
        status = add_prior(&of, i);
    if (status != WM_OK)
        return status;
    wm_figure_axis_is(&of.panel->x, of.high > 4 * of.low ? WM_FIGURE_LOG : WM_FIGURE_LINEAR,
                      of.is_differential ? "Median rate of prior 1 / that of the other prior"
                                         : "Median rate here / median rate of the prior",
                      NULL);
    say_all(&of);
    return call->to->status;
}
