/* Derives a product's probes and has its residuals computed.
 *
 * To compute C = AB again costs as much as the product; A(BX) - CX costs a pass over the matrices.
 * The probes X come from the digest of C, so a device cannot fit C to them. The floor is measured
 * with other probes than those that judge. A residual that the device did not write, or that is not
 * finite, is NaN and loses. */
#include "verify/freivalds.h"

#include "record/laws/derive.h"
#include "standards/philox.h"

#include <assert.h>
#include <math.h>

wm_item wm_freivalds_item(const wm_product_variant *variant, size_t m, size_t n, size_t k)
{
    return (wm_item){.variant = wm_tables_variant_at(variant->row), .dimension = {m, n, k}};
}

wm_format wm_freivalds_witness(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_WITNESS_F32) ? WM_FORMAT_F32 : WM_FORMAT_F64;
}

/* The relative error s of an item's elements. Source: docs/formats/inputs.md section 7. */
static double row_scale(const wm_item *item)
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

/* What |C_i|^2 of a row of C is expected to be, n k sigma^4. Source: as above. */
static double row_square(const wm_item *item)
{
    const double n = (double)item->dimension[1], k = (double)item->dimension[2],
                 square = element_square(item);
    return n * k * square * square;
}

/* Rounded products whose sums are binary32: the error of such a sum, and the witness's. */
static double sums_square(double witness, double k)
{
    return (witness + (k * k) * 0x1p-56) * k;
}

wm_freivalds_row_terms wm_freivalds_terms(const wm_item *item)
{
    const double n = (double)item->dimension[1], k = (double)item->dimension[2];
    const double fast = (1.66e-3 * 1.66e-3) + (k * 0x1p-30);
    const double square = element_square(item);
    const wm_product_variant *kind = wm_product_of(item->variant);
    assert(kind != NULL);
    switch (kind->arithmetic) {
    case WM_ARITHMETIC_TF32:
        return (wm_freivalds_row_terms){false, 0, 8.67757e-8 * k};
    case WM_ARITHMETIC_F32_FAST:
        return (wm_freivalds_row_terms){true, fast / (1.66e-3 * 1.66e-3), fast * k};
    case WM_ARITHMETIC_F64:
        return (wm_freivalds_row_terms){true, 6 * (k + n), ((k + n) * 0x1p-106) * k};
    case WM_ARITHMETIC_I32:
        return (wm_freivalds_row_terms){false, 0, (((k + n) * 0x1p-106) * k) * (square * square)};
    default:
        if (kind->output == WM_FORMAT_F32)
            return (wm_freivalds_row_terms){true, 6 * k, (k * 0x1p-48) * k};
        return (wm_freivalds_row_terms){
            true, 1, sums_square(kind->operand == WM_FORMAT_E4M3 ? 0x1p-22 : 0x1p-36, k)};
    }
}

double wm_freivalds_least_reference(const wm_item *item, double probe_square_max)
{
    const double square = element_square(item);
    return sqrt(((double)item->dimension[2] * (square * square)) * probe_square_max);
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

/* The columns of a probe, at least one, as the mean of all probes. */
static double columns_of(const wm_item *item)
{
    return fmax(1, (double)item->dimension[1] / (double)WM_TABLES_PROBE_COLUMNS);
}

/* What |CX| is expected to be. */
static double expected_reference(const wm_item *item)
{
    return sqrt(row_square(item) / (double)item->dimension[1] * columns_of(item));
}

/* Relative to an expected value of CX at least: the terms of the sums do not cancel where C does.
 */
double wm_freivalds_slack(const wm_item *item, double reference_max)
{
    return relative_slack(item) * fmax(reference_max, expected_reference(item));
}

/* A statistic is r^2 / D. With every r off by e at most, its root is off by e / sqrt(D). Where a
 * probe has many columns, D is about s^2 k X2, s the relative error of C's elements; V of one row
 * and probe is above a quarter of that. With few columns, D may be as small as its least. So it may
 * in a rejected product: a row of zeros has almost no V. */
double wm_freivalds_row_slack(const wm_item *item, double row_statistic)
{
    enum { MANY = 16, REJECTED = 100 };
    const double columns = columns_of(item);
    const wm_freivalds_row_terms terms = wm_freivalds_terms(item);
    const double s = row_scale(item);
    const double least = terms.least_square * columns;
    const double typical = s * s * expected_reference(item) * expected_reference(item) / 4;
    const bool is_typical = columns >= MANY && row_statistic < REJECTED;
    const double D = is_typical ? fmax(least, typical) : least;
    const double off = relative_slack(item) * expected_reference(item) / sqrt(D);
    const double sum = 2 * sqrt(columns) * unit_of(item); /* of V */
    return off * (2 * sqrt(row_statistic) + off) + sum * row_statistic;
}

/* The sum of the squares of a probe set's entries. */
static double entry_squares(const uint8_t seed[WM_SHA256_SIZE], uint64_t columns)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    double sum = 0;
    for (uint64_t j = 0; j < columns; j++) {
        const double entry = 48 + wm_philox_index16(&stream, j) % 32;
        sum += entry * entry / 4096;
    }
    return sum;
}

/* The sum of V: the device's of C's gaps; that of rounded operands follows from the entries. */
static double rounding_squares(const wm_item *item, const uint8_t seed[WM_SHA256_SIZE],
                               const wm_residual_result *result)
{
    if (item->variant->rounding.of != WM_ROUNDING_OF_OPERANDS || isnan(result->residual_squares))
        return result->rounding_squares;
    return (double)item->dimension[0] *
           (wm_freivalds_terms(item).least_square * entry_squares(seed, item->dimension[1]));
}

static double finite_or_nan(double value)
{
    return isfinite(value) ? value : (double)NAN;
}

/* What the format keeps of a device's answer; NaN stays NaN. */
static wm_observed_residual observe(const wm_item *item, const uint8_t seed[WM_SHA256_SIZE],
                                    const wm_residual_result *result)
{
    const double least = wm_freivalds_least_reference(item, result->probe_square_max);
    const double reference = result->reference_max < least ? least : result->reference_max;
    wm_observed_residual residual = wm_check_difference(result->difference_max, reference);
    residual.row_statistic = finite_or_nan(result->row_statistic);
    residual.row = result->worst_row;
    residual.probe = result->worst_probe;
    residual.residual_squares = finite_or_nan(result->residual_squares);
    residual.rounding_squares = finite_or_nan(rounding_squares(item, seed, result));
    return residual;
}

static wm_status run_probes(const wm_check *check, const uint8_t (*seeds)[WM_SHA256_SIZE],
                            size_t sets, wm_residual_result *results)
{
    const wm_freivalds_row_terms terms = wm_freivalds_terms(check->item);
    const wm_residual residual = {.gemm = &check->job->as.gemm,
                                  .witness = wm_freivalds_witness(check->item),
                                  .has_gap = terms.has_gap,
                                  .gap_scale = terms.gap_scale,
                                  .least_square = terms.least_square,
                                  .sets = sets,
                                  .seeds = seeds,
                                  .operands = check->job->operands};
    for (size_t s = 0; s < sets; s++) /* what a device does not write is rejected */
        results[s] = (wm_residual_result){.difference_max = (double)NAN};
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
    *residual = observe(check->item, seed[0], &result);
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
        const wm_observed_residual one = observe(check->item, seeds[j], &results[j]);
        calibration->difference_max[j] = one.difference_max;
        calibration->reference_max[j] = one.reference_max;
        calibration->residual_squares[j] = one.residual_squares;
        calibration->rounding_squares[j] = one.rounding_squares;
    }
    return WM_OK;
}
