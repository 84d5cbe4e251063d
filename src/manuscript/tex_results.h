/* The numbers of a LaTeX document, and which of them look like results. */
#ifndef WM_MANUSCRIPT_TEX_RESULTS_H
#define WM_MANUSCRIPT_TEX_RESULTS_H

#include "manuscript/tex_numbers.h"

/* Finds all numbers with a unit, in the order of the text. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_results_find(const wm_tex_text *text, wm_tex_numbers *numbers);

#endif
