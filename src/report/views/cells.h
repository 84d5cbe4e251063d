/* Table cells for claims, with the reason for an absent value. */
#ifndef WM_REPORT_CELLS_H
#define WM_REPORT_CELLS_H

#include "model/model.h"
#include "report/document/table.h"
#include "record/laws/text.h"

/* The emphasis of a word: passed, failed, or neither. */
wm_emphasis wm_cells_emphasis(const char *word);

/* Adds the text of a claim that has one. Of `undetermined: reason` the reason becomes a note. */
void wm_cells_value(wm_table *table, const wm_claim *claim);

/* Adds a claim's text; NULL: the item has no claim on this quantity. */
void wm_cells_claim(wm_table *table, const wm_model *model, const wm_claim *claim);

/* Adds the claim of an item on a quantity. */
void wm_cells_quantity(wm_table *table, const wm_model *model, const wm_model_item *item,
                       const char *name);

/* Both ends of the interval of an item's slope of the rate on the clock. NULL: an end is absent. */
const char *wm_cells_slope_ends(wm_document *to, const wm_model *model, const wm_model_item *item);

/* Both ends of the interval of a rate, without their unit if it is that of the rate. NULL: a claim
 * or an end is absent. */
const char *wm_cells_ends(wm_document *to, const wm_claim *rate, const wm_claim *low,
                          const wm_claim *high);

/* Adds both ends of the interval of an item's rate, with a note if it is too narrow. */
void wm_cells_interval(wm_table *table, const wm_model *model, const wm_model_item *item);

/* Adds a number without a unit. A number that is not finite is absent, for the reason. */
void wm_cells_number(wm_table *table, double value, wm_text_format format, const char *reason);

/* Adds a number with all its digits, for programs; an empty cell for NaN. */
void wm_cells_digits(wm_table *table, double number);

#endif
