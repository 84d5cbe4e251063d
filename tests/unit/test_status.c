/* Tests of base/status. */
#include "base/status.h"
#include "support/cmocka.h"

#include <string.h>

static void every_status_has_a_text(void **state)
{
    int i, j;
    (void)state;
    for (i = 0; i < (int)WM_STATUS_COUNT; i++) {
        assert_true(strlen(wm_status_text((wm_status)i)) > 0);
        for (j = 0; j < i; j++)
            assert_string_not_equal(wm_status_text((wm_status)i), wm_status_text((wm_status)j));
    }
    assert_string_equal(wm_status_text(WM_STATUS_COUNT), "unknown status");
    assert_string_equal(wm_status_text((wm_status)-1), "unknown status");
}

static void an_error_is_one_printable_line(void **state)
{
    wm_error err;
    (void)state;
    assert_int_equal(wm_error_set(&err, WM_E_SYNTAX, "a\nb", "bad \033[31m %s", "\x7f!"),
                     WM_E_SYNTAX);
    assert_int_equal(err.code, WM_E_SYNTAX);
    assert_string_equal(err.place, "a?b");
    assert_string_equal(err.message, "bad ?[31m ?!");
    assert_int_equal(wm_error_place(&err, WM_E_SYNTAX, "line %d\t", 7), WM_E_SYNTAX);
    assert_string_equal(err.place, "line 7?");
}

static void overlong_text_is_cut(void **state)
{
    wm_error err;
    char text[1000];
    (void)state;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    (void)wm_error_set(&err, WM_E_ARG, text, "%s", text);
    assert_int_equal(strlen(err.place), sizeof err.place - 1);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void a_null_error_is_allowed(void **state)
{
    (void)state;
    assert_int_equal(wm_error_set(NULL, WM_E_IO, NULL, "unseen"), WM_E_IO);
    assert_int_equal(wm_error_place(NULL, WM_E_IO, "unseen"), WM_E_IO);
}

static void terminal_controls_are_masked(void **state)
{
    wm_error err;
    (void)state;
    (void)wm_error_set(&err, WM_E_ARG,
                       "a\xc2\x9b"
                       "b",
                       "%s", "\xc3\xa9 \x1b[ \xe2\x80\xae \xff \xc3 \xed\xa0\x80");
    assert_string_equal(err.place, "a??b");
    assert_string_equal(err.message, "\xc3\xa9 ?[ ??? ? ? ???");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminal_controls_are_masked),   cmocka_unit_test(every_status_has_a_text),
        cmocka_unit_test(an_error_is_one_printable_line), cmocka_unit_test(overlong_text_is_cut),
        cmocka_unit_test(a_null_error_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
