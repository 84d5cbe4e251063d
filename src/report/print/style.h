/* Text for terminals: colour, masking of control characters, quoting for a shell. */
#ifndef WM_REPORT_STYLE_H
#define WM_REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The emphasis of a piece of text. Each has a colour, and words also say it. */
typedef enum wm_emphasis {
    WM_EMPHASIS_NONE,
    WM_EMPHASIS_HEAD, /* a heading */
    WM_EMPHASIS_GOOD, /* a check that passed */
    WM_EMPHASIS_BAD,  /* a check that failed */
    WM_EMPHASIS_ODD,  /* repaired, undecided, absent */
    WM_EMPHASIS_COUNT
} wm_emphasis;

/* The sequence that turns an emphasis on, or "" if there is none. */
const char *wm_style_on(wm_emphasis emphasis, bool is_coloured);

/* The sequence that turns the emphasis off, or "". */
const char *wm_style_off(wm_emphasis emphasis, bool is_coloured);

/* Prints size bytes masked. */
void wm_style_print(const char *text, size_t size, FILE *out);

enum { WM_STYLE_MASKED = 4608 }; /* the longest path, and words */

/* A copy of a text, cut to fit and masked. Returns room. */
const char *wm_style_masked(const char *text, char room[WM_STYLE_MASKED]);

enum { WM_STYLE_SHELL_WORD = 4 * 4096 + 8 };

/* A path as one word of a shell's command line, quoted if needed. A leading '-' gets "./" in front.
 * Unsafe text is written as $'...' with octal escapes. The path is cut at 4,095 bytes. Returns
 * room. */
const char *wm_style_shell_word(const char *path, char room[WM_STYLE_SHELL_WORD]);

/* The same of a record that a command reads: `-` is standard input, not a file of that name. */
const char *wm_style_shell_record(const char *path, char room[WM_STYLE_SHELL_WORD]);

/* The same for an argument that may be an option. */
const char *wm_style_shell_argument(const char *text, char room[WM_STYLE_SHELL_WORD]);

enum { WM_STYLE_DURATION = 32 };

/* Writes seconds, at most 1e9, as `2:03`, from an hour on as `1:02:03`; `-` if they are negative or
 * no number. */
void wm_style_duration(double seconds, char text[WM_STYLE_DURATION]);

/* The plural ending of a counted noun: "" for 1, else "s". */
const char *wm_style_plural(uint64_t count);

#endif
