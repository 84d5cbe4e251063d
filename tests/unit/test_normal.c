/* Tests of standards/normal: the table (its SHA-256 is compared inside) and the elements read from
 * it. */
#include "standards/normal.h"
#include "support/cmocka.h"

#include <math.h>

static const double *table_or_fail(void)
{
    const double *table = NULL;
    assert_int_equal(wm_normal_table(&table), WM_OK);
    assert_non_null(table);
    return table;
}

static void the_table_is_the_quantiles(void **state)
{
    const double *table = table_or_fail();
    const double *again = NULL;
    (void)state;
    assert_int_equal(wm_normal_table(&again), WM_OK);
    assert_ptr_equal(table, again);
    assert_int_equal(wm_normal_table(NULL), WM_E_ARG);
    for (int i = 0; i < WM_NORMAL_ENTRIES; i++) {
        const double p = (2 * i + 1) / 131072.0;
        assert_true(table[i] == -table[WM_NORMAL_ENTRIES - 1 - i]);
        assert_true(i == 0 || table[i] > table[i - 1]);
        assert_true(fabs(0.5 * erfc(-table[i] / sqrt(2)) - p) <= 1e-15);
    }
}

static void elements_are_rounded_once(void **state)
{
    static const wm_format formats[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_F64};
    const double *table = table_or_fail();
    const uint8_t seed[32] = {1, 2, 3};
    const wm_philox stream = wm_philox_from_seed(seed);
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        double room[37], one[1];
        wm_normal_fill(table, &stream, 5, 37, formats[f], room);
        for (size_t i = 0; i < 37; i++) {
            wm_format_store(formats[f], one, 0, table[wm_philox_index16(&stream, 5 + i)]);
            assert_true(wm_format_load(formats[f], room, i) == wm_format_load(formats[f], one, 0));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_the_quantiles),
        cmocka_unit_test(elements_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
