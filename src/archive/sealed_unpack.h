/* Unpacks the archive of a sealed document. */
#ifndef WM_ARCHIVE_SEALED_UNPACK_H
#define WM_ARCHIVE_SEALED_UNPACK_H

#include "archive/sealed_members.h"
#include "archive/tar_stream.h"

enum { WM_SEALED_UNPACK_TOP = 256 };

/* Whether an archive is a sealed document: it has a path `anc/record/...`, at its top or in one
 * folder, and no evidence of a record before it. Reads the file, which must be one on a disk, and
 * sets it back. top receives the folder with a slash behind it, or nothing. Errors, also of an
 * archive that is neither: those of wm_tar_stream_next. */
WM_MUST_CHECK wm_status wm_sealed_unpack_look(wm_tar_input *input, bool *is_sealed,
                                              char top[WM_SEALED_UNPACK_TOP], wm_error *err);

/* Unpacks the members into two open folders that are empty: the files of the record by their names,
 * all others by their numbers. Each is hashed. sealed has the folders' paths. Errors: INVALID (a
 * link, a device, a path twice or in a second folder), LIMIT, IO, NOMEM, UNSUPPORTED. Ownership:
 * wm_sealed_members_close, in every case. */
WM_MUST_CHECK wm_status wm_sealed_unpack(wm_tar_input *input, const char *top, int members,
                                         int record, wm_spool_share *share, wm_sealed *sealed,
                                         wm_error *err);

#endif
