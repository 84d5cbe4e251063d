/* A template of evidence, in which `@N` is the id of line N, so that changing a line changes the
 * edges to it. */
#ifndef WM_FUZZ_TEMPLATE_H
#define WM_FUZZ_TEMPLATE_H

#include "base/buffer.h"
#include "standards/sha256.h"

enum { TEMPLATE_LINES_MAX = 4096 };

/* The ids of the lines so far, and the values of the other tokens. Zero-initialise. */
typedef struct template_ids {
    char ids[TEMPLATE_LINES_MAX][WM_SHA256_HEX_SIZE + 1];
    size_t count;
    char evidence[WM_SHA256_HEX_SIZE + 1]; /* `@e` */
    char merkle[WM_SHA256_HEX_SIZE + 1];   /* `@m` */
    size_t claims;                         /* `@n` */
    const char *prior;                     /* `@q`: the root that the record continues; or NULL */
} template_ids;

/* Appends a text with its tokens replaced. Besides those above: `@v` and `@p` are the SHA-256 of
 * the checkers of this release, `@r` the id of the last line. An unknown token stays. */
void template_expand(const char *text, size_t size, const template_ids *known, wm_buffer *out);

/* Appends evidence line by line with all tokens replaced, and fills known. */
void template_evidence(const char *text, size_t size, template_ids *known, wm_buffer *out);

#endif
