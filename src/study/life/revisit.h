/* Opens the output of an item at the places that its prior opened. */
#ifndef WM_STUDY_REVISIT_H
#define WM_STUDY_REVISIT_H

#include "record/build/graph.h"
#include "study/life/continuation.h"

/* Whether an item, whose repeats are all observed and ok, lacks the revisit that its output needs.
 * `there` may be null. Source: docs/formats/record.md section 3, revisit. */
bool wm_revisit_is_missing(const wm_graph *graph, size_t index, const wm_continuation_item *there);

#endif
