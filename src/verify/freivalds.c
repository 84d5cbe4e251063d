/* Derives a product's probes and has its residuals computed. */
#include "verify/freivalds.h"

#include "record/derive.h"

#include <math.h>
#include <string.h>

wm_item wm_freivalds_item(const wm_product_variant *variant, size_t m, size_t n, size_t k)
{
    return (wm_item){.variant = wm_tables_variant("gemm", 4, variant->name, strlen(variant->name)),
                     .dimension = {(uint32_t)m, (uint32_t)n, (uint32_t)k}};
}

wm_format wm_freivalds_witness(const wm_item *item)
{
    return wm_tables_is_witnessed_in_f32(item->variant) ? WM_FORMAT_F32 : WM_FORMAT_F64;
}

double wm_freivalds_row_scale(const wm_item *item)
{
    const double n = item->dimension[1], k = item->dimension[2];
    if (item->variant->predicted_floor > 0)
        return item->variant->predicted_floor;
    if (item->variant->bound == WM_BOUND_FAST)
        return wm_plan_fast_rounding(k);
    if (item->variant->bound == WM_BOUND_TERMS_F32)
        return sqrt(k) * 0x1p-24;
    return sqrt(k + n) * 0x1p-53;
}

double wm_freivalds_row_square(const wm_item *item)
{
    const double n = item->dimension[1], k = item->dimension[2];
    const double variance = strcmp(item->variant->operand_format, "int8") == 0 ? 5461.5 : 1;
    return n * k * variance * variance;
}

double wm_freivalds_least_reference(const wm_item *item)
{
    return item->variant->predicted_floor > 0 ? 0 : sqrt(wm_freivalds_row_square(item));
}

/* What the format keeps of a device's answer; NaN stays NaN. */
static wm_observed_residual observe(const wm_item *item, const wm_residual_result *result)
{
    const double least = wm_freivalds_least_reference(item);
    const double reference = result->reference_max < least ? least : result->reference_max;
    return wm_check_difference(result->difference_max, reference);
}

static wm_status run_probes(const wm_check *check, const uint8_t (*seeds)[WM_BACKEND_SEED_BYTES],
                            size_t sets, wm_residual_result *results)
{
    const wm_residual residual = {.gemm = &check->job->as.gemm,
                                  .witness = wm_freivalds_witness(check->item),
                                  .row_scale = wm_freivalds_row_scale(check->item),
                                  .row_square = wm_freivalds_row_square(check->item),
                                  .sets = sets,
                                  .seeds = seeds};
    return check->device->ops->residual(check->device, &residual, results);
}

wm_status wm_freivalds_check(const wm_check *check, const wm_buffer *context,
                             wm_observed_residual *residual)
{
    uint8_t seed[1][WM_BACKEND_SEED_BYTES];
    wm_residual_result result;
    wm_status status;
    wm_derive_probe(context, 0, seed[0]);
    status = run_probes(check, seed, 1, &result);
    if (status != WM_OK)
        return status;
    *residual = observe(check->item, &result);
    residual->row_statistic = isfinite(result.row_statistic) ? result.row_statistic : (double)NAN;
    residual->row = result.worst_row;
    return WM_OK;
}

wm_status wm_freivalds_calibrate(const wm_check *check,
                                 const uint8_t digest[WM_BACKEND_DIGEST_BYTES],
                                 wm_observed_calibration *calibration)
{
    uint8_t seeds[WM_TABLES_PROBES][WM_BACKEND_SEED_BYTES];
    wm_residual_result results[WM_TABLES_PROBES];
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_status status = wm_derive_context(check->item, check->nonce, digest, &context);
    if (status == WM_OK) {
        for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
            wm_derive_probe(&context, j + 1, seeds[j]);
        status = run_probes(check, seeds, WM_TABLES_PROBES, results);
    }
    wm_buffer_clear(&context);
    if (status != WM_OK)
        return status;
    *calibration = (wm_observed_calibration){.ok = true};
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
        const wm_observed_residual one = observe(check->item, &results[j]);
        calibration->difference_max[j] = one.difference_max;
        calibration->reference_max[j] = one.reference_max;
    }
    return WM_OK;
}
