/* Draws the weights of a scatter's checksum; the device computes it. */
#include "verify/checksum.h"

#include "record/laws/derive.h"

#include <math.h>

wm_status wm_checksum_check(const wm_check *check, const wm_buffer *context,
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
