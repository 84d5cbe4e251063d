/* Power limits of devices: how a process sets one without opening the device. */
#ifndef WM_BACKEND_POWER_LIMIT_H
#define WM_BACKEND_POWER_LIMIT_H

#include <witnessmark.h>

enum { WM_BACKEND_POWER_REASON = 160 };

/* Power limits that can be set. Units: mW. */
typedef struct {
    unsigned least_mw, former_mw; /* former: in force when it was opened; none above it is set */
} wm_power_range;

typedef struct wm_power_limit wm_power_limit; /* each kind defines its own */

/* The power limit of a device, by its UUID, for a process that has not opened the device. It stays
 * as it is when it is closed: whoever sets it restores it. */
typedef struct {
    /* Errors: UNSUPPORTED (it cannot be set, or not by this user; `reason` says it), NOMEM. */
    wm_status (*open)(const char *uuid, wm_power_limit **limit, wm_power_range *range,
                      char reason[WM_BACKEND_POWER_REASON]);
    /* Errors: UNSUPPORTED, DEVICE, with the reason. */
    wm_status (*set)(wm_power_limit *limit, unsigned limit_mw,
                     char reason[WM_BACKEND_POWER_REASON]);
    void (*close)(wm_power_limit *limit); /* null is allowed */
} wm_backend_power;

#endif
