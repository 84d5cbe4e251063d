/* All products of a record, and the README.md that says what each is. */
#ifndef WM_REPORT_PUBLICATION_H
#define WM_REPORT_PUBLICATION_H

#include "report/publish/products.h"

/* Takes a file. */
typedef wm_status wm_publication_put(void *context, const char *path, const void *data, size_t size,
                                     wm_error *err);

/* Hands every file to `put`, and adds the answer of the command: a row for each file with its
 * size and SHA-256. Last come README.md, and the RO-Crate metadata of all others, with the license,
 * which may be NULL. Errors: those of wm_products_write and of put. */
WM_MUST_CHECK wm_status wm_publication_make(wm_model *model, const char *license,
                                            wm_publication_put *put, void *context,
                                            wm_document *answer, wm_error *err);

#endif
