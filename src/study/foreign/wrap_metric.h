/* Finds a number in the output of a command. */
#ifndef WM_STUDY_WRAP_METRIC_H
#define WM_STUDY_WRAP_METRIC_H

#include "study/foreign/wrap_command.h"

#include <regex.h>

/* What is searched for. Ownership: wm_wrap_metric_clear. */
typedef struct wm_wrap_metric {
    const char *pattern; /* a POSIX extended regular expression; ^ and $ match at lines */
    const char *unit;
    regex_t regex;
} wm_wrap_metric;

/* Why there is no number. */
typedef struct wm_wrap_absence {
    char reason[160];          /* without a byte of the output, for the record */
    char text[WM_WRAP_REASON]; /* what the group has, printable; for nobody but the user */
} wm_wrap_absence;

/* Compiles a pattern with a group in parentheses, and checks the unit. Both texts must outlive the
 * metric. Errors: ARG (not a regular expression, no group, not a unit). */
WM_MUST_CHECK wm_status wm_wrap_metric_compile(const char *pattern, const char *unit,
                                               wm_wrap_metric *metric, wm_error *err);

/* The number in the group of the first match in the kept output. NaN, and why, if there is none, or
 * if the group has only a part of it: it touches a digit, a sign, an exponent, `0x`, or a
 * separator (. , _ ') with a digit. A sign behind it counts with a digit alone. */
double wm_wrap_metric_find(const wm_wrap_metric *metric, const wm_wrap_end *end,
                           wm_wrap_absence *why);

/* Frees the memory. */
void wm_wrap_metric_clear(wm_wrap_metric *metric);

#endif
