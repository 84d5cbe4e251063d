/* The result of a reduction: a number, a word, or null with a reason. */
#ifndef WM_RECORD_RESULT_H
#define WM_RECORD_RESULT_H

#include <stdbool.h>

typedef enum wm_result_kind { WM_RESULT_NULL, WM_RESULT_NUMBER, WM_RESULT_WORD } wm_result_kind;

typedef struct wm_result {
    wm_result_kind kind;
    double number;    /* NUMBER: finite, never -0 */
    const char *text; /* WORD: the word; NULL: the reason; a constant */
} wm_result;

/* A null with its reason, and a number: null if it is not finite, 0 if it is -0. */
wm_result wm_result_null(const char *reason);
wm_result wm_result_number(double value);

/* A word. */
wm_result wm_result_word(const char *word);

/* The ratio of two results, and of two floors, which is 1 if both are 0; null for one of these
 * reasons if one of them is no number. */
wm_result wm_result_ratio(const wm_result *over, const wm_result *under, const char *no_over,
                          const char *no_under);
wm_result wm_result_floor_ratio(const wm_result *over, const wm_result *under, const char *no_over,
                                const char *no_under);

#endif
