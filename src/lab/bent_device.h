/* A device that is not honest about rates: its clock is slow, or it leaves products out. */
#ifndef WM_LAB_BENT_DEVICE_H
#define WM_LAB_BENT_DEVICE_H

#include "workload/workload.h"

enum { WM_BENT_PLACES = 64 }; /* most that it reads */

/* How a device is bent. */
typedef struct wm_bent_device {
    double slow;             /* the part of the time that its clock loses; 0: none */
    const wm_workload *kept; /* whose output it keeps where it can; null: it computes all */
    unsigned places;         /* of that output which it reads, 1 to WM_BENT_PLACES */
} wm_bent_device;

/* What it was asked for since wm_bent_device_count was called last. */
typedef struct wm_bent_device_counts {
    uint64_t asked, computed; /* operations of a job */
} wm_bent_device_counts;

/* Bends a device, one at a time, until wm_bent_device_end. No other thread may use it in this
 * call. */
void wm_bent_device_begin(wm_device *device, const wm_bent_device *how);

/* The counts, which begin anew. */
wm_bent_device_counts wm_bent_device_count(void);

/* Makes the device honest again; the same restriction. */
void wm_bent_device_end(wm_device *device);

#endif
