/* Texts: masking of control characters, quoting for a shell, durations. */
#ifndef WM_REPORT_STYLE_H
#define WM_REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WM_STYLE_MASKED = 4608 }; /* the longest path, and words */

/* A copy of a text, cut to fit and masked; of NULL an empty one. Returns room. */
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
