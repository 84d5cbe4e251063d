/* profile: the latencies of a device's units. It has no operands and no output. */
#include "workload/workload.h"

#include "base/status.h"

static const wm_workload_row ROWS[] = {
    {WM_PLAN_SIGNATURE_GPU, "l2", {WM_BACKEND_PROFILE_STEPS}},
    {WM_PLAN_SIGNATURE, "cores", {WM_BACKEND_PROFILE_STEPS / 4}},
    {0, NULL, {0}},
};

/* Two tables at different places. */
static double bytes(const wm_item *item)
{
    (void)item;
    return 2.0 * (double)WM_BACKEND_PROFILE_BYTES;
}

static wm_status admit(const wm_item *item, wm_error *err)
{
    if (item->dimension[0] >= WM_BACKEND_PROFILE_STEPS_LEAST &&
        item->dimension[0] <= WM_BACKEND_PROFILE_STEPS_MAX)
        return WM_OK;
    return wm_error_set(err, WM_E_INVALID, "shape.steps", "must be %d to %d",
                        WM_BACKEND_PROFILE_STEPS_LEAST, WM_BACKEND_PROFILE_STEPS_MAX);
}

/* All units together take about 1.5 s on a GPU with 132 multiprocessors. */
static const wm_workload_cost *cost_of(const wm_item *item)
{
    static const wm_workload_cost L2 = {.rate = 4e4, .rate_gpu = 4e4, .is_latency = true};
    static const wm_workload_cost CORES = {.rate = 1e6, .rate_gpu = 1e6, .is_latency = true};
    return item->variant->variant[0] == 'l' ? &L2 : &CORES;
}

const wm_workload_kind wm_latencies_kind = {
    .name = "profile",
    .bytes = bytes,
    .admit = admit,
    .cost_of = cost_of,
    .rows = ROWS,
};
