/* Shows a record of `wrap`. */
#ifndef WM_REPORT_WRAPPED_VIEW_H
#define WM_REPORT_WRAPPED_VIEW_H

#include "model/wrapped.h"
#include "report/document/document.h"

/* Each is of a wrapped record with repeats, and adds to a document. */

/* The verdict on one line. is_claim: it is said to be the producer's claim. */
void wm_wrapped_view_add_verdict(const wm_wrapped *wrapped, bool is_claim, wm_document *to);

/* Why the first repeat failed, or has no metric, and the commands. output: what that repeat wrote,
 * which no record has; or NULL. */
void wm_wrapped_view_add_command(const wm_model *model, const wm_wrapped *wrapped,
                                 const char *output, wm_document *to);

/* Whether the interval of a command's ratio to the first one is above this ratio; NaN: false. */
bool wm_wrapped_view_is_slower(const wm_wrapped *wrapped, double ratio);

/* The warnings, and a table with a row for each quantity that has a median. */
void wm_wrapped_view_add_table(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);

/* The warnings alone. */
void wm_wrapped_view_add_warnings(const wm_model *model, const wm_wrapped *wrapped,
                                  wm_document *to);

/* For programs: a member `wrapped`; and the table as rows with all digits. */
void wm_wrapped_view_export(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);
void wm_wrapped_view_add_rows(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);

#endif
