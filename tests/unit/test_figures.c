/* The digits of a rate that its interval supports. */
#include "report/views/figures.h"

#include <math.h>
#include <stdio.h>

#include "support/cmocka.h"

/* The three numbers of a row, with the prefix. */
static void expect(double value, double low, double high, double spread, const char *wanted)
{
    const wm_figures figures = wm_figures_choose(value, low, high, spread);
    char text[3][WM_FIGURES_TEXT], row[160];
    wm_figures_write(&figures, value, text[0]);
    wm_figures_write(&figures, low, text[1]);
    wm_figures_write(&figures, high, text[2]);
    (void)snprintf(row, sizeof row, "%s %s: %s .. %s", text[0], figures.prefix, text[1], text[2]);
    assert_string_equal(row, wanted);
}

static void the_interval_decides_the_digits(void **state)
{
    (void)state;
    expect(199.6e9, 179.0e9, 212.7e9, 0, "200 G: 179 .. 213");
    expect(343.87e9, 343.81e9, 343.96e9, 0, "343.9 G: 343.8 .. 344.0");
    expect(44.24e9, 42.95e9, 46.12e9, 0, "44.2 G: 43.0 .. 46.1");
    expect(578e9, 300e9, 990e9, 0, "580 G: 300 .. 990");
}

static void the_largest_number_decides_the_prefix(void **state)
{
    (void)state;
    expect(0.578e9, 0.489e9, 20.87e9, 0, "0.58 G: 0.49 .. 20.87");
    expect(999e6, 990e6, 1010e6, 0, "0.999 G: 0.990 .. 1.010");
    expect(2e-10, 1e-10, 3e-10, 0, "0.20 n: 0.10 .. 0.30");
    expect(3e22, 2e22, 4e22, 0, "30000 E: 20000 .. 40000");
}

static void only_zero_is_written_as_zero(void **state)
{
    static const struct {
        double value, low, high;
        const char *row;
    } cases[] = {
        {45e9, 0.4e9, 120e9, "45 G: 0.4 .. 120"},      {450e9, 4e9, 990e9, "450 G: 4 .. 990"},
        {450e9, 5e9, 990e9, "450 G: 5 .. 990"},        {450e9, 6e9, 990e9, "450 G: 10 .. 990"},
        {0.45e9, 3e6, 1.2e9, "0.45 G: 0.003 .. 1.20"}, {45e9, 0, 120e9, "45 G: 0 .. 120"},
        {45e9, 2e1, 120e9, "45 G: 2e-08 .. 120"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i].value, cases[i].low, cases[i].high, 0, cases[i].row);
}

static void without_an_interval_the_spread_decides(void **state)
{
    const double none = (double)NAN;
    (void)state;
    expect(1234e6, none, none, 0, "1.234 G: - .. -");
    expect(1234e6, none, none, 0.1, "1.23 G: - .. -");
    expect(1234e6, none, none, 0.3, "1.2 G: - .. -");
    expect(1234e6, none, none, none, "1.23 G: - .. -");
    expect(0, none, none, none, "0 : - .. -");
    expect(none, none, none, none, "- : - .. -");
    expect((double)INFINITY, none, none, 0, "- : - .. -");
}

static void a_percentage_has_two_digits(void **state)
{
    static const struct {
        double share;
        const char *text;
    } CASES[] = {{0, "0.00 %"},        {0.13263, "13 %"}, {0.0237, "2.4 %"}, {0.0037, "0.37 %"},
                 {0.00003, "<0.01 %"}, {2.5, "250 %"},    {(double)NAN, "-"}};
    char text[WM_FIGURES_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        wm_figures_percent(CASES[i].share, text);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_decides_the_digits),
        cmocka_unit_test(the_largest_number_decides_the_prefix),
        cmocka_unit_test(only_zero_is_written_as_zero),
        cmocka_unit_test(without_an_interval_the_spread_decides),
        cmocka_unit_test(a_percentage_has_two_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
