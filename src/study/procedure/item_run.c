/* Runs the procedures of an item until they are complete.
 *
 * Each observation is on disk before the next one is measured. A failure ends the item but not the
 * run: the record says of every planned observation what became of it. So each way to end early -
 * a failure, an interrupt, the end of the time - observes the rest as failed with its reason. */
#include "study/procedure/item_run.h"

#include "base/code_point.h"

#include "base/clock.h"
#include "base/status.h"
#include "study/procedure/procedure.h"

#include <stdio.h>

const wm_observed_item *wm_item_run_observed(const wm_item_run *run)
{
    return wm_graph_item(run->options->sink->graph, run->index);
}

wm_status wm_item_run_note(wm_item_run *run, const char *doing, wm_status status)
{
    wm_device *witness = run->options->settings->witness;
    const char *words = "";
    if (status == WM_OK || status == WM_E_INTERRUPTED)
        return status;
    if (status == WM_E_DEVICE || status == WM_E_UNSUPPORTED || status == WM_E_NOMEM)
        words = run->device->ops->last_error(run->device);
    if (words[0] == '\0' && witness != NULL)
        words = witness->ops->last_error(witness);
    (void)snprintf(run->reason, sizeof run->reason, "%s: %s%s%.*s", doing, wm_status_text(status),
                   words[0] != '\0' ? ": " : "", WM_FIT(words, 255));
    run->has_device_failed = run->has_device_failed || status == WM_E_DEVICE;
    return status;
}

/* Tells that the phase begins, or that an observation is made in it. */
static void tell(const wm_item_run *run)
{
    if (run->options->tell != NULL)
        run->options->tell(run->options->context, run->phase);
}

void wm_item_run_enter(wm_item_run *run, wm_phase phase)
{
    if (run->phase == phase)
        return;
    run->phase = phase;
    tell(run);
}

/* ---- ending early ---------------------------------------------------------------------------- */

/* Observes the next observation as failed. */
static wm_status fail_next(const wm_sink *sink, size_t index, const char *reason, wm_error *err)
{
    const wm_observed_item *item = wm_graph_item(sink->graph, index);
    const wm_procedure *procedure = wm_procedure_next(item);
    const wm_observe_place place = {sink, item->item, index, item->count[procedure->row]};
    return procedure->fail_next(&place, reason, err);
}

wm_status wm_item_run_skip(const wm_sink *sink, size_t index, const char *reason, wm_error *err)
{
    wm_status status = WM_OK;
    while (status == WM_OK && wm_procedure_next(wm_graph_item(sink->graph, index)) != NULL)
        status = fail_next(sink, index, reason, err);
    return status;
}

/* Observes the next one as failed, with the noted reason, and the later ones as not run. */
static wm_status fail(wm_item_run *run, wm_error *err)
{
    char reason[sizeof run->reason + 32];
    const wm_status status = fail_next(run->options->sink, run->index, run->reason, err);
    (void)snprintf(reason, sizeof reason, "not run after a failure: %s", run->reason);
    return status == WM_OK ? wm_item_run_skip(run->options->sink, run->index, reason, err) : status;
}

/* Ends an interrupted item, or with it the run. */
static wm_status interrupt(wm_item_run *run, wm_error *err)
{
    if (!run->options->seals_interrupted || wm_procedure_next(wm_item_run_observed(run)) == NULL)
        return wm_error_set(err, WM_E_INTERRUPTED, NULL, "interrupted");
    run->was_interrupted = true;
    return wm_item_run_skip(run->options->sink, run->index, "interrupted", err);
}

/* Whether the budget of the whole run is used up. */
static bool is_over_budget(const wm_item_run *run)
{
    const wm_settings *settings = run->options->settings;
    return settings->budget_seconds > 0 && wm_clock_s() > settings->budget_end_s;
}

/* Whether the time for the item is over. */
static bool is_late(const wm_item_run *run)
{
    const double limit_s = run->options->settings->item_seconds;
    return is_over_budget(run) || (limit_s > 0 && wm_clock_s() - run->begin_s > limit_s);
}

static bool is_stopped(const wm_item_run *run)
{
    const volatile sig_atomic_t *stop = run->options->settings->stop;
    return stop != NULL && *stop != 0;
}

bool wm_item_run_ends(const void *run)
{
    return is_stopped(run) || is_late(run);
}

static wm_status skip_late(wm_item_run *run, wm_error *err)
{
    const wm_settings *settings = run->options->settings;
    const bool is_budget = is_over_budget(run);
    const unsigned long made =
        (unsigned long)wm_procedure_made(wm_item_run_observed(run), WM_PHASE_REPEATS);
    char before[64] = "its end";
    if (made < run->item->repeats)
        (void)snprintf(before, sizeof before, "repeat %lu of %lu", made + 1,
                       (unsigned long)run->item->repeats);
    (void)snprintf(run->reason, sizeof run->reason, "%s: --%s %g ended before %s",
                   is_budget ? "over the budget" : "not started",
                   is_budget ? "budget" : "item-seconds",
                   is_budget ? settings->budget_seconds : settings->item_seconds, before);
    return wm_item_run_skip(run->options->sink, run->index, run->reason, err);
}

/* ---- the run --------------------------------------------------------------------------------- */

static wm_status begin(wm_item_run *run)
{
    const double limit_bytes = run->options->settings->memory_bytes;
    wm_status status = wm_procedure_fits(run->item, limit_bytes, run->reason, sizeof run->reason)
                           ? WM_OK
                           : WM_E_NOMEM;
    for (const wm_procedure *const *p = wm_procedure_of(run->item); *p != NULL; p++)
        if (status == WM_OK && (*p)->begin != NULL)
            status = (*p)->begin(run);
    return status;
}

static wm_status measure_rest(wm_item_run *run, wm_error *err)
{
    const wm_procedure *procedure;
    while ((procedure = wm_procedure_next(wm_item_run_observed(run))) != NULL) {
        bool is_measured = false;
        wm_status status;
        if (is_late(run))
            return skip_late(run, err);
        status = procedure->next(run, &is_measured, err);
        if (status == WM_E_INTERRUPTED && !is_measured)
            return is_late(run) && !is_stopped(run) ? skip_late(run, err) : interrupt(run, err);
        if (status != WM_OK)
            return is_measured ? status : fail(run, err);
        tell(run);
    }
    return WM_OK;
}

static wm_status run_begun(wm_item_run *run, wm_status status, wm_error *err)
{
    if (status == WM_OK)
        return measure_rest(run, err);
    if (status == WM_E_INTERRUPTED)
        return interrupt(run, err);
    if (wm_procedure_next(wm_item_run_observed(run)) == NULL)
        return wm_error_set(err, status, NULL, "cannot be resumed: %s", run->reason);
    return fail(run, err);
}

wm_status wm_item_run_measure(wm_item_run *run, const wm_item_run_options *options, size_t index,
                              wm_error *err)
{
    const wm_plan *plan = wm_graph_plan(options->sink->graph);
    wm_status status;
    *run = (wm_item_run){.options = options,
                         .device = *options->settings->device,
                         .item = &plan->items[index],
                         .index = index,
                         .nonce = plan->nonce,
                         .begin_s = wm_clock_s()};
    status = run_begun(run, begin(run), err);
    for (const wm_procedure *const *p = wm_procedure_of(run->item); *p != NULL; p++)
        if (status == WM_OK && (*p)->end != NULL)
            status = (*p)->end(run, err);
    return status;
}

void wm_item_run_close(wm_item_run *run)
{
    for (const wm_procedure *const *p = wm_procedure_of(run->item); *p != NULL; p++)
        if ((*p)->close != NULL)
            (*p)->close(run);
}
