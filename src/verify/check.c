/* Chooses the check that a workload's output gets. */
#include "verify/check.h"

#include "record/derive.h"
#include "verify/attention.h"
#include "verify/checksum.h"
#include "verify/freivalds.h"

#include <math.h>

wm_observed_residual wm_check_difference(double difference_max, double reference_max)
{
    return (wm_observed_residual){
        .difference_max = isfinite(difference_max) ? difference_max : (double)NAN,
        .reference_max = isfinite(reference_max) ? reference_max : (double)NAN,
        .row_statistic = (double)NAN};
}

/* The triad against its recomputation from the inputs. */
static wm_status check_triad(const wm_check *check, wm_observed_residual *residual)
{
    const wm_triad *triad = &check->job->as.triad;
    wm_difference result;
    const wm_status status = check->device->ops->triad_residual(check->device, triad->a, triad->b,
                                                                triad->c, triad->count, &result);
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

/* The sum against a compensated one. */
static wm_status check_reduction(const wm_check *check, wm_observed_residual *residual)
{
    wm_difference result;
    const wm_status status =
        check->device->ops->reduction_residual(check->device, &check->job->as.reduction, &result);
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

/* The lanes that differ when the reads are repeated, of all lanes. */
static wm_status check_access(const wm_check *check, wm_observed_residual *residual)
{
    const wm_random_access *access = &check->job->as.access;
    uint64_t wrong;
    const wm_status status =
        check->device->ops->random_access_residual(check->device, access, &wrong);
    if (status == WM_OK)
        *residual = wm_check_difference((double)wrong, (double)access->lanes);
    return status;
}

static wm_status check_job(const wm_check *check, const wm_buffer *context,
                           wm_observed_residual *residual)
{
    switch (check->job->operation) {
    case WM_OPERATION_GEMM:
    case WM_OPERATION_GEMM_CAREFUL:
        return wm_freivalds_check(check, context, residual);
    case WM_OPERATION_TRIAD:
        return check_triad(check, residual);
    case WM_OPERATION_ATTENTION:
    case WM_OPERATION_ATTENTION_CAREFUL:
        return wm_attention_check(check, context, residual);
    case WM_OPERATION_REDUCE:
        return check_reduction(check, residual);
    case WM_OPERATION_SCATTER_ADD:
    case WM_OPERATION_INDEX_ADD:
        return wm_checksum_check(check, context, residual);
    case WM_OPERATION_RANDOM_ACCESS:
        return check_access(check, residual);
    case WM_OPERATION_COUNT:
        break;
    }
    return WM_E_ARG;
}

wm_status wm_check_residual(const wm_check *check, const uint8_t digest[WM_BACKEND_DIGEST_BYTES],
                            wm_observed_residual *residual)
{
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_status status = wm_derive_context(check->item, check->nonce, digest, &context);
    if (status == WM_OK)
        status = check_job(check, &context, residual);
    wm_buffer_clear(&context);
    return status;
}
