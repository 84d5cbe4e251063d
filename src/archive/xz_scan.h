/* Follows an xz file before it is decompressed, and refuses a large dictionary. */
#ifndef WM_ARCHIVE_XZ_SCAN_H
#define WM_ARCHIVE_XZ_SCAN_H

#include <witnessmark.h>

/* The largest dictionary that is decompressed: that of `xz -9`. */
#define WM_XZ_SCAN_DICTIONARY ((uint64_t)64 << 20)

/* Where in the file the next bytes are. */
typedef struct wm_xz_scan {
    int state;            /* what the next part is */
    size_t need, have;    /* bytes of the part */
    uint64_t skip;        /* bytes before the part */
    uint64_t bytes;       /* of the block's data, or of the index, so far */
    uint64_t left;        /* numbers of the index */
    unsigned shift;       /* of the number that counts them */
    unsigned check_bytes; /* behind each block of the stream */
    uint8_t part[1024];   /* the largest header of a block */
} wm_xz_scan;

void wm_xz_scan_init(wm_xz_scan *scan);

/* Takes the next bytes of the file. Source: The .xz File Format 1.2.1, sections 2 to 4 and 5.3.1;
 * chunks of LZMA2 as in lzma2_decoder.c of liblzma 5.4. Errors: LIMIT (a dictionary over
 * WM_XZ_SCAN_DICTIONARY), IO (not of this form). Nothing may be taken after an error. */
WM_MUST_CHECK wm_status wm_xz_scan_take(wm_xz_scan *scan, const void *data, size_t size,
                                        wm_error *err);

#endif
