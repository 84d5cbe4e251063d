/* Tests of record/tables/tables: a prefix is added only to units that take one. */
#include "record/tables/tables.h"

#include "support/cmocka.h"

static void units_that_take_a_prefix(void **state)
{
    (void)state;
    assert_string_equal(wm_tables_own_format("s", 1e-6), "si4");
    assert_string_equal(wm_tables_own_format("element/s", 5), "si4");
    assert_string_equal(wm_tables_own_format("B/s", 1e9), "si4");
    assert_string_equal(wm_tables_own_format("FLOP/s", 1e12), "si4");
}

static void other_units_keep_their_digits(void **state)
{
    (void)state;
    assert_string_equal(wm_tables_own_format("ms", 1.5), "fixed4");
    assert_string_equal(wm_tables_own_format("ms", 12.5), "fixed2");
    assert_string_equal(wm_tables_own_format("1", 0.915), "fixed4");
    assert_string_equal(wm_tables_own_format("MB/s", 1234), "fixed0");
    assert_string_equal(wm_tables_own_format("km", 1e-5), "sci3");
    assert_string_equal(wm_tables_own_format("km", 1e12), "sci3");
    assert_string_equal(wm_tables_own_format("%", 0), "fixed2");
    assert_string_equal(wm_tables_own_format("ss", 20), "fixed2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_that_take_a_prefix),
        cmocka_unit_test(other_units_keep_their_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
