/* Tests of record/text: values as claims display them. */
#include "record/laws/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/cmocka.h"

typedef struct text_case {
    double value;
    wm_text_format format;
    const char *unit, *expected;
} text_case;

static void check(const text_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const wm_result value = {WM_RESULT_NUMBER, cases[i].value, NULL};
        char text[WM_TEXT_SIZE];
        wm_text_write(&value, cases[i].format, cases[i].unit, text);
        assert_string_equal(text, cases[i].expected);
    }
}

static void si4_has_four_digits_before_a_prefix(void **state)
{
    static const text_case CASES[] = {
        {0, WM_TEXT_SI4, "FLOP/s", "0 FLOP/s"},
        {0, WM_TEXT_SI4, "1", "0"},
        {1, WM_TEXT_SI4, "s", "1.000 s"},
        {12300, WM_TEXT_SI4, "1", "12.30 k"},
        {12, WM_TEXT_SI4, "1", "12.00"},
        {999.9, WM_TEXT_SI4, "B", "999.9 B"},
        {999.96, WM_TEXT_SI4, "B", "1.000 kB"},
        {-123456789, WM_TEXT_SI4, "B/s", "-123.5 MB/s"},
        {6.67e14, WM_TEXT_SI4, "FLOP/s", "667.0 TFLOP/s"},
        {1e-9, WM_TEXT_SI4, "s", "1.000 ns"},
        {9.9994e-10, WM_TEXT_SI4, "s", "9.999e-10 s"},
        {9.9996e-10, WM_TEXT_SI4, "s", "1.000 ns"},
        {9.999e20, WM_TEXT_SI4, "B", "999.9 EB"},
        {9.9999e20, WM_TEXT_SI4, "B", "1.000e+21 B"},
        {DBL_MAX, WM_TEXT_SI4, "W", "1.798e+308 W"},
        {-4.9406564584124654e-324, WM_TEXT_SI4, "1", "-4.941e-324"},
        {1.5e-6, WM_TEXT_SI4, "s", "1.500 us"},
        {1000.5, WM_TEXT_SI4, "1", "1.000 k"}, /* a tie: to even */
        {1001.5, WM_TEXT_SI4, "1", "1.002 k"}, /* a tie: to even */
    };
    (void)state;
    check(CASES, sizeof CASES / sizeof CASES[0]);
}

static void the_other_formats(void **state)
{
    static const text_case CASES[] = {
        {0, WM_TEXT_SCI3, "1", "0"},
        {2.07e-4, WM_TEXT_SCI3, "1", "2.07e-04"},
        {1.125, WM_TEXT_SCI3, "W", "1.12e+00 W"},
        {0, WM_TEXT_FIXED0, "1", "0"},
        {12, WM_TEXT_FIXED0, "1", "12"},
        {1234567, WM_TEXT_FIXED0, "B", "1234567 B"},
        {2.5, WM_TEXT_FIXED0, "1", "2"},
        {-0.25, WM_TEXT_FIXED0, "1", "-0"},
        {0.125, WM_TEXT_FIXED2, "1", "0.12"},
        {0.375, WM_TEXT_FIXED2, "degC", "0.38 degC"},
        {-0.001, WM_TEXT_FIXED2, "1", "-0.00"},
        {0.03125, WM_TEXT_FIXED4, "1", "0.0312"}, /* a tie: to even */
        {0.99945, WM_TEXT_FIXED4, "B", "0.9994 B"},
        {2073, WM_TEXT_FIXED4, "1", "2073.0000"},
        {0.5, WM_TEXT_SIGNED2, "1", "+0.50"},
        {-1, WM_TEXT_SIGNED2, "1", "-1.00"},
        {0, WM_TEXT_SIGNED2, "1", "+0.00"},
        {0, WM_TEXT_PERCENT3, "1", "0.000 %"},
        {0.01234567, WM_TEXT_PERCENT3, "1", "1.235 %"},
        {1, WM_TEXT_PERCENT3, "1", "100.000 %"},
        {12.5, WM_TEXT_PERCENT3, "1", "1250.000 %"},
        {-0.05, WM_TEXT_PERCENT3, "1", "-5.000 %"},
    };
    (void)state;
    check(CASES, sizeof CASES / sizeof CASES[0]);
}

static void every_finite_number_fits(void **state)
{
    (void)state;
    for (int format = 0; format < WM_TEXT_WORD; format++) {
        const wm_result value = {WM_RESULT_NUMBER, -DBL_MAX, NULL};
        char text[WM_TEXT_SIZE];
        wm_text_write(&value, (wm_text_format)format, "0123456789abcdef", text);
        assert_in_range(strlen(text), 10, WM_TEXT_SIZE - 100);
    }
}

static void words_and_nulls(void **state)
{
    const wm_result word = {WM_RESULT_WORD, 0, "FAIL"}, null = {WM_RESULT_NULL, 0, "not finite"};
    char text[WM_TEXT_SIZE];
    (void)state;
    wm_text_write(&word, WM_TEXT_WORD, "class", text);
    assert_string_equal(text, "FAIL");
    for (int format = 0; format < WM_TEXT_COUNT; format++) {
        wm_text_write(&null, (wm_text_format)format, "B/s", text);
        assert_string_equal(text, "n/a");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(si4_has_four_digits_before_a_prefix),
        cmocka_unit_test(the_other_formats),
        cmocka_unit_test(every_finite_number_fits),
        cmocka_unit_test(words_and_nulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
