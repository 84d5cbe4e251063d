/* Attacks: how often the paper's check and ours reject the outputs of each, and what it costs.
 *
 * A row is an attack, a panel an output; the last panel has the costs of all outputs. A cost of 0
 * has no place among decades, so it is said in words. */
#include "report/views/trial_marks.h"

#include <math.h>
#include <string.h>

#define SPREAD 0.6 /* of a row, over its marks */

static const struct {
    const char *name;
    wm_check_word check;
    unsigned colour;
    double beside; /* of the row's middle, as a part of SPREAD */
} SERIES[] = {
    {"paper's check", WM_CHECK_PAPER_8, 2, -0.5},
    {"any of ours", WM_CHECK_ANY, 0, 0},
    {"digest", WM_CHECK_DIGEST, 4, 0.5},
};

enum { KINDS = sizeof SERIES / sizeof SERIES[0] };

static bool is_attack(const wm_model_item *item)
{
    return wm_trial_marks_has(item) && wm_trial_marks_is_attack(item);
}

static bool begins_panel(const wm_model *model, size_t index)
{
    return is_attack(&model->item[index]) && wm_trial_marks_is_first(model, index, is_attack);
}

static void add_panel(wm_figures_call *call, wm_figure *figure, const wm_model_item *first)
{
    const wm_model *model = call->model;
    wm_figure_panel *panel = wm_figure_add_panel(figure, wm_trial_marks_title(call->to, first));
    wm_figure_series *series[KINDS];
    wm_trial_marks_axis(&panel->x, "Rejected");
    wm_figure_axis_is(&panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    for (size_t s = 0; s < KINDS; s++) {
        series[s] =
            wm_figure_add_series(panel, WM_FIGURE_INTERVAL, SERIES[s].name, SERIES[s].colour);
        series[s]->is_across = true;
    }
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        double row;
        if (!is_attack(item) || !wm_trial_marks_is_like(item, first))
            continue;
        row = wm_figure_add_category(panel, &panel->y, wm_trial_marks_name(item));
        for (size_t s = 0; s < KINDS; s++) {
            wm_figure_point *point = wm_trial_marks_add(series[s], item, SERIES[s].check);
            if (point != NULL)
                point->at[WM_FIGURE_Y] = row + SERIES[s].beside * SPREAD;
        }
    }
}

/* ---- costs ----------------------------------------------------------------------------------- */

static const wm_claim *cost_of(const wm_model *model, const wm_model_item *item)
{
    return wm_model_claim_of(model, WM_SUBJECT_ATTACK, item->index, "attack_cost");
}

static bool has_cost(const wm_model *model, const wm_model_item *item)
{
    return is_attack(item) && wm_claims_number(cost_of(model, item)) > 0;
}

/* The row of an attack; it gets one when it is first seen. */
static double row_of(wm_figure_panel *panel, const char *name)
{
    const wm_figure_axis *axis = &panel->y;
    for (size_t i = 0; i < axis->category_count; i++)
        if (strcmp(axis->category[i], name) == 0)
            return (double)i;
    return wm_figure_add_category(panel, &panel->y, name);
}

static void add_costs(wm_figures_call *call, wm_figure *figure)
{
    const wm_model *model = call->model;
    wm_figure_panel *panel = wm_figure_add_panel(figure, "Cost, all outputs");
    wm_figure_series *series = wm_figure_add_series(panel, WM_FIGURE_POINTS, "cost", 1);
    wm_figure_axis_is(&panel->x, WM_FIGURE_LOG, "Products computed for one output", NULL);
    wm_figure_axis_is(&panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    series->is_across = series->is_silent = true;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        wm_figure_point *point;
        if (!has_cost(model, item))
            continue;
        point = wm_figure_add_point(series, WM_FIGURE_SOUND, item->label);
        (void)wm_figures_set_claim(series, point, WM_FIGURE_X, cost_of(model, item));
        point->at[WM_FIGURE_Y] = row_of(panel, wm_trial_marks_name(item));
    }
}

/* Names the attacks that cost nothing, each once. */
static void say_free(wm_figures_call *call, wm_figure *figure)
{
    const wm_model *model = call->model;
    const char *names = NULL;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        const char *name = wm_trial_marks_name(item);
        bool is_named = false;
        if (!is_attack(item) || !(fabs(wm_claims_number(cost_of(model, item))) <= 0))
            continue;
        for (size_t k = 0; k < i; k++)
            is_named |= is_attack(&model->item[k]) &&
                        fabs(wm_claims_number(cost_of(model, &model->item[k]))) <= 0 &&
                        strcmp(wm_trial_marks_name(&model->item[k]), name) == 0;
        if (!is_named)
            names = wm_document_text(call->to, "%s%s%s", names != NULL ? names : "",
                                     names != NULL ? ", " : "", name);
    }
    if (names != NULL)
        wm_figure_say(figure, "No product, so not drawn as a cost: %s.", names);
}

wm_status wm_figure_attacks_fill(wm_figures_call *call)
{
    const wm_model *model = call->model;
    wm_figure *figure;
    size_t left = 0, costs = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        left += begins_panel(model, i);
        costs += has_cost(model, &model->item[i]);
    }
    if (left == 0)
        return wm_figures_lack(call, "no item has an attack");
    figure = wm_figure_new(call->to, "attacks", "Rejections of attacks, and their costs",
                           model->report.root);
    if (figure == NULL)
        return WM_E_NOMEM;
    figure->is_wide = true;
    figure->columns = 2;
    for (size_t i = 0; i < model->item_count && figure->panel_count + 1 < WM_TRIAL_MARKS_PANELS;
         i++)
        if (begins_panel(model, i)) {
            add_panel(call, figure, &model->item[i]);
            left--;
        }
    if (costs > 0)
        add_costs(call, figure);
    wm_trial_marks_say(figure, model, is_attack);
    wm_figure_say(figure, "Any of ours: the largest residual, rows, G, or openings. Digest: the "
                          "comparison with another output. Paper's check: 8 standard normal "
                          "probes; only some formats have it.");
    wm_figure_say(figure, "A search ends with its budget: the checks may still reject.");
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].item->trial.word == WM_TRIAL_TWO) {
            wm_figure_say(figure, "Of two, every second witness is honest.");
            break;
        }
    say_free(call, figure);
    wm_trial_marks_say_left(figure, left);
    wm_figures_say_record(figure, model);
    return call->to->status;
}
