/* Prints the progress of a run on stderr. */
#include "cli/progress.h"

#include "cli/terminal.h"
#include "report/document/style.h"

#include <math.h>

#define LINE_EVERY_S 30.0
#define BRIEF_S 0.25

/* What the item does: the observations that it has, or the phase. */
static void print_step(const wm_run_event *event, const wm_item *item, const char *of,
                       char text[48])
{
    const char *word = wm_procedure_word(event->phase);
    const wm_procedure *const *p = wm_procedure_of(item);
    while (*p != NULL && (*p)->phase != event->phase)
        p++;
    if (*p != NULL)
        (void)snprintf(text, 48, "%s %lu%s%lu", word, (unsigned long)event->made[event->phase], of,
                       (unsigned long)wm_plan_observations(item, (*p)->row));
    else
        (void)snprintf(text, 48, "%s", word);
}

/* A phase that passes within a moment is not shown: it would flicker. */
static bool is_brief(const wm_progress *progress, const wm_run_event *event)
{
    const wm_item *item = &progress->predictor.plan->items[event->item];
    return !event->is_done && event->seconds > 0 &&
           wm_predictor_phase(&progress->predictor, item) < BRIEF_S;
}

static void show_bar(const wm_progress *progress, const wm_run_event *event, double left)
{
    const wm_item *item = &progress->predictor.plan->items[event->item];
    const size_t count = progress->predictor.plan->item_count;
    char label[WM_PLAN_LABEL_SIZE], time[WM_STYLE_DURATION], step[48], line[WM_PROGRESS_LINE];
    const size_t width =
        progress->columns > 1 && progress->columns <= sizeof line ? progress->columns - 1 : 79;
    if (event->phase != WM_PHASE_REPEATS && is_brief(progress, event))
        return;
    wm_plan_label(item, label);
    wm_style_duration(left, time);
    print_step(event, item, "/", step);
    (void)snprintf(line, sizeof line, "%zu/%zu item%s, about %s left, %s %s",
                   progress->predictor.done, count, wm_style_plural(count), time, label, step);
    fprintf(progress->out, "\r%-*.*s", (int)width, (int)width, line);
    fflush(progress->out);
}

static void show_line(wm_progress *progress, const wm_run_event *event, double left, double now_s)
{
    const wm_item *item = &progress->predictor.plan->items[event->item];
    const size_t count = progress->predictor.plan->item_count;
    char label[WM_PLAN_LABEL_SIZE], time[WM_STYLE_DURATION], step[48];
    wm_style_duration(left, time);
    if (event->item == 0 && !event->is_done && event->seconds <= 0) {
        fprintf(progress->out, "%zu item%s, about %s\n", count, wm_style_plural(count), time);
        return;
    }
    if (!event->is_done && now_s - progress->last_line_s < LINE_EVERY_S)
        return;
    progress->last_line_s = now_s;
    wm_plan_label(item, label);
    if (event->is_lost)
        fprintf(progress->out, "%s: not measured", label);
    else if (event->was_there)
        fprintf(progress->out, "%s: already done", label);
    else if (event->is_done)
        fprintf(progress->out, "%s: done in %.1f s", label, event->seconds);
    else {
        print_step(event, item, " of ", step);
        fprintf(progress->out, "%s: %s", label, step);
    }
    fprintf(progress->out, "; %zu of %zu item%s, about %s left\n", progress->predictor.done, count,
            wm_style_plural(count), time);
    fflush(progress->out);
}

/* Errors are shown in every form, even with --json: they go to stderr. */
static void show_trouble(wm_progress *progress, const wm_run_event *event)
{
    char label[WM_PLAN_LABEL_SIZE], words[WM_STYLE_MASKED], line[WM_STYLE_MASKED + 160];
    wm_plan_label(&progress->predictor.plan->items[event->item], label);
    wm_progress_clear(progress);
    (void)snprintf(line, sizeof line, "%s: %s", label, wm_style_masked(event->trouble, words));
    wm_terminal_say(progress->out, line);
    fflush(progress->out);
}

void wm_progress_show(wm_progress *progress, const wm_run_event *event, double now_s)
{
    double left;
    if (event->trouble != NULL) {
        show_trouble(progress, event);
        return;
    }
    left = wm_predictor_note(&progress->predictor, event);
    if (progress->end_s > 0)
        left = fmin(left, fmax(0, progress->end_s - now_s));
    if (progress->form == WM_PROGRESS_BAR)
        show_bar(progress, event, left);
    else if (progress->form == WM_PROGRESS_LINES)
        show_line(progress, event, left, now_s);
}

void wm_progress_clear(wm_progress *progress)
{
    if (progress->form != WM_PROGRESS_BAR)
        return;
    fprintf(progress->out, "\r%*s\r", progress->columns > 1 ? (int)progress->columns - 1 : 79, "");
    fflush(progress->out);
}
