/* What the figures of trials share: which items they draw, and the points of a check. */
#ifndef WM_REPORT_TRIAL_MARKS_H
#define WM_REPORT_TRIAL_MARKS_H

#include "report/views/figures.h"

/* The most panels of a figure: it must fit on a page. */
enum { WM_TRIAL_MARKS_PANELS = 18 };

/* Whether an item has a trial; whether that is an attack. */
bool wm_trial_marks_has(const wm_model_item *item);
bool wm_trial_marks_is_attack(const wm_model_item *item);

/* What the trials are of, as `gemm.fp16.n512`: the size of that part of an item's label; and the
 * part behind it, as `bit_13`. */
size_t wm_trial_marks_output(const wm_model_item *item);
const char *wm_trial_marks_name(const wm_model_item *item);

/* Whether two items try the same output; whether no earlier item tries that of item `index` and is
 * accepted by `takes`. */
bool wm_trial_marks_is_like(const wm_model_item *a, const wm_model_item *b);
bool wm_trial_marks_is_first(const wm_model *model, size_t index,
                             bool (*takes)(const wm_model_item *item));

/* An output's name, as a title. */
const char *wm_trial_marks_title(wm_document *to, const wm_model_item *item);

/* The claim about a check; `end` is "", "_low" or "_high". */
const wm_claim *wm_trial_marks_seen(const wm_model_item *item, wm_check_word check,
                                    const char *end);

/* Adds the point of a check: the share of trials in which it rejected, along x if the series is
 * across, else along y. NULL: the check was not asked, or the trials failed. */
wm_figure_point *wm_trial_marks_add(wm_figure_series *series, const wm_model_item *item,
                                    wm_check_word check);

/* Makes an axis one of shares. */
void wm_trial_marks_axis(wm_figure_axis *axis, const char *title);

/* Sets x of a point to a number of the item in the plan, as `trial.size`. */
void wm_trial_marks_set(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                        const wm_model_item *item, const char *field, double value);

/* Says how many trials the points of these items have, what an interval is, and which items have no
 * numbers, because their trials failed. */
void wm_trial_marks_say(wm_figure *figure, const wm_model *model,
                        bool (*takes)(const wm_model_item *item));

/* Says how many outputs have no panel; nothing if all have one. */
void wm_trial_marks_say_left(wm_figure *figure, size_t left);

#endif
