/* Tar archives of records. */
#ifndef WM_ARCHIVE_TAR_H
#define WM_ARCHIVE_TAR_H

#include "archive/tar_stream.h"

enum { WM_TAR_TOP = 256 };

/* Unpacks a record into an open folder that is empty: the plain files of record.md section 1, each
 * once, all in one folder of the archive or in none. top receives the name of that folder. Modes,
 * owners and times are not taken. The place of an error is left to the caller. share is what it
 * takes of the room, to be given back by the caller. Errors: INVALID (another name, a link, a
 * device, a file twice, several folders, no evidence), LIMIT (over 1 GiB in a file or 2 GiB in all,
 * over 64 MiB and 100 times the size of the archive; as wm_xz_scan_take), IO (damaged, or cannot
 * write), NOMEM, UNSUPPORTED. */
WM_MUST_CHECK wm_status wm_tar_unpack(wm_tar_input *input, int folder, wm_spool_share *share,
                                      char top[WM_TAR_TOP], wm_error *err);

/* Writes the files that an open folder has of a record as a ustar archive, compressed by gzip or
 * xz, with the folder `top`. The same files and top give the same bytes under one zlib or liblzma:
 * order, mode, owner and times are fixed. Errors: IO, NOMEM, UNSUPPORTED. */
WM_MUST_CHECK wm_status wm_tar_pack(int folder, const char *top, wm_tar_packing packing, int file,
                                    wm_error *err);

#endif
