/* Every form of output of a document, into nothing. */
#ifndef WM_FUZZ_VIEWS_H
#define WM_FUZZ_VIEWS_H

#include "fuzz.h"

#include "report/print/printers.h"

/* Prints a document in every form, at a narrow and a wide width, and clears it. */
static inline void print_all(wm_document *document)
{
    static wm_printer *const printers[] = {wm_print_terminal, wm_print_markdown, wm_print_csv,
                                           wm_print_json,     wm_print_latex,    wm_print_bibtex};
    static FILE *nothing;
    if (nothing == NULL)
        nothing = fopen("/dev/null", "w");
    FUZZ_CHECK(nothing != NULL && document->status == WM_OK);
    for (size_t i = 0; i < sizeof printers / sizeof printers[0]; i++)
        for (unsigned width = 20; width <= 120; width += 100) {
            const wm_paper paper = {.width = width};
            FUZZ_CHECK(printers[i](document, &paper, nothing) == WM_OK);
        }
    wm_document_clear(document);
}

#endif
