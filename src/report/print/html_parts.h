/* The parts of a document in HTML, a file each. */
#ifndef WM_REPORT_HTML_PARTS_H
#define WM_REPORT_HTML_PARTS_H

#include "report/document/document.h"

#include <stdio.h>

/* A row of a table that names its claim: by the claim's name, or by its quantity. */
typedef struct wm_html_place {
    const struct wm_claim *claim;
    const wm_cell *row; /* its first cell */
    size_t order;       /* in the document */
} wm_html_place;

/* The places of claims in a document, in the order of the claims. */
typedef struct wm_html_places {
    wm_html_place *place;
    size_t count, capacity;
    unsigned tables; /* printed so far */
} wm_html_places;

/* html_places.c: finds the first row of each claim. Errors: NOMEM. Ownership: free(place). */
WM_MUST_CHECK wm_status wm_html_places_find(const wm_document *document, wm_html_places *places);

/* The place of a claim; NULL: it has none. */
const wm_html_place *wm_html_places_of(const wm_html_places *places, const struct wm_claim *claim);

/* The claim that has its place in a row, which is given by its first cell; NULL: none has. */
const struct wm_claim *wm_html_places_row(const wm_html_places *places, const wm_table *table,
                                          const wm_cell *row);

/* html_table.c: prints a table that has rows, with its notes. about names it if it has no title. */
void wm_html_table_print(const wm_table *table, const char *about, wm_html_places *places,
                         FILE *out);

/* What a page's head depends on. */
typedef struct wm_html_head {
    const char *title;
    bool has_script, has_figures;
} wm_html_head;

/* html_head.c: prints what comes before the body: the policy, the style, the script. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_html_head_print(const wm_html_head *head, FILE *out);

/* html_carried.c: prints a file as base64, which no browser runs. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_html_carried_print(const wm_carried *file, FILE *out);

/* html_digest.c: prints the SHA-256 of what a part of a page shows, as a carried file. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_html_digest_print(const char *html, size_t size, FILE *out);

#endif
