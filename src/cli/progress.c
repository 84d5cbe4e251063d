/* Prints the progress of a run on stderr. */
#include "cli/progress.h"

#include "record/kind_stress.h"
#include "report/style.h"

#define LINE_EVERY_S 30.0

/* What the item has done: repeats, or segments while it has some left. */
static void print_step(const wm_run_plan_event *event, const wm_item *item, const char *of,
                       char text[48])
{
    const uint32_t segments = wm_kind_stress_count(item);
    const bool is_segment = event->repeats > 0 && event->segments < segments;
    (void)snprintf(text, 48, "%s %lu%s%lu", is_segment ? "segment" : "repeat",
                   (unsigned long)(is_segment ? event->segments : event->repeats), of,
                   (unsigned long)(is_segment ? segments : item->repeats));
}

static void show_bar(const wm_progress *progress, const wm_run_plan_event *event, double left)
{
    const wm_item *item = &progress->eta.plan->items[event->item];
    const char *about = progress->eta.is_least ? "at least " : "";
    char label[WM_PLAN_LABEL_SIZE], time[16], step[48], line[WM_PROGRESS_LINE];
    const size_t width =
        progress->columns > 1 && progress->columns <= sizeof line ? progress->columns - 1 : 79;
    wm_plan_label(item, label);
    wm_eta_time(left, time);
    print_step(event, item, "/", step);
    (void)snprintf(line, sizeof line, "%zu/%zu item%s, %s%s left, %s %s", progress->eta.done,
                   progress->eta.plan->item_count, wm_style_plural(progress->eta.plan->item_count),
                   about, time, label, step);
    fprintf(progress->out, "\r%-*.*s", (int)width, (int)width, line);
    fflush(progress->out);
}

static void show_line(wm_progress *progress, const wm_run_plan_event *event, double left,
                      double now_s)
{
    const wm_item *item = &progress->eta.plan->items[event->item];
    const char *about = progress->eta.is_least ? "at least" : "about";
    char label[WM_PLAN_LABEL_SIZE], time[16], step[48];
    if (event->item == 0 && !event->is_done && event->seconds <= 0) {
        wm_eta_time(left, time);
        fprintf(progress->out, "%zu item%s, %s %s\n", progress->eta.plan->item_count,
                wm_style_plural(progress->eta.plan->item_count), about, time);
        return;
    }
    if (!event->is_done && now_s - progress->last_line_s < LINE_EVERY_S)
        return;
    progress->last_line_s = now_s;
    wm_plan_label(item, label);
    wm_eta_time(left, time);
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
    fprintf(progress->out, "; %zu of %zu item%s, %s %s left\n", progress->eta.done,
            progress->eta.plan->item_count, wm_style_plural(progress->eta.plan->item_count), about,
            time);
    fflush(progress->out);
}

/* Errors are shown in every form, even with --json: they go to stderr. */
static void show_trouble(wm_progress *progress, const wm_run_plan_event *event)
{
    char label[WM_PLAN_LABEL_SIZE], words[WM_STYLE_MASKED];
    wm_plan_label(&progress->eta.plan->items[event->item], label);
    wm_progress_clear(progress);
    fprintf(progress->out, "%s: %s\n", label, wm_style_masked(event->trouble, words));
    fflush(progress->out);
}

void wm_progress_show(wm_progress *progress, const wm_run_plan_event *event, double now_s)
{
    double left;
    if (event->trouble != NULL) {
        show_trouble(progress, event);
        return;
    }
    left = wm_eta_note(&progress->eta, event);
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
