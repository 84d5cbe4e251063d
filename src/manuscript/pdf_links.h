/* The links of a PDF that carry claims, from what poppler's tools print. */
#ifndef WM_MANUSCRIPT_PDF_LINKS_H
#define WM_MANUSCRIPT_PDF_LINKS_H

#include <witnessmark.h>

#include <stdbool.h>
#include <stddef.h>

/* A link `URL#CLAIM:~:root=ROOT&text=TEXT`, with its texts as they are meant. */
typedef struct wm_pdf_link {
    char *claim, *root, *text;
    char *shown; /* what the page shows, without blanks; NULL: not known */
    unsigned page;
    unsigned pieces; /* of what is shown, as fonts and lines part it */
} wm_pdf_link;

/* Zero-initialised, empty. Ownership: wm_pdf_links_clear. */
typedef struct wm_pdf_links {
    wm_pdf_link *link;
    size_t count, capacity;
    char *last; /* the address of the last one, to join what fonts part */
} wm_pdf_links;

/* Reads what `pdftohtml -xml` prints: links with the text that they show. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_pdf_links_read_xml(const char *data, size_t size, wm_pdf_links *links);

/* Reads what `pdfinfo -url` prints: links alone. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_pdf_links_read_urls(const char *data, size_t size, wm_pdf_links *links);

/* Whether a shown text is a claim's text, or the number of it alone. Blanks do not count. */
bool wm_pdf_links_shows(const char *shown, const char *text);

/* Frees the memory. */
void wm_pdf_links_clear(wm_pdf_links *links);

#endif
