/* RO-Crate metadata of a publication. */
#ifndef WM_REPORT_CRATE_H
#define WM_REPORT_CRATE_H

#include "model/model.h"
#include "report/document/document.h"
#include "standards/sha256.h"

/* A file of the crate. */
typedef struct wm_crate_part {
    char path[256]; /* from the crate's folder; of characters that a URI need not escape */
    uint64_t size_bytes;
    uint8_t sha256[WM_SHA256_SIZE];
} wm_crate_part;

typedef struct wm_crate {
    const wm_crate_part *part; /* all files but the metadata itself, in the order of the crate */
    size_t count;
    const char *license;  /* a URL or words; NULL or empty: the crate says that none is stated */
    const char *document; /* the part that the crate is about; NULL: none */
    const char *unhashed; /* one more file, which has the hash of the metadata; NULL: none */
} wm_crate;

/* Adds the metadata. Nothing for a record without a session: the specification demands a date, and
 * only the record may give one. Source: RO-Crate 1.2. */
void wm_crate_fill(const wm_model *model, const wm_crate *crate, wm_document *to);

/* Appends the metadata as a file; nothing where wm_crate_fill adds nothing. Errors: NOMEM, CANON.
 */
WM_MUST_CHECK wm_status wm_crate_write(const wm_model *model, const wm_crate *crate,
                                       wm_buffer *bytes, wm_error *err);

#endif
