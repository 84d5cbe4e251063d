/* How often faults are seen against the size n of the output: the checks of a record at the left,
 * the paper's check at the right.
 *
 * A curve has the same fault of the same variant, and shapes that differ in n alone. A fault has
 * one colour in all panels. */
#include "report/views/trial_marks.h"

#include <string.h>

enum { FAULTS_MOST = 2 * WM_FIGURE_COLOURS }; /* as many as can be told apart */

typedef struct sizes {
    wm_figures_call *call;
    wm_figure *figure;
    const char *fault[FAULTS_MOST]; /* in the order of their colours */
    size_t faults, without, left;
} sizes;

static bool is_fault(const wm_model_item *item)
{
    return wm_trial_marks_has(item) && !wm_trial_marks_is_attack(item) &&
           item->item->trial.word != WM_TRIAL_NONE;
}

/* The number of the dimension n among those of a variant; one it does not have: none. */
static size_t place_of_n(const wm_item *item)
{
    size_t at = 0;
    while (at < item->variant->dimension_count &&
           strcmp(item->variant->dimension[at].name, "n") != 0)
        at++;
    return at;
}

static uint64_t size_of(const wm_model_item *item)
{
    return item->item->dimension[place_of_n(item->item)];
}

static bool is_square(const wm_item *item)
{
    for (size_t i = 1; i < item->variant->dimension_count; i++)
        if (item->dimension[i] != item->dimension[0])
            return false;
    return wm_tables_has(item->variant, WM_TRAIT_SQUARE);
}

/* Whether two shapes differ in n alone; of products also in all three together. */
static bool is_shape_like(const wm_item *a, const wm_item *b)
{
    const size_t n = place_of_n(a);
    if (a->variant != b->variant || n == a->variant->dimension_count)
        return false;
    if (is_square(a) || is_square(b))
        return is_square(a) && is_square(b);
    for (size_t i = 0; i < a->variant->dimension_count; i++)
        if (i != n && a->dimension[i] != b->dimension[i])
            return false;
    return true;
}

static bool is_curve_like(const wm_model_item *a, const wm_model_item *b)
{
    return is_fault(a) && is_fault(b) && is_shape_like(a->item, b->item) &&
           a->item->trial.word == b->item->trial.word && a->item->trial.size == b->item->trial.size;
}

/* Whether an item is the first of a curve: one with two sizes or more. */
static bool begins_curve(const wm_model *model, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        const bool is_one = is_curve_like(&model->item[i], &model->item[index]);
        if (is_one && i < index)
            return false;
        count += is_one && (i == index || size_of(&model->item[i]) != size_of(&model->item[index]));
    }
    return count >= 2;
}

/* Whether the item begins the first curve of its panels. */
static bool begins_panel(const wm_model *model, size_t index)
{
    if (!begins_curve(model, index))
        return false;
    for (size_t i = 0; i < index; i++)
        if (is_shape_like(model->item[i].item, model->item[index].item) && begins_curve(model, i))
            return false;
    return true;
}

/* The number of a fault among those with a colour; FAULTS_MOST: it has none. */
static size_t number_of(sizes *of, const char *fault)
{
    for (size_t i = 0; i < of->faults; i++)
        if (strcmp(of->fault[i], fault) == 0)
            return i;
    if (of->faults < FAULTS_MOST)
        of->fault[of->faults++] = fault;
    else
        return FAULTS_MOST;
    return of->faults - 1;
}

/* Adds the curve that begins with an item, if the check was asked. */
static void add_curve(sizes *of, wm_figure_panel *panel, const wm_model_item *first,
                      wm_check_word check)
{
    const wm_model *model = of->call->model;
    const size_t number = number_of(of, wm_trial_marks_name(first));
    const char *field = wm_document_text(of->call->to, "shape.n");
    wm_figure_series *series;
    if (number == FAULTS_MOST) {
        of->without++;
        return;
    }
    series = wm_figure_add_series(panel, WM_FIGURE_LINE, wm_trial_marks_name(first),
                                  (unsigned)(number % WM_FIGURE_COLOURS) + 1);
    series->is_dashed = number >= WM_FIGURE_COLOURS;
    for (size_t i = first->index; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        wm_figure_point *point = NULL;
        if (is_curve_like(item, first))
            point = wm_trial_marks_add(series, item, check);
        if (point != NULL)
            wm_trial_marks_set(series, point, WM_FIGURE_X, item, field, (double)size_of(item));
    }
}

static bool has_check(const wm_model *model, const wm_model_item *first, wm_check_word check)
{
    for (size_t i = first->index; i < model->item_count; i++)
        if (is_fault(&model->item[i]) && is_shape_like(model->item[i].item, first->item) &&
            wm_claims_has_value(wm_trial_marks_seen(&model->item[i], check, "")))
            return true;
    return false;
}

static void add_panel(sizes *of, const wm_model_item *first, wm_check_word check)
{
    const wm_model *model = of->call->model;
    const wm_variant *variant = first->item->variant;
    wm_figure_panel *panel;
    if (!has_check(model, first, check))
        return;
    panel = wm_figure_add_panel(
        of->figure, wm_document_text(of->call->to, "%s.%s: %s", variant->workload, variant->variant,
                                     check == WM_CHECK_ANY ? "any of ours" : "paper's check"));
    panel->height = 8;
    wm_figure_axis_is(&panel->x, WM_FIGURE_LOG, "n", NULL);
    wm_trial_marks_axis(&panel->y, "Rejected");
    for (size_t i = first->index; i < model->item_count; i++)
        if (begins_curve(model, i) && is_shape_like(model->item[i].item, first->item))
            add_curve(of, panel, &model->item[i], check);
}

wm_status wm_figure_sizes_fill(wm_figures_call *call)
{
    sizes of = {.call = call};
    const wm_model *model = call->model;
    for (size_t i = 0; i < model->item_count; i++)
        of.left += begins_panel(model, i);
    if (of.left == 0)
        return wm_figures_lack(call, "no fault was tried at two sizes");
    of.figure = wm_figure_new(call->to, "sizes", "Rejections of a wrong output by its size",
                              model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    of.figure->is_wide = true;
    of.figure->columns = 2;
    for (size_t i = 0; i < model->item_count && of.figure->panel_count + 1 < WM_TRIAL_MARKS_PANELS;
         i++)
        if (begins_panel(model, i)) {
            add_panel(&of, &model->item[i], WM_CHECK_ANY);
            add_panel(&of, &model->item[i], WM_CHECK_PAPER_8);
            of.left--;
        }
    wm_trial_marks_say(of.figure, model, is_fault);
    wm_figure_say(of.figure,
                  "Any of ours: the largest residual, rows, G, or openings. Paper's check: 8 "
                  "standard normal probes over all columns; formats without it have one panel.");
    if (of.without > 0)
        wm_figure_say(of.figure, "Not drawn: %zu more curves of other faults.", of.without);
    wm_trial_marks_say_left(of.figure, of.left);
    wm_figures_say_record(of.figure, model);
    return call->to->status;
}
