/* Tar archives entry by entry, read and written by libarchive. */
#ifndef WM_ARCHIVE_TAR_STREAM_H
#define WM_ARCHIVE_TAR_STREAM_H

#include <witnessmark.h>

#include <stdbool.h>

#include "archive/spool_file.h"

enum { WM_TAR_STREAM_HEAD = 512, WM_TAR_STREAM_WINDOW = 65536 };

/* An archive to read: its first bytes, which are read already, and the open file with the rest. */
typedef struct wm_tar_input {
    int file;
    size_t size; /* of the head */
    char head[WM_TAR_STREAM_HEAD];
} wm_tar_input;

/* How an archive is compressed. */
typedef enum { WM_TAR_PLAIN, WM_TAR_GZIP, WM_TAR_XZ } wm_tar_packing;

/* What bytes begin as. Source: RFC 1952, 2.3.1; The .xz File Format 1.2.1, 2.1.1.1. */
wm_tar_packing wm_tar_stream_packing(const char *head, size_t size);

/* What an archive of this name is written as: xz if it ends with .tar.xz or .txz, else gzip. */
wm_tar_packing wm_tar_stream_packing_of_name(const char *name);

typedef struct wm_tar_reader wm_tar_reader;

/* A plain file or a folder of an archive. */
typedef struct wm_tar_entry {
    const char *path; /* without `./` in front and `/` behind; NULL: the archive is over */
    bool is_folder;
} wm_tar_entry;

/* Opens an archive, plain or compressed by gzip or xz, of at most `most` entries. share is what was
 * unpacked of it, by the caller. Errors: SYNTAX (damaged), IO, LIMIT (as wm_xz_scan_take), NOMEM,
 * UNSUPPORTED (built without libarchive, or that without liblzma). Ownership: wm_tar_stream_close,
 * also of NULL. */
WM_MUST_CHECK wm_status wm_tar_stream_open(wm_tar_input *input, unsigned most,
                                           const wm_spool_share *share, wm_tar_reader **reader,
                                           wm_error *err);
void wm_tar_stream_close(wm_tar_reader *reader);

/* Finds the next entry; its path lives until the next call. The folder of all is left out. Errors:
 * INVALID (a link, a device, a sparse file; a path that is absolute, is over 1,023 bytes or has an
 * empty, `.` or `..` part), LIMIT (over 1 GiB, too many entries, xz's dictionary), SYNTAX, IO,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_tar_stream_next(wm_tar_reader *reader, wm_tar_entry *entry,
                                           wm_error *err);

/* Whether the archive, which is over, ended with two blocks of zeros. Else it may have been cut
 * between two entries. All entries must have been read to their ends. Source: POSIX.1-2017, pax,
 * ustar Interchange Format. */
bool wm_tar_stream_has_end(const wm_tar_reader *reader);

/* Reads bytes of the entry into a window of WM_TAR_STREAM_WINDOW; *got is 0 at its end. name is for
 * messages. Errors: LIMIT (over 64 MiB and 100 times the size of the archive; xz's dictionary),
 * SYNTAX, IO, NOMEM. */
WM_MUST_CHECK wm_status wm_tar_stream_read(wm_tar_reader *reader, const char *name, char *window,
                                           size_t *got, wm_error *err);

/* Refuses a path of an archive: `refused: 'PATH' in the archive WORDS`. Returns INVALID. */
wm_status wm_tar_stream_refuse(const char *path, const char *words, wm_error *err);

typedef struct wm_tar_writer wm_tar_writer;

/* Begins a ustar archive, compressed by gzip or by xz. The same entries give the same bytes under
 * one zlib or liblzma: mode, owner and times are fixed. Errors: IO, NOMEM, UNSUPPORTED. Ownership:
 * wm_tar_stream_finish, also of NULL. */
WM_MUST_CHECK wm_status wm_tar_stream_begin(int file, wm_tar_packing packing,
                                            wm_tar_writer **writer, wm_error *err);

/* Adds a plain file with these first bytes; wm_tar_stream_write adds the others. Errors: IO, NOMEM.
 */
WM_MUST_CHECK wm_status wm_tar_stream_add(wm_tar_writer *writer, const char *path,
                                          uint64_t size_bytes, wm_error *err);
WM_MUST_CHECK wm_status wm_tar_stream_write(wm_tar_writer *writer, const void *data, size_t size,
                                            const char *name, wm_error *err);

/* Ends the archive, after any status of the calls before, which it returns if it is an error. */
WM_MUST_CHECK wm_status wm_tar_stream_finish(wm_tar_writer *writer, wm_status status,
                                             wm_error *err);

#endif
