/* The paper's check by the number of its probes, beside 1 - 2^-k. Source: paper, section 4.
 *
 * 1 - 2^-k is a formula and no measurement: it has no place in the evidence. Of each output it
 * takes the faults that one probe sees nearest to one half of the time: there the number of probes
 * matters most, and no one chose them. */
#include "report/views/trial_marks.h"

#include <math.h>

enum { FAULTS_MOST = 5 }; /* of a panel */

static const struct {
    wm_check_word check;
    unsigned probes;
} CHECKS[] = {
    {WM_CHECK_PAPER_1, 1}, {WM_CHECK_PAPER_2, 2}, {WM_CHECK_PAPER_4, 4}, {WM_CHECK_PAPER_8, 8}};

enum { KINDS = sizeof CHECKS / sizeof CHECKS[0] };

/* Whether an item has a fault that the paper's check was asked about. */
static bool is_asked(const wm_model_item *item)
{
    return wm_trial_marks_has(item) && !wm_trial_marks_is_attack(item) &&
           item->item->trial.word != WM_TRIAL_NONE &&
           wm_claims_has_value(wm_trial_marks_seen(item, WM_CHECK_PAPER_1, ""));
}

/* How far from one half of the time one probe sees a fault. */
static double distance(const wm_model_item *item)
{
    return fabs(wm_claims_number(wm_trial_marks_seen(item, WM_CHECK_PAPER_1, "")) - 0.5);
}

/* How many faults of the same output are nearer to one half; of equal ones the first is. */
static size_t rank_of(const wm_model *model, const wm_model_item *item)
{
    size_t nearer = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *other = &model->item[i];
        if (!is_asked(other) || !wm_trial_marks_is_like(other, item))
            continue;
        nearer += distance(other) < distance(item) ||
                  (distance(other) <= distance(item) && other->index < item->index);
    }
    return nearer;
}

static void add_formula(wm_figure_panel *panel)
{
    wm_figure_series *series =
        wm_figure_add_series(panel, WM_FIGURE_LINE, "1 - 2^-k, a formula", 0);
    series->is_dashed = series->is_bare = true;
    for (int probes = 1; probes <= 8; probes++) {
        wm_figure_point *point = wm_figure_add_point(series, WM_FIGURE_SOUND, NULL);
        point->at[WM_FIGURE_X] = probes;
        point->at[WM_FIGURE_Y] = 1 - ldexp(1, -probes);
    }
}

static void add_fault(wm_figure_panel *panel, const wm_model_item *item, unsigned number)
{
    wm_figure_series *series =
        wm_figure_add_series(panel, WM_FIGURE_LINE, wm_trial_marks_name(item), number + 1);
    series->is_direct = true;
    for (size_t i = 0; i < KINDS; i++) {
        wm_figure_point *point = wm_trial_marks_add(series, item, CHECKS[i].check);
        if (point != NULL)
            point->at[WM_FIGURE_X] = CHECKS[i].probes;
    }
}

static void add_panel(wm_figures_call *call, wm_figure *figure, const wm_model_item *first)
{
    const wm_model *model = call->model;
    wm_figure_panel *panel = wm_figure_add_panel(figure, wm_trial_marks_title(call->to, first));
    unsigned number = 0;
    panel->height = 11;
    wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "Probes k", NULL);
    panel->x.low = 0.6;
    panel->x.high = 8.4;
    wm_trial_marks_axis(&panel->y, "Rejected");
    add_formula(panel);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (is_asked(item) && wm_trial_marks_is_like(item, first) &&
            rank_of(model, item) < FAULTS_MOST)
            add_fault(panel, item, number++);
    }
}

wm_status wm_figure_probes_fill(wm_figures_call *call)
{
    const wm_model *model = call->model;
    wm_figure *figure;
    size_t left = 0;
    for (size_t i = 0; i < model->item_count; i++)
        left += is_asked(&model->item[i]) && wm_trial_marks_is_first(model, i, is_asked);
    if (left == 0)
        return wm_figures_lack(call, "no trial asks the paper's check about a fault");
    figure = wm_figure_new(call->to, "probes", "The paper's check by the number of its probes",
                           model->report.root);
    if (figure == NULL)
        return WM_E_NOMEM;
    figure->is_wide = left > 1;
    figure->columns = left < 3 ? (unsigned)left : 3;
    for (size_t i = 0; i < model->item_count && figure->panel_count < WM_TRIAL_MARKS_PANELS; i++)
        if (is_asked(&model->item[i]) && wm_trial_marks_is_first(model, i, is_asked)) {
            add_panel(call, figure, &model->item[i]);
            left--;
        }
    wm_figure_say(figure, "1 - 2^-k is a formula, and not measured.");
    wm_trial_marks_say(figure, model, is_asked);
    wm_figure_say(figure,
                  "Of each output the %d faults that one probe sees nearest to half of the time. "
                  "The tolerance is three times the largest residual of a correct product.",
                  FAULTS_MOST);
    wm_trial_marks_say_left(figure, left);
    wm_figures_say_record(figure, model);
    return call->to->status;
}
