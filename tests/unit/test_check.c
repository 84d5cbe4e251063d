/* Tests the checks of all workloads: correct outputs pass, outputs with one wrong element or a NaN
 * fail. */
#include "workload/workload.h"

#include "record/laws/derive.h"
#include "record/laws/plan.h"
#include "record/laws/rounding.h"
#include "standards/normal.h"
#include "standards/philox.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"
#include "verify/freivalds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct {
    const char *workload, *variant;
    uint64_t dimension[WM_TABLES_DIMENSIONS];
} CASES[] = {
    {"gemm", "fp16", {33, 65, 47}},
    {"gemm", "bf16", {64, 64, 64}},
    {"gemm", "tf32", {40, 50, 60}},
    {"gemm", "fp8", {32, 48, 64}},
    {"gemm", "f32", {1, 70, 90}},
    {"gemm", "f64", {50, 30, 1}},
    {"gemm", "int8", {31, 33, 100}},
    {"hbm_triad", "f32", {1001}},
    {"attention", "bf16", {2, 3, 100, 16}},
    {"attention", "bf16_causal", {2, 3, 100, 16}},
    {"reduction", "default", {10007}},
    {"reduction", "deterministic", {10007}},
    {"scatter_add", "atomic", {5000, 77}},
    {"scatter_add", "fixed", {5000, 77}},
    {"index_add", "atomic", {300, 7, 11}},
    {"gemm", "fp16_exact", {33, 65, 47}},
    {"gemm", "bf16_exact", {64, 64, 64}},
    {"gemm", "tf32_exact", {40, 50, 60}},
    {"gemm", "fp8_exact", {32, 48, 64}},
    {"gemm", "f32_exact", {1, 70, 90}},
    {"random_access", "latency", {5003, 3, 900}},
    {"random_access", "bandwidth", {5003, 1001, 31}},
    {"random_access", "latency_lines", {5003, 3, 900}},
    {"random_access", "bandwidth_lines", {5003, 1001, 31}},
};

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static wm_device *device;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(2);
    return device != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

static wm_item item_of(size_t index)
{
    wm_item item = {.repeats = 1};
    item.variant = wm_tables_variant(CASES[index].workload, strlen(CASES[index].workload),
                                     CASES[index].variant, strlen(CASES[index].variant));
    assert_non_null(item.variant);
    memcpy(item.dimension, CASES[index].dimension, sizeof item.dimension);
    return item;
}

/* The residual of the current output, under challenges from its own digest. */
static wm_observed_residual look(wm_workload *workload)
{
    const wm_check check = {device, workload->item, "0a", &workload->job, NULL};
    wm_observed_residual residual;
    uint8_t digest[32];
    assert_int_equal(wm_workload_digest(workload, digest), WM_OK);
    assert_int_equal(wm_workload_check(&check, digest, &residual), WM_OK);
    return residual;
}

/* The format's limit: the a-priori bound, or a large multiple of the predicted floor. */
static double limit_of(const wm_item *item)
{
    return item->variant->predicted_floor > 0 ? 4 * item->variant->predicted_floor
                                              : wm_plan_bound(item);
}

static bool passes(const wm_item *item, const wm_observed_residual *residual)
{
    return wm_observed_ratio(residual->difference_max, residual->reference_max) <= limit_of(item) &&
           (!wm_tables_has(item->variant, WM_TRAIT_ROWS) ||
            residual->row_statistic <= wm_rounding_row_threshold(item));
}

/* Checks a NaN in the last element. A drawn row of attention need not hold it. */
static void expect_nan_is_seen(wm_workload *workload)
{
    const wm_item *item = workload->item;
    const size_t size = item->variant->output_size_bytes;
    wm_observed_residual residual;
    uint8_t element[8];
    if (!wm_workload_can_have(WM_FAULT_NAN, item))
        return;
    wm_format_store(workload->output_format, element, 0, (double)NAN);
    assert_int_equal(
        device->ops->upload(device, workload->output, workload->output_bytes - size, element, size),
        WM_OK);
    residual = look(workload);
    if (wm_tables_has(item->variant, WM_TRAIT_INTEGERS)) { /* it is one wrong element */
        assert_true(residual.difference_max == 1);
        return;
    }
    assert_true(isnan(residual.difference_max));
    assert_true(!wm_tables_has(item->variant, WM_TRAIT_ROWS) || isnan(residual.row_statistic));
    assert_false(passes(item, &residual));
}

static void judge(const wm_item *item)
{
    const size_t size = item->variant->output_size_bytes;
    const char *workload_name = item->variant->workload, *variant = item->variant->variant;
    wm_workload workload;
    wm_observed_residual residual;
    assert_int_equal(wm_workload_open(&workload, device, item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "0a"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    residual = look(&workload);
    if (!passes(item, &residual))
        fail_msg("%s %s: an honest output fails", workload_name, variant);
    expect_nan_is_seen(&workload);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    for (size_t at = 0; at < workload.output_bytes; at += size) /* of all elements: the sign */
        assert_int_equal(device->ops->flip_bits(device, workload.output, at + size - 1, 0x80, 1),
                         WM_OK);
    residual = look(&workload);
    if (passes(item, &residual))
        fail_msg("%s %s: the negated output passes", workload_name, variant);
    wm_workload_close(&workload);
}

static void every_workload_passes_and_its_faults_do_not(void **state)
{
    const wm_workload_kind *kind;
    (void)state;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const wm_item item = item_of(i);
        judge(&item);
    }
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        for (const wm_workload_row *row = kind->rows; row->plans != 0; row++) {
            wm_item item = {.repeats = 1};
            item.variant = wm_tables_variant(kind->name, strlen(kind->name), row->variant,
                                             strlen(row->variant));
            memcpy(item.dimension, row->dimension, sizeof item.dimension);
            if ((row->plans & WM_PLAN_QUICK) != 0)
                judge(&item);
        }
}

/* A lane's sum by docs/formats/inputs.md section 4, from the seed only. */
static uint32_t lane_of(const wm_item *item, uint64_t lane)
{
    const uint64_t n = item->dimension[0];
    uint8_t seed[32];
    wm_philox stream;
    uint64_t h = lane;
    uint32_t sum = 0;
    assert_int_equal(wm_derive_seed(item, "0a", 0, seed), WM_OK);
    stream = wm_philox_from_seed(seed);
    for (uint32_t step = 0; step < item->dimension[2]; step++) {
        uint32_t x;
        h = 6364136223846793005u * h + 1442695040888963407u;
        x = (uint32_t)wm_philox_bounded(&stream, (h >> 32) * n >> 32, (uint64_t)1 << 32);
        sum += x;
        if (wm_tables_has(item->variant, WM_TRAIT_DEPENDENT))
            h += (uint64_t)x << 32;
    }
    return sum;
}

static void random_reads_are_those_of_the_format(void **state)
{
    (void)state;
    for (size_t i = CASE_COUNT - 2; i < CASE_COUNT; i++) {
        const wm_item item = item_of(i);
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, "0a"), WM_OK);
        assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
        for (uint32_t lane = 0; lane < item.dimension[1]; lane++) {
            uint32_t out;
            assert_int_equal(
                device->ops->download(device, workload.output, lane * sizeof out, &out, sizeof out),
                WM_OK);
            assert_int_equal(out, lane_of(&item, lane));
        }
        wm_workload_close(&workload);
    }
}

/* One wrong bit makes one lane wrong. Reads of a wrong table make almost all lanes differ: the
 * check draws the words from the seed. */
static void wrong_lanes_are_counted(void **state)
{
    const wm_item item = item_of(CASE_COUNT - 1);
    wm_observed_residual residual;
    wm_workload workload;
    (void)state;
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "0a"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    assert_int_equal(device->ops->flip_bits(device, workload.output, 4 * 500, 1, 4), WM_OK);
    residual = look(&workload);
    assert_true(residual.difference_max == 1 && residual.reference_max == 1001);
    assert_false(passes(&item, &residual));
    assert_int_equal(wm_workload_fill(&workload, "0b"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    residual = look(&workload);
    assert_true(residual.difference_max > 990);
    wm_workload_close(&workload);
}

/* The row statistic of one honest product over its threshold. */
static double strictness(const wm_item *item)
{
    wm_workload workload;
    wm_observed_residual residual;
    uint8_t digest[32];
    assert_int_equal(wm_workload_open(&workload, device, item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "00"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    const wm_check check = {device, item, "00", &workload.job, NULL};
    assert_int_equal(wm_workload_digest(&workload, digest), WM_OK);
    assert_int_equal(wm_workload_check(&check, digest, &residual), WM_OK);
    wm_workload_close(&workload);
    return residual.row_statistic / wm_rounding_row_threshold(item);
}

/* Rows of few columns sometimes almost cancel. The rounding of their terms does not cancel. */
static void thin_products_pass(void **state)
{
    static const uint32_t COLUMNS[] = {1, 2, 3, 4, 6, 8, 16, 40};
    static const uint32_t ROWS_AND_DEPTH[][2] = {{11008, 512}, {4096, 64}, {513, 31}, {30000, 2}};
    (void)state;
    for (size_t i = 0; i < 7; i++)
        for (size_t c = 0; c < sizeof COLUMNS / sizeof *COLUMNS; c++)
            for (size_t s = 0; s < sizeof ROWS_AND_DEPTH / sizeof *ROWS_AND_DEPTH; s++) {
                wm_item item = item_of(i);
                item.dimension[0] = ROWS_AND_DEPTH[s][0];
                item.dimension[1] = COLUMNS[c];
                item.dimension[2] = ROWS_AND_DEPTH[s][1];
                const double over = strictness(&item);
                if (!(over <= 1))
                    fail_msg("%s m%" PRIu64 " n%" PRIu64 " k%" PRIu64 ": %.3g of the row threshold",
                             item.variant->variant, item.dimension[0], item.dimension[1],
                             item.dimension[2], over);
            }
}

/* Operands, three outputs, and the memory of check and digest: 32 bytes for each KiB of output, and
 * two eighths of that. */
static void memory_counts_what_digest_and_check_take(void **state)
{
    const wm_item triad = {.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                           .dimension = {1u << 28},
                           .repeats = 1};
    const wm_item scatter = {.variant = wm_tables_variant("scatter_add", 11, "atomic", 6),
                             .dimension = {1024, 1u << 28},
                             .repeats = 1};
    const double gib = 1073741824.0;
    (void)state;
    assert_true(wm_workload_bytes(&triad) >= (5 + 1.25 / 32.0) * gib);
    assert_true(wm_workload_bytes(&triad) < (5 + 1 / 16.0) * gib);
    assert_true(wm_workload_bytes(&scatter) >= 5 * gib); /* weights in binary64 */
    assert_true(wm_workload_bytes(&scatter) < 5.125 * gib);
}

static void calibrations_have_finite_ratios(void **state)
{
    (void)state;
    for (size_t i = 0; i < 7; i++) {
        const wm_item item = item_of(i);
        wm_workload workload;
        wm_observed_calibration calibration;
        uint8_t digest[32];
        assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
        assert_int_equal(wm_workload_fill(&workload, "0a"), WM_OK);
        assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
        assert_int_equal(wm_workload_digest(&workload, digest), WM_OK);
        const wm_check check = {device, &item, "0a", &workload.job, NULL};
        assert_int_equal(wm_freivalds_calibrate(&check, digest, &calibration), WM_OK);
        assert_true(calibration.ok);
        for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
            const double ratio =
                wm_observed_ratio(calibration.difference_max[j], calibration.reference_max[j]);
            assert_true(ratio >= 0 && ratio <= limit_of(&item));
        }
        wm_workload_close(&workload);
    }
}

static void rows_are_drawn_below_their_bound(void **state)
{
    wm_buffer context = WM_BUFFER_EMPTY;
    uint64_t rows[WM_ATTENTION_ROWS], other[WM_ATTENTION_ROWS];
    unsigned equal = 0;
    (void)state;
    assert_int_equal(wm_buffer_puts(&context, "one context"), WM_OK);
    wm_attention_rows(&context, 600, rows);
    assert_int_equal(wm_buffer_puts(&context, " and another"), WM_OK);
    wm_attention_rows(&context, 600, other);
    for (unsigned t = 0; t < WM_ATTENTION_ROWS; t++) {
        assert_true(rows[t] < 600 && other[t] < 600);
        equal += rows[t] == other[t];
    }
    assert_true(equal < 5);
    wm_buffer_clear(&context);
}

/* Sizes that overflow every integer type must be too large, and must not wrap around. */
static void impossible_sizes_are_not_allocated(void **state)
{
    wm_item item = item_of(8);
    wm_workload workload;
    (void)state;
    for (unsigned d = 0; d < 4; d++)
        item.dimension[d] = INT32_MAX;
    assert_true(wm_workload_bytes(&item) > 1e37);
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_E_NOMEM);
    wm_workload_close(&workload);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* docs/formats/inputs.md section 7: a block of places shows a fault that is below the limit of the
 * whole checksum, and beyond that limit the difference is a number. */
static void a_block_shows_what_the_whole_hides(void **state)
{
    const wm_item item = {.variant = wm_tables_variant("scatter_add", 11, "fixed", 5),
                          .dimension = {1 << 20, 1 << 14},
                          .repeats = 1};
    const double limit = wm_plan_bound(&item), off = 1.5e-3;
    const double *table;
    unsigned seen[3] = {0};
    wm_workload workload;
    (void)state;
    assert_int_equal(wm_normal_table(&table), WM_OK);
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "0a"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    assert_true(look(&workload).difference_max <= 0.5 * limit * look(&workload).reference_max);
    for (size_t place = 0; place < 200; place++) {
        uint8_t digest[32], seed[32];
        wm_buffer context = WM_BUFFER_EMPTY;
        wm_philox stream;
        wm_observed_residual residual;
        float right, wrong;
        double weight;
        assert_int_equal(device->ops->download(device, workload.output, 4 * place, &right, 4),
                         WM_OK);
        wrong = right + (float)off;
        assert_int_equal(device->ops->upload(device, workload.output, 4 * place, &wrong, 4), WM_OK);
        assert_int_equal(wm_workload_digest(&workload, digest), WM_OK);
        assert_int_equal(wm_derive_context(&item, "0a", digest, &context), WM_OK);
        wm_derive_challenge(&context, WM_CHALLENGE_WEIGHTS, seed);
        wm_buffer_clear(&context);
        stream = wm_philox_from_seed(seed);
        weight = fabs(table[wm_philox_index16(&stream, place)]);
        residual = look(&workload);
        /* the whole has the limit 2.0e-3, a block 2.4e-4, and rounding adds some of a tenth */
        if (weight * off < 1.5e-4) {
            seen[0]++;
            assert_true(residual.difference_max <= limit * residual.reference_max);
        } else if (weight * off > 3.5e-4 && weight * off < 1.7e-3) {
            seen[1]++;
            assert_true(isnan(residual.difference_max));
        } else if (weight * off > 2.3e-3) {
            seen[2]++;
            assert_true(residual.difference_max > limit * residual.reference_max);
        }
        assert_int_equal(device->ops->upload(device, workload.output, 4 * place, &right, 4), WM_OK);
    }
    assert_true(seen[0] > 0 && seen[1] > 10 && seen[2] > 0);
    wm_workload_close(&workload);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_counts_what_digest_and_check_take),
        TEST(every_workload_passes_and_its_faults_do_not),
        TEST(random_reads_are_those_of_the_format),
        TEST(wrong_lanes_are_counted),
        TEST(thin_products_pass),
        TEST(calibrations_have_finite_ratios),
        cmocka_unit_test(rows_are_drawn_below_their_bound),
        TEST(impossible_sizes_are_not_allocated),
        TEST(a_block_shows_what_the_whole_hides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
