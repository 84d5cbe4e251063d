/* The products of a record: files for papers and pages, each a printer of a document. */
#ifndef WM_REPORT_PRODUCTS_H
#define WM_REPORT_PRODUCTS_H

#include "model/model.h"
#include "report/document/document.h"
#include "report/print/printers.h"

/* Fills the document of a product; argument is that of its row. It stays empty where the record has
 * nothing for it, and there is no file then. Errors: those of the views. */
typedef wm_status wm_product_fill(wm_model *model, const char *argument, wm_document *to,
                                  wm_error *err);

/* A row: one file of the folder. */
typedef struct wm_product {
    const char *path;      /* in the folder, with one folder of its own at most */
    const char *about;     /* a line of README.md: what it is */
    wm_product_fill *fill; /* NULL: the file of this name in page_parts.h */
    const char *argument;
    wm_printer *printer;
} wm_product;

/* The rows, in the order of README.md; NULL behind the last one. */
const wm_product *wm_products_at(size_t index);

/* The row of this path, or NULL. */
const wm_product *wm_products_named(const char *path);

/* Appends the bytes of a product's file; none: the record cannot fill it. Errors: those of fill and
 * of the printer; NOMEM. */
WM_MUST_CHECK wm_status wm_products_write(const wm_product *product, wm_model *model,
                                          wm_buffer *bytes, wm_error *err);

/* Appends what a printer writes of a document. Errors: those of the printer; NOMEM. */
WM_MUST_CHECK wm_status wm_products_print(const wm_document *document, wm_printer *printer,
                                          wm_buffer *bytes);

#endif
