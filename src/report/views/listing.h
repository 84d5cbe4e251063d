/* All claims as a list, and all items as one wide CSV table. */
#ifndef WM_REPORT_LISTING_H
#define WM_REPORT_LISTING_H

#include "model/model.h"
#include "report/views/view.h"

/* Prints every claim: name, text, class, tolerance, line and id, aligned or as Markdown. CSV has
 * value, unit and reason too, and the whole id. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_listing_claims(wm_model *model, const wm_view *view, FILE *out);

/* Prints CSV: a row for each item, a column for each quantity with the value as in the evidence.
 * The columns before these have item and unit of the rate. The columns after them have the reasons
 * for absent or undetermined values, and the disturbed repeats. With links, there is a row for each
 * behind the items, and columns for their quantities behind the others. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_listing_items(wm_model *model, FILE *out);

#endif
