/* Compares the links of a PDF with records. */
#ifndef WM_REPORT_BINDING_LINKS_H
#define WM_REPORT_BINDING_LINKS_H

#include "manuscript/pdf_links.h"
#include "report/binding/binding.h"

/* What is known of the bytes of a PDF that was sealed with a record. */
typedef enum wm_binding_bytes {
    WM_BINDING_BYTES_UNKNOWN,
    WM_BINDING_BYTES_SAME,
    WM_BINDING_BYTES_OTHER
} wm_binding_bytes;

/* Compares the hash of a PDF with a manifest of a sealed document. A manifest of another form says
 * nothing. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_binding_links_bytes(const char *manifest, size_t size,
                                               const uint8_t sha256[WM_SHA256_SIZE],
                                               wm_binding_bytes *bytes);

/* Adds a line for each link that disagrees, then the sum. Returns the exit status: NO if one
 * disagrees, INCONCLUSIVE if there are none. Links of `all` without a shown text are compared too.
 */
int wm_binding_links_add(const wm_binding *binding, const char *document, wm_binding_bytes bytes,
                         const wm_pdf_links *shown, const wm_pdf_links *all, wm_document *to);

#endif
