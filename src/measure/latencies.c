/* Items whose observations are the latencies of a device's units, with no operands and no output.
 *
 * They are no workload: nothing is computed that could be wrong. Plans hold them beside workloads,
 * so a plan knows their sizes and their rows. */
#include "measure/latencies.h"

#include "base/status.h"

const wm_workload_row wm_latencies_rows[] = {
    {WM_PLAN_SIGNATURE_GPU, "l2", {WM_BACKEND_PROFILE_STEPS}},
    {WM_PLAN_SIGNATURE, "cores", {WM_BACKEND_PROFILE_STEPS / 4}},
    {0, NULL, {0}},
};

double wm_latencies_bytes(const wm_item *item)
{
    (void)item;
    return 2.0 * (double)WM_BACKEND_PROFILE_BYTES; /* two tables at different places */
}

/* All units together take about 1.5 s on a GPU with 132 multiprocessors. */
const wm_workload_cost *wm_latencies_cost(const wm_item *item)
{
    static const wm_workload_cost L2 = {.rate = 4e4, .rate_gpu = 4e4, .is_latency = true};
    static const wm_workload_cost CORES = {.rate = 1e6, .rate_gpu = 1e6, .is_latency = true};
    return item->variant->variant[0] == 'l' ? &L2 : &CORES;
}

wm_status wm_latencies_check(const wm_item *item, wm_error *err)
{
    const char *name = wm_tables_procedure(WM_PROCEDURE_PROFILE)->name;
    if (item->fault.kind != WM_FAULT_NONE)
        return wm_error_set(err, WM_E_INVALID, "fault", "a %s has no output and no fault", name);
    if (item->point != WM_POINT_NONE)
        return wm_error_set(err, WM_E_INVALID, "point", "a %s has no output and no point", name);
    if (item->repeats > WM_TABLES_PROFILE_REPEATS)
        return wm_error_set(err, WM_E_INVALID, "repeats", "repeats of a %s must be 1 to %d", name,
                            WM_TABLES_PROFILE_REPEATS);
    if (item->dimension[0] >= WM_BACKEND_PROFILE_STEPS_LEAST &&
        item->dimension[0] <= WM_BACKEND_PROFILE_STEPS_MAX)
        return WM_OK;
    return wm_error_set(err, WM_E_INVALID, "shape.steps", "must be %d to %d",
                        WM_BACKEND_PROFILE_STEPS_LEAST, WM_BACKEND_PROFILE_STEPS_MAX);
}
