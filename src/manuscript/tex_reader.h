/* Reads a LaTeX document into the text that its readers see. */
#ifndef WM_MANUSCRIPT_TEX_READER_H
#define WM_MANUSCRIPT_TEX_READER_H

#include "manuscript/tex_text.h"

/* Whether a file was written by `publish`. Its numbers are no text of the authors. */
typedef bool wm_tex_is_product(const wm_tex_file *file);

/* Reads file 0 and what it names. Source: the TeXbook, chapters 7, 8 and 20, as far as text goes;
 * of conditions, those of \newif, \iffalse and \iftrue are decided, and of others both branches
 * are read. Errors: LIMIT (also macros that never end), IO, NOMEM. Ownership: wm_tex_text_clear,
 * also after a failure. */
WM_MUST_CHECK wm_status wm_tex_reader_read(wm_tex_files *files, wm_tex_is_product *is_product,
                                           wm_tex_text *text, wm_error *err);

#endif
