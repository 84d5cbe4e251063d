/* Looks at a device while this process leaves it idle: who uses it then is another. */
#ifndef WM_MEASURE_IDLE_WINDOW_H
#define WM_MEASURE_IDLE_WINDOW_H

#include "measure/covariate.h"

/* What a window showed. Zero-initialised: there was none. */
typedef struct wm_idle_window {
    bool is_there;
    wm_covariate_value others; /* share of the window in which others used the device */
} wm_idle_window;

/* Waits for the device, then leaves it idle for 0.2 s. There is no window on the processors of this
 * host: what others do there is in other covariates. Errors: those of the device. */
WM_MUST_CHECK wm_status wm_idle_window_watch(wm_device *device, wm_idle_window *window);

/* Waits while windows show use, for WM_IDLE_WINDOW_MOST of them at most. For a device that this
 * process gave much memory back to: clearing it is use that no other caused. Who uses the device
 * for longer is seen by the windows of the next item. Nothing is waited for on this host. */
void wm_idle_window_settle(wm_device *device);
enum { WM_IDLE_WINDOW_MOST = 10 };

/* The covariate `idle_utilization` of a repeat with these windows before and behind it. Source:
 * docs/formats/record.md section 3. */
wm_covariate_summary wm_idle_window_between(const wm_idle_window *before,
                                            const wm_idle_window *after);

#endif
