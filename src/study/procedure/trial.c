/* Runs a small item of a variant once. */
#include "study/procedure/trial.h"

#include "measure/schedule.h"
#include "workload/workload.h"

/* A dimension above SMALL keeps its remainder, because an operation may need a multiple. */
enum { SMALL = 512, BASE = 384, MULTIPLE = 128 };

static wm_item cut(const wm_item *item)
{
    wm_item small = *item;
    small.fault = (wm_planned_fault){.kind = WM_FAULT_NONE};
    for (unsigned i = 0; i < item->variant->dimension_count; i++)
        if (small.dimension[i] > SMALL)
            small.dimension[i] = BASE + small.dimension[i] % MULTIPLE;
    return wm_schedule_check_item(&small, NULL) == WM_OK ? small : *item;
}

wm_status wm_trial_run(wm_device *device, const wm_item *item, char reason[256])
{
    const wm_item small = cut(item);
    wm_workload workload;
    wm_status status;
    (void)reason;
    status = wm_workload_open(&workload, device, &small);
    if (status == WM_OK)
        status = wm_workload_fill(&workload, "");
    if (status == WM_OK)
        status = wm_job_run(device, &workload.job);
    if (status == WM_OK)
        status = device->ops->sync(device);
    wm_workload_close(&workload);
    return status;
}
