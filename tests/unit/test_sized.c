/* Tests of base/sized: structs of older and of newer callers. */
#include "base/sized.h"

#include <string.h>

#include "support/cmocka.h"

/* What this library knows; an older version ended after first. */
typedef struct known {
    size_t size;
    size_t first;
    size_t second;
} known;

/* What a newer version knows. */
typedef struct newer {
    known common;
    size_t third;
} newer;

static const wm_sized KNOWN = {"known", offsetof(known, second), sizeof(known)};

static void refuses_sizes_that_no_version_has(void **state)
{
    static const size_t WRONG[] = {0, 1, offsetof(known, second) - 1, 65537, SIZE_MAX};
    known given = {0, 1, 2}, own = {7, 7, 7};
    wm_error err = {WM_OK, "", ""};
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        given.size = WRONG[i];
        assert_int_equal(wm_sized_take(&KNOWN, &given, &own, &err), WM_E_ARG);
        assert_non_null(strstr(err.message, "known"));
        assert_non_null(strstr(err.message, " to 65536"));
        assert_int_equal(wm_sized_check(&KNOWN, &given, NULL), WM_E_ARG);
    }
    assert_int_equal(own.first, 7);
    assert_int_equal(wm_sized_check(&KNOWN, NULL, &err), WM_E_ARG);
}

static void takes_an_older_struct(void **state)
{
    known given = {offsetof(known, second), 1, 2}, own = {7, 7, 7};
    (void)state;
    assert_int_equal(wm_sized_take(&KNOWN, &given, &own, NULL), WM_OK);
    assert_int_equal(own.size, sizeof own);
    assert_int_equal(own.first, 1);
    assert_int_equal(own.second, 0);
}

static void takes_a_newer_struct_of_zeros(void **state)
{
    newer given = {{sizeof given, 1, 2}, 0};
    known own = {7, 7, 7};
    wm_error err;
    (void)state;
    assert_int_equal(wm_sized_take(&KNOWN, &given, &own, NULL), WM_OK);
    assert_int_equal(own.second, 2);
    given.third = 1;
    assert_int_equal(wm_sized_take(&KNOWN, &given, &own, &err), WM_E_ARG);
    assert_non_null(strstr(err.message, "does not know"));
}

static void gives_no_more_than_the_caller_has(void **state)
{
    const known own = {sizeof own, 1, 2};
    known older = {offsetof(known, second), 9, 9};
    newer given = {{sizeof given, 9, 9}, 9};
    (void)state;
    wm_sized_give(&KNOWN, &own, &older);
    assert_int_equal(older.size, offsetof(known, second));
    assert_int_equal(older.first, 1);
    assert_int_equal(older.second, 9); /* not the older caller's */
    wm_sized_give(&KNOWN, &own, &given);
    assert_int_equal(given.common.size, sizeof given);
    assert_int_equal(given.common.second, 2);
    assert_int_equal(given.third, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_sizes_that_no_version_has),
        cmocka_unit_test(takes_an_older_struct),
        cmocka_unit_test(takes_a_newer_struct_of_zeros),
        cmocka_unit_test(gives_no_more_than_the_caller_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
