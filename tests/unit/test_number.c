/* Tests of standards/number: canonical texts and others. */
#include "standards/number.h"
#include "standards/wide.h"
#include "support/canonical_number.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

/* Each has another text of the same or a near value, which Number::toString does not write. */
static void canonical_and_not(void **state)
{
    static const char *const good[] = {"0",
                                       "1",
                                       "-1",
                                       "10",
                                       "0.1",
                                       "-0.000001",
                                       "1e-7",
                                       "1.5e-7",
                                       "100000000000000000000",
                                       "1e+21",
                                       "1.25e+21",
                                       "123456789012345680000",
                                       "0.30000000000000004",
                                       "5e-324",
                                       "2.2250738585072014e-308",
                                       "2.225073858507201e-308",
                                       "1.7976931348623157e+308",
                                       "9007199254740993000"};
    static const char *const bad[] = {"-0",
                                      "1.0",
                                      "01",
                                      "+1",
                                      ".5",
                                      "1.",
                                      "1e0",
                                      "1E+21",
                                      "1e21",
                                      "1e+021",
                                      "1e-07",
                                      "10e-8",
                                      "0.10",
                                      "0.0000001",
                                      "0.1e-5",
                                      "1000000000000000000000",
                                      "1e+20",
                                      "0.30000000000000005",
                                      "0.300000000000000040",
                                      "0.300000000000000044408920985006",
                                      "4.9e-324",
                                      "4e-324",
                                      "3e-324",
                                      "1e-400",
                                      "1e400",
                                      "1.7976931348623157e308",
                                      "9007199254740993",
                                      "1.50e+300",
                                      "",
                                      "-",
                                      "1 ",
                                      " 1",
                                      "1,",
                                      "NaN",
                                      "Infinity",
                                      "0x1",
                                      "2.22507385850720138e-308",

                                      "123456789012345678901"};
    size_t i;
    (void)state;
    for (i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!canonical_number(good[i], strlen(good[i])))
            fail_msg("%s was refused", good[i]);
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (canonical_number(bad[i], strlen(bad[i])))
            fail_msg("%s was taken", bad[i]);
}

static void nan_and_infinity_have_no_text(void **state)
{
    char text[WM_NUMBER_TEXT_SIZE] = "x";
    (void)state;
    assert_int_equal(wm_number_format(NAN, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(wm_number_format(HUGE_VAL, text), 0);
    assert_int_equal(wm_number_format(-HUGE_VAL, text), 0);
    assert_int_equal(wm_number_format(-0.0, text), 1);
    assert_string_equal(text, "0");
}

static void a_parse_takes_the_whole_slice(void **state)
{
    double value = 7;
    (void)state;
    assert_int_equal(wm_number_parse("12", 1, &value), WM_OK);
    assert_true(value == 1);
    value = 7;
    assert_int_equal(wm_number_parse("12x", 3, &value), WM_E_SYNTAX);
    assert_int_equal(wm_number_parse("", 0, &value), WM_E_SYNTAX);
    assert_int_equal(wm_number_parse("-", 1, &value), WM_E_SYNTAX);
    assert_int_equal(wm_number_parse("1e", 2, &value), WM_E_SYNTAX);
    assert_int_equal(wm_number_parse("1e+", 3, &value), WM_E_SYNTAX);
    assert_true(value == 7);
}

static void a_scan_ends_where_the_number_does(void **state)
{
    const char *text = "12.50,";
    wm_number_scan scan;
    (void)state;
    assert_int_equal(wm_number_scan_at(text, text + 6, true, &scan), WM_OK);
    assert_int_equal(scan.size, 5);
    assert_true(scan.value == 12.5 && !scan.is_integer && !scan.is_canonical);
    assert_int_equal(wm_number_scan_at(text, text + 2, true, &scan), WM_OK);
    assert_true(scan.value == 12 && scan.is_integer && scan.is_canonical);
    assert_int_equal(wm_number_scan_at("00", &"00"[0] + 2, true, &scan), WM_E_SYNTAX);
}

static void wide_products(void **state)
{
    uint64_t high;
    (void)state;
    assert_true(wm_wide_multiply(UINT64_MAX, UINT64_MAX, &high) == 1);
    assert_true(high == UINT64_MAX - 1);
    assert_true(wm_wide_multiply(0x123456789abcdef0, 0x0fedcba987654321, &high) ==
                0x2236d88fe5618cf0);
    assert_true(high == 0x0121fa00ad77d742);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_and_not),
        cmocka_unit_test(nan_and_infinity_have_no_text),
        cmocka_unit_test(a_parse_takes_the_whole_slice),
        cmocka_unit_test(a_scan_ends_where_the_number_does),
        cmocka_unit_test(wide_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
