/* Measures the repeats of a profile and appends their observations. */
#include "study/procedure/profile_run.h"

#include "base/clock.h"
#include "base/status.h"
#include "study/procedure/observe.h"

#include <stdio.h>
#include <string.h>

/* The repeats of a profile that are being measured. */
typedef struct {
    wm_item_run *run;
    wm_device_buffer *table; /* of the present half; null before the first */
    wm_device_buffer *first; /* the table of the first half, held to the end */
    uint32_t allocation;     /* number of `table` */
    wm_profile_result result;
} profiles;

static const wm_observed_item *observed(const profiles *p)
{
    return wm_graph_item(p->run->options->sink->graph, p->run->index);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static wm_status take_profile(void *context)
{
    profiles *p = context;
    wm_device *device = p->run->device;
    const wm_profile profile = {p->run->item->dimension[0], p->table};
    return device->ops->profile(device, &profile, &p->result);
}

static bool is_profile_done(void *context, double seconds)
{
    (void)context;
    (void)seconds;
    return true;
}

/* Whether the device's unit is that of the variant. A result in ns becomes one in s. */
static bool take_unit(profiles *p)
{
    const bool in_cycles = strcmp(p->result.unit, "cycles") == 0;
    if (in_cycles != (strcmp(p->run->item->variant->unit, "cycle") == 0))
        return false;
    for (size_t i = 0; i < p->result.count && !in_cycles; i++)
        p->result.latency[i] *= 1e-9;
    return true;
}

/* Allocates a table and drops its first profile, which is that of a device that was idle. */
static wm_status open_table(profiles *p)
{
    wm_item_run *run = p->run;
    wm_device *device = run->device;
    wm_device_buffer *former = p->table;
    wm_status status = device->ops->alloc(device, WM_BACKEND_PROFILE_BYTES, &p->table);
    if (status != WM_OK) {
        p->table = former;
        return wm_item_run_note(run, "allocating", status);
    }
    p->first = former;
    status = wm_item_run_note(run, "warming up", take_profile(p));
    if (status != WM_OK || take_unit(p))
        return status;
    (void)snprintf(run->reason, sizeof run->reason,
                   "%s.%s is a profile of another kind of device: this one measures %s",
                   run->item->variant->workload, run->item->variant->variant, p->result.unit);
    return WM_E_UNSUPPORTED;
}

/* The first repeat of the second half. */
static uint32_t half_of(const wm_item *item)
{
    return (item->repeats + 1) / 2;
}

/* Opens the table of a repeat, if it is not the one before's. The number goes on after that of the
 * recorded repeats. */
static wm_status choose_table(profiles *p, uint32_t repeat)
{
    const wm_observed_item *item = observed(p);
    if (p->table != NULL && repeat != half_of(p->run->item))
        return WM_OK;
    p->allocation = repeat == 0 ? 0 : item->profiles[repeat - 1].allocation + 1;
    return open_table(p);
}

/* Measures one repeat. Notes a failure. */
static wm_status measure_one(profiles *p, uint32_t repeat, wm_repeat *measured)
{
    const wm_item_run_options *options = p->run->options;
    const wm_repeat_work work = {take_profile, is_profile_done, p};
    wm_status status;
    if (options->repeat.stop != NULL && *options->repeat.stop != 0)
        return WM_E_INTERRUPTED;
    status = choose_table(p, repeat);
    if (status != WM_OK)
        return status;
    *measured = (wm_repeat){.doing = "running"};
    status = wm_repeat_time(p->run->device, &options->repeat, &work, measured);
    status = wm_item_run_note(p->run, measured->doing, status);
    if (status == WM_OK && !take_unit(p))
        status = wm_item_run_note(p->run, "the unit changed", WM_E_DEVICE);
    return status;
}

/* ---- observing ------------------------------------------------------------------------------- */

static wm_status observe(const profiles *p, const wm_observe_place *place,
                         const wm_repeat *measured, wm_error *err)
{
    const wm_observe_latencies latencies = {
        .timed = {measured->seconds, measured->started_at_ns, measured->covariates},
        .allocation = p->allocation,
        .values = p->result.latency,
        .count = p->result.count};
    return wm_observe_profile(place, &latencies, err);
}

static wm_status measure_rest(profiles *p, wm_error *err)
{
    const wm_item_run *run = p->run;
    const wm_item_run_options *options = run->options;
    for (uint32_t repeat = observed(p)->profile_count; repeat < run->item->repeats; repeat++) {
        const wm_observe_place place = {options->sink, run->item, run->index, repeat};
        wm_repeat measured;
        wm_status status;
        if (wm_item_run_is_late(run))
            return wm_item_run_skip_late(p->run, err);
        status = measure_one(p, repeat, &measured);
        if (status == WM_E_INTERRUPTED)
            return wm_item_run_interrupt(p->run, err);
        if (status != WM_OK)
            return wm_item_run_fail(p->run, err);
        status = observe(p, &place, &measured, err);
        if (status != WM_OK)
            return status;
        wm_item_run_step(run);
    }
    return WM_OK;
}

wm_status wm_profile_run_measure(wm_item_run *run, const wm_item_run_options *options, size_t index,
                                 wm_error *err)
{
    static const profiles none = {.run = NULL};
    const wm_plan *plan = wm_graph_plan(options->sink->graph);
    wm_device *device = *options->settings->device;
    profiles p = none;
    wm_status status;
    *run = (wm_item_run){.options = options,
                         .device = device,
                         .item = &plan->items[index],
                         .index = index,
                         .nonce = plan->nonce,
                         .begin_s = wm_clock_s()};
    run->judged = &run->workload;
    p.run = run;
    wm_item_run_enter(run, WM_PHASE_REPEATS);
    status = wm_item_run_fits(run) ? measure_rest(&p, err) : wm_item_run_fail(run, err);
    device->ops->free(device, p.first);
    device->ops->free(device, p.table);
    return status;
}
