/* Starts poppler's tools, which read a PDF. */
#ifndef WM_CLI_PDF_TOOLS_H
#define WM_CLI_PDF_TOOLS_H

#include <witnessmark.h>

#include "manuscript/pdf_links.h"

/* Whether a file begins as a PDF does. */
bool wm_pdf_tools_is_pdf(const char *path);

/* Reads the links that carry claims: those with the text that the page shows, and all. Errors:
 * NOTFOUND (a tool is not installed), OPEN (it cannot be started), INVALID (it refused the file),
 * LIMIT (it took too long or printed too much), NOMEM. */
WM_MUST_CHECK wm_status wm_pdf_tools_links(const char *path, wm_pdf_links *shown, wm_pdf_links *all,
                                           wm_error *err);

#endif
