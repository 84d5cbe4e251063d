/* Tar archives of records. */
#ifndef WM_ARCHIVE_TAR_H
#define WM_ARCHIVE_TAR_H

#include "archive/tar_stream.h"

enum { WM_TAR_TOP = 256 };

/* Records that an archive may hold: those of the devices of a node, and tries of each. */
enum { WM_TAR_RECORDS = 256, WM_TAR_RECORD_FILES = 16 };

/* A record of an archive. */
typedef struct wm_tar_record {
    char top[WM_TAR_TOP];               /* its folder in the archive; empty: none */
    bool is_there[WM_TAR_RECORD_FILES]; /* by index of wm_kind_root_file_at */
} wm_tar_record;

/* Zero-initialised. Ownership: free(record). */
typedef struct wm_tar_records {
    wm_tar_record *record;
    size_t count, capacity;
} wm_tar_records;

/* Unpacks a record into an open folder that is empty: the plain files of record.md section 1, each
 * once, all in one folder of the archive or in none. With `most` above 1 the archive may hold so
 * many records, each in a folder of its own, all in one folder of the archive or in none. Then each
 * is unpacked into a folder that has its number as name, `0` and so on; an unfinished run,
 * `.NAME.partial`, is passed over. Modes, owners and times are not taken. The place of an error is
 * left to the caller. share is what it takes of the room, to be given back by the caller. Limits: 1
 * GiB in a file, 2 GiB in all; above 64 MiB also 100 times the size of the archive. Errors: INVALID
 * (another name, a link, a device, a file twice, folders elsewhere, no evidence; with `most` above
 * 1 also no end), SYNTAX (damaged), LIMIT (one of these, or as wm_xz_scan_take), IO, NOMEM,
 * UNSUPPORTED. */
WM_MUST_CHECK wm_status wm_tar_unpack(wm_tar_input *input, int folder, size_t most,
                                      wm_spool_share *share, wm_tar_records *records,
                                      wm_error *err);

/* Writes the files that an open folder has of a record as a ustar archive, compressed by gzip or
 * xz, with the folder `top`. The same files and top give the same bytes under one zlib or liblzma:
 * order, mode, owner and times are fixed. Errors: IO, NOMEM, UNSUPPORTED. */
WM_MUST_CHECK wm_status wm_tar_pack(int folder, const char *top, wm_tar_packing packing, int file,
                                    wm_error *err);

#endif
