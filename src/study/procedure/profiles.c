/* The procedure `profile`: the latencies of a device's units.
 *
 * It has no operands and no output. Half of the repeats walk another table at another place, which
 * is allocated while the first is held: a latency that depends on the place is no mark of the
 * device. Each table's first profile is dropped, because the device was idle before it. */
#include "study/procedure/procedure.h"

#include "measure/schedule.h"
#include "study/procedure/item_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The profiles that are being measured. */
typedef struct wm_profile_tables {
    wm_item_run *run;
    wm_device_buffer *table; /* of the present half; null before the first */
    wm_device_buffer *first; /* the table of the first half, held to the end */
    uint32_t allocation;     /* number of `table` */
    wm_profile_result result;
} wm_profile_tables;

/* ---- what was observed ----------------------------------------------------------------------- */

/* All units together take about 1.5 s on a GPU with 132 multiprocessors. */
static const wm_workload_cost *nominal_of(const wm_item *item)
{
    static const wm_workload_cost L2 = {.rate = 4e4, .rate_gpu = 4e4, .is_latency = true};
    static const wm_workload_cost CORES = {.rate = 1e6, .rate_gpu = 1e6, .is_latency = true};
    return item->variant->variant[0] == 'l' ? &L2 : &CORES;
}

/* It has no operands, no warm-up and no check: one run is one profile. */
static double seconds_of(const wm_item *item, const wm_machine_speed *machine, wm_phase phase)
{
    const double rate = wm_procedure_nominal_rate(item, machine->is_gpu);
    return phase == WM_PHASE_REPEATS ? wm_plan_work(item) / (rate * machine->speed) : 0;
}

/* ---- measuring ------------------------------------------------------------------------------- */

static wm_status take_profile(void *context)
{
    wm_profile_tables *p = context;
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

/* Whether the device's unit is that of the variant. */
static bool is_of_variant(const wm_profile_result *result, const wm_variant *variant)
{
    return (strcmp(result->unit, "cycles") == 0) == (strcmp(variant->unit, "cycle") == 0);
}

static void refuse_unit(const wm_profile_result *result, const wm_variant *variant, char *reason,
                        size_t size)
{
    (void)snprintf(reason, size,
                   "%s.%s is a profile of another kind of device: this one measures %s",
                   variant->workload, variant->variant, result->unit);
}

/* The same, and a result in ns becomes one in s. */
static bool take_unit(wm_profile_tables *p)
{
    if (!is_of_variant(&p->result, p->run->item->variant))
        return false;
    for (size_t i = 0; i < p->result.count && strcmp(p->result.unit, "cycles") != 0; i++)
        p->result.latency[i] *= 1e-9;
    return true;
}

/* Allocates a table and drops its first profile, which is that of a device that was idle. */
static wm_status open_table(wm_profile_tables *p)
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
    refuse_unit(&p->result, run->item->variant, run->reason, sizeof run->reason);
    return WM_E_UNSUPPORTED;
}

/* The first repeat of the second half. */
static uint32_t half_of(const wm_item *item)
{
    return (item->repeats + 1) / 2;
}

/* Opens the table of a repeat, if it is not the one before's. The number goes on after that of the
 * recorded repeats. */
static wm_status choose_table(wm_profile_tables *p, uint32_t repeat)
{
    const wm_observed_item *item = wm_item_run_observed(p->run);
    if (p->table != NULL && repeat != half_of(p->run->item))
        return WM_OK;
    p->allocation = repeat == 0 ? 0 : item->profiles[repeat - 1].allocation + 1;
    return open_table(p);
}

/* Measures one repeat. Notes a failure. */
static wm_status measure_one(wm_profile_tables *p, uint32_t repeat, wm_repeat *measured)
{
    const wm_item_run_options *options = p->run->options;
    const wm_repeat_work work = {take_profile, is_profile_done, p, NULL};
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

/* ---- the procedure --------------------------------------------------------------------------- */

/* Tries a profile of the fewest steps. Its unit must be that of the variant. */
static wm_status try_out(wm_device *device, const wm_item *item, char reason[256])
{
    wm_device_buffer *table = NULL;
    wm_profile_result *result = calloc(1, sizeof *result);
    wm_status status =
        result == NULL ? WM_E_NOMEM : device->ops->alloc(device, WM_BACKEND_PROFILE_BYTES, &table);
    if (status == WM_OK) {
        const wm_profile profile = {WM_BACKEND_PROFILE_STEPS_LEAST, table};
        status = device->ops->profile(device, &profile, result);
    }
    if (status == WM_OK && !is_of_variant(result, item->variant)) {
        refuse_unit(result, item->variant, reason, 256);
        status = WM_E_ARG; /* the reason is written */
    }
    device->ops->free(device, table);
    free(result);
    return status;
}

/* A node with the fields that every observation has. */
static wm_profile_node node_of(const wm_observe_place *place)
{
    return (wm_profile_node){.environment = wm_member_edge(place->sink->environment),
                             .plan = wm_member_edge(place->sink->plan),
                             .item = (double)place->item_index,
                             .repeat = place->index};
}

static wm_status observe(const wm_observe_place *place, const wm_profile_tables *p,
                         const wm_repeat *measured, wm_error *err)
{
    wm_profile_node node = node_of(place);
    wm_observe_timed timed;
    wm_observe_time(place, measured, &timed);
    node.started_at = timed.started_at;
    node.flags = timed.flags;
    node.covariates = timed.covariates;
    node.seconds = measured->seconds;
    node.allocation = p->allocation;
    node.latencies = wm_member_list(p->result.latency, p->result.count);
    return wm_sink_write(place->sink, &wm_kind_profile_ok, &node, NULL, err);
}

static wm_status fail_next(const wm_observe_place *place, const char *reason, wm_error *err)
{
    wm_profile_node node = node_of(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_profile_failed, &node, NULL, err);
}

static wm_status begin(wm_item_run *run)
{
    run->profiles = calloc(1, sizeof *run->profiles);
    if (run->profiles == NULL)
        return wm_item_run_note(run, "allocating", WM_E_NOMEM);
    run->profiles->run = run;
    return WM_OK;
}

static wm_status next(wm_item_run *run, bool *is_measured, wm_error *err)
{
    wm_profile_tables *p = run->profiles;
    const uint32_t repeat = wm_item_run_observed(run)->count[WM_PROCEDURE_PROFILE];
    const wm_observe_place place = {run->options->sink, run->item, run->index, repeat};
    wm_repeat measured;
    wm_status status;
    wm_item_run_enter(run, WM_PHASE_REPEATS);
    status = measure_one(p, repeat, &measured);
    if (status != WM_OK)
        return status;
    *is_measured = true;
    return observe(&place, p, &measured, err);
}

static void close_tables(wm_item_run *run)
{
    if (run->profiles == NULL)
        return;
    run->device->ops->free(run->device, run->profiles->first);
    run->device->ops->free(run->device, run->profiles->table);
    free(run->profiles);
    run->profiles = NULL;
}

const wm_procedure wm_profiles = {
    .row = WM_PROCEDURE_PROFILE,
    .phase = WM_PHASE_REPEATS,
    .bytes = wm_schedule_bytes,
    .nominal = nominal_of,
    .seconds = seconds_of,
    .try_out = try_out,
    .begin = begin,
    .next = next,
    .fail_next = fail_next,
    .close = close_tables,
};
