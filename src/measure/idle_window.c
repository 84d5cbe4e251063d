/* Looks at a device while this process leaves it idle.
 *
 * While our own work runs, a driver's utilisation is ours and that of others together. So the
 * device is left alone for a moment beside each item, and long enough for a sample of the driver to
 * end in it: NVML makes one every sixth of a second on most devices. */
#include "measure/idle_window.h"

#include "base/clock.h"
#include "record/tables/tables.h"

#include <math.h>
#include <time.h>

static const long WINDOW_NS = 200000000;

wm_status wm_idle_window_watch(wm_device *device, wm_idle_window *window)
{
    wm_device_load load = {.utilization = (double)NAN};
    wm_status status;
    *window = (wm_idle_window){.is_there = false};
    if (device->ops->is_host)
        return WM_OK;
    status = device->ops->sync(device);
    load.since_ns = device->ops->time_ns(device);
    if (status == WM_OK)
        (void)nanosleep(&(struct timespec){0, WINDOW_NS}, NULL);
    if (status == WM_OK)
        status = device->ops->load(device, &load);
    if (status == WM_OK)
        *window = (wm_idle_window){true, load.others};
    return status;
}

/* A driver of an H200 was busy for over 0.2 s after 134 GB were freed, with its use at 100 %. A
 * window without a reading says nothing, so another one is watched. */
void wm_idle_window_settle(wm_device *device)
{
    for (unsigned i = 0; i < WM_IDLE_WINDOW_MOST && !device->ops->is_host; i++) {
        wm_idle_window window;
        if (wm_idle_window_watch(device, &window) != WM_OK || !window.is_there ||
            (window.others.reason == NULL &&
             window.others.value <= WM_THRESHOLD_SHARED_UTILIZATION))
            return;
    }
}

/* Adds a window to the summary. The median of one or two values is their middle. */
static void add(const wm_idle_window *window, wm_covariate_summary *to)
{
    const double share = window->others.value;
    if (!window->is_there)
        return;
    if (window->others.reason != NULL || !(share >= 0 && share <= 1)) {
        if (to->samples == 0)
            to->reason = window->others.reason != NULL ? window->others.reason : "it was no share";
        return;
    }
    to->minimum = to->samples > 0 && to->minimum < share ? to->minimum : share;
    to->maximum = to->samples > 0 && to->maximum > share ? to->maximum : share;
    to->median = (to->minimum + to->maximum) / 2;
    to->reason = NULL;
    to->samples++;
}

wm_covariate_summary wm_idle_window_between(const wm_idle_window *before,
                                            const wm_idle_window *after)
{
    wm_covariate_summary summary = {.reason = "no idle window was watched"};
    add(before, &summary);
    add(after, &summary);
    return summary;
}
