/* Numbers as other programs print them. */
#include "study/foreign/printed_number.h"

#include <math.h>
#include <string.h>

#include "support/cmocka.h"

static void numbers_are_read(void **state)
{
    static const struct {
        const char *text;
        double value;
    } CASES[] = {{"0", 0},      {"-1.5e3", -1500}, {".5", 0.5},
                 {"5.", 5},     {"+5", 5},         {"007", 7},
                 {"-.5", -0.5}, {"1E2", 100},      {"1e999", (double)INFINITY},
                 {"0.1", 0.1}};
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        double value = -99;
        assert_true(wm_printed_number_read(CASES[i].text, strlen(CASES[i].text), &value));
        assert_true(value == CASES[i].value);
    }
}

static void other_texts_are_refused(void **state)
{
    static const char *const CASES[] = {"",    " 1", "1 ",    "0x10", "nan", "inf", "1,5", "1e",
                                        "--1", ".",  "1.2.3", "e5",   "+",   "1_0", "\t1"};
    char long_text[WM_PRINTED_NUMBER_MOST + 1];
    double value = -99;
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_false(wm_printed_number_read(CASES[i], strlen(CASES[i]), &value));
    assert_false(wm_printed_number_read("1\0", 2, &value));
    memset(long_text, '0', sizeof long_text);
    assert_false(wm_printed_number_read(long_text, sizeof long_text, &value));
    assert_true(value == -99);
    assert_true(wm_printed_number_read(long_text, WM_PRINTED_NUMBER_MOST, &value));
    assert_true(value == 0);
    long_text[1] = '.'; /* JSON's, of any length */
    assert_true(wm_printed_number_read(long_text, sizeof long_text, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(other_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
