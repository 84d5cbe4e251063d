/* Text as HTML shows it: no character of a text is markup. */
#ifndef WM_REPORT_HTML_TEXT_H
#define WM_REPORT_HTML_TEXT_H

#include "report/document/document.h"

#include <stdio.h>

/* Prints a text, which may be in an attribute between double quotes. */
void wm_html_text_print(const char *text, FILE *out);

/* The same of `size` bytes. */
void wm_html_text_bytes(const char *text, size_t size, FILE *out);

/* Prints the link to a place of the document, `#NAME`, for an attribute. */
void wm_html_text_place(const char *name, FILE *out);

/* Prints a text with its emphasis. */
void wm_html_text_emphasis(const char *text, wm_emphasis emphasis, FILE *out);

/* Prints the pieces of a line, by what they are. */
void wm_html_text_line(const wm_words *line, FILE *out);

#endif
