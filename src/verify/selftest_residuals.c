/* Tests a device's residual of products, for correct outputs and for ones with a known fault. */
#include <math.h>

#include "backend/cpu/reference.h"
#include "backend/product.h"
#include "verify/freivalds.h"
#include "verify/selftest_case.h"

typedef enum { RIGHT, WRONG, NOT_A_NUMBER } fault;

static const char *const FAULTS[] = {"right", "one element wrong", "one element NaN"};

enum { SETS_MAX = 3 };

static void expect_number(wm_selftest_case *test, const char *name, double got, double wanted,
                          double bound)
{
    wm_selftest_expect(test, wm_selftest_near(got, wanted, bound),
                       "%s is %.9g, wanted %.9g +- %.2g", name, got, wanted, bound);
}

static void expect_worst(wm_selftest_case *test, const wm_reference_residual *reference,
                         const wm_residual_result *got)
{
    enum { PROBES = WM_TABLES_PROBE_COLUMNS };
    const wm_residual_result *wanted = &reference->result;
    const uint64_t at = got->worst_row * PROBES + got->worst_probe;
    const uint64_t wanted_at = wanted->worst_row * PROBES + wanted->worst_probe;
    const double statistic = reference->statistics[at], bound = reference->statistic_bounds[at];
    wm_selftest_expect(test, wm_selftest_near(got->row_statistic, statistic, bound),
                       "row %llu, probe %u: statistic is %.9g, wanted %.9g",
                       (unsigned long long)got->worst_row, (unsigned)got->worst_probe,
                       got->row_statistic, statistic);
    wm_selftest_expect(test,
                       got->row_statistic + bound + reference->statistic_bounds[wanted_at] >=
                           wanted->row_statistic,
                       "statistic is %.9g, but row %llu, probe %u has %.9g", got->row_statistic,
                       (unsigned long long)wanted->worst_row, (unsigned)wanted->worst_probe,
                       wanted->row_statistic);
}

static void expect_result(wm_selftest_case *test, const wm_residual *residual,
                          const wm_reference_residual *reference, const wm_residual_result *got)
{
    const wm_residual_result *wanted = &reference->result;
    expect_number(test, "probe_square_max", got->probe_square_max, wanted->probe_square_max, 0);
    if (isnan(wanted->difference_max)) {
        wm_selftest_expect(test, isnan(got->row_statistic) && got->worst_row == wanted->worst_row,
                           "row %llu, wanted NaN in row %llu", (unsigned long long)got->worst_row,
                           (unsigned long long)wanted->worst_row);
        wm_selftest_expect(test,
                           isnan(got->difference_max) && isnan(got->reference_max) &&
                               isnan(got->residual_squares) && isnan(got->rounding_squares),
                           "a number where NaN is wanted");
        return;
    }
    expect_number(test, "difference_max", got->difference_max, wanted->difference_max,
                  reference->difference_bound);
    expect_number(test, "reference_max", got->reference_max, wanted->reference_max,
                  reference->reference_bound);
    expect_number(test, "residual_squares", got->residual_squares, wanted->residual_squares,
                  reference->residual_bound);
    expect_number(test, "rounding_squares", got->rounding_squares, wanted->rounding_squares,
                  reference->rounding_bound);
    wm_selftest_expect(
        test,
        got->worst_row < residual->gemm->m && got->worst_probe < WM_TABLES_PROBE_COLUMNS &&
            got->worst_probe < residual->gemm->n,
        "row %llu, probe %u", (unsigned long long)got->worst_row, (unsigned)got->worst_probe);
    if (got->worst_row < residual->gemm->m && got->worst_probe < WM_TABLES_PROBE_COLUMNS)
        expect_worst(test, reference, got);
}

/* The NaN is in the last element. A device that leaves out the last rows of a tall product then
 * fails for certain, not by chance. */
static void spoil(const wm_gemm *gemm, void *C, fault kind)
{
    const size_t count = gemm->m * gemm->n, at = kind == NOT_A_NUMBER ? count - 1 : count * 2 / 3;
    const double old = wm_format_load(gemm->output_format, C, at);
    if (kind == WRONG)
        wm_format_store(gemm->output_format, C, at, 1.5 * old + 1);
    if (kind == NOT_A_NUMBER)
        wm_format_store(gemm->output_format, C, at, (double)NAN);
}

static void residual_case(wm_selftest_case *test, const wm_product_variant *kind, wm_layout layout,
                          const size_t shape[3], size_t sets, fault spoiled)
{
    const wm_item item = wm_freivalds_item(kind, shape[0], shape[1], shape[2]);
    const size_t m = shape[0], n = shape[1], k = shape[2];
    const size_t size = wm_format_size(kind->operand), C_size = wm_format_size(kind->output);
    wm_gemm gemm = {kind->operand, kind->output, kind->arithmetic, layout, m, n, k, NULL,
                    NULL,          NULL};
    const void *A = wm_selftest_draw(test, kind->operand, m * k, 20);
    const void *B = wm_selftest_draw(test, kind->operand, k * n, 21);
    void *C = wm_selftest_host(test, m * n * C_size);
    double *a = wm_selftest_host(test, m * k * sizeof *a);
    double *b = wm_selftest_host(test, n * k * sizeof *b);
    wm_reference_widen(&gemm, true, A, B, a, b);
    wm_reference_gemm(&gemm, a, b, C);
    wm_reference_widen(&gemm, false, A, B, a, b); /* the residual takes the operands as stored */
    spoil(&gemm, C, spoiled);
    gemm.A = wm_selftest_put(test, A, m * k * size);
    gemm.B = wm_selftest_put(test, B, k * n * size);
    gemm.C = wm_selftest_put(test, C, m * n * C_size);
    uint8_t seeds[SETS_MAX][32];
    for (uint32_t s = 0; s < SETS_MAX; s++)
        wm_selftest_seed(30 + s, seeds[s]);
    const wm_freivalds_row_terms terms = wm_freivalds_terms(&item);
    const wm_residual residual = {.gemm = &gemm,
                                  .witness = wm_freivalds_witness(&item),
                                  .has_gap = terms.has_gap,
                                  .gap_scale = terms.gap_scale,
                                  .least_square = terms.least_square,
                                  .sets = sets,
                                  .seeds = (const uint8_t(*)[32])seeds};
    wm_residual_result results[SETS_MAX] = {{0}};
    const size_t cells = m * WM_TABLES_PROBE_COLUMNS;
    wm_reference_residual reference = {.statistics = wm_selftest_host(test, cells * sizeof(double)),
                                       .statistic_bounds =
                                           wm_selftest_host(test, cells * sizeof(double))};
    if (!WM_SELFTEST_OK(test, residual, &residual, results))
        return;
    const double u = residual.witness == WM_FORMAT_F32 ? 0x1p-24 : 0x1p-52;
    for (size_t s = 0; s < sets; s++)
        if (wm_selftest_ok(test, wm_reference_residual_run(&residual, s, a, b, C, u, &reference)))
            expect_result(test, &residual, &reference, &results[s]);
}

static void one_residual(wm_selftest_case *test, const wm_product_variant *kind, wm_layout layout,
                         const size_t shape[3], size_t sets, fault spoiled)
{
    wm_selftest_begin(test, "residual", "%s %s m%zu n%zu k%zu, %zu sets, %s", kind->name,
                      layout == WM_LAYOUT_NN ? "nn" : "tn", shape[0], shape[1], shape[2], sets,
                      FAULTS[spoiled]);
    residual_case(test, kind, layout, shape, sets, spoiled);
    wm_selftest_end(test);
}

/* Shapes of whole tiles and a single set, for which a device may have a faster method. */
static void aligned_residuals(wm_selftest_case *test)
{
    static const size_t SHAPES[][3] = {{16, 128, 128}, {32, 256, 1024}};
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++)
        for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++) {
            const wm_product_variant *kind = &wm_product_variants[v];
            const wm_item item = wm_freivalds_item(kind, SHAPES[s][0], SHAPES[s][1], SHAPES[s][2]);
            if (wm_freivalds_witness(&item) != WM_FORMAT_F32)
                continue;
            for (int spoiled = RIGHT; spoiled <= NOT_A_NUMBER; spoiled++)
                for (int way = 0; way < 2; way++)
                    one_residual(test, kind, way == 0 ? WM_LAYOUT_NN : WM_LAYOUT_TN, SHAPES[s], 1,
                                 (fault)spoiled);
        }
}

static void residuals(wm_selftest_case *test)
{
    static const size_t SHAPES[][3] = {{1, 1, 1},       {5, 19, 33},  {50, 41, 67}, {48, 80, 48},
                                       {211, 190, 230}, {5003, 3, 5}, {3, 4100, 5}, {3, 5, 4100}};
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++)
        for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
            for (int spoiled = RIGHT; spoiled <= NOT_A_NUMBER; spoiled++)
                for (int way = 0; way < 4; way++) {
                    const size_t sets = way < 2 ? 1 : SETS_MAX;
                    const wm_layout layout = way % 2 == 0 ? WM_LAYOUT_NN : WM_LAYOUT_TN;
                    if (spoiled == NOT_A_NUMBER && wm_product_variants[v].output == WM_FORMAT_I32)
                        continue;
                    one_residual(test, &wm_product_variants[v], layout, SHAPES[s], sets,
                                 (fault)spoiled);
                }
}

/* A witness with less precision than the product, or with more than the format allows. */
static void residual_refusals(wm_selftest_case *test)
{
    for (size_t v = 0; v < WM_PRODUCT_VARIANTS; v++) {
        const wm_product_variant *kind = &wm_product_variants[v];
        for (int format = 0; format < WM_FORMAT_COUNT; format++) {
            uint8_t seed[1][32] = {{0}};
            wm_residual_result result;
            wm_gemm gemm = {
                kind->operand, kind->output, kind->arithmetic, WM_LAYOUT_NN, 1, 1, 1, NULL,
                NULL,          NULL};
            if (wm_product_takes_witness(&gemm, (wm_format)format))
                continue;
            wm_selftest_begin(test, "residual", "%s, a witness of %s is refused", kind->name,
                              wm_format_name((wm_format)format));
            const uint8_t *zeros = wm_selftest_host(test, 8);
            gemm.A = wm_selftest_put(test, zeros, 8);
            gemm.B = wm_selftest_put(test, zeros, 8);
            gemm.C = wm_selftest_put(test, zeros, 8);
            const wm_residual residual = {.gemm = &gemm,
                                          .witness = (wm_format)format,
                                          .least_square = 1,
                                          .sets = 1,
                                          .seeds = (const uint8_t(*)[32])seed};
            const wm_status status = test->ops->residual(test->device, &residual, &result);
            wm_selftest_expect(test, status == WM_E_UNSUPPORTED, "%s", wm_status_text(status));
            wm_selftest_end(test);
        }
    }
}

void wm_selftest_residuals_run(wm_selftest_case *test)
{
    static const wm_selftest_group GROUPS[] = {
        {{"residual"}, residuals},
        {{"residual"}, aligned_residuals},
        {{"residual"}, residual_refusals},
    };
    wm_selftest_groups(test, GROUPS, sizeof GROUPS / sizeof *GROUPS);
}
