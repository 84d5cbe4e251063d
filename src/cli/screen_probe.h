/* Looks at the devices of a kind from other processes, which may hang where this one must not. */
#ifndef WM_CLI_SCREEN_PROBE_H
#define WM_CLI_SCREEN_PROBE_H

#include "backend/registry.h"

/* What was learned of a device. */
typedef struct wm_screen_probe {
    unsigned index; /* of its kind */
    wm_device_entry entry;
    bool is_usable;        /* it answered in time, and could be opened */
    wm_status status;      /* of opening it */
    char reason[256];      /* why it could not be opened; empty: it could */
    uint64_t memory_bytes; /* free now; 0: not known */
    bool is_used;          /* another process computes there */
    char users[96];        /* what was seen of them */
} wm_screen_probe;

/* The devices of a kind, found and opened in processes of their own, within `seconds`. Errors:
 * NOTFOUND (there is none; err says why), IO (the driver did not answer when it was asked for its
 * devices), NOMEM. Ownership: free(*probes). */
WM_MUST_CHECK wm_status wm_screen_probe_all(const wm_backend *backend, double seconds,
                                            wm_screen_probe **probes, size_t *count, wm_error *err);

#endif
