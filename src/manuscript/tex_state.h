/* The state of a LaTeX reader, for its parts. */
#ifndef WM_MANUSCRIPT_TEX_STATE_H
#define WM_MANUSCRIPT_TEX_STATE_H

#include "manuscript/tex_macros.h"
#include "manuscript/tex_reader.h"

enum { WM_TEX_STATE_CONDITIONS = 1000 };

typedef struct wm_tex_state {
    wm_tex_files *files;
    wm_tex_is_product *is_product;
    wm_tex_text *text;
    wm_tex_input input;
    wm_tex_macros macros;
    bool is_body;                /* behind \begin{document} */
    bool is_over;                /* behind \end{document} */
    bool is_math;                /* between `$` */
    bool has_document;           /* file 0 has \begin{document} */
    unsigned tables;             /* that are open, one in the other */
    size_t expansions, expanded; /* macros, and the bytes of them that were read */
    const char *outer;           /* the name of the last macro that stood in a file */
    size_t outer_size, outer_expansions;
    bool is_decided[WM_TEX_STATE_CONDITIONS]; /* an open condition is true, not undecided */
    size_t conditions;
    wm_status status; /* the first failure */
    wm_error *err;
} wm_tex_state;

/* Keeps a failure; the first one stays. */
void wm_tex_state_fail(wm_tex_state *state, wm_status status);

/* Adds a byte of a frame to the text. Blanks are joined. */
void wm_tex_state_emit(wm_tex_state *state, char byte, const wm_tex_frame *frame, size_t at);

/* Adds a text of ours, all of it with the place of `at`. */
void wm_tex_state_write(wm_tex_state *state, const char *text, const wm_tex_frame *frame,
                        size_t at);

/* Puts a slice on top, as a text of its own. */
void wm_tex_state_push(wm_tex_state *state, const wm_tex_slice *slice, char end_mark);

/* Puts a file on top, unless it is open already. */
void wm_tex_state_push_file(wm_tex_state *state, size_t index, bool is_style);

/* Skips the arguments of a pattern of tex_commands.h, up to a visible one. */
void wm_tex_state_skip(wm_tex_frame *frame, const char *arguments);

/* Does what a command asks for; `at` is its backslash, and the frame is behind its name. */
void wm_tex_command_do(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *name,
                       size_t size);

/* Skips a display of mathematics up to `end`. */
void wm_tex_command_display(wm_tex_state *state, wm_tex_frame *frame, size_t at, const char *end);

#endif
