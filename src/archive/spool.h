/* Records from archives and from standard input, unpacked into a private temporary folder. */
#ifndef WM_ARCHIVE_SPOOL_H
#define WM_ARCHIVE_SPOOL_H

#include <witnessmark.h>

#include <stdbool.h>

#include "archive/sealed_members.h"
#include "archive/spool_file.h"
#include "archive/tar.h"

/* An unpacked record. */
typedef struct wm_spool {
    char path[4200];        /* its folder; of an evidence.jsonl alone, that file */
    char inside[300];       /* the record's folder in the archive; empty: none */
    bool is_archive;        /* false: an evidence.jsonl alone */
    wm_tar_records records; /* of several, where they were allowed: in `path/0`, `path/1`, ... */
    bool is_sealed;         /* the archive is a sealed document, and path that of its record */
    wm_sealed sealed;       /* its members */
    unsigned number;        /* of its folder in the temporary folder */
    unsigned members;       /* the same of a sealed document's members */
    wm_spool_share share;
} wm_spool;

/* Whether a path is to be unpacked: `-`, or a plain file that begins as gzip, xz or tar does. */
bool wm_spool_takes(const char *path);

/* Unpacks a tar archive, plain or compressed by gzip or xz, or copies an evidence.jsonl. path `-`
 * is standard input. The files go into a folder of their own in a folder of this process, mode
 * 0700, made in base. `most` is 1, or how many records an archive may hold. Of a sealed document,
 * which must be a file on a disk, the members are unpacked too. Errors: OPEN (the file), SYNTAX (an
 * empty or damaged one), INVALID (no archive of a record; the message says why), LIMIT (too large;
 * spool->share says whether for other records), IO (also: the disk is full), UNSUPPORTED (as
 * wm_tar_stream_open), ARG (a path that is too long). Threads: several may unpack at once.
 * Ownership: wm_spool_close, after a success. */
WM_MUST_CHECK wm_status wm_spool_open(const char *base, const char *path, size_t most,
                                      wm_spool *spool, wm_error *err);

/* The same of one record in an open file, read from its beginning. name is for messages. */
WM_MUST_CHECK wm_status wm_spool_open_file(const char *base, int file, const char *name,
                                           wm_spool *spool, wm_error *err);

/* Removes the files of one record. */
void wm_spool_close(wm_spool *spool);

/* Removes everything that is left, also what other threads write now. A signal's handler may call
 * it. Nothing can be unpacked afterwards. */
void wm_spool_remove_all(void);

#endif
