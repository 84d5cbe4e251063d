/* Why a claim has no value, or says `undetermined`. */
#ifndef WM_REPORT_REASONS_H
#define WM_REPORT_REASONS_H

#include "report/results.h"

enum { WM_REASONS_SIZE = 640 };

/* The reason in words, from the claim's own and from what it rests on: which failure, or which
 * condition of the rule. NULL where there is nothing to explain. item may be NULL; room is for
 * words that have to be made. Source: docs/formats/record.md section 4 (performance_class). */
const char *wm_reasons_find(wm_results *results, const wm_results_item *item, const wm_claim *claim,
                            char room[WM_REASONS_SIZE]);

/* How many of an item's repeats something disturbed, and by what: `2 of 8: sampling_gap, steal`;
 * empty if none. */
void wm_reasons_disturbed(const wm_results *results, const wm_results_item *item,
                          char room[WM_REASONS_SIZE]);

/* The same for a claim that is an item's rate; empty for any other. item may be NULL. */
void wm_reasons_disturbed_rate(const wm_results *results, const wm_results_item *item,
                               const wm_claim *claim, char room[WM_REASONS_SIZE]);

#endif
