/* The forms of a document, a file each: print_NAME.c. */
#ifndef WM_REPORT_PRINTERS_H
#define WM_REPORT_PRINTERS_H

#include "report/document/document.h"
#include "report/print/paper.h"

#include <stdio.h>

/* Writes a document. Errors: the failure that the document notes; NOMEM; CANON (a member that is no
 * JSON). */
typedef wm_status wm_printer(const wm_document *document, const wm_paper *paper, FILE *out);

/* For people: aligned columns, lines of the paper's width. */
WM_MUST_CHECK wm_status wm_print_terminal(const wm_document *document, const wm_paper *paper,
                                          FILE *out);

/* One HTML file without a script, or with the script of bindings/page if the document carries a
 * file. It loads nothing. It is the same on any paper. */
WM_MUST_CHECK wm_status wm_print_html(const wm_document *document, const wm_paper *paper,
                                      FILE *out);

/* The figures alone, as SVG. */
WM_MUST_CHECK wm_status wm_print_svg(const wm_document *document, const wm_paper *paper, FILE *out);

/* Lists and tables of Markdown. It leaves commands out. */
WM_MUST_CHECK wm_status wm_print_markdown(const wm_document *document, const wm_paper *paper,
                                          FILE *out);

/* LaTeX that an article without packages compiles: paragraphs, tables as tabular. A figure alone
 * needs one, tikz. A root is cut to 16 digits; a remark, a comment, has all. It leaves commands
 * out. */
WM_MUST_CHECK wm_status wm_print_latex(const wm_document *document, const wm_paper *paper,
                                       FILE *out);

/* LaTeX for the style file of `publish`. In tables a number with a claim is `\wmcell{NAME}`, and
 * notes are `\wmnotes{...}`; titles are left to the caption. Lines are notes too, unless the
 * document has sections: then they are paragraphs, and commands are printed. Nothing without
 * a table that has rows or a section. */
WM_MUST_CHECK wm_status wm_print_latex_bound(const wm_document *document, const wm_paper *paper,
                                             FILE *out);

/* Calls of LaTeX commands, for a style file that defines them: `\wmsetrecord{KEY}{TEXT}` for each
 * member that is a text or a count, and `\wmsetTITLE{NAME}{CELL}...` for each row of a table. The
 * first cell of a row is a name, which is printed as it is. A row is left out if its name has
 * another character than A-Z a-z 0-9 . _ - : no author could type it. */
WM_MUST_CHECK wm_status wm_print_macros(const wm_document *document, const wm_paper *paper,
                                        FILE *out);

/* One entry of BibTeX: the member `key` names it, the other texts and counts are its fields, and
 * the lines are its `annote`. Nothing without the member `key`. */
WM_MUST_CHECK wm_status wm_print_bibtex(const wm_document *document, const wm_paper *paper,
                                        FILE *out);

/* The tables alone. Source: RFC 4180, but lines end with \n alone. */
WM_MUST_CHECK wm_status wm_print_csv(const wm_document *document, const wm_paper *paper, FILE *out);

/* The members as one object on one line. Bytes of a text that are not UTF-8 become U+FFFD, and the
 * field `KEY_bytes` then has all bytes in hexadecimal. Characters that control a terminal are
 * printed as \uXXXX. */
WM_MUST_CHECK wm_status wm_print_json(const wm_document *document, const wm_paper *paper,
                                      FILE *out);

/* Appends the same object as canonical JSON without a newline, for a file. */
WM_MUST_CHECK wm_status wm_print_json_write(const wm_document *document, wm_buffer *text);

#endif
