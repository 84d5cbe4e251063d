/* Changes: an item of a record compared with its base, another item of it.
 *
 * Source: ours, docs/formats/record.md section 4, changes. */
#ifndef WM_RECORD_CHANGE_H
#define WM_RECORD_CHANGE_H

#include "record/laws/reduction.h"

/* The index of an item's base in the plan; the plan's count of items if it has none. */
size_t wm_change_base(const wm_plan *plan, size_t index);

/* A function of a change. */
wm_result wm_change_reduce(wm_function function, const wm_observed_item *item,
                           const wm_observed_item *base);

#endif
