/* Makes results. */
#include "record/laws/result.h"

#include <stddef.h>

wm_result wm_result_null(const char *reason)
{
    wm_result result = {WM_RESULT_NULL, 0, NULL};
    result.text = reason;
    return result;
}

wm_result wm_result_word(const char *word)
{
    wm_result result = {WM_RESULT_WORD, 0, NULL};
    result.text = word;
    return result;
}

/* Adding 0 turns -0 into 0. */
wm_result wm_result_number(double value)
{
    wm_result result = {WM_RESULT_NUMBER, 0, NULL};
    if (!(value - value == 0))
        return wm_result_null("not finite");
    result.number = value + 0.0;
    return result;
}

wm_result wm_result_ratio(const wm_result *over, const wm_result *under, const char *no_over,
                          const char *no_under)
{
    if (over->kind != WM_RESULT_NUMBER)
        return wm_result_null(no_over);
    if (under->kind != WM_RESULT_NUMBER)
        return wm_result_null(no_under);
    return wm_result_number(over->number / under->number);
}

wm_result wm_result_floor_ratio(const wm_result *over, const wm_result *under, const char *no_over,
                                const char *no_under)
{
    if (over->kind == WM_RESULT_NUMBER && under->kind == WM_RESULT_NUMBER && over->number == 0 &&
        under->number == 0)
        return wm_result_number(1);
    return wm_result_ratio(over, under, no_over, no_under);
}
