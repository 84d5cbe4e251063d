/* The text of a LaTeX document as its readers see it, with the place of every character.
 *
 * It is one run of bytes. Commands, comments and pictures are left out, spaces are one byte, and
 * what matters to a reader of numbers has a mark: a byte below a blank. */
#ifndef WM_MANUSCRIPT_TEX_TEXT_H
#define WM_MANUSCRIPT_TEX_TEXT_H

#include "manuscript/tex_files.h"

#include <stdbool.h>

enum {
    WM_TEX_MARK_CLAIM = 0x01,
    WM_TEX_MARK_CITE = 0x02,
    WM_TEX_MARK_CELL = 0x03,
    WM_TEX_MARK_ROW = 0x04,
    WM_TEX_MARK_TABLE = 0x05,
    WM_TEX_MARK_TABLE_END = 0x06,
    WM_TEX_MARK_BREAK = 0x07,  /* between sentences */
    WM_TEX_MARK_SPAN = 0x08,   /* a cell that continues the one on its left */
    WM_TEX_MARK_THIN = '\t',   /* a thin space, which may part groups of digits */
    WM_TEX_MARK_OPAQUE = 0x0e, /* something that is no text: a reference, a symbol */
    WM_TEX_MARK_CAPTION = 0x0f,
    WM_TEX_MARK_CAPTION_END = 0x10,
    WM_TEX_MARK_FLOAT = 0x11,
    WM_TEX_MARK_FLOAT_END = 0x12,
    WM_TEX_MARK_TIMES = 0x13,
    WM_TEX_MARK_PLUS_MINUS = 0x14,
    WM_TEX_MARK_DASH = 0x15, /* of a range */
    WM_TEX_MARK_MICRO = 0x16,
    WM_TEX_MARK_DEGREE = 0x17,
    WM_TEX_MARK_DOT = 0x18 /* of a product */
};

/* A use of a macro of witnessmark.sty. */
typedef enum wm_tex_use_kind {
    WM_TEX_USE_CLAIM,
    WM_TEX_USE_VALUE,
    WM_TEX_USE_UNIT,
    WM_TEX_USE_CONTEXT, /* interval, class, flags: of a claim, or of an item by its label */
    WM_TEX_USE_FACT,
    WM_TEX_USE_ROOT,
    WM_TEX_USE_RECORD, /* its name is a folder */
    WM_TEX_USE_LINKBASE
} wm_tex_use_kind;

typedef struct wm_tex_use {
    wm_tex_use_kind kind;
    const char *macro; /* its name, of the reader's table */
    bool is_starred;
    char *prefix; /* the optional argument; or NULL */
    char *name;   /* of the claim; the folder of a record */
    wm_tex_place place;
    size_t at; /* of its mark in the text */
} wm_tex_use;

/* A comment that names the claim of the number beside it: `% bind: NAME`, or the line that `show
 * --latex` writes above a number, `% NAME, root ROOT`. */
typedef struct wm_tex_hint {
    char *name;
    char root[65]; /* empty: it names none */
    bool is_above; /* it is alone on its line: the number follows */
    wm_tex_place place;
    size_t at; /* in the text, behind what was before it */
} wm_tex_hint;

/* Bytes that follow each other in a file too. */
typedef struct wm_tex_run {
    size_t at;
    wm_tex_place place;
    bool is_fixed; /* all of them are of one place */
} wm_tex_run;

/* Zero-initialised, empty. Ownership: wm_tex_text_clear. */
typedef struct wm_tex_text {
    char *data; /* a NUL follows */
    size_t size, capacity;
    wm_tex_run *run;
    size_t run_count, run_capacity;
    wm_tex_use *use;
    size_t use_count, use_capacity;
    wm_tex_hint *hint;
    size_t hint_count, hint_capacity;
} wm_tex_text;

/* The place of a byte of the text. */
wm_tex_place wm_tex_text_place(const wm_tex_text *text, size_t at);

/* Adds a byte. Errors: NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_tex_text_add(wm_tex_text *text, char byte, wm_tex_place place,
                                        bool is_fixed);

/* Adds a use or a hint, whose texts it owns then, also after a failure. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_text_add_use(wm_tex_text *text, const wm_tex_use *use);
WM_MUST_CHECK wm_status wm_tex_text_add_hint(wm_tex_text *text, const wm_tex_hint *hint);

/* Frees the memory. */
void wm_tex_text_clear(wm_tex_text *text);

#endif
