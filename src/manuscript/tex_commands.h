/* The commands of LaTeX that the reader knows. */
#ifndef WM_MANUSCRIPT_TEX_COMMANDS_H
#define WM_MANUSCRIPT_TEX_COMMANDS_H

#include <stddef.h>

/* What the reader does at a command. Its arguments are those of `arguments`. */
typedef enum wm_tex_action {
    WM_TEX_EMIT,    /* writes `text`, skips the arguments */
    WM_TEX_BREAK,   /* a sentence ends here and behind the visible argument */
    WM_TEX_ASIDE,   /* the visible argument is a text of its own, as a footnote */
    WM_TEX_CAPTION, /* the same of a caption */
    WM_TEX_INPUT,   /* reads a file */
    WM_TEX_PACKAGE, /* reads the definitions of a style file, if it is beside the document */
    WM_TEX_NEWCOMMAND,
    WM_TEX_DOCUMENT_COMMAND, /* of xparse */
    WM_TEX_DEF,
    WM_TEX_LET,
    WM_TEX_UNIT, /* a unit of siunitx is declared */
    WM_TEX_NEWIF,
    WM_TEX_IFFALSE,
    WM_TEX_IFTRUE,
    WM_TEX_IFTHENELSE,
    WM_TEX_ELSE,
    WM_TEX_FI,
    WM_TEX_BEGIN,
    WM_TEX_END,
    WM_TEX_VERB,
    WM_TEX_MULTICOLUMN,
    WM_TEX_ROW,
    WM_TEX_DISPLAY,  /* \[ */
    WM_TEX_QUANTITY, /* siunitx: `text` has N a number, R the other end, L a list, U a unit */
    WM_TEX_CLAIM     /* of witnessmark.sty; `text` is its kind */
} wm_tex_action;

/* A command. `arguments`: `s` a star, `o` an optional one, `m` one that is skipped, `r` the same
 * with `%` as a character, `d` one in parentheses, `L` a length, `v` one that is visible, the
 * last. */
typedef struct wm_tex_command {
    const char *name;
    wm_tex_action action;
    const char *text;
    const char *arguments;
} wm_tex_command;

/* The command with this name, or NULL. */
const wm_tex_command *wm_tex_commands_find(const char *name, size_t size);

#endif
