/* Outcomes of items, and their counts. */
#ifndef WM_MODEL_TALLY_H
#define WM_MODEL_TALLY_H

#include "base/buffer.h"
#include "model/model.h"

/* Counts of items; an item can count in several. */
typedef struct wm_tally {
    size_t wrong, unknown, caught, missed;
} wm_tally;

/* Gives each item its verdict, from its claims `verified` and `transcript`, the outcome of its
 * planned fault, and the errors and failed segments of its point. One that such a finding as below
 * names is wrong, whatever its own checks said. */
void wm_tally_judge(wm_model *model);

/* Counts the outcomes of all items. */
wm_tally wm_tally_count(const wm_model *model);

/* Whether a finding says that an output which no check rejected is not the right one: the device
 * compared it with operands or a product of its own, or its digest was copied. */
bool wm_tally_is_other_digest(const wm_model_finding *finding);

/* The number of findings about links: outputs that differ from those of a prior, numerical classes
 * that changed. */
size_t wm_tally_links(const wm_model *model);

/* The number of findings but those of planned faults that were caught. */
size_t wm_tally_notable(const wm_model *model);

/* Appends the labels of the subjects with a failed check, with commas between them: an output that
 * is wrong, was repaired, or differs from the one that it must equal, errors under load, a planned
 * fault that was missed. Nothing: there is none. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tally_failed_checks(const wm_model *model, wm_buffer *labels);

/* The outcome of the planned fault behind a finding; NONE if the cause is another one. */
wm_planned_fault_outcome wm_tally_about(const wm_model *model, const wm_model_finding *finding);

#endif
