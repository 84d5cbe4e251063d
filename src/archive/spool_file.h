/* A file of a record that is being unpacked, within limits of space. */
#ifndef WM_ARCHIVE_SPOOL_FILE_H
#define WM_ARCHIVE_SPOOL_FILE_H

#include <witnessmark.h>

#include <stdbool.h>

#include "base/buffer.h"
#include "standards/json.h"

/* What is unpacked at most: of a file, and of all records that a process has unpacked. */
#define WM_SPOOL_FILE_BYTES ((uint64_t)1 << 30)
#define WM_SPOOL_BYTES ((uint64_t)2 << 30)

/* What one record takes of the room of the process. */
typedef struct wm_spool_share {
    uint64_t bytes;
    bool is_crowded; /* it was refused, and would not be without other records */
} wm_spool_share;

/* Takes room for bytes. Errors: LIMIT. Threads: any. */
WM_MUST_CHECK wm_status wm_spool_share_take(wm_spool_share *share, uint64_t bytes, wm_error *err);

/* Gives it back, all of it. */
void wm_spool_share_give(wm_spool_share *share);

/* A file that is open for writing. Evidence is looked at as it comes. Behind a line that no audit
 * accepts, only the last line is kept, and before a root of another format empty lines: an audit
 * of these lines says the same as one of all. */
typedef struct wm_spool_file {
    wm_spool_share *share;
    const char *name;
    int file;
    uint64_t size_bytes; /* taken so far */
    bool is_evidence;    /* its name ends with .jsonl */
    wm_json *json;
    wm_buffer line;         /* the current line, and one byte more than a line may have */
    uint64_t line_number;   /* its number, from 1; of a refused line: stays */
    bool is_whole;          /* it has its newline */
    bool is_refused;        /* a line was refused: nothing more is written */
    uint64_t more_lines;    /* newlines that were not written */
    bool has_more;          /* bytes were not written */
    bool ends_with_newline; /* the bytes that were written */
} wm_spool_file;

/* Makes the file of this name in a record's open folder, and the folder that its name has. The name
 * must outlive it. Errors: IO, NOMEM. */
WM_MUST_CHECK wm_status wm_spool_file_open(int folder, const char *name, wm_spool_share *share,
                                           wm_spool_file *of, wm_error *err);

/* Takes the next bytes. Errors: LIMIT, IO, NOMEM. */
WM_MUST_CHECK wm_status wm_spool_file_take(wm_spool_file *of, const char *data, size_t size,
                                           wm_error *err);

/* Ends the file, after any status of the calls before, which it returns if it is an error. Errors:
 * LIMIT, IO, NOMEM; INVALID: a refused line, and over 2^24 more before a root of another format. */
WM_MUST_CHECK wm_status wm_spool_file_close(wm_spool_file *of, wm_status status, wm_error *err);

#endif
