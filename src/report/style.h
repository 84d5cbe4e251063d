/* How text reaches a person: colour when it is wanted, and nothing that could drive a terminal. */
#ifndef WM_REPORT_STYLE_H
#define WM_REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a piece of text is; each has a colour, and each is said in words too. */
typedef enum wm_emphasis {
    WM_EMPHASIS_NONE,
    WM_EMPHASIS_HEAD, /* a heading */
    WM_EMPHASIS_GOOD, /* a check that passed */
    WM_EMPHASIS_BAD,  /* a check that failed */
    WM_EMPHASIS_ODD,  /* repaired, undecided, absent */
    WM_EMPHASIS_COUNT
} wm_emphasis;

/* The sequence that turns an emphasis on, or "" where there is none. */
const char *wm_style_on(wm_emphasis emphasis, bool is_coloured);

/* The sequence that turns it off again, or "". */
const char *wm_style_off(wm_emphasis emphasis, bool is_coloured);

/* Replaces by '?' what moves a terminal's text, in size bytes of UTF-8: control characters, those
 * of C1 too, marks that turn the direction of writing, and separators of lines. */
void wm_style_mask(char *text, size_t size);

enum { WM_STYLE_SHELL_WORD = 4 * 4096 + 8 };

/* A path as one word of a shell's command line: quoted where it must be, and never taken for an
 * option; cut at 4,095 bytes, control characters replaced by '?'. room may come back. */
const char *wm_style_shell_word(const char *path, char room[WM_STYLE_SHELL_WORD]);

/* The ending of a noun behind a count: "" behind 1, else "s". */
const char *wm_style_plural(uint64_t count);

#endif
