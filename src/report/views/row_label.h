/* The label of a row, with what speaks against the row. */
#ifndef WM_REPORT_ROW_LABEL_H
#define WM_REPORT_ROW_LABEL_H

#include "model/model.h"
#include "report/document/table.h"

/* Adds a label as the next cell. `WRONG` is before it if the output of the item or of a side that
 * the claim compares was wrong; a note says it, with the place, and tells faults on purpose, checks
 * that could not be decided, and disturbed repeats. item, claim: either may be NULL. A prior that
 * cannot be read fails the document. */
void wm_row_label_add(wm_table *table, const wm_model *model, const wm_model_item *item,
                      const wm_claim *claim, const char *label);

/* What speaks against an item alone, as the note of a label; NULL: nothing. place: ` in prior 1` or
 * empty. */
const char *wm_row_label_note(const wm_model *model, const wm_model_item *item, const char *place,
                              wm_document *to);

#endif
