/* The study of another tool's file: its numbers become a record, marked as not witnessed. */
#ifndef WM_STUDY_IMPORT_H
#define WM_STUDY_IMPORT_H

#include "study/foreign/import_sheet.h"

enum {
    WM_IMPORT_BYTES = 64 << 20, /* of the file */
    WM_IMPORT_RAW = 256 << 10   /* a file of at most this size is in the record */
};

/* What every imported record says of itself, after the format and "; ". */
#define WM_IMPORT_MARK "imported, not witnessed"

typedef struct wm_import {
    const char *path; /* the record's folder */
    const char *file; /* the name of the file, for messages */
    const wm_import_format *format;
    const char *text; /* of the file */
    size_t size;
} wm_import;

typedef struct wm_import_outcome {
    char root[WM_ID_SIZE];
    size_t series, observations;
    size_t absent;       /* observations with an absent value */
    size_t failed;       /* observations of runs that failed */
    char left_out[4096]; /* what was not taken; empty: nothing */
} wm_import_outcome;

/* The format with this name; NULL if there is none. */
const wm_import_format *wm_import_format_named(const char *name);

/* Reads the text, and seals the record. Each series is a benchmark of the file; its original name,
 * its parameters, the file's SHA-256, its size and, if it is small, its bytes are facts of the
 * environment. The machine is not described: the file may be from another one. Errors: those of the
 * format's reader, and INVALID (no numbers), whose place is the file; those of wm_record_write. */
WM_MUST_CHECK wm_status wm_import_run(const wm_import *import, wm_import_outcome *outcome,
                                      wm_error *err);

#endif
