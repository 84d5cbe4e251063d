/* Detection curves: how often each check sees a flipped bit, against the number of the bit.
 *
 * A panel is one output. All checks of a panel saw the same wrong outputs, so their curves can be
 * compared. The paper's check is a square, what a record's checks see together is in ink; the
 * single ones are dashed. */
#include "report/views/trial_marks.h"

#include "record/laws/plan.h"

#include <math.h>

enum { BITS_LEAST = 3 }; /* fewer are no curve */

static const struct {
    const char *name;
    wm_check_word check;
    unsigned colour;
    bool is_dashed;
} SERIES[] = {
    {"largest residual", WM_CHECK_LARGEST, 1, true},
    {"rows", WM_CHECK_ROWS, 3, true},
    {"G", WM_CHECK_ROUNDING, 4, true},
    {"openings", WM_CHECK_OPENINGS, 5, true},
    {"paper's check", WM_CHECK_PAPER_8, 2, false},
    {"any of ours", WM_CHECK_ANY, 0, false},
};

enum { KINDS = sizeof SERIES / sizeof SERIES[0] };

static bool is_bit(const wm_model_item *item)
{
    return item->item->trial.word == WM_TRIAL_BIT;
}

/* How many bits of an item's output were flipped. */
static size_t count_bits(const wm_model *model, const wm_model_item *item)
{
    size_t count = 0;
    for (size_t i = 0; i < model->item_count; i++)
        count += is_bit(&model->item[i]) && wm_trial_marks_is_like(&model->item[i], item);
    return count;
}

static bool begins_curve(const wm_model *model, size_t index)
{
    return is_bit(&model->item[index]) && wm_trial_marks_is_first(model, index, is_bit) &&
           count_bits(model, &model->item[index]) >= BITS_LEAST;
}

static void add_panel(wm_figures_call *call, wm_figure *figure, const wm_model_item *first)
{
    const wm_model *model = call->model;
    wm_figure_panel *panel = wm_figure_add_panel(figure, wm_trial_marks_title(call->to, first));
    double most = 0;
    panel->height = 9;
    wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "Bit, 0 the lowest", NULL);
    wm_trial_marks_axis(&panel->y, "Rejected");
    for (size_t s = 0; s < KINDS; s++) {
        wm_figure_series *series =
            wm_figure_add_series(panel, WM_FIGURE_LINE, SERIES[s].name, SERIES[s].colour);
        series->is_dashed = SERIES[s].is_dashed;
        for (size_t i = 0; i < model->item_count; i++) {
            const wm_model_item *item = &model->item[i];
            wm_figure_point *point = NULL;
            if (is_bit(item) && wm_trial_marks_is_like(item, first))
                point = wm_trial_marks_add(series, item, SERIES[s].check);
            if (point == NULL)
                continue;
            wm_trial_marks_set(series, point, WM_FIGURE_X, item, "trial.size",
                               item->item->trial.size);
            most = fmax(most, item->item->trial.size);
        }
    }
    panel->x.low = -0.02 * most - 0.3;
    panel->x.high = 1.02 * most + 0.3;
}

wm_status wm_figure_detection_fill(wm_figures_call *call)
{
    const wm_model *model = call->model;
    wm_figure *figure;
    size_t left = 0;
    for (size_t i = 0; i < model->item_count; i++)
        left += begins_curve(model, i);
    if (left == 0)
        return wm_figures_lack(call, "no output has trials with three flipped bits");
    figure = wm_figure_new(call->to, "detection", "Rejections of an output with a flipped bit",
                           model->report.root);
    if (figure == NULL)
        return WM_E_NOMEM;
    figure->is_wide = true;
    figure->columns = left < 3 ? (unsigned)left : 3;
    for (size_t i = 0; i < model->item_count && figure->panel_count < WM_TRIAL_MARKS_PANELS; i++)
        if (begins_curve(model, i)) {
            add_panel(call, figure, &model->item[i]);
            left--;
        }
    wm_trial_marks_say(figure, model, is_bit);
    wm_figure_say(figure, "One bit of one element is flipped. Any of ours: the largest residual, "
                          "rows, G, or openings. Paper's check: 8 standard normal probes over all "
                          "columns. A panel lacks the checks that its output does not have.");
    wm_trial_marks_say_left(figure, left);
    wm_figures_say_record(figure, model);
    return call->to->status;
}
