/* What the figures of trials share: which items they draw, and the points of a check.
 *
 * A share and both ends of its interval are claims, so a point needs no arithmetic here. The place
 * along the other axis is a number of the plan, which is on line 2 of every record. */
#include "report/views/trial_marks.h"

#include "report/document/style.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PLAN_LINE = 2 };

static const char TAIL[] = ".trial_";

bool wm_trial_marks_has(const wm_model_item *item)
{
    return wm_plan_procedure(item->item) == WM_PROCEDURE_TRIALS;
}

bool wm_trial_marks_is_attack(const wm_model_item *item)
{
    return wm_tables_trial(item->item->trial.word)->is_attack;
}

size_t wm_trial_marks_output(const wm_model_item *item)
{
    const char *tail = strstr(item->label, TAIL);
    return tail != NULL ? (size_t)(tail - item->label) : strlen(item->label);
}

const char *wm_trial_marks_name(const wm_model_item *item)
{
    const char *tail = strstr(item->label, TAIL);
    return tail != NULL ? tail + strlen(TAIL) : item->label;
}

bool wm_trial_marks_is_like(const wm_model_item *a, const wm_model_item *b)
{
    const size_t size = wm_trial_marks_output(a);
    return size == wm_trial_marks_output(b) && strncmp(a->label, b->label, size) == 0;
}

bool wm_trial_marks_is_first(const wm_model *model, size_t index,
                             bool (*takes)(const wm_model_item *item))
{
    for (size_t i = 0; i < index; i++)
        if (takes(&model->item[i]) && wm_trial_marks_is_like(&model->item[i], &model->item[index]))
            return false;
    return true;
}

const char *wm_trial_marks_title(wm_document *to, const wm_model_item *item)
{
    return wm_document_text(to, "%.*s", (int)wm_trial_marks_output(item), item->label);
}

const wm_claim *wm_trial_marks_seen(const wm_model_item *item, wm_check_word check, const char *end)
{
    char name[48];
    (void)snprintf(name, sizeof name, "seen_%s%s", wm_tables_check(check), end);
    return wm_claims_on(&item->claims, name);
}

wm_figure_point *wm_trial_marks_add(wm_figure_series *series, const wm_model_item *item,
                                    wm_check_word check)
{
    const wm_claim *share = wm_trial_marks_seen(item, check, "");
    wm_figure_point *point;
    if (!wm_claims_has_value(share))
        return NULL;
    point = wm_figure_add_point(series, WM_FIGURE_SOUND, item->label);
    (void)wm_figures_set_claim(series, point, series->is_across ? WM_FIGURE_X : WM_FIGURE_Y, share);
    (void)wm_figures_set_claim(series, point, WM_FIGURE_LOW,
                               wm_trial_marks_seen(item, check, "_low"));
    (void)wm_figures_set_claim(series, point, WM_FIGURE_HIGH,
                               wm_trial_marks_seen(item, check, "_high"));
    return point;
}

void wm_trial_marks_axis(wm_figure_axis *axis, const char *title)
{
    wm_figure_axis_is(axis, WM_FIGURE_LINEAR, title, "%");
    /* a mark at 0 or at 100 % is whole */
    axis->low = -0.04;
    axis->high = 1.04;
}

void wm_trial_marks_set(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                        const wm_model_item *item, const char *field, double value)
{
    wm_figure_set(series, point, part, value,
                  wm_figure_on(PLAN_LINE, wm_document_text(series->figure->document, "items.%zu.%s",
                                                           item->index, field)));
}

void wm_trial_marks_say(wm_figure *figure, const wm_model *model,
                        bool (*takes)(const wm_model_item *item))
{
    uint32_t least = UINT32_MAX, most = 0;
    size_t failed = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!takes(item))
            continue;
        least = item->item->repeats < least ? item->item->repeats : least;
        most = item->item->repeats > most ? item->item->repeats : most;
        failed += item->failure[0] != '\0';
    }
    if (failed > 0)
        wm_figure_say(figure, "Not drawn: %zu item%s whose trials failed.", failed,
                      wm_style_plural(failed));
    if (least == most)
        wm_figure_say(figure, "n = %" PRIu32 " trials a point, with its 95 %% interval (Wilson).",
                      least);
    else
        wm_figure_say(figure,
                      "n = %" PRIu32 " to %" PRIu32
                      " trials a point, with its 95 %% interval (Wilson).",
                      least, most);
}

void wm_trial_marks_say_left(wm_figure *figure, size_t left)
{
    if (left > 0)
        wm_figure_say(figure, "Not drawn, to fit on a page: %zu more output%s.", left,
                      wm_style_plural(left));
}
