/* Lets a witness look again at an output that it judged otherwise before. */
#include "study/second_look.h"

#include <string.h>

#include "workload/workload.h"

/* Whether two numbers are equal, or both null. */
static bool is_same_number(double a, double b)
{
    return a == b || (!(a == a) && !(b == b));
}

static bool is_same(const wm_observed_residual *a, const wm_observed_residual *b)
{
    return is_same_number(a->difference_max, b->difference_max) &&
           is_same_number(a->reference_max, b->reference_max) &&
           is_same_number(a->row_statistic, b->row_statistic) && a->row == b->row &&
           a->probe == b->probe && is_same_number(a->residual_squares, b->residual_squares) &&
           is_same_number(a->rounding_squares, b->rounding_squares);
}

/* Whether every earlier repeat with this output has this residual. */
static bool agrees(const wm_observed_item *item, const uint8_t digest[WM_SHA256_SIZE],
                   const wm_observed_residual *residual)
{
    for (uint32_t i = 0; i < item->repeat_count; i++) {
        const wm_observed_repeat *one = &item->repeats[i];
        if (one->ok && memcmp(one->output_digest, digest, WM_SHA256_SIZE) == 0 &&
            !is_same(&one->residual, residual))
            return false;
    }
    return true;
}

wm_status wm_second_look(wm_check *check, const wm_observed_item *item,
                         const uint8_t digest[WM_SHA256_SIZE], wm_observed_residual *residual)
{
    wm_status status;
    if (agrees(item, digest, residual))
        return WM_OK;
    status = wm_workload_check(check, digest, residual);
    if (status != WM_OK)
        return status;
    return agrees(item, digest, residual) ? WM_OK : WM_E_MISMATCH;
}
