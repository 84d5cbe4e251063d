/* The environments of LaTeX and the units of siunitx that the reader knows. */
#ifndef WM_MANUSCRIPT_TEX_WORDS_H
#define WM_MANUSCRIPT_TEX_WORDS_H

#include <stddef.h>

/* The index of a name in a sorted table, whose rows begin with their names; `count`: none. */
size_t wm_tex_words_find(const void *table, size_t count, size_t row, const char *name,
                         size_t size);

/* What the reader does in an environment. */
typedef enum wm_tex_setting {
    WM_TEX_SKIPPED, /* nothing of it is text: pictures, listings, displays, bibliographies */
    WM_TEX_TABLE,   /* has cells */
    WM_TEX_FLOAT,   /* has a caption */
    WM_TEX_PLAIN    /* as any other, but for its arguments */
} wm_tex_setting;

typedef struct wm_tex_environment {
    const char *name; /* without a star at its end */
    wm_tex_setting setting;
    const char *arguments;
} wm_tex_environment;

/* The environment with this name, a star at its end left out, or NULL. */
const wm_tex_environment *wm_tex_words_environment(const char *name, size_t size);

/* The text of a unit or prefix of siunitx by the name of its command, or NULL. */
const char *wm_tex_words_unit(const char *name, size_t size);

#endif
