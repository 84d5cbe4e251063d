/* Tries whether a device would run an item. */
#include "study/run/trial.h"

#include "base/status.h"
#include "measure/schedule.h"
#include "workload/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void write_reason(wm_device *device, wm_status status, char reason[256])
{
    const char *words = device->ops->last_error(device);
    (void)snprintf(reason, 256, "%s%s%.200s", wm_status_text(status), words[0] != '\0' ? ": " : "",
                   words);
}

static wm_status try_small(wm_device *device, const wm_item *small)
{
    wm_workload workload;
    wm_status status = wm_workload_open(&workload, device, small);
    if (status == WM_OK)
        status = wm_workload_fill(&workload, "");
    if (status == WM_OK)
        status = wm_job_run(device, &workload.job);
    if (status == WM_OK)
        status = device->ops->sync(device);
    wm_workload_close(&workload);
    return status;
}

/* Tries a profile of the fewest steps. Its unit must be that of the variant. */
static wm_status try_profile(wm_device *device, const wm_item *item, char reason[256])
{
    wm_device_buffer *table = NULL;
    wm_profile_result *result = calloc(1, sizeof *result);
    wm_status status =
        result == NULL ? WM_E_NOMEM : device->ops->alloc(device, WM_BACKEND_PROFILE_BYTES, &table);
    if (status == WM_OK) {
        const wm_profile profile = {WM_BACKEND_PROFILE_STEPS_LEAST, table};
        status = device->ops->profile(device, &profile, result);
    }
    if (status == WM_OK &&
        (strcmp(result->unit, "cycles") == 0) != (strcmp(item->variant->unit, "cycle") == 0)) {
        (void)snprintf(reason, 256,
                       "%s.%s is a profile of another kind of device: this one measures %s",
                       item->variant->workload, item->variant->variant, result->unit);
        status = WM_E_ARG; /* the reason is written */
    }
    device->ops->free(device, table);
    free(result);
    return status;
}

wm_status wm_trial_run(wm_device *device, const wm_item *item, double memory_bytes, bool *is_taken,
                       char reason[256])
{
    const double bytes = wm_workload_bytes(item);
    const wm_item small = cut(item);
    wm_status status;
    reason[0] = '\0';
    *is_taken = false;
    if (bytes > memory_bytes) {
        (void)snprintf(reason, 256, "needs %.4g GB of memory, available: %.4g GB", bytes * 1e-9,
                       memory_bytes * 1e-9);
        return WM_OK;
    }
    status = wm_tables_has(item->variant, WM_TRAIT_PROFILE) ? try_profile(device, item, reason)
                                                            : try_small(device, &small);
    *is_taken = status == WM_OK;
    if (status != WM_OK && reason[0] == '\0')
        write_reason(device, status, reason);
    return status == WM_E_DEVICE ? status : WM_OK;
}
