/* Takes the items of a plan one after the other through their series and their transcript. */
#include "study/grid.h"

#include "base/status.h"
#include "study/verdict.h"

#include <stdio.h>
#include <time.h>

/* One item under way, for the events. */
typedef struct {
    const wm_grid *grid;
    size_t index;
    double begin_s;
} progress;

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void tell(const progress *p, uint32_t repeats, bool is_done, bool was_there)
{
    const double seconds = now_s() - p->begin_s;
    const wm_grid_event event = {p->index, repeats, is_done, was_there, seconds};
    if (p->grid->progress != NULL)
        p->grid->progress(p->grid->context, &event);
}

static void tell_begin(const progress *p, uint32_t repeats)
{
    const wm_grid_event event = {p->index, repeats, false, false, 0};
    if (p->grid->progress != NULL)
        p->grid->progress(p->grid->context, &event);
}

static void tell_repeat(void *context, uint32_t repeats)
{
    tell(context, repeats, false, false);
}

/* Whether nothing is left to do for an item. */
static bool is_finished(const wm_grid *grid, const wm_observed_item *item)
{
    if (item->repeat_count < item->item->repeats)
        return false;
    if (item->has_failed)
        return true;
    if (item->decision_count == 0)
        return false;
    return item->decision_count > 1 || item->decision[0] != WM_DECISION_REJECT ||
           grid->on_fault != WM_ON_FAULT_REPAIR;
}

static wm_status measure_and_judge(const wm_grid *grid, progress *p, wm_error *err)
{
    const wm_series_options options = {.device = grid->device,
                                       .sink = &grid->sink,
                                       .repeat = grid->repeat,
                                       .memory_bytes = grid->memory_bytes,
                                       .tell = tell_repeat,
                                       .context = p};
    wm_series series;
    wm_status status = wm_series_run(&series, &options, p->index, err);
    if (status == WM_OK && !wm_graph_item(grid->sink.graph, p->index)->has_failed) {
        const wm_verdict verdict = {&series, grid->on_fault == WM_ON_FAULT_REPAIR};
        status = wm_verdict_run(&verdict, err);
    }
    wm_series_close(&series);
    return status;
}

static wm_status run_item(const wm_grid *grid, size_t index, const char *stopped, wm_error *err)
{
    const wm_observed_item *item = wm_graph_item(grid->sink.graph, index);
    progress p = {grid, index, now_s()};
    wm_status status;
    if (is_finished(grid, item)) {
        tell(&p, item->repeat_count, true, true);
        return WM_OK;
    }
    tell_begin(&p, item->repeat_count);
    if (stopped != NULL)
        status = wm_series_skip(&grid->sink, index, stopped, err);
    else if (item->has_failed)
        status = wm_series_skip(&grid->sink, index, "not run after a failure", err);
    else
        status = measure_and_judge(grid, &p, err);
    if (status == WM_OK)
        tell(&p, wm_graph_item(grid->sink.graph, index)->repeat_count, true, false);
    return status;
}

static bool stops_here(const wm_grid *grid, size_t index)
{
    const wm_observed_item *item = wm_graph_item(grid->sink.graph, index);
    return grid->on_fault == WM_ON_FAULT_STOP && item->decision_count > 0 &&
           item->decision[0] == WM_DECISION_REJECT;
}

wm_status wm_grid_run(const wm_grid *grid, wm_error *err)
{
    const wm_plan *plan = wm_graph_plan(grid->sink.graph);
    char stopped[WM_PLAN_LABEL_SIZE + 64] = "";
    wm_status status;
    for (size_t i = 0; i < plan->item_count; i++) {
        char label[WM_PLAN_LABEL_SIZE];
        wm_plan_label(&plan->items[i], label);
        status = run_item(grid, i, stopped[0] != '\0' ? stopped : NULL, err);
        if (status != WM_OK)
            return err != NULL && err->place[0] == '\0' ? wm_error_place(err, status, "%s", label)
                                                        : status;
        if (stopped[0] == '\0' && stops_here(grid, i))
            (void)snprintf(stopped, sizeof stopped, "not run: stopped after a fault in %s", label);
    }
    return WM_OK;
}
