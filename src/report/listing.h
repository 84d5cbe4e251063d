/* All claims of a record, one a row, and the items as one wide CSV table. */
#ifndef WM_REPORT_LISTING_H
#define WM_REPORT_LISTING_H

#include "report/results.h"

/* Prints every claim: name, text, class, tolerance, line and id, aligned or as Markdown; as CSV
 * also value, unit and reason, and the whole id. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_listing_claims(wm_results *results, const wm_results_form *form,
                                          FILE *out);

/* Prints CSV with a row an item and a column a quantity: values as they stand in the evidence; in
 * front the unit of the rate, behind why values are absent or undetermined, and how many repeats
 * were disturbed. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_listing_items(wm_results *results, FILE *out);

#endif
