/* What a LaTeX reader has still to read: a stack of texts, for files, macros and their arguments.
 */
#ifndef WM_MANUSCRIPT_TEX_INPUT_H
#define WM_MANUSCRIPT_TEX_INPUT_H

#include "manuscript/tex_files.h"

enum { WM_TEX_INPUT_DEPTH = 200, WM_TEX_INPUT_ARGUMENTS = 9 };

/* A piece of a file, or of a text of ours with one place. */
typedef struct wm_tex_slice {
    const char *data;
    size_t size;
    wm_tex_place place;                  /* of its first byte */
    bool is_fixed;                       /* all bytes have this place */
    const struct wm_tex_slice *argument; /* what `#1` is in it; NULL: none */
    unsigned argument_count;
} wm_tex_slice;

/* A text that is being read. */
typedef struct wm_tex_frame {
    wm_tex_slice text;
    size_t at;
    wm_tex_slice *owned;     /* the arguments, freed with the frame; or NULL */
    bool is_file, is_style;  /* a style file has @ in its names */
    bool is_unit, is_number; /* an argument of siunitx */
    bool is_expansion;       /* of a macro, or of a part of one */
    char end_mark;           /* is added behind it; 0: none */
} wm_tex_frame;

/* Zero-initialised, empty. Ownership: wm_tex_input_clear. */
typedef struct wm_tex_input {
    wm_tex_frame frame[WM_TEX_INPUT_DEPTH];
    size_t count;
} wm_tex_input;

/* Puts a frame on top. False if the stack is full; the caller keeps what it owns. */
bool wm_tex_input_push(wm_tex_input *input, const wm_tex_frame *frame);

/* Removes the top. */
void wm_tex_input_pop(wm_tex_input *input);

/* Removes all. */
void wm_tex_input_clear(wm_tex_input *input);

/* The place of a byte of a frame. */
wm_tex_place wm_tex_input_place(const wm_tex_frame *frame, size_t at);

/* The piece of a frame from `at`, with its arguments. */
wm_tex_slice wm_tex_input_slice(const wm_tex_frame *frame, size_t at, size_t size);

/* Skips blanks, newlines and comments. */
void wm_tex_input_skip_space(wm_tex_frame *frame);

/* The length of the name of a command that begins at `at`, behind the backslash; 0 at the end. */
size_t wm_tex_input_name(const wm_tex_frame *frame, size_t at);

/* Takes what follows: a group without its braces, or one token. Unclosed ones go to the end of the
 * frame. is_raw: `%` is a character. False at the end of the frame. */
bool wm_tex_input_group(wm_tex_frame *frame, bool is_raw, wm_tex_slice *group);

/* Takes an argument in brackets, or in parentheses, if there is one. */
bool wm_tex_input_optional(wm_tex_frame *frame, char open, wm_tex_slice *group);

/* Takes a star, if there is one. */
bool wm_tex_input_star(wm_tex_frame *frame);

/* Skips a length of TeX, as `3pt plus 1fil`. */
void wm_tex_input_skip_length(wm_tex_frame *frame);

/* Writes a slice with its arguments in place of `#1`, cut to fit, and a NUL. */
void wm_tex_input_text(const wm_tex_slice *slice, char *text, size_t size);

#endif
