/* The first line of a product: which product it is, of which record, made by which release. */
#ifndef WM_REPORT_PRODUCT_HEAD_H
#define WM_REPORT_PRODUCT_HEAD_H

#include <witnessmark.h>

#include "base/buffer.h"

#include <stdbool.h>

/* What a first line says. */
typedef struct wm_product_head {
    char version[64];
    char path[256]; /* of the product */
    char root[WM_ID_SIZE];
} wm_product_head;

/* Puts the line before a product's bytes, in the form that its path's ending asks for: a comment of
 * LaTeX or of XML. Nothing is put before a file without comments, or one that is empty. Errors:
 * NOMEM. Source: ours, docs/formats/document.md section 4. */
WM_MUST_CHECK wm_status wm_product_head_put(const char *path, const char *root, wm_buffer *bytes);

/* Reads the line of a file's first bytes; false: it has none. */
bool wm_product_head_read(const char *data, size_t size, wm_product_head *head);

#endif
