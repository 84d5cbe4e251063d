/* Tests of base/buffer. */
#include "base/buffer.h"
#include "support/cmocka.h"

#include <string.h>

static void appends_in_order(void **state)
{
    wm_buffer buffer = WM_BUFFER_EMPTY;
    (void)state;
    assert_int_equal(wm_buffer_puts(&buffer, "one "), WM_OK);
    assert_int_equal(wm_buffer_append(&buffer, "two", 3), WM_OK);
    assert_int_equal(wm_buffer_putc(&buffer, ' '), WM_OK);
    assert_int_equal(wm_buffer_printf(&buffer, "%d", 3), WM_OK);
    assert_string_equal(wm_buffer_text(&buffer), "one two 3");
    assert_int_equal(buffer.size, 9);
    wm_buffer_clear(&buffer);
    assert_null(buffer.data);
}

static void grows_past_its_first_room(void **state)
{
    wm_buffer buffer = WM_BUFFER_EMPTY;
    size_t i;
    (void)state;
    for (i = 0; i < 10000; i++)
        assert_int_equal(wm_buffer_printf(&buffer, "%04d", (int)i), WM_OK);
    assert_int_equal(buffer.size, 40000);
    assert_memory_equal(buffer.data + 39996, "9999", 4);
    wm_buffer_clear(&buffer);
}

static void refuses_an_impossible_size(void **state)
{
    wm_buffer buffer = WM_BUFFER_EMPTY;
    (void)state;
    assert_int_equal(wm_buffer_puts(&buffer, "kept"), WM_OK);
    assert_int_equal(wm_buffer_reserve(&buffer, SIZE_MAX - 1), WM_E_NOMEM);
    assert_string_equal(wm_buffer_text(&buffer), "kept");
    wm_buffer_clear(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_in_order),
        cmocka_unit_test(grows_past_its_first_room),
        cmocka_unit_test(refuses_an_impossible_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
