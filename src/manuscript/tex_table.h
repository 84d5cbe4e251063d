/* The numbers in a table, whose units may be in its headers or its caption. */
#ifndef WM_MANUSCRIPT_TEX_TABLE_H
#define WM_MANUSCRIPT_TEX_TABLE_H

#include "manuscript/tex_numbers.h"

/* Finds the numbers of the table whose mark is at `begin` and whose last mark is at `end`. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_tex_table_find(const wm_tex_text *text, size_t begin, size_t end,
                                          wm_tex_numbers *numbers);

#endif
