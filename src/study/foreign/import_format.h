/* The formats of other tools' files: a reader for each. */
#ifndef WM_STUDY_IMPORT_FORMAT_H
#define WM_STUDY_IMPORT_FORMAT_H

#include "study/foreign/import_sheet.h"

/* Reads the whole file. Unknown fields are skipped. Errors: SYNTAX, INVALID (not of this format),
 * LIMIT (too many series or values), NOMEM. The caller clears the sheet. */
typedef wm_status wm_import_read(const char *text, size_t size, wm_import_sheet *sheet,
                                 wm_error *err);

typedef struct wm_import_format {
    const char *name;
    wm_import_read *read;
} wm_import_format;

/* hyperfine --export-json: a series for each command and its parameters, an observation a run. */
extern const wm_import_format wm_import_hyperfine;
/* Google Benchmark --benchmark_format=json: a series for each benchmark, an observation a
 * repetition. */
extern const wm_import_format wm_import_google_benchmark;
/* nvbench --json, version 1: a series for each state of a benchmark, with one observation. */
extern const wm_import_format wm_import_nvbench;
/* CSV with a header (RFC 4180): the columns with text name the series, the others are values. */
extern const wm_import_format wm_import_csv;

#endif
