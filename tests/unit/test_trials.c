/* Tests of record/laws/trials, and of labels with a trial. Four intervals are published ones: R. G.
 * Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
 * (1998), table I, method 3. The seeds are those of another program. */
#include "record/laws/trials.h"

#include "measure/schedule_pick.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wm_error err;

static void ends_are_wilsons(void **state)
{
    static const struct {
        double seen, count, low, high;
    } rows[] = {{0, 10, 0, 0.2775},        {5, 10, 0.2366, 0.7634},   {10, 10, 0.7225, 1},
                {0, 1, 0, 0.7935},         {1, 1, 0.2065, 1},         {2, 5, 0.1176, 0.7693},
                {0, 200, 0, 0.0188},       {81, 263, 0.2553, 0.3662}, {1, 1000, 0.0002, 0.0056},
                {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611},        {1, 29, 0.0061, 0.1718}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double low = wm_trials_low(rows[i].seen, rows[i].count);
        const double high = wm_trials_high(rows[i].seen, rows[i].count);
        if (fabs(low - rows[i].low) > 5e-5 || fabs(high - rows[i].high) > 5e-5)
            fail_msg("%.0f of %.0f: %.6f to %.6f", rows[i].seen, rows[i].count, low, high);
    }
}

/* Each end is where the share is 1.96 standard deviations off. */
static void ends_solve_their_equation(void **state)
{
    const double z = 1.959963984540054;
    (void)state;
    for (int n = 1; n <= 1000; n += 37)
        for (int s = 0; s <= n; s++) {
            const double p = (double)s / n, end[] = {wm_trials_low(s, n), wm_trials_high(s, n)};
            assert_true(end[0] >= 0 && end[0] <= p && p <= end[1] && end[1] <= 1);
            assert_true((end[0] == 0) == (s == 0) && (end[1] == 1) == (s == n));
            for (int e = 0; e < 2; e++)
                if (end[e] > 0 && end[e] < 1)
                    assert_true(fabs(fabs(p - end[e]) / sqrt(end[e] * (1 - end[e]) / n) - z) <
                                1e-9);
        }
}

static wm_item item_of(const char *label)
{
    wm_item item;
    assert_int_equal(wm_schedule_pick_label(label, 8, &item, &err), WM_OK);
    return item;
}

static void seed_is_of_label_and_nonce(void **state)
{
    static const struct {
        const char *label, *nonce, *hex;
    } rows[] = {{"gemm.fp16.n64.trial_bit_13", "",
                 "b04789e431f53e5ad000fde01e4a83ae52d434225e3a6de5b1963c8e8769f03a"},
                {"gemm.fp16.n64.trial_bit_13", "00ff",
                 "9a28267a16da7eb61a36f4944939138ee22f993dcc566f0f236977b831c9ee51"},
                {"attention.bf16.b1h1s128d64.trial_nan", "",
                 "7e7825e1421c46487fede67bc1ad04fc8bf7179f4570caa25606130ed80e5b54"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wm_item item = item_of(rows[i].label);
        uint8_t seed[WM_SHA256_SIZE];
        char hex[65] = "";
        wm_trials_seed(&item, rows[i].nonce, seed);
        wm_sha256_to_hex(seed, hex);
        hex[64] = '\0';
        assert_string_equal(hex, rows[i].hex);
    }
}

static void expect_round(wm_trial trial)
{
    wm_item item = item_of("gemm.fp16.n64"), again;
    char label[WM_PLAN_LABEL_SIZE], twice[WM_PLAN_LABEL_SIZE];
    item.trial = trial;
    wm_plan_label(&item, label);
    if (wm_schedule_pick_label(label, 8, &again, &err) != WM_OK)
        fail_msg("%s: %s", label, err.message);
    wm_plan_label(&again, twice);
    assert_string_equal(label, twice);
    assert_int_equal(again.trial.word, trial.word);
    assert_int_equal(again.trial.size, trial.size);
    assert_true(wm_plan_is_same_item(&item, &again));
}

static void a_label_of_every_word_is_read(void **state)
{
    (void)state;
    for (unsigned w = 1; w < WM_TRIAL_COUNT; w++) {
        const wm_trial_row *row = wm_tables_trial((wm_trial_word)w);
        expect_round((wm_trial){(wm_trial_word)w, (uint32_t)row->least});
        expect_round((wm_trial){(wm_trial_word)w, (uint32_t)row->most});
    }
    assert_true(item_of("gemm.fp16.n64").trial.word == WM_TRIAL_NOT);
    assert_int_equal(item_of("gemm.fp16.n64.trial_null_space").trial.word, WM_TRIAL_NULL_SPACE);
    assert_int_equal(item_of("gemm.fp16.n64.trial_row_2147483647").trial.size, 2147483647);
}

static void a_wrong_trial_is_refused(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64.trial_",
                                         "gemm.fp16.n64.trial",
                                         "gemm.fp16.n64.trial_bat_1",
                                         "gemm.fp16.n64.trial_bit",
                                         "gemm.fp16.n64.trial_bit_",
                                         "gemm.fp16.n64.trial_bit_64",
                                         "gemm.fp16.n64.trial_bit_013",
                                         "gemm.fp16.n64.trial_bit_-1",
                                         "gemm.fp16.n64.trial_bit_1x",
                                         "gemm.fp16.n64.trial_bits_1",
                                         "gemm.fp16.n64.trial_nan_0",
                                         "gemm.fp16.n64.trial_nan_1",
                                         "gemm.fp16.n64.trial_row_0",
                                         "gemm.fp16.n64.trial_row_2147483648",
                                         "gemm.fp16.n64.trial_row_4294967297",
                                         "gemm.fp16.n64.trial_row_18446744073709551617",
                                         "gemm.fp16.n64.trial_nan.trial_nan",
                                         "gemm.fp16.n64.cold.trial_nan",
                                         "gemm.fp16.n64.trial_nan.cold",
                                         "gemm.fp16.n64.injected_bit.trial_nan",
                                         "gemm.fp16.n64.TRIAL_nan",
                                         "gemm.fp16.n64.trial_not"};
    (void)state;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        wm_item item;
        if (wm_schedule_pick_label(labels[i], 8, &item, &err) != WM_E_INVALID)
            fail_msg("%s was read", labels[i]);
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static void expect_number(wm_result result, double number)
{
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    assert_true(result.number == number);
}

static void expect_null(wm_result result, const char *reason)
{
    assert_int_equal(result.kind, WM_RESULT_NULL);
    assert_string_equal(result.text, reason);
}

static void functions_are_of_their_check(void **state)
{
    const wm_item item = item_of("gemm.fp16.n64.trial_bit_13");
    wm_observed_trials trials = {.ok = true};
    (void)state;
    for (unsigned c = 0; c < WM_CHECKS; c += 2) {
        trials.has_seen[c] = true;
        trials.seen[c] = c % 9;
    }
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_TRIALS), 8);
    for (unsigned c = 0; c < WM_CHECKS; c++)
        for (unsigned f = 0; f < 3; f++) {
            const wm_function function = (wm_function)(WM_FUNCTION_SEEN_PAPER_1 + 3 * c + f);
            const wm_result result = wm_trials_reduce(&item, &trials, function);
            char name[64];
            (void)snprintf(name, sizeof name, "seen_%s%s", wm_tables_check((wm_check_word)c),
                           f == 0   ? ""
                           : f == 1 ? "_low"
                                    : "_high");
            assert_string_equal(wm_tables_function_name(function), name);
            if (c % 2 == 1)
                expect_null(result, "not checked");
            else
                expect_number(result, f == 0   ? (c % 9) / 8.0
                                      : f == 1 ? wm_trials_low(c % 9, 8)
                                               : wm_trials_high(c % 9, 8));
        }
}

static void functions_of_an_attack_are_its_numbers(void **state)
{
    const wm_item item = item_of("gemm.fp16.n64.trial_null_space");
    const wm_observed_trials trials = {
        .ok = true, .committed = 0.25, .cost = 3, .derived = (double)NAN, .error = 0.5};
    (void)state;
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_ATTACK_ERROR), 0.5);
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_ATTACK_COST), 3);
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_ATTACK_COMMITTED), 0.25);
    expect_null(wm_trials_reduce(&item, &trials, WM_FUNCTION_ATTACK_DERIVED), "not measured");
}

static void functions_of_pairs_are_their_numbers(void **state)
{
    const wm_item item = item_of("gemm.fp16.n64.trial_disagree_10");
    const wm_item two = item_of("gemm.fp16.n64.trial_two");
    const wm_observed_trials trials = {.ok = true,
                                       .divergence_least = 0.125,
                                       .divergence_most = 0.5,
                                       .faulty_residual = (double)NAN,
                                       .honest_derived = 0.75,
                                       .honest_residual = 0.25};
    (void)state;
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_PAIR_DIVERGENCE_LEAST), 0.125);
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_PAIR_DIVERGENCE_MOST), 0.5);
    expect_null(wm_trials_reduce(&item, &trials, WM_FUNCTION_PAIR_FAULTY_RESIDUAL), "not measured");
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_PAIR_HONEST_DERIVED), 0.75);
    expect_number(wm_trials_reduce(&item, &trials, WM_FUNCTION_PAIR_HONEST_RESIDUAL), 0.25);
    for (unsigned f = WM_FUNCTION_SEEN_BEFORE; f <= WM_FUNCTION_SEEN_HONEST_HIGH; f++) {
        assert_true(wm_plan_suits(&item, (wm_function)f));
        assert_false(wm_plan_suits(&two, (wm_function)f));
    }
    assert_true(wm_plan_suits(&item, WM_FUNCTION_PAIR_HONEST_RESIDUAL));
    assert_false(wm_plan_suits(&two, WM_FUNCTION_PAIR_DIVERGENCE_LEAST));
    assert_true(wm_plan_suits(&item, WM_FUNCTION_ATTACK_DERIVED));
    assert_false(wm_plan_suits(&item, WM_FUNCTION_SEEN_FLAGS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_wilsons),
        cmocka_unit_test(ends_solve_their_equation),
        cmocka_unit_test(seed_is_of_label_and_nonce),
        cmocka_unit_test(a_label_of_every_word_is_read),
        cmocka_unit_test(a_wrong_trial_is_refused),
        cmocka_unit_test(functions_are_of_their_check),
        cmocka_unit_test(functions_of_an_attack_are_its_numbers),
        cmocka_unit_test(functions_of_pairs_are_their_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
