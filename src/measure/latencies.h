/* Items whose observations are the latencies of a device's units. */
#ifndef WM_MEASURE_LATENCIES_H
#define WM_MEASURE_LATENCIES_H

#include "workload/workload.h"

/* Their name in workloads.tsv. */
#define WM_LATENCIES_NAME "profile"

/* Their items in built-in plans; the last has no plan. */
extern const wm_workload_row wm_latencies_rows[];

/* Device memory of an item. Units: bytes. */
double wm_latencies_bytes(const wm_item *item);

/* The nominal speed of an item. */
const wm_workload_cost *wm_latencies_cost(const wm_item *item);

/* Refuses an item that cannot be in a plan, whose repeats and shape are numbers of the format.
 * Errors: INVALID (err's place is the field of a plan's item). */
WM_MUST_CHECK wm_status wm_latencies_check(const wm_item *item, wm_error *err);

#endif
