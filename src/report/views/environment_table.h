/* The facts of a record's machine, device and program. */
#ifndef WM_REPORT_ENVIRONMENT_TABLE_H
#define WM_REPORT_ENVIRONMENT_TABLE_H

#include "model/model.h"
#include "report/document/table.h"

/* Adds a table of each environment of the record: every fact with its value, or the reason why it
 * has none. Errors: those of wm_reader_read. */
WM_MUST_CHECK wm_status wm_environment_table_add(const wm_model *model, wm_document *to,
                                                 wm_error *err);

/* Fills a table with the facts of one environment. */
void wm_environment_table_fill(const wm_environment_node *node, wm_table *table);

#endif
