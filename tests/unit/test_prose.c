/* Lines of a width: where they break, and what they keep. */
#include "support/cmocka.h"

#include "report/prose.h"

#include <stdlib.h>
#include <string.h>

/* Compares what is printed with the expected lines. */
static void check(const char *text, const char *lead, const char *hang, int width,
                  const char *expected)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    wm_prose_print(text, lead, hang, width, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, expected);
    free(printed);
}

static void lines_break_at_spaces(void **state)
{
    (void)state;
    check("one two three", "", "", 7, "one two\nthree\n");
    check("one two three", "- ", "  ", 7, "- one\n  two\n  three\n");
    check("one two three", "", "", 13, "one two three\n");
}

static void a_long_word_keeps_its_line(void **state)
{
    (void)state;
    check("a 0123456789 b", "", " ", 5, "a\n 0123456789\n b\n");
    check("0123456789", "> ", "", 0, "> 0123456789\n");
}

static void spaces_inside_of_a_line_stay(void **state)
{
    (void)state;
    check("a  b   c", "", "", 20, "a  b   c\n");
    check("a  b   c", "", "", 4, "a  b\nc\n");
    check("", "", "", 20, "\n");
    check("a  ", "", "", 20, "a\n");
}

static void columns_are_code_points(void **state)
{
    (void)state;
    assert_int_equal(wm_prose_width("\xe2\x96\x81\xe2\x96\x88"), 2);
    check("\xe2\x96\x81\xe2\x96\x88 ab", "", "", 5, "\xe2\x96\x81\xe2\x96\x88 ab\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_spaces),
        cmocka_unit_test(a_long_word_keeps_its_line),
        cmocka_unit_test(spaces_inside_of_a_line_stay),
        cmocka_unit_test(columns_are_code_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
