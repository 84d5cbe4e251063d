/* Tests the guard of attention: its signs, its suspects, and what the check of attention does with
 * them. */
#include "backend/guard.h"

#include "record/laws/derive.h"
#include "record/laws/plan.h"
#include "record/laws/rule.h"
#include "standards/philox.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_device *device;
static const wm_backend *honest;
static wm_backend bent; /* the device's operations, some of them replaced */
static unsigned guard_calls;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(2);
    if (device == NULL)
        return -1;
    honest = device->ops;
    bent = *honest;
    device->ops = &bent;
    guard_calls = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    honest->close(device);
    return 0;
}

/* ---- signs and suspects ---------------------------------------------------------------------- */

/* docs/formats/inputs.md section 6: bit q of index16(j). */
static void signs_are_bits_of_the_stream(void **state)
{
    uint8_t seed[32] = {7}, signs[WM_GUARD_DEPTH];
    const wm_philox stream = wm_philox_from_seed(seed);
    (void)state;
    wm_guard_signs(seed, WM_GUARD_DEPTH, signs);
    for (size_t j = 0; j < WM_GUARD_DEPTH; j++)
        assert_int_equal(signs[j], wm_philox_index16(&stream, j) & 0x7f);
}

/* The ratio of row i of 200: rows 11 and 90 have none, 150 others are suspects, some as far off as
 * others. */
static double ratio_of(uint64_t row)
{
    if (row == 11 || row == 90)
        return (double)NAN;
    return row < 48 ? 0.5 : 1.5 + (double)(row % 10);
}

static void the_order_of_the_calls_does_not_matter(void **state)
{
    wm_attention_guard up = {.suspects = 0}, down = {.suspects = 0};
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        wm_guard_take(&up, i, ratio_of(i));
        wm_guard_take(&down, 199 - i, ratio_of(199 - i));
    }
    assert_int_equal(up.suspects, 1 + 152);
    assert_int_equal(down.suspects, up.suspects);
    assert_true(isinf(up.ratio_max) && isinf(down.ratio_max));
    assert_memory_equal(up.rows, down.rows, sizeof up.rows);
    assert_int_equal(up.rows[0], 11);
    assert_int_equal(up.rows[1], 90);
    assert_int_equal(up.rows[2], 49); /* 10.5, the largest; then 59, 69, ... */
    assert_int_equal(up.rows[3], 59);
    for (size_t i = 1; i < WM_BACKEND_SUSPECTS; i++)
        assert_true(up.ratios[i] <= up.ratios[i - 1]);
}

static void a_row_at_its_bound_is_no_suspect(void **state)
{
    wm_attention_guard guard = {.suspects = 0};
    (void)state;
    wm_guard_take(&guard, 3, 1);
    assert_int_equal(guard.suspects, 0);
    assert_true(guard.ratio_max == 1);
    wm_guard_take(&guard, 3, nextafter(1, 2));
    assert_int_equal(guard.suspects, 1);
    assert_int_equal(guard.rows[0], 3);
}

/* ---- the check of attention ------------------------------------------------------------------ */

typedef struct {
    wm_item item;
    wm_workload workload;
    wm_check_known known;
    uint8_t signs[WM_SHA256_SIZE];
    uint64_t rows[WM_ATTENTION_ROWS];
} subject;

static const char *const VARIANTS[] = {"bf16", "bf16_causal"};

static void open_variant(subject *s, const char *variant, uint32_t heads, uint32_t sequence,
                         uint32_t depth, const char *nonce)
{
    *s = (subject){.item = {.variant = wm_tables_variant("attention", 9, variant, strlen(variant)),
                            .dimension = {1, heads, sequence, depth},
                            .repeats = 1}};
    assert_int_equal(wm_workload_open(&s->workload, device, &s->item), WM_OK);
    assert_int_equal(wm_workload_fill(&s->workload, nonce), WM_OK);
    assert_int_equal(wm_job_run(device, &s->workload.job), WM_OK);
}

static void open_subject(subject *s, uint32_t heads, uint32_t sequence, uint32_t depth,
                         const char *nonce)
{
    open_variant(s, "bf16", heads, sequence, depth, nonce);
}

/* The residual of the present output, and its challenges. */
static wm_observed_residual look(subject *s)
{
    const wm_check check = {device, &s->item, "0a", &s->workload.job, &s->known};
    const uint64_t *d = s->item.dimension;
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_observed_residual residual;
    uint8_t digest[WM_SHA256_SIZE];
    assert_int_equal(wm_workload_digest(&s->workload, digest), WM_OK);
    assert_int_equal(wm_derive_context(&s->item, "0a", digest, &context), WM_OK);
    wm_derive_challenge(&context, WM_CHALLENGE_SIGNS, s->signs);
    wm_attention_rows(&context, d[0] * d[1] * d[2], s->rows);
    wm_buffer_clear(&context);
    assert_int_equal(wm_workload_check(&check, digest, &residual), WM_OK);
    return residual;
}

static bool passes(const subject *s, const wm_observed_residual *residual)
{
    return wm_observed_ratio(residual->difference_max, residual->reference_max) <=
           wm_plan_bound(&s->item);
}

/* Whether a residual is that of the drawn rows alone, to the last bit. */
static bool is_of_drawn_rows(const subject *s, const wm_observed_residual *residual)
{
    wm_attention_result drawn;
    assert_int_equal(honest->attention_residual(device, &s->workload.job.as.attention, s->rows,
                                                WM_ATTENTION_ROWS, &drawn),
                     WM_OK);
    return residual->difference_max == drawn.difference_max &&
           residual->reference_max == drawn.reference_max;
}

/* Puts row `from` in the place of row `to`. */
static void put_row(subject *s, size_t from, size_t to)
{
    const size_t bytes = s->item.dimension[3] * 2;
    uint8_t row[2 * WM_GUARD_DEPTH];
    assert_int_equal(honest->download(device, s->workload.output, from * bytes, row, bytes), WM_OK);
    assert_int_equal(honest->upload(device, s->workload.output, to * bytes, row, bytes), WM_OK);
}

static bool is_drawn(const subject *s, uint64_t row)
{
    for (size_t i = 0; i < WM_ATTENTION_ROWS; i++)
        if (s->rows[i] == row)
            return true;
    return false;
}

/* 1,000 correct outputs, 65,000 rows, of both paths of the device. */
static void expect_no_suspects(const char *variant)
{
    static const uint32_t DEPTHS[] = {1, 5, 8, 16, 33, 64, 128, 256};
    for (uint32_t i = 0; i < 1000; i++) {
        const uint32_t sequence = i % 100 == 0 ? 700 : 1 + 37 * i % 87;
        const uint8_t seed[32] = {(uint8_t)i, (uint8_t)(i >> 8), 1};
        wm_attention_guard guard;
        subject s;
        char nonce[16];
        snprintf(nonce, sizeof nonce, "%08x", i);
        open_variant(&s, variant, 1 + i % 2, sequence, DEPTHS[i / 3 % 8], nonce);
        if (i % 4 == 0)
            assert_int_equal(honest->attention_careful(device, &s.workload.job.as.attention),
                             WM_OK);
        assert_int_equal(
            honest->attention_guard(device, &s.workload.job.as.attention, seed, &guard), WM_OK);
        if (guard.suspects != 0 || !(guard.ratio_max <= 0.6))
            fail_msg("%s, output %u: %llu suspects, ratio %.3g", variant, i,
                     (unsigned long long)guard.suspects, guard.ratio_max);
        assert_true(guard.row_sum_error <= 4e-6);
        wm_workload_close(&s.workload);
    }
}

static void correct_outputs_have_no_suspects(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        expect_no_suspects(VARIANTS[v]);
}

static void a_correct_output_keeps_the_residual_of_its_drawn_rows(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++) {
        subject s;
        open_variant(&s, VARIANTS[v], 8, 128, 64, "0a");
        const wm_observed_residual residual = look(&s);
        assert_true(passes(&s, &residual));
        assert_true(is_of_drawn_rows(&s, &residual));
        wm_workload_close(&s.workload);
    }
}

/* Divides row `to` by 1.15, as if its normaliser were too large. */
static void scale_row(subject *s, size_t from, size_t to)
{
    const size_t depth = s->item.dimension[3];
    uint8_t row[2 * WM_GUARD_DEPTH];
    (void)from;
    assert_int_equal(honest->download(device, s->workload.output, to * depth * 2, row, depth * 2),
                     WM_OK);
    for (size_t j = 0; j < depth; j++)
        wm_format_store(WM_FORMAT_BF16, row, j, wm_format_load(WM_FORMAT_BF16, row, j) / 1.15);
    assert_int_equal(honest->upload(device, s->workload.output, to * depth * 2, row, depth * 2),
                     WM_OK);
}

/* One wrong row of 1,024 at 40 places. The drawn rows alone see it in 6 % of them. */
static void expect_row_seen(const char *variant, void (*spoil)(subject *, size_t from, size_t to))
{
    unsigned drawn = 0;
    subject s;
    open_variant(&s, variant, 8, 128, 64, "0a");
    for (size_t i = 0; i < 40; i++) {
        const size_t row = i * 587 % 1024;
        assert_int_equal(wm_job_run(device, &s.workload.job), WM_OK);
        spoil(&s, (row + 300) % 1024, row);
        const wm_observed_residual residual = look(&s);
        if (passes(&s, &residual))
            fail_msg("%s: the wrong row %zu passes", variant, row);
        drawn += is_drawn(&s, row);
    }
    assert_true(drawn < 10);
    wm_workload_close(&s.workload);
}

static void one_wrong_row_is_always_seen(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        expect_row_seen(VARIANTS[v], put_row);
}

static void one_wrong_normaliser_is_always_seen(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        expect_row_seen(VARIANTS[v], scale_row);
}

/* More wrong rows than there is room for suspects: the drawn rows reject most of these outputs. */
static void an_output_that_the_drawn_rows_reject_keeps_their_residual(void **state)
{
    subject s;
    (void)state;
    open_subject(&s, 8, 128, 64, "0a");
    for (size_t row = 0; row < 500; row++)
        put_row(&s, 1023 - row, row);
    const wm_observed_residual residual = look(&s);
    assert_false(passes(&s, &residual));
    assert_true(is_of_drawn_rows(&s, &residual));
    wm_workload_close(&s.workload);
}

static wm_status counted(wm_device *on, const wm_attention *attention, const uint8_t seed[32],
                         wm_attention_guard *result)
{
    guard_calls++;
    return honest->attention_guard(on, attention, seed, result);
}

static void equal_outputs_are_tested_once(void **state)
{
    subject s;
    (void)state;
    bent.attention_guard = counted;
    open_subject(&s, 8, 128, 64, "0a");
    put_row(&s, 7, 700);
    const wm_observed_residual first = look(&s), again = look(&s);
    assert_int_equal(guard_calls, 1);
    assert_false(is_drawn(&s, 700));
    assert_false(passes(&s, &first));
    assert_true(first.difference_max == again.difference_max);
    assert_int_equal(wm_job_run(device, &s.workload.job), WM_OK);
    const wm_observed_residual other = look(&s);
    assert_int_equal(guard_calls, 2);
    assert_true(passes(&s, &other));
    wm_workload_close(&s.workload);
}

static wm_status lacking(wm_device *on, const wm_attention *attention, const uint8_t seed[32],
                         wm_attention_guard *result)
{
    (void)on;
    (void)attention;
    (void)seed;
    (void)result;
    return WM_E_UNSUPPORTED;
}

static void a_device_without_the_test_has_its_drawn_rows(void **state)
{
    subject s;
    (void)state;
    bent.attention_guard = lacking;
    open_subject(&s, 8, 128, 64, "0a");
    put_row(&s, 7, 700);
    const wm_observed_residual residual = look(&s);
    assert_false(is_drawn(&s, 700));
    assert_true(passes(&s, &residual));
    assert_true(is_of_drawn_rows(&s, &residual));
    wm_workload_close(&s.workload);
}

static wm_status failing(wm_device *on, const wm_attention *attention, const uint8_t seed[32],
                         wm_attention_guard *result)
{
    (void)on;
    (void)attention;
    (void)seed;
    (void)result;
    return WM_E_DEVICE;
}

static void a_failure_of_the_test_is_one_of_the_check(void **state)
{
    subject s;
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
    (void)state;
    bent.attention_guard = failing;
    open_subject(&s, 1, 64, 16, "0a");
    const wm_check check = {device, &s.item, "0a", &s.workload.job, NULL};
    assert_int_equal(wm_workload_digest(&s.workload, digest), WM_OK);
    assert_int_equal(wm_workload_check(&check, digest, &residual), WM_E_DEVICE);
    wm_workload_close(&s.workload);
}

static double row_sum_error;

static wm_status off_one(wm_device *on, const wm_attention *attention, const uint8_t seed[32],
                         wm_attention_guard *result)
{
    const wm_status status = honest->attention_guard(on, attention, seed, result);
    result->row_sum_error = row_sum_error;
    return status;
}

/* 2^-24 (2 (s/8 + 64) + 3) at s = 128. */
static void row_sums_must_be_one(void **state)
{
    const double bound = 163 * 0x1p-24;
    subject s;
    (void)state;
    bent.attention_guard = off_one;
    open_subject(&s, 8, 128, 64, "0a");
    for (int i = 0; i < 3; i++) {
        row_sum_error = i == 0 ? bound : i == 1 ? nextafter(bound, 1) : (double)NAN;
        s.known.is_there = false;
        const wm_observed_residual residual = look(&s);
        const wm_limits limits = wm_rule_limits_of(&s.item, NULL);
        assert_int_equal(isnan(residual.difference_max), i == 2);
        assert_true(i == 2 || residual.row_sum_error == row_sum_error);
        assert_int_equal(wm_rule_decide(&limits, &residual),
                         i == 0 ? WM_DECISION_ACCEPT : WM_DECISION_REJECT);
    }
    wm_workload_close(&s.workload);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_are_bits_of_the_stream),
        cmocka_unit_test(the_order_of_the_calls_does_not_matter),
        cmocka_unit_test(a_row_at_its_bound_is_no_suspect),
        TEST(correct_outputs_have_no_suspects),
        TEST(a_correct_output_keeps_the_residual_of_its_drawn_rows),
        TEST(one_wrong_row_is_always_seen),
        TEST(one_wrong_normaliser_is_always_seen),
        TEST(an_output_that_the_drawn_rows_reject_keeps_their_residual),
        TEST(equal_outputs_are_tested_once),
        TEST(a_device_without_the_test_has_its_drawn_rows),
        TEST(a_failure_of_the_test_is_one_of_the_check),
        TEST(row_sums_must_be_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
