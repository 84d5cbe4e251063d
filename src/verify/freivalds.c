/* Derives a product's probes and has its residuals computed. */
#include "verify/freivalds.h"

#include "record/derive.h"

#include <math.h>

wm_item wm_freivalds_item(const wm_product_variant *variant, size_t m, size_t n, size_t k)
{
    return (wm_item){.variant = wm_tables_variant_at(variant->row),
                     .dimension = {(uint32_t)m, (uint32_t)n, (uint32_t)k}};
}

wm_format wm_freivalds_witness(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_WITNESS_F32) ? WM_FORMAT_F32 : WM_FORMAT_F64;
}

double wm_freivalds_row_scale(const wm_item *item)
{
    const double predicted = item->variant->predicted_floor;
    return predicted > 0 ? predicted : wm_plan_rounding(item);
}

/* The mean square of an operand's elements: those of int8 are uniform, the others are standard
 * normal. Source: docs/formats/inputs.md section 7. */
static double element_square(const wm_item *item)
{
    return wm_format_named(item->variant->operand_format) == WM_FORMAT_I8 ? 5461.5 : 1;
}

double wm_freivalds_row_square(const wm_item *item)
{
    const double n = item->dimension[1], k = item->dimension[2], square = element_square(item);
    return n * k * square * square;
}

double wm_freivalds_least_reference(const wm_item *item)
{
    return item->variant->predicted_floor > 0 ? 0 : sqrt(wm_freivalds_row_square(item));
}

/* The unit roundoff of the witness. */
static double unit_of(const wm_item *item)
{
    return wm_freivalds_witness(item) == WM_FORMAT_F32 ? 0x1p-24 : 0x1p-53;
}

/* Relative to the reference. */
static double relative_slack(const wm_item *item)
{
    return 2 * (sqrt((double)item->dimension[1]) + sqrt((double)item->dimension[2])) *
           unit_of(item);
}

/* Relative to an expected row at least: the terms of the sums do not cancel where C does. */
double wm_freivalds_slack(const wm_item *item, double reference_max)
{
    return relative_slack(item) * fmax(reference_max, sqrt(wm_freivalds_row_square(item)));
}

/* A row's statistic is sum r^2 / (8 s^2 |C_i|^2). With every r off by e = slack |C_i| at most, its
 * root is off by e / (s |C_i|); the row's norm is a sum of n squares in the witness's format. */
double wm_freivalds_row_slack(const wm_item *item, double row_statistic)
{
    const double off = relative_slack(item) / wm_freivalds_row_scale(item);
    const double norm = 2 * sqrt((double)item->dimension[1]) * unit_of(item);
    return off * (2 * sqrt(row_statistic) + off) + norm * row_statistic;
}

/* What the format keeps of a device's answer; NaN stays NaN. */
static wm_observed_residual observe(const wm_item *item, const wm_residual_result *result)
{
    const double least = wm_freivalds_least_reference(item);
    const double reference = result->reference_max < least ? least : result->reference_max;
    return wm_check_difference(result->difference_max, reference);
}

static wm_status run_probes(const wm_check *check, const uint8_t (*seeds)[WM_SHA256_SIZE],
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
    uint8_t seed[1][WM_SHA256_SIZE];
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

wm_status wm_freivalds_calibrate(const wm_check *check, const uint8_t digest[WM_SHA256_SIZE],
                                 wm_observed_calibration *calibration)
{
    uint8_t seeds[WM_TABLES_PROBES][WM_SHA256_SIZE];
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
