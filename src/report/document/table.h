/* Builds tables of a document, with notes. */
#ifndef WM_REPORT_TABLE_H
#define WM_REPORT_TABLE_H

#include "report/document/document.h"

/* Adds a table. It is not printed without rows. title: a heading, or NULL. */
wm_table *wm_table_new(wm_document *document, const char *title);

/* The same behind an empty line. */
wm_table *wm_table_apart(wm_document *document, const char *title);

/* Adds a column. All columns come before the first cell. title must outlive the document. Failures:
 * LIMIT. */
void wm_table_add_column(wm_table *table, const char *title, wm_side side, bool may_go);

/* Adds columns by their titles, up to a NULL: `>` in front sets the cells on the right, a `?`
 * behind it means that the column may go. */
void wm_table_columns(wm_table *table, ...);

/* Sets the rank of the column that was added last, or its key. */
void wm_table_rank_column(wm_table *table, unsigned rank);
void wm_table_key_column(wm_table *table, const char *key);

/* Adds the next cell, row by row. text is copied and masked; NULL is an absent value. reason, or
 * NULL, becomes a note below the table: why the value is absent, or a remark. */
wm_cell *wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis);

/* Adds a text alone. */
wm_cell *wm_table_text(wm_table *table, const char *text);

/* The same, as printf would write it. */
wm_cell *wm_table_write(wm_table *table, const char *format, ...) WM_PRINTF(2, 3);

/* Adds a number that is shown as a text. */
wm_cell *wm_table_value(wm_table *table, double value, const char *format, ...) WM_PRINTF(3, 4);

/* Gives a cell another text for programs; NULL: null. */
void wm_table_tell(wm_table *table, wm_cell *cell, const char *value);

/* Gives the cell that was added last a brief text of its first `size` bytes, with the whole text as
 * a note, for aligned columns. */
void wm_table_brief(wm_table *table, size_t size);

/* Adds numbers that are drawn, a character for each. */
void wm_table_series(wm_table *table, const double *value, size_t count);

/* Number of whole rows. */
size_t wm_table_rows(const wm_table *table);

/* A cell. */
const wm_cell *wm_table_at(const wm_table *table, size_t row, size_t column);

#endif
