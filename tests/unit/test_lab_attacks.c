/* Tests of lab/target, lab/paper_check and lab/attacks: what the checks say of correct products, of
 * faults and of attacks. */
#include "lab/attacks.h"

#include "lab/faults.h"
#include "lab/witnesses.h"
#include "support/cmocka.h"
#include "support/open_lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void judge(lab *l, uint32_t trial, wm_verdicts *verdicts)
{
    uint8_t probes[WM_SHA256_SIZE];
    wm_target_probes(&l->target, trial, probes);
    assert_int_equal(wm_target_judge(&l->target, probes, verdicts), WM_OK);
}

static void expect_none(const wm_verdicts *verdicts)
{
    for (unsigned c = 0; c < WM_CHECKS; c++)
        if (verdicts->is_rejected[c])
            fail_msg("%s rejects", wm_tables_check((wm_check_word)c));
}

/* ---- the output on the device ---------------------------------------------------------------- */

/* After each trial's output was asked about, the device has it and nothing of an earlier one. */
static void the_device_has_what_is_asked_about(void **state)
{
    static const wm_trial TRIALS[] = {{WM_TRIAL_TILE, 16},
                                      {WM_TRIAL_BIT, 3},
                                      {WM_TRIAL_NAN, 0},
                                      {WM_TRIAL_BLOCK, 4},
                                      {WM_TRIAL_BIT, 1}};
    wm_verdicts verdicts;
    uint8_t *found;
    size_t bytes;
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    bytes = l.target.workload.output_bytes;
    found = malloc(bytes);
    assert_non_null(found);
    for (uint32_t t = 0; t < sizeof TRIALS / sizeof TRIALS[0]; t++) {
        char reason[128];
        wm_draw_stream draw;
        wm_target_restore(&l.target);
        wm_draw_begin(&draw, l.target.seed, t, "fault");
        assert_int_equal(wm_faults_make(&l.target, TRIALS[t], &draw, reason), WM_OK);
        judge(&l, t, &verdicts);
        assert_true(verdicts.is_rejected[WM_CHECK_DIGEST]);
        assert_int_equal(
            l.device->ops->download(l.device, l.target.workload.output, 0, found, bytes), WM_OK);
        assert_memory_equal(found, l.target.broken, bytes);
    }
    wm_target_restore(&l.target);
    judge(&l, 0, &verdicts);
    assert_false(verdicts.is_rejected[WM_CHECK_DIGEST]);
    free(found);
    close_lab(&l);
}

/* ---- checks ---------------------------------------------------------------------------------- */

static void a_correct_product_is_accepted(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64", "gemm.bf16.n64", "gemm.f32.n64"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        lab l;
        open_lab(&l, labels[i], 2);
        for (uint32_t t = 0; t < 8; t++) {
            wm_verdicts verdicts;
            judge(&l, t, &verdicts);
            expect_none(&verdicts);
            for (unsigned c = WM_CHECK_PAPER_1; c <= WM_CHECK_PAPER_8; c++)
                assert_true(verdicts.is_asked[c]);
            assert_true(verdicts.is_asked[WM_CHECK_LARGEST] && verdicts.is_asked[WM_CHECK_ANY] &&
                        verdicts.is_asked[WM_CHECK_OPENINGS] && verdicts.is_asked[WM_CHECK_DIGEST]);
        }
        close_lab(&l);
    }
}

/* The largest element with the other sign is twice its size off. */
static void a_negated_element_is_rejected(void **state)
{
    lab l;
    size_t largest = 0;
    wm_verdicts verdicts;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (size_t i = 1; i < l.target.workload.output_count; i++)
        if (fabs(wm_format_load(WM_FORMAT_F16, l.target.correct, i)) >
            fabs(wm_format_load(WM_FORMAT_F16, l.target.correct, largest)))
            largest = i;
    for (uint32_t t = 0; t < 4; t++) {
        wm_target_restore(&l.target);
        l.target.broken[2 * largest + 1] ^= 0x80;
        wm_target_touch(&l.target, 2 * largest, 2);
        judge(&l, t, &verdicts);
        assert_true(verdicts.is_rejected[WM_CHECK_PAPER_8]);
        assert_true(verdicts.is_rejected[WM_CHECK_ANY]);
        assert_true(verdicts.is_rejected[WM_CHECK_DIGEST]);
        wm_target_restore(&l.target); /* and the device's output is the correct one again */
        judge(&l, t, &verdicts);
        expect_none(&verdicts);
    }
    close_lab(&l);
}

static void a_nan_is_rejected_by_all(void **state)
{
    lab l;
    char reason[128];
    wm_draw_stream draw;
    wm_verdicts verdicts;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    wm_draw_begin(&draw, l.target.seed, 0, "fault");
    assert_int_equal(wm_faults_make(&l.target, (wm_trial){WM_TRIAL_NAN, 0}, &draw, reason), WM_OK);
    judge(&l, 0, &verdicts);
    for (unsigned c = 0; c < WM_CHECKS; c++)
        if (verdicts.is_asked[c] && c != WM_CHECK_OPENINGS) /* they may be elsewhere */
            assert_true(verdicts.is_rejected[c]);
    close_lab(&l);
}

static void another_nonce_has_another_correct_output(void **state)
{
    lab l;
    uint8_t digest[WM_SHA256_SIZE];
    wm_verdicts verdicts;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    memcpy(digest, l.target.digest, sizeof digest);
    assert_int_equal(wm_target_renew(&l.target, "00ff"), WM_OK);
    assert_memory_not_equal(digest, l.target.digest, sizeof digest);
    judge(&l, 0, &verdicts);
    expect_none(&verdicts);
    close_lab(&l);
}

/* A device that is wrong in every product has no other output to differ from. The openings see it:
 * those of a correct output are recomputed too. */
static void openings_of_a_correct_output_are_recomputed(void **state)
{
    lab l;
    wm_verdicts verdicts;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    judge(&l, 0, &verdicts);
    assert_false(verdicts.is_rejected[WM_CHECK_OPENINGS]);
    for (size_t i = 0; i < l.target.workload.output_bytes; i += 2) {
        l.target.correct[i + 1] ^= 0x80;
        l.target.broken[i + 1] ^= 0x80;
    }
    judge(&l, 0, &verdicts);
    assert_true(verdicts.is_rejected[WM_CHECK_OPENINGS] && verdicts.is_rejected[WM_CHECK_ANY]);
    assert_false(verdicts.is_rejected[WM_CHECK_DIGEST]); /* the device's output is as it was */
    close_lab(&l);
}

/* A repeat computes: what the output was overwritten with is gone. */
static void a_repeat_is_another_correct_output(void **state)
{
    lab l;
    wm_verdicts verdicts;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    memset(l.target.broken, 0xff, l.target.workload.output_bytes);
    wm_target_touch(&l.target, 0, l.target.workload.output_bytes);
    judge(&l, 0, &verdicts);
    assert_true(verdicts.is_rejected[WM_CHECK_DIGEST] && !l.target.is_correct);
    assert_int_equal(wm_target_repeat(&l.target), WM_OK);
    assert_true(l.target.is_correct);
    judge(&l, 0, &verdicts);
    expect_none(&verdicts);
    l.target.digest[0] ^= 1; /* as an earlier output whose sums had another order */
    judge(&l, 0, &verdicts);
    assert_true(verdicts.is_rejected[WM_CHECK_DIGEST] && !verdicts.is_rejected[WM_CHECK_ANY]);
    close_lab(&l);
}

/* ---- attacks --------------------------------------------------------------------------------- */

static void run_attack(lab *l, wm_trial trial, uint32_t number, wm_verdicts *verdicts,
                       wm_attack_result *result)
{
    char reason[128] = "";
    wm_target_restore(&l->target);
    if (wm_attacks_run(&l->target, trial, number, verdicts, result, reason) != WM_OK)
        fail_msg("%s: %s", wm_tables_trial(trial.word)->word, reason);
}

/* The paper's check with probes that are known before does not see an error of half the output's
 * norm; with probes that follow from the output it does, and so do the checks of a record. */
static void the_null_space_hides_from_committed_probes(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (uint32_t t = 0; t < 4; t++) {
        wm_verdicts verdicts;
        wm_attack_result result;
        run_attack(&l, (wm_trial){WM_TRIAL_NULL_SPACE, 0}, t, &verdicts, &result);
        assert_true(result.committed <= 1 && result.derived > 100);
        assert_true(fabs(result.error - 0.5) < 0.01 && result.cost == 1);
        assert_false(verdicts.is_rejected[WM_CHECK_PAPER_8]);
        assert_true(verdicts.is_rejected[WM_CHECK_LARGEST] && verdicts.is_rejected[WM_CHECK_ANY]);
    }
    close_lab(&l);
}

static void the_window_is_below_the_tolerance(void **state)
{
    lab l;
    wm_verdicts verdicts;
    wm_attack_result result;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    run_attack(&l, (wm_trial){WM_TRIAL_WINDOW, 0}, 0, &verdicts, &result);
    assert_true(result.derived > 0.5 && result.derived <= 1 && result.error > 0);
    assert_true(isnan(result.committed) && !verdicts.is_rejected[WM_CHECK_PAPER_8]);
    close_lab(&l);
}

/* Outputs of less or of other work are far off, and any record says so. */
static void other_outputs_are_rejected(void **state)
{
    static const wm_trial_word words[] = {WM_TRIAL_REPLAY, WM_TRIAL_SWAP, WM_TRIAL_IDLE,
                                          WM_TRIAL_OPENED_ONLY, WM_TRIAL_NARROWER};
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        wm_verdicts verdicts;
        wm_attack_result result;
        run_attack(&l, (wm_trial){words[i], 0}, 1, &verdicts, &result);
        assert_true(verdicts.is_rejected[WM_CHECK_ANY] && verdicts.is_rejected[WM_CHECK_DIGEST]);
        assert_true(result.cost >= 0 && result.cost <= 1);
        /* the operands are those of the correct output again */
        wm_target_restore(&l.target);
        judge(&l, 1, &verdicts);
        expect_none(&verdicts);
    }
    close_lab(&l);
}

/* An old output passes every check under its own nonce, and none of the operands is its own under
 * the reader's. */
static void a_stale_output_is_seen_under_another_nonce(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64", "gemm.int8.n64",
                                         "scatter_add.fixed.n4096b256"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        lab l;
        wm_verdicts verdicts;
        wm_attack_result result;
        open_lab(&l, labels[i], 2);
        for (uint32_t t = 0; t < 3; t++) {
            run_attack(&l, (wm_trial){WM_TRIAL_STALE, 0}, t, &verdicts, &result);
            expect_none(&verdicts);
            assert_true(result.error == 0 && result.cost == 0);
            run_attack(&l, (wm_trial){WM_TRIAL_STALE, 1}, t, &verdicts, &result);
            assert_true(verdicts.is_rejected[WM_CHECK_ANY]);
            assert_true(verdicts.is_rejected[WM_CHECK_DIGEST]);
            assert_true(result.error > 0.5 && result.cost == 0);
        }
        wm_target_restore(&l.target);
        judge(&l, 1, &verdicts);
        expect_none(&verdicts);
        close_lab(&l);
    }
}

/* The number of a trial whose fault makes an element too large to be missed. */
static uint32_t find_large_fault(lab *l, wm_trial fault)
{
    for (uint32_t number = 0; number < 1000; number++) {
        char reason[128];
        wm_draw_stream draw;
        wm_target_restore(&l->target);
        wm_draw_begin(&draw, l->target.seed, number, "fault");
        assert_int_equal(wm_faults_make(&l->target, fault, &draw, reason), WM_OK);
        for (size_t i = 0; i < l->target.workload.output_count; i++)
            if (!(fabs(wm_format_load(WM_FORMAT_F16, l->target.broken, i)) < 10000))
                return number;
    }
    fail_msg("no fault is large");
    return 0;
}

/* A search of 1,000 outputs gives the last one that it tried: the fault with the 999th of the bits
 * that it flips one after the other. */
static void a_search_ends_with_its_last_try(void **state)
{
    static const wm_trial fault = {WM_TRIAL_BIT, 14};
    wm_verdicts verdicts;
    wm_attack_result result;
    wm_draw_stream draw;
    uint8_t *expected;
    uint32_t number;
    uint64_t place = 0;
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n64", 2);
    number = find_large_fault(&l, fault);
    expected = malloc(l.target.workload.output_bytes);
    assert_non_null(expected);
    memcpy(expected, l.target.broken, l.target.workload.output_bytes);
    wm_draw_begin(&draw, l.target.seed, number, "search");
    for (unsigned i = 0; i < 999; i++)
        place = wm_draw_below(&draw, l.target.workload.output_count);
    expected[2 * place] ^= 1;
    run_attack(&l, (wm_trial){WM_TRIAL_PROBE_SEARCH, fault.size}, number, &verdicts, &result);
    assert_true(result.cost == 1000);
    assert_true(verdicts.is_rejected[WM_CHECK_ANY]);
    assert_memory_equal(l.target.broken, expected, l.target.workload.output_bytes);
    free(expected);
    close_lab(&l);
}

static void attacks_are_the_same_again(void **state)
{
    static const wm_trial trials[] = {{WM_TRIAL_NULL_SPACE, 0}, {WM_TRIAL_PROBE_SEARCH, 2},
                                      {WM_TRIAL_REPLAY, 0},     {WM_TRIAL_WINDOW, 0},
                                      {WM_TRIAL_SWAP, 0},       {WM_TRIAL_OPENED_ONLY, 0},
                                      {WM_TRIAL_STALE, 1}};
    lab first, second;
    (void)state;
    open_lab(&first, "gemm.fp16.n64", 2);
    open_lab(&second, "gemm.fp16.n64", 2);
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++) {
        wm_verdicts one, other;
        wm_attack_result a, b;
        run_attack(&second, trials[i], 2, &other, &b);
        run_attack(&first, trials[i], 3, &one, &a);
        run_attack(&second, trials[i], 3, &other, &b);
        assert_memory_equal(first.target.broken, second.target.broken,
                            first.target.workload.output_bytes);
        for (unsigned c = 0; c < WM_CHECKS; c++)
            assert_true(one.is_asked[c] == other.is_asked[c] &&
                        one.is_rejected[c] == other.is_rejected[c]);
        assert_true(a.cost == b.cost && a.error == b.error);
    }
    close_lab(&first);
    close_lab(&second);
}

static void expect_refused(lab *l, wm_trial trial)
{
    char reason[128] = "";
    wm_verdicts verdicts;
    wm_attack_result result;
    wm_target_restore(&l->target);
    assert_int_equal(wm_attacks_run(&l->target, trial, 0, &verdicts, &result, reason),
                     WM_E_UNSUPPORTED);
    assert_string_not_equal(reason, "");
}

static void an_attack_that_cannot_be_is_refused(void **state)
{
    lab l;
    (void)state;
    open_lab(&l, "gemm.fp16.n8", 2); /* as many columns as probes: there is no null space */
    expect_refused(&l, (wm_trial){WM_TRIAL_NULL_SPACE, 0});
    expect_refused(&l, (wm_trial){WM_TRIAL_BIT, 0}); /* a fault is no attack */
    expect_refused(&l, (wm_trial){WM_TRIAL_PROBE_SEARCH, 16});
    close_lab(&l);
    open_lab(&l, "gemm.int8.n64", 2);
    expect_refused(&l, (wm_trial){WM_TRIAL_NULL_SPACE, 0});
    expect_refused(&l, (wm_trial){WM_TRIAL_WINDOW, 0});
    close_lab(&l);
}

/* ---- what two outputs are apart -------------------------------------------------------------- */

static double apart(wm_format format, const double first[3], const double second[3])
{
    uint8_t a[3 * 8], b[3 * 8];
    const wm_witness_output output = {3 * wm_format_size(format), 3, format};
    for (size_t i = 0; i < 3; i++) {
        wm_format_store(format, a, i, first[i]);
        wm_format_store(format, b, i, second[i]);
    }
    return wm_witnesses_divergence(&output, a, b);
}

static void a_divergence_is_of_whole_outputs(void **state)
{
    static const double one[] = {1, -8, 2}, other[] = {1, -8, 4}, none[] = {0, 0, 0};
    const double lost[] = {1, (double)INFINITY, 2};
    (void)state;
    assert_true(apart(WM_FORMAT_F16, one, other) == 2.0 / 8);
    assert_true(apart(WM_FORMAT_F64, other, one) == 2.0 / 8);
    assert_true(apart(WM_FORMAT_I32, one, none) == 1);
    assert_true(apart(WM_FORMAT_F32, none, one) == 8 / 1e-30);
    assert_true(isnan(apart(WM_FORMAT_BF16, one, lost)));
    assert_true(isnan(apart(WM_FORMAT_BF16, lost, one)));
    assert_true(apart(WM_FORMAT_BF16, lost, lost) == 0); /* equal bytes are no disagreement */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_what_is_asked_about),
        cmocka_unit_test(a_correct_product_is_accepted),
        cmocka_unit_test(a_negated_element_is_rejected),
        cmocka_unit_test(a_nan_is_rejected_by_all),
        cmocka_unit_test(another_nonce_has_another_correct_output),
        cmocka_unit_test(openings_of_a_correct_output_are_recomputed),
        cmocka_unit_test(a_repeat_is_another_correct_output),
        cmocka_unit_test(the_null_space_hides_from_committed_probes),
        cmocka_unit_test(the_window_is_below_the_tolerance),
        cmocka_unit_test(other_outputs_are_rejected),
        cmocka_unit_test(a_stale_output_is_seen_under_another_nonce),
        cmocka_unit_test(a_search_ends_with_its_last_try),
        cmocka_unit_test(attacks_are_the_same_again),
        cmocka_unit_test(an_attack_that_cannot_be_is_refused),
        cmocka_unit_test(a_divergence_is_of_whole_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
