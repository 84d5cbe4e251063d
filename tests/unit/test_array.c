/* Tests of arrays that grow. */
#include "support/cmocka.h"

#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

static void elements_stay_while_it_grows(void **state)
{
    enum { COUNT = 1000 };
    size_t capacity = 0, moves = 0, before = 0;
    unsigned *array = NULL;
    (void)state;
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned *grown = wm_array_grow(array, &capacity, i + 1, sizeof *array);
        assert_non_null(grown);
        assert_true(capacity > i);
        if (capacity != before) {
            assert_true(capacity >= 2 * before);
            before = capacity;
            moves++;
        }
        array = grown;
        array[i] = i;
    }
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(array[i], i);
    assert_true(moves <= 7); /* 16, 32, ... 1024 */
    free(array);
}

static void a_need_of_zero_gives_memory(void **state)
{
    size_t capacity = 0;
    char *array = wm_array_grow(NULL, &capacity, 0, 1);
    (void)state;
    assert_non_null(array);
    assert_true(capacity > 0);
    free(array);
}

/* Sizes whose product or whose next power of two overflow. */
static void an_overflow_is_refused(void **state)
{
    size_t capacity = 0;
    char *array = wm_array_grow(NULL, &capacity, 100, 1);
    const size_t kept = capacity;
    (void)state;
    assert_non_null(array);
    assert_null(wm_array_grow(array, &capacity, SIZE_MAX / 2, 4));
    assert_int_equal(capacity, kept);
    assert_null(wm_array_grow(array, &capacity, SIZE_MAX, 1));
    assert_int_equal(capacity, kept);
    free(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_stay_while_it_grows),
        cmocka_unit_test(a_need_of_zero_gives_memory),
        cmocka_unit_test(an_overflow_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
