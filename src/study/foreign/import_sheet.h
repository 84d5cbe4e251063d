/* Numbers that were read from a file of another tool, in series; and the readers of its formats. */
#ifndef WM_STUDY_IMPORT_SHEET_H
#define WM_STUDY_IMPORT_SHEET_H

#include <witnessmark.h>

#include "base/buffer.h"
#include "standards/json.h"

enum {
    WM_IMPORT_NAME = 31,   /* room for the name of a series: 30 bytes */
    WM_IMPORT_FIELD = 33,  /* room for the name of a value: 32 bytes */
    WM_IMPORT_FIELDS = 64, /* values of an observation */
    WM_IMPORT_SERIES = 4096,
    WM_IMPORT_CHAINS = 2 * WM_IMPORT_SERIES, /* of the tables that find a series */
    WM_IMPORT_UNIT = 17
};

/* A value that each observation of a series has. */
typedef struct wm_import_field {
    char name[WM_IMPORT_FIELD];
    char *original;
    char unit[WM_IMPORT_UNIT];
    bool is_claimed; /* its median becomes a claim */
} wm_import_field;

/* An observation: a value for each field, NaN where it is absent. */
typedef struct wm_import_row {
    double *values;
    char *reason; /* why values are absent; NULL: none was said */
} wm_import_row;

typedef struct wm_import_series {
    char name[WM_IMPORT_NAME]; /* of [a-z0-9_.] */
    char *original;            /* as in the file */
    char *parameters;          /* NULL: none */
    wm_import_field *fields;
    size_t field_count, field_capacity;
    wm_import_row *rows;
    size_t row_count, row_capacity;
    size_t failed_count;               /* rows of runs that failed */
    uint16_t next_original, next_name; /* of the same chain: an index + 1; 0: none */
    unsigned suffix;                   /* the last number that was tried behind this name */
} wm_import_series;

/* A text about the whole file. */
typedef struct wm_import_fact {
    char name[65];
    char *text;
} wm_import_fact;

/* What was read; zero-initialise it. Ownership: wm_import_sheet_clear. */
typedef struct wm_import_sheet {
    wm_import_series *series;
    size_t series_count, series_capacity;
    /* The first series of each chain, by its hash: an index + 1; 0: none. */
    uint16_t by_original[WM_IMPORT_CHAINS], by_name[WM_IMPORT_CHAINS];
    wm_import_fact *facts;
    size_t fact_count, fact_capacity;
    wm_buffer left_out; /* what was not taken, separated by "; " */
} wm_import_sheet;

/* The series with this original name and these parameters (may be NULL); makes it if needed. Its
 * own name is made of the original's letters and digits, and is unique. NULL: out of memory, or
 * more than 4,096 series. */
wm_import_series *wm_import_sheet_series(wm_import_sheet *sheet, const char *original, size_t size,
                                         const char *parameters, size_t parameters_size);

/* A new series, also if there is one with this original name and these parameters. NULL: as above.
 */
wm_import_series *wm_import_sheet_add_series(wm_import_sheet *sheet, const char *original,
                                             size_t size, const char *parameters,
                                             size_t parameters_size);

/* The index of the field with this original name; makes it if needed, and the earlier rows then
 * have no value for it. SIZE_MAX: out of memory, or more than 64 fields. */
size_t wm_import_sheet_field(wm_import_series *series, const char *original, size_t size,
                             const char *unit, bool is_claimed);

/* Adds a row without values. NULL: out of memory. */
wm_import_row *wm_import_sheet_row(wm_import_series *series);

/* Adds a reason to a row: `WHAT: WORDS`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_import_sheet_reason(wm_import_row *row, const char *what,
                                               const char *words, size_t size);

/* Adds a fact. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_import_sheet_fact(wm_import_sheet *sheet, const char *name,
                                             const char *text, size_t size);

/* Says once that something was not taken. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_import_sheet_leave_out(wm_import_sheet *sheet, const char *words);

/* Frees the memory. */
void wm_import_sheet_clear(wm_import_sheet *sheet);

/* ---- formats --------------------------------------------------------------------------------- */

typedef struct wm_import_format {
    const char *name;
    /* Reads the whole file. Unknown fields are skipped. Errors: SYNTAX, INVALID (not of this
     * format), LIMIT (too many series or values), NOMEM (also those; err is then not set). The
     * caller clears the sheet. */
    wm_status (*read)(const struct wm_import_format *format, const char *text, size_t size,
                      wm_import_sheet *sheet, wm_error *err);
    const char *limits; /* what NOMEM means; NULL: out of memory alone */
    /* of JSON, which wm_import_json_read reads: */
    const char *writer;  /* the program that writes it */
    const char *list;    /* the array of the root that is read */
    const char *refusal; /* if there is none */
    wm_status (*begin)(const wm_json_value *root, wm_import_sheet *sheet, wm_error *err);
    /* Takes an element of the array; numbers are from 1. */
    wm_status (*add)(const wm_json_value *element, size_t number, wm_import_sheet *sheet,
                     wm_error *err);
} wm_import_format;

/* hyperfine --export-json: a series for each command and its parameters, an observation a run. A
 * run whose exit code is not 0, or that a signal ended, has no values but `failed` and its code. */
extern const wm_import_format wm_import_hyperfine;
/* Google Benchmark --benchmark_format=json: a series for each benchmark, an observation a
 * repetition. */
extern const wm_import_format wm_import_google_benchmark;
/* nvbench --json, version 1: a series for each state of a benchmark, with one observation. */
extern const wm_import_format wm_import_nvbench;
/* CSV with a header (RFC 4180): the columns with text name the series, the others are values. */
extern const wm_import_format wm_import_csv;

#endif
