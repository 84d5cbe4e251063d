/* A document: what a command answers, before it is printed.
 *
 * It has two parts. Blocks are for people: lines, tables, commands, series. Members are for
 * programs: values with their keys (data.h). A view fills it from a model and knows no form of
 * output; a printer (print/printers.h) writes it and reads no record. The document keeps copies of
 * all texts, and the first failure, so the calls between need no check. */
#ifndef WM_REPORT_DOCUMENT_H
#define WM_REPORT_DOCUMENT_H

#include <witnessmark.h>

#include "base/buffer.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The emphasis of a piece of text. Each has a colour, and words also say it. */
typedef enum wm_emphasis {
    WM_EMPHASIS_NONE,
    WM_EMPHASIS_HEAD, /* a heading */
    WM_EMPHASIS_GOOD, /* a check that passed */
    WM_EMPHASIS_BAD,  /* a check that failed */
    WM_EMPHASIS_ODD,  /* repaired, undecided, absent */
    WM_EMPHASIS_COUNT
} wm_emphasis;

/* What a piece of a line is. */
typedef enum wm_span_role {
    WM_SPAN_WORDS,    /* of this program */
    WM_SPAN_HINT,     /* the same about an option of the command; a page leaves it out */
    WM_SPAN_DATA,     /* of a record or of the user: a form with markup escapes it */
    WM_SPAN_QUANTITY, /* the same, a number with its unit */
    WM_SPAN_PATH,     /* data that may be cut at its left */
    WM_SPAN_ROOT      /* a root, which may be cut if the line says so */
} wm_span_role;

/* A piece of a line. */
typedef struct wm_span {
    const char *text;
    wm_span_role role;
    wm_emphasis emphasis;
    unsigned beside; /* of a path: the columns that the rest of the line needs */
} wm_span;

/* Where a form with a width breaks a line. */
typedef enum wm_breaks {
    WM_BREAKS_WIDTH,    /* at the width */
    WM_BREAKS_NARROW,   /* at the width less the lead: every line is as long as the first text */
    WM_BREAKS_TERMINAL, /* at the width of a terminal; whole in a file */
    WM_BREAKS_NEVER
} wm_breaks;

/* A line of words. */
typedef struct wm_words {
    struct wm_document *document;
    wm_span *span;
    size_t count, capacity;
    size_t lead; /* the first spans, which are never broken; 0: the text's leading spaces */
    /* before the lines after the first; NULL: two columns more than the leading spaces */
    const char *hang;
    wm_breaks breaks;
    bool is_item;       /* of a list, in a form with lists */
    const char *branch; /* of a tree: `|` for each level with more to come, ` ` for the last one */
    const char *right;  /* at the end of the line if it fits, else behind `; `; or NULL */
} wm_words;

/* How a cell's value is written in JSON. */
typedef enum wm_cell_kind {
    WM_CELL_TEXT, /* a string */
    WM_CELL_VALUE /* a number, `true` or `false`: its value as it is */
} wm_cell_kind;

/* A cell of a table. */
typedef struct wm_cell {
    const char *text;     /* as it is shown; NULL: absent */
    const char *brief;    /* in place of a long text where columns are aligned; or NULL */
    const char *value;    /* for programs; NULL: the text */
    const double *series; /* numbers that are drawn, a character for each; or NULL */
    size_t series_count;
    const struct wm_claim *claim; /* the claim that it shows, with its value and unit; or NULL */
    int note;                     /* number of its note, from 1; 0: none */
    bool is_note_brief;           /* the note belongs to the brief text alone */
    wm_cell_kind kind;
    wm_emphasis emphasis;
} wm_cell;

typedef enum wm_side { WM_SIDE_LEFT, WM_SIDE_RIGHT } wm_side;

typedef struct wm_column {
    const char *title; /* NULL: for programs alone, by its key */
    const char *key;   /* in JSON; NULL: for people alone */
    wm_side side;
    bool may_go;   /* aligned columns: left out if all its cells are absent for one reason */
    unsigned rank; /* in a table of one block: 1 is left out first where the width is short, 2 next;
                      0: never */
} wm_column;

enum { WM_TABLE_COLUMNS = 64 }; /* most columns */

/* A table; table.h builds it. */
typedef struct wm_table {
    struct wm_document *document;
    const char *title; /* a heading, or NULL */
    bool is_apart;     /* an empty line comes before it */
    bool is_one_block; /* aligned columns are left out, by rank, before they make blocks */
    wm_column *column;
    size_t column_count, column_capacity;
    wm_cell *cell; /* row by row */
    size_t cell_count, cell_capacity;
    const char **note;
    size_t note_count, note_capacity;
} wm_table;

/* Where an empty line comes. */
typedef enum wm_gap {
    WM_GAP_PART, /* between two parts, in every form */
    WM_GAP_LINE, /* between lines, where they are no items of a list */
    WM_GAP_LIST  /* before a list, where a form needs one */
} wm_gap;

/* A fact that changed. */
typedef struct wm_change {
    const char *name, *from, *to;
} wm_change;

/* A command to copy, each word as a shell reads it. */
typedef struct wm_shell {
    const char *lead, *command;
    const char *answer; /* what it prints, behind `#`; or NULL */
    const char *beside; /* words on the same line where they fit, else on a line before; or NULL */
} wm_shell;

/* A point of a series: the text of its place, of its value, and its number. */
typedef struct wm_series_point {
    const char *place, *value;
    double number;
} wm_series_point;

typedef enum wm_series_form {
    WM_SERIES_BARS,  /* a bar for each point, on a log axis */
    WM_SERIES_DIGITS /* a digit for each point, from 0 for the least to 9 for the largest */
} wm_series_form;

typedef struct wm_series_block {
    wm_series_form form;
    const char *unit; /* of the numbers of bars */
    wm_series_point *point;
    size_t count;
} wm_series_block;

/* A part of the document begins, and ends any part of its level or below. */
typedef struct wm_section {
    const char *title;
    const char *id; /* one word without a dot, which no other part has; NULL: none */
    unsigned level; /* 1: the whole document; 2, 3: parts of it */
    bool is_folded; /* in a form that folds, it begins closed */
} wm_section;

/* A file that the document carries, for a form that can. */
typedef struct wm_carried {
    const char *name;
    const void *data;
    size_t size;
} wm_carried;

typedef enum wm_block_kind {
    WM_BLOCK_LINE,
    WM_BLOCK_GAP,
    WM_BLOCK_TABLE,
    WM_BLOCK_CHANGE,
    WM_BLOCK_COMMAND,
    WM_BLOCK_SERIES,
    WM_BLOCK_EVIDENCE,
    WM_BLOCK_REMARK,
    WM_BLOCK_SECTION,
    WM_BLOCK_CARRIED,
    WM_BLOCK_FIGURE
} wm_block_kind;

typedef struct wm_block {
    wm_block_kind kind;
    union {
        wm_words *line;
        wm_gap gap;
        wm_table *table;
        wm_change change;
        wm_shell command;
        wm_series_block series;
        struct {
            const char *text;
            size_t size;
        } evidence;         /* a line of a record, byte for byte */
        const char *remark; /* about the source text, in a form that has one with comments */
        wm_section section;
        wm_carried carried;
        struct wm_figure *figure; /* figure.h */
    } of;
} wm_block;

/* Zero-initialised, empty. Ownership: wm_document_clear. */
typedef struct wm_document {
    struct wm_document_chunk *chunk; /* memory of its texts */
    wm_block *block;
    size_t block_count, block_capacity;
    struct wm_member *member; /* data.h */
    size_t member_count, member_capacity;
    wm_words spare_line; /* these take what comes when memory is out */
    wm_span spare_span;
    wm_table spare_table;
    wm_cell spare_cell;
    wm_status status;
} wm_document;

/* Frees the memory. */
void wm_document_clear(wm_document *document);

/* Notes a failure; the first one stays. WM_OK changes nothing. */
void wm_document_fail(wm_document *document, wm_status status);

/* Adds an empty block; NULL when out of memory. */
wm_block *wm_document_add(wm_document *document, wm_block_kind kind);

/* ---- memory ---- */

/* Memory that lives as long as the document, aligned for any type and zero; NULL when out of it. */
void *wm_document_alloc(wm_document *document, size_t size);

/* wm_array_grow in this memory. */
void *wm_document_grow(wm_document *document, void *array, size_t *capacity, size_t needed,
                       size_t element_size);

/* A copy of a text; NULL of NULL. */
const char *wm_document_copy(wm_document *document, const char *text);

/* The same with control characters masked. */
const char *wm_document_mask(wm_document *document, const char *text);

/* A text as printf would write it; empty when out of memory. */
const char *wm_document_text(wm_document *document, const char *format, ...) WM_PRINTF(2, 3);
const char *wm_document_vtext(wm_document *document, const char *format, va_list arguments);

/* The text of a buffer, which is cleared; empty when out of memory. */
const char *wm_document_take(wm_document *document, wm_buffer *buffer);

#endif
