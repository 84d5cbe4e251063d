/* A stream into a buffer: all that is printed, and a failure that is not lost. */
#include "report/print/buffer_file.h"
#include "support/cmocka.h"

#include <string.h>

static void test_all_is_appended(void **state)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_buffer_file file;
    (void)state;
    assert_int_equal(wm_buffer_append(&text, "a", 1), WM_OK);
    assert_int_equal(wm_buffer_file_open(&file, &text), WM_OK);
    for (int i = 0; i < 100000; i++)
        fprintf(file.out, "%05d", i);
    assert_int_equal(wm_buffer_file_close(&file), WM_OK);
    assert_int_equal(text.size, 500001);
    assert_memory_equal(text.data, "a00000", 6);
    assert_memory_equal(text.data + text.size - 5, "99999", 5);
    wm_buffer_clear(&text);
}

/* More than memory holds cannot be reserved, as when it is out. */
static void test_failure_stays(void **state)
{
    wm_buffer text = {NULL, SIZE_MAX - 2, 0};
    wm_buffer_file file;
    (void)state;
    assert_int_equal(wm_buffer_file_open(&file, &text), WM_OK);
    fputs("four", file.out);
    assert_int_equal(wm_buffer_file_close(&file), WM_E_NOMEM);
    assert_int_equal(wm_buffer_file_close(&file), WM_E_NOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_is_appended),
        cmocka_unit_test(test_failure_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
