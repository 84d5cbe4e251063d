/* Cells of tables that show claims, with the reason where a value is absent. */
#ifndef WM_REPORT_CELLS_H
#define WM_REPORT_CELLS_H

#include "report/results.h"
#include "record/text.h"

/* A word's emphasis: what passed, what failed, what is neither. */
wm_emphasis wm_cells_emphasis(const char *word);

/* Adds a claim's text; NULL is a quantity that only products have. item may be NULL: a claim of
 * none. */
void wm_cells_claim(wm_table *table, wm_results *results, const wm_results_item *item,
                    const wm_claim *claim);

/* Adds the claim of an item on a quantity. */
void wm_cells_quantity(wm_table *table, wm_results *results, const wm_results_item *item,
                       const char *name);

/* Adds those on several; names ends with NULL. */
void wm_cells_quantities(wm_table *table, wm_results *results, const wm_results_item *item,
                         const char *const *names);

/* Adds a number without a unit; one that is not finite is absent for the reason. */
void wm_cells_number(wm_table *table, double value, wm_text_format format, const char *reason);

/* Prints a table behind an empty line, or nothing where it has no rows, and clears it. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_cells_print(wm_table *table, const wm_results_form *form, FILE *out);

#endif
