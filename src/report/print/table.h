/* Tables of text with notes: aligned, Markdown, CSV. */
#ifndef WM_REPORT_TABLE_H
#define WM_REPORT_TABLE_H

#include <witnessmark.h>

#include "report/print/style.h"

#include <stdio.h>

enum { WM_TABLE_COLUMNS = 64 }; /* most columns */

typedef enum wm_table_form { WM_TABLE_PLAIN, WM_TABLE_MARKDOWN, WM_TABLE_CSV } wm_table_form;

typedef enum wm_table_side { WM_TABLE_LEFT, WM_TABLE_RIGHT } wm_table_side;

typedef struct wm_table_cell {
    char *text; /* NULL: absent */
    int note;   /* number of its note, from 1; 0: none */
    wm_emphasis emphasis;
} wm_table_cell;

typedef struct wm_table_column {
    const char *title;
    wm_table_side side;
    bool may_go;   /* the aligned form leaves it out if all its cells are absent */
    unsigned rank; /* in a table of one block: 1 is left out first where the width is short, 2 next;
                      0: never */
} wm_table_column;

/* A table under construction; zero-initialise it. wm_table_print returns the first failure. */
typedef struct wm_table {
    const char *title; /* a heading, or NULL */
    unsigned width;    /* of a line in the aligned form; 0: 80 */
    bool is_one_block; /* the aligned form leaves columns out, by rank, before it makes blocks */
    wm_table_column column[WM_TABLE_COLUMNS];
    size_t column_count;
    wm_table_cell *cell; /* row by row */
    size_t cell_count;
    size_t cell_capacity;
    char **note;
    size_t note_count, note_capacity;
    wm_status status;
} wm_table;

/* Adds a column. All columns come before the first cell. title must outlive the table. */
void wm_table_add_column(wm_table *table, const char *title, wm_table_side side, bool may_go);

/* Sets the rank of the column that was added last. */
void wm_table_rank_column(wm_table *table, unsigned rank);

/* Adds the next cell, row by row. text is copied and masked; NULL is an absent value. reason, or
 * NULL, becomes a note below the table: why the value is absent, or a remark. */
void wm_table_add(wm_table *table, const char *text, const char *reason, wm_emphasis emphasis);

/* Number of whole rows. */
size_t wm_table_rows(const wm_table *table);

/* Prints the table, or nothing if it has no rows. Errors: NOMEM, of this or an earlier call. */
WM_MUST_CHECK wm_status wm_table_print(const wm_table *table, wm_table_form form, bool is_coloured,
                                       FILE *out);

/* Frees the memory. */
void wm_table_clear(wm_table *table);

/* Prints text of a record, inside or outside of a table. In Markdown, escapes markup and HTML. */
void wm_table_print_words(const char *text, wm_table_form form, FILE *out);

/* Prints one field of CSV without a separator. Source: RFC 4180, but lines end with \n alone. */
void wm_table_print_csv(const char *text, FILE *out);

#endif
