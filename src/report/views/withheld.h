/* The withheld facts of a record, beside the lines that show their values. */
#ifndef WM_REPORT_WITHHELD_H
#define WM_REPORT_WITHHELD_H

#include "measure/facts/commitments.h"
#include "model/model.h"
#include "report/document/document.h"

/* Adds a table of the facts with a commitment, each with its value if a line fits, and names the
 * lines that fit none. *unfit receives how many these are. file is their name. Errors: those of
 * wm_reader_read. */
WM_MUST_CHECK wm_status wm_withheld_add(const wm_model *model, const wm_commitments *lines,
                                        const char *file, wm_document *to, size_t *unfit,
                                        wm_error *err);

#endif
