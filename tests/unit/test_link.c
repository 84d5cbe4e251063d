/* Tests of record/link: the functions of links and priors. */
#include "record/laws/link.h"

#include <string.h>

#include "support/cmocka.h"

/* A side of an item of a variant, with the values of an honest device. */
static wm_link_side side_of(const char *workload, const char *variant, uint8_t digest)
{
    wm_link_side side;
    memset(&side, 0, sizeof side);
    side.item.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant));
    side.item.dimension[0] = side.item.dimension[1] = side.item.dimension[2] = 64;
    side.has_first = side.has_device = true;
    side.digest[0] = digest;
    side.rate = wm_result_number(10);
    side.rate_low = wm_result_number(8);
    side.rate_high = wm_result_number(16);
    side.floor = wm_result_number(1e-3);
    side.performance_class = (wm_result){WM_RESULT_WORD, 0, "S1"};
    side.numerical_class = (wm_result){WM_RESULT_WORD, 0, "S0"};
    side.output = WM_LINK_CORRECT;
    return side;
}

static const char *word_of(const wm_link *link, wm_function function)
{
    const wm_result result = wm_link_reduce(link, function);
    return result.text;
}

static double number_of(const wm_link *link, wm_function function)
{
    const wm_result result = wm_link_reduce(link, function);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    return result.number;
}

static void agreements_are_told_in_order(void **state)
{
    wm_link_side here = side_of("gemm", "fp16", 1), there = side_of("gemm", "fp16", 2);
    wm_link link = {NULL, &there, true, {false, true, 0, 0}, ""};
    (void)state;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "not comparable: not here");
    assert_string_equal(word_of(&link, WM_FUNCTION_DIFFERENCE), "not here");
    assert_string_equal(word_of(&link, WM_FUNCTION_METHODS), "not here");
    link.here = &here;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "not comparable: other nonce");
    assert_string_equal(word_of(&link, WM_FUNCTION_DIFFERENCE), "other nonce");
    link.is_other_nonce = false;
    here.has_first = false;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "not comparable: repeat failed");
    here.has_first = true;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "different"); /* one machine */
    here.device[0] = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "not comparable: no common places");
    assert_string_equal(word_of(&link, WM_FUNCTION_DIFFERENCE), "no common places");
    here.has_acquired = there.has_acquired = true;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "within rounding");
    assert_true(number_of(&link, WM_FUNCTION_DIFFERENCE) == 0);
    here.acquired[0] = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "not comparable: no common places");
    link.difference = (wm_link_difference){true, true, 1.0 / 1024, 1};
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "within rounding");
    link.difference.largest = 1.0 / 512;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "different");
    link.difference.is_finite = false;
    assert_string_equal(word_of(&link, WM_FUNCTION_DIFFERENCE), "not finite");
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "different");
    there.digest[0] = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "identical");
    assert_true(number_of(&link, WM_FUNCTION_DIFFERENCE) == 0);
}

/* An exact variant must be identical; one left to chance may differ on one machine. */
static void traits_decide(void **state)
{
    wm_link_side here = side_of("gemm", "int8", 1), there = side_of("gemm", "int8", 2);
    wm_link link = {&here, &there, false, {true, true, 0, 1}, ""};
    (void)state;
    here.device[0] = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "different");
    here = side_of("scatter_add", "atomic", 1);
    there = side_of("scatter_add", "atomic", 2);
    assert_string_equal(word_of(&link, WM_FUNCTION_AGREEMENT), "within rounding");
    here.has_device = false;
    assert_string_equal(word_of(&link, WM_FUNCTION_METHODS), "same");
    here.method[0] = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_METHODS), "other");
}

static void ratios_have_their_nulls(void **state)
{
    wm_link_side here = side_of("gemm", "fp16", 1), there = side_of("gemm", "fp16", 1);
    wm_link link = {&here, &there, false, {false, true, 0, 0}, ""};
    (void)state;
    here.rate = wm_result_number(5);
    assert_true(number_of(&link, WM_FUNCTION_RATE_RATIO) == 0.5);
    assert_true(number_of(&link, WM_FUNCTION_RATE_RATIO_LOW) == 0.5);
    assert_true(number_of(&link, WM_FUNCTION_RATE_RATIO_HIGH) == 2);
    assert_true(number_of(&link, WM_FUNCTION_FLOOR_RATIO) == 1);
    here.rate_low = there.rate_low = wm_result_null("fewer than 6 repeats");
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO_LOW), "no interval here");
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO_HIGH), "no interval there");
    here.floor = there.floor = wm_result_number(0);
    assert_true(number_of(&link, WM_FUNCTION_FLOOR_RATIO) == 1);
    here.floor = wm_result_number(1e-3);
    assert_string_equal(word_of(&link, WM_FUNCTION_FLOOR_RATIO), "not finite");
    there.floor = wm_result_null("calibration failed");
    assert_string_equal(word_of(&link, WM_FUNCTION_FLOOR_RATIO), "no floor there");
    here.rate_low = there.rate_low = wm_result_number(8);
    here.item.repeats++;
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO), "unlike repeats");
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO_HIGH), "unlike repeats");
    there.item.repeats++;
    assert_true(number_of(&link, WM_FUNCTION_RATE_RATIO) == 0.5);
    there.repeat_seconds = 1;
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO_LOW), "unlike repeats");
    here.has_failed = true;
    assert_string_equal(word_of(&link, WM_FUNCTION_RATE_RATIO), "repeat failed");
    assert_string_equal(word_of(&link, WM_FUNCTION_CLASS_KEPT), "repeat failed");
}

static void classes_are_kept_or_changed(void **state)
{
    wm_link_side here = side_of("gemm", "fp16", 1), there = side_of("gemm", "fp16", 1);
    wm_link link = {&here, &there, false, {false, true, 0, 0}, ""};
    (void)state;
    assert_string_equal(word_of(&link, WM_FUNCTION_CLASS_KEPT), "kept");
    there.performance_class.text = "S2";
    assert_string_equal(word_of(&link, WM_FUNCTION_CLASS_KEPT), "changed");
    here.performance_class.text = there.performance_class.text = "undetermined: spread";
    assert_string_equal(word_of(&link, WM_FUNCTION_CLASS_KEPT), "undetermined");
    assert_string_equal(word_of(&link, WM_FUNCTION_NUMERICAL_CLASS_KEPT), "kept");
    there.numerical_class.text = "Snd";
    assert_string_equal(word_of(&link, WM_FUNCTION_NUMERICAL_CLASS_KEPT), "changed");
    there.numerical_class = wm_result_null("fewer than 2 repeats");
    assert_string_equal(word_of(&link, WM_FUNCTION_NUMERICAL_CLASS_KEPT), "no class there");
}

static double count_of(const wm_link *links, size_t count, wm_function function)
{
    const wm_result result = wm_link_reduce_all(links, count, function);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    return result.number;
}

static void a_prior_counts_its_links(void **state)
{
    wm_link_side here = side_of("gemm", "fp16", 1), there = side_of("gemm", "fp16", 1);
    wm_link_side triad = side_of("hbm_triad", "f32", 1);
    wm_link links[] = {{&here, &there, false, {false, true, 0, 0}, ""},
                       {NULL, &there, false, {false, true, 0, 0}, ""},
                       {&triad, &triad, false, {false, true, 0, 0}, ""}};
    (void)state;
    triad.floor = wm_result_null("no floor");
    assert_true(count_of(links, 3, WM_FUNCTION_LINKS) == 3);
    assert_true(count_of(links, 3, WM_FUNCTION_IDENTICAL) == 2);
    assert_true(count_of(links, 3, WM_FUNCTION_NOT_COMPARABLE) == 1);
    assert_true(count_of(links, 3, WM_FUNCTION_FLOORS) == 2);
    assert_true(count_of(links, 3, WM_FUNCTION_FLOORS_RECOVERED) == 1);
    assert_true(count_of(links, 3, WM_FUNCTION_CLASSES) == 3);
    assert_true(count_of(links, 3, WM_FUNCTION_CLASSES_RECOVERED) == 2);
    assert_true(count_of(links, 3, WM_FUNCTION_RATES_LOST) == 3);
    assert_true(count_of(links, 3, WM_FUNCTION_RECOVERABLE_FRACTION) == 3.0 / 5);
    assert_true(count_of(links, 3, WM_FUNCTION_RECOVERED_OF_MEASURED) == 1);
    assert_string_equal(wm_link_reduce_all(links, 3, WM_FUNCTION_EVIDENCE_PRESERVING).text,
                        "partial: not compared");
    here.floor = wm_result_number(2.5e-3);
    assert_true(count_of(links, 3, WM_FUNCTION_FLOORS_RECOVERED) == 0);
    assert_true(count_of(links, 3, WM_FUNCTION_RECOVERED_OF_MEASURED) == 2.0 / 3);
    assert_string_equal(wm_link_reduce_all(links + 1, 1, WM_FUNCTION_RECOVERED_OF_MEASURED).text,
                        "nothing on both sides");
    assert_true(count_of(links, 3, WM_FUNCTION_FLOOR_RATIO_HIGH) == 2.5);
    assert_string_equal(wm_link_reduce_all(links, 3, WM_FUNCTION_EVIDENCE_PRESERVING).text, "no");
    assert_string_equal(wm_link_reduce_all(links + 2, 1, WM_FUNCTION_FLOOR_RATIO_LOW).text,
                        "no floors");
    assert_string_equal(wm_link_reduce_all(links + 1, 1, WM_FUNCTION_EVIDENCE_PRESERVING).text,
                        "nothing comparable");
    assert_string_equal(wm_link_reduce_all(links, 0, WM_FUNCTION_RECOVERABLE_FRACTION).text,
                        "nothing to recover");
}

static const char *preserving(const wm_link *links, size_t count)
{
    return wm_link_reduce_all(links, count, WM_FUNCTION_EVIDENCE_PRESERVING).text;
}

/* Two equal outputs prove nothing where one is wrong, not judged, or without a class. */
static void evidence_needs_both_sides(void **state)
{
    wm_link_side here = side_of("gemm", "fp16", 1), there = side_of("gemm", "fp16", 1);
    wm_link_side *const sides[] = {&here, &there};
    const wm_link links[] = {{&here, &there, false, {false, true, 0, 0}, ""},
                             {NULL, &there, false, {false, true, 0, 0}, ""}};
    (void)state;
    assert_string_equal(preserving(links, 1), "yes");
    assert_string_equal(preserving(links, 2), "partial: not compared");
    for (size_t i = 0; i < 2; i++) {
        wm_link_side *side = sides[i], kept = *side;
        side->performance_class = (wm_result){WM_RESULT_WORD, 0, "undetermined: starved"};
        assert_string_equal(preserving(links, 1), "partial: class undetermined");
        *side = kept;
        side->numerical_class = wm_result_null("fewer than 2 repeats");
        assert_string_equal(preserving(links, 1), "partial: class undetermined");
        side->output = WM_LINK_NOT_JUDGED;
        assert_string_equal(preserving(links, 1), "partial: not judged");
        assert_string_equal(preserving(links, 2), "partial: not compared");
        side->output = WM_LINK_WRONG;
        assert_string_equal(preserving(links, 1), "no");
        assert_string_equal(preserving(links, 2), "no");
        *side = kept;
        side->has_failed = true; /* a repeat behind the first: the outputs still agree */
        side->output = WM_LINK_NOT_JUDGED;
        assert_string_equal(word_of(links, WM_FUNCTION_AGREEMENT), "identical");
        assert_string_equal(preserving(links, 1), "partial: not judged");
        *side = kept;
    }
}

/* A class left to chance may change; any other breaks the evidence. */
static void only_chance_may_change_a_class(void **state)
{
    wm_link_side here = side_of("scatter_add", "atomic", 1);
    wm_link_side there = side_of("scatter_add", "atomic", 1);
    const wm_link link = {&here, &there, false, {false, true, 0, 0}, ""};
    (void)state;
    here.numerical_class.text = "Snd";
    assert_string_equal(word_of(&link, WM_FUNCTION_NUMERICAL_CLASS_KEPT), "left to chance");
    assert_true(count_of(&link, 1, WM_FUNCTION_CLASSES_RECOVERED) == 0);
    assert_string_equal(wm_link_reduce_all(&link, 1, WM_FUNCTION_EVIDENCE_PRESERVING).text, "yes");
    here = side_of("gemm", "fp16", 1);
    there = side_of("gemm", "fp16", 1);
    here.numerical_class.text = "Snd";
    assert_string_equal(word_of(&link, WM_FUNCTION_NUMERICAL_CLASS_KEPT), "changed");
    assert_string_equal(wm_link_reduce_all(&link, 1, WM_FUNCTION_EVIDENCE_PRESERVING).text, "no");
}

static void elements_are_compared(void **state)
{
    const float x[] = {1, -4, 2}, y[] = {1, -3, 2};
    const uint16_t nan[] = {0x7e00}, one[] = {0x3c00};
    wm_link_difference difference = {true, true, 0, 0};
    (void)state;
    wm_link_compare(&difference, side_of("hbm_triad", "f32", 1).item.variant, x, y, sizeof x);
    assert_true(difference.is_finite);
    assert_true(difference.largest == 1 && difference.largest_all == 4);
    wm_link_compare(&difference, side_of("gemm", "fp16", 1).item.variant, one, nan, sizeof nan);
    assert_false(difference.is_finite);
}

/* Every variant has a link tolerance; those of exact variants are 0. */
static void tolerances_are_those_of_the_table(void **state)
{
    const struct {
        const char *workload, *variant;
        double tolerance;
    } cases[] = {{"gemm", "fp16", 1.0 / 1024 + 64.0 / 33554432},
                 {"gemm", "bf16", 1.0 / 128 + 64.0 / 33554432},
                 {"gemm", "fp8", 1.0 / 64 + 64.0 / 33554432},
                 {"gemm", "tf32", 1.0 / 512},
                 {"gemm", "f32", 64.0 / 16777216},
                 {"gemm", "f64", 64.0 / 9007199254740992.0},
                 {"attention", "bf16", 1.0 / 64},
                 {"attention", "bf16_causal", 1.0 / 64},
                 {"reduction", "default", 1.0 / 65536},
                 {"scatter_add", "atomic", 32.0 / 16777216},
                 {"index_add", "atomic", 32.0 / 16777216}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wm_link_side side = side_of(cases[i].workload, cases[i].variant, 1);
        assert_true(wm_plan_link_tolerance(&side.item) == cases[i].tolerance);
    }
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_variant *variant = wm_tables_variant_at(i);
        const wm_link_side side = side_of(variant->workload, variant->variant, 1);
        assert_int_equal(wm_plan_link_tolerance(&side.item) == 0,
                         wm_tables_has(variant, WM_TRAIT_EXACT) || !wm_plan_has_output(&side.item));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agreements_are_told_in_order),
        cmocka_unit_test(traits_decide),
        cmocka_unit_test(ratios_have_their_nulls),
        cmocka_unit_test(classes_are_kept_or_changed),
        cmocka_unit_test(a_prior_counts_its_links),
        cmocka_unit_test(evidence_needs_both_sides),
        cmocka_unit_test(only_chance_may_change_a_class),
        cmocka_unit_test(elements_are_compared),
        cmocka_unit_test(tolerances_are_those_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
