/* Places where authors make the macros of a style file anew. */
#ifndef WM_MANUSCRIPT_TEX_REDEFINED_H
#define WM_MANUSCRIPT_TEX_REDEFINED_H

#include "manuscript/tex_files.h"

/* A style file, whose macros begin with `wm`. */
typedef struct wm_tex_style {
    const char *data;
    size_t size;
} wm_tex_style;

/* The next place, from *at, where a text outside of comments and listings defines or copies a macro
 * of the style, builds its name by \csname, or uses one that only numbers.tex and the style itself
 * may use. Sets *at and its size. False: there is none. */
bool wm_tex_redefined_next(const wm_tex_file *file, const wm_tex_style *style, size_t *at,
                           size_t *size);

#endif
