/* The numbers with units in the text of a LaTeX document. */
#ifndef WM_MANUSCRIPT_TEX_NUMBERS_H
#define WM_MANUSCRIPT_TEX_NUMBERS_H

#include "manuscript/tex_number.h"
#include "manuscript/tex_text.h"

/* Zero-initialised, empty. Ownership: wm_tex_numbers_clear. */
typedef struct wm_tex_numbers {
    wm_tex_number *number;
    size_t count, capacity;
} wm_tex_numbers;

/* Reads a number that begins at `at` and ends before `end`: digits, separators of groups, a power
 * of ten. False if there is none. Sets all but the unit and is_result. */
bool wm_tex_numbers_scan(const wm_tex_text *text, size_t at, size_t end, wm_tex_number *number);

/* Finds the numbers with a unit between two places, outside of tables, in their order. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_tex_numbers_find(const wm_tex_text *text, size_t begin, size_t end,
                                            wm_tex_numbers *numbers);

/* Adds a number. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_numbers_add(wm_tex_numbers *numbers, const wm_tex_number *number);

/* Frees the memory. */
void wm_tex_numbers_clear(wm_tex_numbers *numbers);

#endif
