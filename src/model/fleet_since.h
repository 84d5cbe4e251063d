/* What changed between two sweeps. */
#ifndef WM_MODEL_FLEET_SINCE_H
#define WM_MODEL_FLEET_SINCE_H

#include "model/fleet.h"

/* A change of a node. Texts are those of the fleets, or of the list. */
typedef struct wm_fleet_change {
    /* came, went, listed, unlisted, state, device came, device went, device, uuid, driver, program,
     * digest, rate */
    const char *what;
    const char *node;
    const char *name; /* of the device's record; its UUID where a device came or went unnamed */
    const char *item, *from, *to; /* empty: none */
} wm_fleet_change;

/* Zero-initialised, empty. Ownership: wm_fleet_since_clear; both fleets must outlive it. */
typedef struct wm_fleet_changes {
    wm_fleet_change *at;
    size_t count, capacity;
    size_t rates; /* changes of rates */
} wm_fleet_changes;

/* Compares the nodes of two sweeps. A device is known by its UUID, else by the name of its record.
 * A digest changed if both have one ballot. A rate changed if the intervals of both records have no
 * number in common. The texts go into `now`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_since_find(const wm_fleet *before, wm_fleet *now,
                                            wm_fleet_changes *changes);

void wm_fleet_since_clear(wm_fleet_changes *changes);

#endif
