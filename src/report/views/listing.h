/* All claims as a list, and all items as one wide CSV table. */
#ifndef WM_REPORT_LISTING_H
#define WM_REPORT_LISTING_H

#include "model/model.h"
#include "report/document/table.h"

/* Adds a row for each claim: text, class, tolerance, line and id. Reasons become notes. */
void wm_listing_claims(wm_model *model, wm_document *to);

/* The same for programs: all digits, and the reasons in a column. */
void wm_listing_rows(wm_model *model, wm_document *to);

/* Adds a row for each item and each link, with all digits. A record that has own numbers alone has
 * a row for each of its claims. */
void wm_listing_items(wm_model *model, wm_document *to);

#endif
