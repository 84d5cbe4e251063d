/* Shows a record of `wrap`. */
#ifndef WM_REPORT_WRAPPED_VIEW_H
#define WM_REPORT_WRAPPED_VIEW_H

#include "model/wrapped.h"
#include "report/document/words.h"

/* Each is of a wrapped record with repeats, and adds to a document. */

/* The verdict on one line. is_claim: it is said to be the producer's claim. */
void wm_wrapped_view_add_verdict(const wm_wrapped *wrapped, bool is_claim, wm_document *to);

/* Why the first repeat failed, or has no metric, and the commands. output: what that repeat wrote,
 * which no record has; or NULL. */
void wm_wrapped_view_add_command(const wm_model *model, const wm_wrapped *wrapped,
                                 const char *output, wm_document *to);

/* The interval of a claim that is a median, and of a ratio what it shows; nothing of another. */
void wm_wrapped_view_add_interval(const wm_model *model, const wm_wrapped *wrapped,
                                  const wm_claim *claim, wm_words *line);

/* The warnings, and a table with a row for each quantity that has a median. */
void wm_wrapped_view_add_table(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);

/* The warnings alone. */
void wm_wrapped_view_add_warnings(const wm_model *model, const wm_wrapped *wrapped,
                                  wm_document *to);

/* For programs: a member `wrapped`; and the table as rows with all digits. */
void wm_wrapped_view_export(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);
void wm_wrapped_view_add_rows(const wm_model *model, const wm_wrapped *wrapped, wm_document *to);

#endif
