/* Makes the members of a sealed document from files. */
#ifndef WM_ARCHIVE_SEALED_MAKE_H
#define WM_ARCHIVE_SEALED_MAKE_H

#include "archive/sealed_manifest.h"

/* A member that is to be written. */
typedef struct wm_sealed_file {
    char path[WM_SEALED_PATH + 1]; /* from the archive's top */
    char *from;                    /* the file to read; NULL: `bytes` has all */
    wm_buffer bytes;
    uint64_t size_bytes;
    uint8_t sha256[WM_SHA256_SIZE];
} wm_sealed_file;

/* Zero-initialised, empty. Ownership: wm_sealed_make_clear. */
typedef struct wm_sealed_make {
    wm_sealed_file *file;
    size_t count, capacity;
    wm_sealed_manifest manifest; /* the caller sets root and license */
} wm_sealed_make;

/* Adds the document: any path, under its last name. Errors: ARG (a path that a member may not have;
 * a link, a folder, a device), OPEN, IO, LIMIT, NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_make_document(wm_sealed_make *make, const char *given,
                                                wm_error *err);

/* Adds a source under its path, which must be relative and lead through no link. Errors: as
 * wm_sealed_make_document. */
WM_MUST_CHECK wm_status wm_sealed_make_source(wm_sealed_make *make, const char *given,
                                              wm_error *err);

/* Adds the files of the record in a folder. Errors: as wm_sealed_make_document. */
WM_MUST_CHECK wm_status wm_sealed_make_record(wm_sealed_make *make, const char *folder,
                                              wm_error *err);

/* Adds a member with these bytes, which are copied. Errors: NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_sealed_make_bytes(wm_sealed_make *make, const char *path,
                                             const void *data, size_t size, wm_error *err);

/* Sorts the members. Errors: ARG (a path twice, or as a file and a folder). */
WM_MUST_CHECK wm_status wm_sealed_make_sort(wm_sealed_make *make, wm_error *err);

/* Takes a member. */
typedef wm_status wm_sealed_put(void *context, const char *path, const void *data, size_t size,
                                wm_error *err);

/* Hands all sorted members to `put`: the manifest, then those of `anc/`, then the others. Errors:
 * those of put; OPEN, IO (also a file that changed), NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_make_put(wm_sealed_make *make, wm_sealed_put *put, void *context,
                                           wm_error *err);

void wm_sealed_make_clear(wm_sealed_make *make);

#endif
