/* Reasons: why a claim has no value, and why an item is wrong. */
#ifndef WM_REPORT_REASONS_H
#define WM_REPORT_REASONS_H

#include "model/model.h"

enum { WM_REASONS_SIZE = 640 };

/* The reason of a claim without a value, with the failure that caused it. NULL if there is nothing
 * to explain. room may hold the text. */
const char *wm_reasons_find(const wm_model *model, const wm_claim *claim,
                            char room[WM_REASONS_SIZE]);

/* One reason for all items that the run's budget left out; NULL for another item. */
const char *wm_reasons_budget(const wm_model_item *item);

/* The reasons for a lowered clock in a bit set, with commas: all, or only those that flag a repeat.
 * Empty if there are none. */
void wm_reasons_throttle(unsigned bits, bool only_flagging, char room[WM_REASONS_SIZE]);

/* Why an item is wrong, by the claim that decided. */
const char *wm_reasons_wrong(const wm_model_item *item);

/* The same with the statistic that is beyond its limit: `its output failed the check: G 130273.0 is
 * not in 0.8 .. 21`. Without one where no claim of the item is. room holds the text. */
const char *wm_reasons_rejected(const wm_model_item *item, char room[WM_REASONS_SIZE]);

/* What the repeats of an item say against its intervals: `correlated, interval too narrow`; NULL:
 * nothing. */
const char *wm_reasons_narrow(const wm_model_item *item);

/* The number of an item's disturbed repeats, and their flags: `2 of 8: sampling_gap, steal`; empty
 * if there are none. */
void wm_reasons_disturbed(const wm_model_item *item, char room[WM_REASONS_SIZE]);

/* Of how many of an item's repeats the flags are not known: `flags unknown: 3 of 8 repeats`; empty
 * if of none. */
void wm_reasons_unknown(const wm_model_item *item, char room[WM_REASONS_SIZE]);

/* The number of disturbed repeats for a claim on an item's rate; empty for any other claim. */
void wm_reasons_disturbed_rate(const wm_model *model, const wm_claim *claim,
                               char room[WM_REASONS_SIZE]);

#endif
