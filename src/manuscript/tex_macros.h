/* The macros and conditions that a LaTeX document defines. */
#ifndef WM_MANUSCRIPT_TEX_MACROS_H
#define WM_MANUSCRIPT_TEX_MACROS_H

#include "manuscript/tex_input.h"

/* A macro, or a condition of \newif. */
typedef struct wm_tex_macro {
    const char *name; /* in a file's bytes */
    size_t size;
    wm_tex_slice body, standard; /* the value of the first argument where it is left out */
    unsigned arguments;
    bool has_optional, is_starred; /* the first argument is one; a star may come first */
    bool is_condition, is_true;
    bool is_endless; /* or too long: it is left out */
    uint32_t next;   /* in its chain, from 1; 0: none */
} wm_tex_macro;

enum { WM_TEX_MACROS_CHAINS = 4096 };

/* Zero-initialised, empty. Ownership: wm_tex_macros_clear. */
typedef struct wm_tex_macros {
    wm_tex_macro *macro;
    size_t count, capacity;
    uint32_t chain[WM_TEX_MACROS_CHAINS];
} wm_tex_macros;

/* The macro or condition with this name, or NULL. It lives until the next definition. */
wm_tex_macro *wm_tex_macros_find(const wm_tex_macros *macros, const char *name, size_t size);

/* Defines a macro, or defines it again. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_macros_set(wm_tex_macros *macros, const wm_tex_macro *macro);

/* Reads a definition behind \newcommand, \def, \NewDocumentCommand, \DeclareSIUnit or \newif, and
 * keeps it. What cannot be read is left out. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_macros_newcommand(wm_tex_macros *macros, wm_tex_frame *frame);
WM_MUST_CHECK wm_status wm_tex_macros_def(wm_tex_macros *macros, wm_tex_frame *frame);
WM_MUST_CHECK wm_status wm_tex_macros_document(wm_tex_macros *macros, wm_tex_frame *frame);
WM_MUST_CHECK wm_status wm_tex_macros_let(wm_tex_macros *macros, wm_tex_frame *frame);
WM_MUST_CHECK wm_status wm_tex_macros_newif(wm_tex_macros *macros, wm_tex_frame *frame);

/* Takes the arguments of a macro from a frame into a new frame with its body. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_macros_call(const wm_tex_macro *macro, wm_tex_frame *from,
                                           wm_tex_frame *frame);

/* Frees the memory. */
void wm_tex_macros_clear(wm_tex_macros *macros);

#endif
