/* Tests of report/json_output: texts that are not UTF-8, and characters that control a terminal. */
#include "report/print/json_output.h"

#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

/* The printed object of one text. */
static void expect_object(const char *text, const char *wanted)
{
    char printed[512] = "";
    wm_node node = WM_NODE_EMPTY;
    FILE *out = fmemopen(printed, sizeof printed, "w");
    assert_non_null(out);
    wm_node_begin_object(&node);
    wm_json_output_text(&node, "path", text);
    assert_int_equal(wm_json_output_print(&node, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, wanted);
}

static void utf8_is_kept(void **state)
{
    (void)state;
    expect_object("a\"\xc3\xa9", "{\"path\":\"a\\\"\xc3\xa9\"}\n");
    expect_object("", "{\"path\":\"\"}\n");
}

static void wrong_bytes_are_replaced_and_kept_in_hexadecimal(void **state)
{
    (void)state;
    expect_object("a\xff"
                  "b\xc3",
                  "{\"path\":\"a\xef\xbf\xbd"
                  "b\xef\xbf\xbd\",\"path_bytes\":\"61ff62c3\"}\n");
}

static void characters_for_terminals_are_escaped(void **state)
{
    (void)state;
    expect_object("\033\n\x7f", "{\"path\":\"\\u001b\\n\\u007f\"}\n");
    expect_object("\xc2\x9b\xe2\x80\xae", "{\"path\":\"\\u009b\\u202e\"}\n");
}

static void a_node_text_that_is_not_utf8_is_an_error(void **state)
{
    char printed[64] = "";
    wm_node node = WM_NODE_EMPTY;
    FILE *out = fmemopen(printed, sizeof printed, "w");
    (void)state;
    assert_non_null(out);
    wm_node_begin_object(&node);
    wm_node_text(&node, "path", "\xff");
    assert_int_equal(wm_json_output_print(&node, out), WM_E_CANON);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_kept),
        cmocka_unit_test(wrong_bytes_are_replaced_and_kept_in_hexadecimal),
        cmocka_unit_test(characters_for_terminals_are_escaped),
        cmocka_unit_test(a_node_text_that_is_not_utf8_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
