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
