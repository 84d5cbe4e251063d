/* Runs small items of a variant.
 *
 * A device refuses by kind and format, not by size, so a small item shows it. A rate does depend on
 * the size: it is taken from the smallest size that keeps the device busy. */
#include "study/procedure/trial.h"

#include "measure/schedule.h"
#include "workload/workload.h"

#include <math.h>

/* Runs an item once and then `runs` times: the time of the fastest of these. */
static wm_status time_fastest(wm_device *device, const wm_item *item, const char *nonce,
                              unsigned runs, double *seconds)
{
    wm_workload workload;
    wm_status status = wm_workload_open(&workload, device, item);
    if (status == WM_OK)
        status = wm_workload_fill(&workload, nonce);
    *seconds = (double)INFINITY;
    for (unsigned i = 0; i <= runs && status == WM_OK; i++) {
        const uint64_t begin = device->ops->time_ns(device);
        status = wm_job_run(device, &workload.job);
        if (status == WM_OK)
            status = device->ops->sync(device);
        if (i > 0)
            *seconds = fmin(*seconds, (double)(device->ops->time_ns(device) - begin) * 1e-9);
    }
    wm_workload_close(&workload);
    return status;
}

/* ---- whether it runs ------------------------------------------------------------------------- */

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
    double seconds;
    (void)reason;
    return time_fastest(device, &small, "", 0, &seconds);
}

/* ---- its rate -------------------------------------------------------------------------------- */

/* A size is enough from this time on, if the rate does not rise any more. On a busy machine a small
 * size mostly waits for a processor: the rate then rises with the work. */
static const double ENOUGH_S = 0.01, RISE = 1.5;
static const double MOST_S = 0.1; /* enough in any case */
static const double GROWTH = 8;   /* of the work, from a size that mostly waits to the next */

/* The first run of a workload is not timed. On a busy machine the fastest run is nearest to the
 * work: others wait for a processor. */
enum { FIRST_DIMENSION = 128, TIMED_RUNS = 4 };

/* The item with no dimension above `most`; *is_whole: no dimension was cut. */
static wm_item limit(const wm_item *item, uint64_t most, bool *is_whole)
{
    wm_item small = *item;
    *is_whole = true;
    small.fault = (wm_planned_fault){.kind = WM_FAULT_NONE};
    for (unsigned i = 0; i < item->variant->dimension_count; i++)
        if (small.dimension[i] > most) {
            small.dimension[i] = most;
            *is_whole = false;
        }
    return small;
}

/* The next size behind `most`: twice, or the one with GROWTH times the work. */
static uint64_t next_size(const wm_item *item, uint64_t most, bool is_waiting)
{
    bool is_whole = false;
    const wm_item small = limit(item, most, &is_whole);
    const double work = wm_plan_work(&small);
    for (most *= 2; is_waiting; most *= 2) {
        const wm_item next = limit(item, most, &is_whole);
        if (is_whole || !(wm_plan_work(&next) < GROWTH * work))
            break;
    }
    return most;
}

double wm_trial_rate(wm_device *device, const wm_item *item, const char *nonce)
{
    double best = (double)NAN, seconds = 0;
    bool is_whole = false, is_enough = false;
    uint64_t most = FIRST_DIMENSION;
    while (!is_whole && !is_enough) {
        const wm_item small = limit(item, most, &is_whole);
        if (wm_schedule_check_item(&small, NULL) == WM_OK) {
            double rate;
            if (time_fastest(device, &small, nonce, TIMED_RUNS, &seconds) != WM_OK)
                return best;
            rate = wm_plan_work(&small) / seconds;
            is_enough = seconds >= MOST_S || (seconds >= ENOUGH_S && rate < RISE * best);
            best = fmax(best, rate);
        }
        most = next_size(item, most, seconds >= ENOUGH_S);
    }
    return best;
}
