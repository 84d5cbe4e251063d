/* Changes and judgements: an item of a record compared with another item of it.
 *
 * Source: ours, docs/formats/record.md section 4, changes and judgements. */
#ifndef WM_RECORD_CHANGE_H
#define WM_RECORD_CHANGE_H

#include "record/laws/reduction.h"

/* The index of an item's base in the plan; the plan's count of items if it has none. */
size_t wm_change_base(const wm_plan *plan, size_t index);

/* The other item that a function of a change or of a judgement reads: the base, or the named item;
 * the plan's count of items if there is none. */
size_t wm_change_other(const wm_plan *plan, size_t index, wm_function function);

/* A function of a change, whose base is given, or of a judgement, whose named item is. */
wm_result wm_change_reduce(wm_function function, const wm_observed_item *item,
                           const wm_observed_item *other);

#endif
