/* Converts a device's result into a residual of the format, and checks a scatter by weights. */
#include "verify/check.h"

#include "record/laws/derive.h"

#include <math.h>

wm_observed_residual wm_check_difference(double difference_max, double reference_max)
{
    return (wm_observed_residual){
        .difference_max = isfinite(difference_max) ? difference_max : (double)NAN,
        .reference_max = isfinite(reference_max) ? reference_max : (double)NAN,
        .row_statistic = (double)NAN,
        .residual_squares = (double)NAN,
        .rounding_squares = (double)NAN,
        .row_sum_error = (double)NAN};
}

double wm_check_slack(double terms, double reference_max)
{
    return 8 * sqrt(terms) * 0x1p-53 * reference_max;
}

wm_status wm_check_scatter(const wm_check *check, const wm_buffer *context,
                           wm_observed_residual *residual)
{
    uint8_t weights[WM_SHA256_SIZE];
    wm_difference result = {(double)NAN, (double)NAN};
    wm_status status;
    wm_derive_challenge(context, WM_CHALLENGE_WEIGHTS, weights);
    status = check->device->ops->scatter_residual(check->device, &check->job->as.scatter, weights,
                                                  &result);
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}
