/* Runs the items of a plan one after the other, each with its transcript.
 *
 * A device that fails costs the rest of its item, not of the run: it is closed and opened again. A
 * context that cannot recover inside its process is left to another process, which resumes.
 * Whatever ends the measurements, every item of the plan gets observations with a reason. */
#include "study/run/run_plan.h"

#include "base/clock.h"
#include "base/status.h"
#include "record/nodes/kinds_plain.h"
#include "study/run/budget.h"
#include "study/run/predictor.h"
#include "study/procedure/procedure.h"
#include "study/procedure/transcript.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TROUBLE_SIZE = 800 };

/* A run under way. */
typedef struct {
    const wm_settings *settings;
    wm_sink sink;
    wm_repeat_options repeat;
    wm_predictor *predictor; /* what the items cost here; it learns if there is a budget */
    bool seals_interrupted;  /* as in wm_item_run_options: the plan has a point */
} plan_run;

/* The item that is being run. */
typedef struct {
    const plan_run *run_plan;
    size_t index;
    double begin_s;
    wm_phase phase;         /* that is under way */
    char reason[384];       /* what failed in it; empty: nothing */
    bool has_device_failed; /* the device must be opened again */
    bool was_interrupted;
    bool goes_on_elsewhere; /* it cannot be opened here; another process goes on */
} progress;

static void report_event(const progress *p, wm_run_event event)
{
    const wm_observed_item *item = wm_graph_item(p->run_plan->sink.graph, p->index);
    event.item = p->index;
    event.phase = p->phase;
    event.rate = wm_procedure_rate(item);
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
        event.made[phase] = wm_procedure_made(item, phase);
    if (p->run_plan->settings->budget_seconds > 0 && event.trouble == NULL)
        (void)wm_predictor_note(p->run_plan->predictor, &event);
    if (p->run_plan->settings->progress != NULL)
        p->run_plan->settings->progress(p->run_plan->settings->context, &event);
}

static void report_done(const progress *p, bool was_there)
{
    const wm_observed_item *item = wm_graph_item(p->run_plan->sink.graph, p->index);
    report_event(p, (wm_run_event){.is_done = true,
                                   .was_there = was_there,
                                   .is_lost = item->has_failed,
                                   .seconds = wm_clock_s() - p->begin_s});
}

static void report_step(void *context, wm_phase phase)
{
    progress *p = context;
    p->phase = phase;
    report_event(p, (wm_run_event){.seconds = wm_clock_s() - p->begin_s});
}

static void report_trouble(const progress *p, const char *words)
{
    report_event(p, (wm_run_event){.seconds = wm_clock_s() - p->begin_s, .trouble = words});
}

/* Whether an item needs nothing more: all observations and, if it has an output, the transcript. */
static bool is_finished(const plan_run *run_plan, size_t index)
{
    const wm_observed_item *item = wm_graph_item(run_plan->sink.graph, index);
    if (wm_procedure_next(item) != NULL)
        return false;
    return item->has_failed || !wm_plan_has_output(item->item) ||
           wm_transcript_is_complete(run_plan->sink.graph, index, run_plan->settings);
}

static wm_status measure_and_judge(const plan_run *run_plan, progress *p, wm_error *err)
{
    const wm_item_run_options options = {.settings = run_plan->settings,
                                         .sink = &run_plan->sink,
                                         .repeat = run_plan->repeat,
                                         .seals_interrupted = run_plan->seals_interrupted,
                                         .tell = report_step,
                                         .context = p};
    wm_item_run run;
    wm_status status = wm_item_run_measure(&run, &options, p->index, err);
    if (status == WM_OK && wm_plan_has_output(run.item) && !wm_item_run_observed(&run)->has_failed)
        status = wm_transcript_run(&run, err);
    (void)snprintf(p->reason, sizeof p->reason, "%s", run.reason);
    p->has_device_failed = run.has_device_failed;
    p->was_interrupted = run.was_interrupted;
    wm_item_run_close(&run);
    return status;
}

/* Reports what failed in an item, and opens a failed device again. If that fails and no other
 * process goes on, `stopped` gets the reason why no further item is run. */
static void recover(const plan_run *run_plan, progress *p, const char *label, char *stopped)
{
    char words[TROUBLE_SIZE], reason[256] = "";
    const char *then = "";
    wm_device *failed = *run_plan->settings->device;
    const wm_backend *ops;
    wm_status status;
    if (!p->has_device_failed) {
        if (p->reason[0] != '\0')
            report_trouble(p, p->reason);
        return;
    }
    ops = failed->ops;
    *run_plan->settings->device = NULL;
    ops->close(failed);
    status = ops->open(&run_plan->settings->device_options, run_plan->settings->device, reason);
    if (status == WM_OK) {
        (void)snprintf(words, sizeof words, "%s; the device was opened again", p->reason);
    } else {
        if (reason[0] == '\0')
            (void)snprintf(reason, sizeof reason, "%s", wm_status_text(status));
        p->goes_on_elsewhere = run_plan->settings->can_go_on_elsewhere != NULL &&
                               run_plan->settings->can_go_on_elsewhere(run_plan->settings->context);
        if (p->goes_on_elsewhere)
            then = "; a new process goes on";
        (void)snprintf(words, sizeof words, "%s; the device cannot be opened again%s: %s%s",
                       p->reason, then[0] != '\0' ? " here" : "", reason, then);
        (void)snprintf(stopped, TROUBLE_SIZE,
                       "not run: the device failed in %s and cannot be opened again: %s (%s)",
                       label, reason, p->reason);
    }
    report_trouble(p, words);
}

/* Measures an item. An item whose transcript is missing after an interrupted run must get it. If
 * the device fails in that, it is opened again and the item is tried once more. */
static wm_status measure(const plan_run *run_plan, progress *p, const char *label, char *stopped,
                         wm_error *err)
{
    wm_status status = measure_and_judge(run_plan, p, err);
    recover(run_plan, p, label, stopped);
    if (status == WM_OK || !p->has_device_failed || *run_plan->settings->device == NULL)
        return status;
    if (err != NULL)
        *err = (wm_error){WM_OK, "", ""};
    status = measure_and_judge(run_plan, p, err);
    recover(run_plan, p, label, stopped);
    return status;
}

/* Whether an item has no time limit: none is set, an earlier run started it, or it does not fit.
 */
static bool has_no_limit(const plan_run *run_plan, size_t index)
{
    const wm_item *item = &wm_graph_plan(run_plan->sink.graph)->items[index];
    return (!(run_plan->settings->item_seconds > 0) && !(run_plan->settings->budget_seconds > 0)) ||
           wm_procedure_has_begun(wm_graph_item(run_plan->sink.graph, index)) ||
           wm_procedure_bytes(item) > run_plan->settings->memory_bytes;
}

/* What an item will cost by what was measured so far; 0 if it is not to be run. */
static double cost_of(const void *context, size_t index)
{
    const plan_run *run_plan = context;
    const wm_observed_item *item = wm_graph_item(run_plan->sink.graph, index);
    return item->has_failed || is_finished(run_plan, index)
               ? 0
               : wm_predictor_least(run_plan->predictor, item->item);
}

/* Whether the budget leaves an item out for cheaper ones. */
static bool is_left_out(const plan_run *run_plan, size_t index, double left_s,
                        char reason[TROUBLE_SIZE])
{
    const size_t count = wm_graph_plan(run_plan->sink.graph)->item_count;
    if (wm_budget_takes(cost_of, run_plan, index, count, left_s))
        return false;
    wm_budget_reason(cost_of(run_plan, index), run_plan->settings->budget_seconds, reason);
    return true;
}

/* Whether a budget tries smaller sizes of an item. A GPU would search for the fastest method of
 * each. What was measured of the item's cost is better than a trial. */
static bool needs_trial(const plan_run *run_plan, const wm_item *item)
{
    return !run_plan->predictor->is_gpu && !wm_predictor_knows(run_plan->predictor, item);
}

/* Tries how long an item takes here, and writes why it is not started: it would exceed the time for
 * an item, or the budget. An item without an output has its nominal speed, which is too rough for
 * the first. */
static bool is_slow(const plan_run *run_plan, const wm_item *item, double left_s,
                    char reason[TROUBLE_SIZE])
{
    const wm_settings *settings = run_plan->settings;
    const bool has_budget = settings->budget_seconds > 0;
    wm_device *device = *settings->device;
    double seconds = wm_predictor_try(run_plan->predictor, device, item, has_budget);
    if (has_budget && seconds > left_s) /* a trial may wait for a processor */
        seconds = fmin(seconds, wm_predictor_try(run_plan->predictor, device, item, true));
    if (wm_plan_has_output(item) && settings->item_seconds > 0 &&
        seconds > settings->item_seconds) {
        (void)snprintf(reason, TROUBLE_SIZE,
                       "not started: by its work and the rate here it takes about %.3g s, and "
                       "--item-seconds is %g",
                       seconds, settings->item_seconds);
        return true;
    }
    if (!has_budget || !(seconds > left_s))
        return false;
    (void)snprintf(reason, TROUBLE_SIZE,
                   "over the budget: by its work and the rate here it takes about %.3g s, and "
                   "%.3g s of --budget %g are left",
                   seconds, left_s, settings->budget_seconds);
    return true;
}

/* Writes why an item is not started. False if it is started. */
static bool is_too_long(const plan_run *run_plan, size_t index, char reason[TROUBLE_SIZE])
{
    const wm_settings *settings = run_plan->settings;
    const wm_item *item = &wm_graph_plan(run_plan->sink.graph)->items[index];
    const double left_s = settings->budget_end_s - wm_clock_s();
    if (has_no_limit(run_plan, index))
        return false;
    if (settings->budget_seconds > 0 && !(left_s > 0)) {
        (void)snprintf(reason, TROUBLE_SIZE, "over the budget: --budget %g ended before this item",
                       settings->budget_seconds);
        return true;
    }
    if (settings->budget_seconds > 0 && is_left_out(run_plan, index, left_s, reason))
        return true;
    return (settings->item_seconds > 0 || needs_trial(run_plan, item)) &&
           is_slow(run_plan, item, left_s, reason);
}

/* `stopped` has TROUBLE_SIZE bytes: why no further item is run; empty: go on. */
static wm_status run_item(const plan_run *run_plan, size_t index, char *stopped, wm_error *err)
{
    const wm_plan *plan = wm_graph_plan(run_plan->sink.graph);
    const wm_observed_item *item = wm_graph_item(run_plan->sink.graph, index);
    progress p = {.run_plan = run_plan, .index = index, .begin_s = wm_clock_s()};
    char label[WM_PLAN_LABEL_SIZE], too_long[TROUBLE_SIZE];
    wm_status status;
    if (is_finished(run_plan, index)) {
        report_done(&p, true);
        return WM_OK;
    }
    wm_plan_label(&plan->items[index], label);
    report_event(&p, (wm_run_event){.seconds = 0});
    if (stopped[0] != '\0')
        status = wm_item_run_skip(&run_plan->sink, index, stopped, err);
    else if (item->has_failed)
        status = wm_item_run_skip(&run_plan->sink, index, "not run after a failure", err);
    else if (is_too_long(run_plan, index, too_long))
        status = wm_item_run_skip(&run_plan->sink, index, too_long, err);
    else
        status = measure(run_plan, &p, label, stopped, err);
    if (p.was_interrupted)
        (void)snprintf(stopped, TROUBLE_SIZE, "interrupted");
    if (p.goes_on_elsewhere)
        return wm_error_set(err, WM_E_DEVICE, NULL, "%s", stopped);
    if (status == WM_OK)
        report_done(&p, false);
    return status;
}

/* Whether the rule rejects a repeat. With a fault in the transcript, the recorded decision is on
 * the faulty output instead. */
static bool has_rejected_repeat(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    return wm_rule_first_rejected(&limits, item) < item->count[WM_PROCEDURE_REPEATS];
}

static bool stops_here(const plan_run *run_plan, size_t index)
{
    const wm_observed_item *item = wm_graph_item(run_plan->sink.graph, index);
    const wm_planned_fault *fault = &item->item->fault;
    if (run_plan->settings->on_fault != WM_ON_FAULT_STOP || item->decision_count == 0)
        return false;
    if (fault->kind == WM_FAULT_NONE || run_plan->settings->stops_at_planned)
        return item->decision[0] == WM_DECISION_REJECT;
    return !fault->in_repeats && has_rejected_repeat(item);
}

static wm_status run_items(const plan_run *run_plan, wm_error *err)
{
    const wm_plan *plan = wm_graph_plan(run_plan->sink.graph);
    char stopped[TROUBLE_SIZE] = "";
    wm_status status;
    for (size_t i = 0; i < plan->item_count; i++) {
        char label[WM_PLAN_LABEL_SIZE];
        wm_plan_label(&plan->items[i], label);
        status = run_item(run_plan, i, stopped, err);
        if (status != WM_OK)
            return err != NULL && err->place[0] == '\0' ? wm_error_place(err, status, "%s", label)
                                                        : status;
        if (stopped[0] == '\0' && stops_here(run_plan, i)) {
            (void)snprintf(stopped, sizeof stopped, "not run: stopped after a fault in %s", label);
            report_trouble(&(progress){.run_plan = run_plan, .index = i, .begin_s = wm_clock_s()},
                           "the output was rejected; no further item is run");
        }
    }
    return WM_OK;
}

/* Reads the real time once and writes the session. `clock` then gives the real time of everything
 * in it. Source: docs/formats/record.md section 3, session. */
static wm_status begin_session(const wm_sink *sink, const wm_settings_warnings *seen,
                               wm_clock_start *clock, wm_error *err)
{
    wm_text warnings[WM_SESSION_WARNINGS];
    wm_session_node node = {.environment = wm_member_edge(sink->environment),
                            .index = (double)wm_graph_sessions(sink->graph),
                            .plan = wm_member_edge(sink->plan)};
    char started_at[24];
    *clock = wm_clock_begin();
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, clock->real_ns);
    node.started_at = wm_member_text(started_at);
    for (size_t i = 0; seen != NULL && i < seen->count; i++)
        warnings[i] = wm_member_text(seen->text[i]);
    if (seen != NULL)
        node.warnings = wm_member_list(warnings, seen->count);
    return wm_sink_write(sink, &wm_kind_session_form, &node, NULL, err);
}

wm_status wm_run_plan_run(const wm_run_plan *run_plan, wm_error *err)
{
    const wm_settings *settings = run_plan->settings;
    const wm_plan *plan = wm_graph_plan(run_plan->sink.graph);
    plan_run own = {.settings = settings, .sink = run_plan->sink, .repeat = run_plan->repeat};
    wm_predictor predictor = wm_predictor_for(settings, plan->repeat_seconds);
    predictor.plan = plan;
    own.predictor = &predictor;
    own.repeat.stop = settings->stop;
    for (size_t i = 0; i < plan->item_count; i++)
        own.seals_interrupted = own.seals_interrupted || plan->items[i].point != WM_POINT_NONE;
    const wm_status status = begin_session(&own.sink, settings->warnings, &own.repeat.start, err);
    return status == WM_OK ? run_items(&own, err) : status;
}
