/* Recomputes drawn rows of attention. */
#include "verify/attention.h"

#include "record/derive.h"
#include "standards/philox.h"

#include <math.h>

/* Measured row sums stray by 2.4e-7; this only catches a recomputation that went wrong as a
 * whole. */
#define ROW_SUM_TOLERANCE 1e-3

void wm_attention_rows(const wm_buffer *context, uint64_t row_count,
                       uint64_t rows[WM_ATTENTION_ROWS])
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_philox stream;
    wm_derive_challenge(context, WM_CHALLENGE_ROWS, seed);
    stream = wm_philox_from_seed(seed);
    for (unsigned t = 0; t < WM_ATTENTION_ROWS; t++)
        rows[t] = wm_philox_bounded(&stream, t, row_count);
}

/* Whether all of the output is finite: the rows drawn are few, and a NaN anywhere must not pass. */
static wm_status look_for_nan(const wm_check *check, bool *is_finite)
{
    const wm_attention *attention = &check->job->as.attention;
    const size_t count =
        attention->batch * attention->heads * attention->sequence * attention->depth;
    wm_difference result;
    const wm_status status = check->device->ops->compare(check->device, attention->O, attention->O,
                                                         WM_FORMAT_BF16, count, &result);
    if (status == WM_OK)
        *is_finite = isfinite(result.difference_max) && isfinite(result.reference_max);
    return status;
}

wm_status wm_attention_check(const wm_check *check, const wm_buffer *context,
                             wm_observed_residual *residual)
{
    const wm_attention *attention = &check->job->as.attention;
    const uint64_t row_count = (uint64_t)attention->batch * attention->heads * attention->sequence;
    uint64_t rows[WM_ATTENTION_ROWS];
    wm_attention_result result;
    bool is_finite = false;
    wm_status status;
    if (row_count > (uint64_t)1 << 32)
        return WM_E_UNSUPPORTED;
    wm_attention_rows(context, row_count, rows);
    status = check->device->ops->attention_residual(check->device, attention, rows,
                                                    WM_ATTENTION_ROWS, &result);
    if (status == WM_OK)
        status = look_for_nan(check, &is_finite);
    if (status != WM_OK)
        return status;
    *residual = wm_check_difference(result.difference_max, result.reference_max);
    if (!is_finite || !(result.row_sum_error <= ROW_SUM_TOLERANCE))
        residual->difference_max = (double)NAN;
    return WM_OK;
}
