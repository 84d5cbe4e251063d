/* Lines of a document, and what is not a table: commands, changes, series. */
#ifndef WM_REPORT_WORDS_H
#define WM_REPORT_WORDS_H

#include "report/document/document.h"

/* Adds a sentence: an item of a list in a form with lists, else a line that is broken at the width
 * behind its leading spaces. The caller has masked its texts. */
wm_words *wm_words_say(wm_document *document, const char *format, ...) WM_PRINTF(2, 3);

/* The same of a text with data of a record or of the user, which is masked. */
wm_words *wm_words_tell(wm_document *document, const char *format, ...) WM_PRINTF(2, 3);

/* Adds an empty sentence. */
wm_words *wm_words_item(wm_document *document);

/* Adds an empty line that is never broken, and no item. */
wm_words *wm_words_new(wm_document *document);

/* Each adds a piece to a line. */
void wm_words_add(wm_words *line, const char *format, ...) WM_PRINTF(2, 3);
void wm_words_word(wm_words *line, wm_emphasis emphasis, const char *word);
void wm_words_hint(wm_words *line, const char *words);    /* about an option of the command */
void wm_words_data(wm_words *line, const char *text);     /* it is masked */
void wm_words_quantity(wm_words *line, const char *text); /* it is masked */

/* The text of a line; only_strong: of its words with an emphasis, with commas between them. */
const char *wm_words_text(const wm_words *line, bool only_strong);

/* A path, which is masked. A printer may cut it at its left; the rest of the line needs `beside`
 * columns. */
void wm_words_path(wm_words *line, const char *path, size_t beside);

/* A root, which a terminal that is too narrow cuts. */
void wm_words_root(wm_words *line, const char *root);

/* What was added so far is the lead. Lines after the first begin with `hang`. */
void wm_words_lead(wm_words *line, wm_breaks breaks, const char *hang);

/* Adds an empty line. */
void wm_words_gap(wm_document *document, wm_gap gap);

/* Adds a fact that changed. */
void wm_words_change(wm_document *document, const char *name, const char *from, const char *to);

/* Adds a command to copy; wm_shell says what the texts are. */
void wm_words_command(wm_document *document, const char *lead, const char *command,
                      const char *answer, const char *beside);

/* Adds a remark, which is masked: a comment in LaTeX and BibTeX, nothing in other forms. */
void wm_words_remark(wm_document *document, const char *format, ...) WM_PRINTF(2, 3);

/* Begins a part. The title is masked; wm_section says what the rest is. */
void wm_words_section(wm_document *document, unsigned level, const char *id, const char *title);

/* The same of a part that begins closed. */
void wm_words_folded(wm_document *document, unsigned level, const char *id, const char *title);

/* Adds a file to carry. */
void wm_words_carry(wm_document *document, const char *name, const void *data, size_t size);

/* Adds a line of a record, byte for byte. */
void wm_words_evidence(wm_document *document, const char *text, size_t size);

/* Adds a series of `count` points, which the caller fills; NULL when out of memory. */
wm_series_point *wm_words_series(wm_document *document, wm_series_form form, const char *unit,
                                 size_t count);

#endif
