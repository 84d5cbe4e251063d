/* A table of text with notes, and its forms: aligned, Markdown, CSV. */
#ifndef WM_REPORT_TABLE_H
#define WM_REPORT_TABLE_H

#include <witnessmark.h>

#include "report/style.h"

#include <stdio.h>

enum { WM_TABLE_COLUMNS = 64 }; /* most columns */

typedef enum wm_table_form { WM_TABLE_PLAIN, WM_TABLE_MARKDOWN, WM_TABLE_CSV } wm_table_form;

typedef enum wm_table_side { WM_TABLE_LEFT, WM_TABLE_RIGHT } wm_table_side;

typedef struct wm_table_cell {
    char *text; /* NULL: absent */
    int note;   /* number of the note that says why, from 1; 0 for none */
    wm_emphasis emphasis;
} wm_table_cell;

typedef struct wm_table_column {
    const char *title;
    wm_table_side side;
    bool may_go; /* where every cell of it is absent, the aligned form leaves it out and says so */
} wm_table_column;

/* A table under construction. Zero-initialise; the first failure sticks and comes out of
 * wm_table_print. */
typedef struct wm_table {
    const char *title; /* a heading, or NULL */
    wm_table_column column[WM_TABLE_COLUMNS];
    size_t column_count;
    wm_table_cell *cell; /* row by row */
    size_t cell_count;
    size_t cell_capacity;
    char **note;
    size_t note_count;
    wm_status status;
} wm_table;

/* Adds a column; all columns come before the first cell. title lives as long as the table. */
void wm_table_add_column(wm_table *table, const char *title, wm_table_side side, bool may_go);

/* Adds the next cell, row by row; text is copied and its control characters are masked. NULL text
 * is an absent value. reason goes below the table as a note: why the value is absent, or what is to
 * be said of it (NULL: nothing). */
void wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis);

/* Number of whole rows. */
size_t wm_table_rows(const wm_table *table);

/* Prints the table; one without rows prints nothing. Errors: NOMEM, from this or any call
 * before. */
WM_MUST_CHECK wm_status wm_table_print(const wm_table *table, wm_table_form form, bool is_coloured,
                                       FILE *out);

/* Gives the memory back. */
void wm_table_clear(wm_table *table);

/* Prints words that a record brought, outside of a table too: what Markdown would read as its own
 * marks, or as HTML, is escaped there. */
void wm_table_print_words(const char *text, wm_table_form form, FILE *out);

/* Prints one field of CSV as RFC 4180 has it, without a separator; the form ends lines with \n
 * alone. */
void wm_table_print_csv(const char *text, FILE *out);

#endif
