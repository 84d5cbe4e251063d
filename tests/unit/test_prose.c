/* Lines of a width: where they break, and what they keep. */
#include "support/cmocka.h"

#include "report/print/prose.h"

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
    check("a 0123456789 b", "", " ", 5, "a\n0123456789\n b\n");
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

static void wide_characters_take_two_columns(void **state)
{
    (void)state;
    assert_int_equal(wm_prose_width("\xe6\x97\xa5\xe6\x9c\xac"), 4);
    assert_int_equal(wm_prose_width("e\xcc\x81"), 1);
    assert_int_equal(wm_prose_width("\033[1mab\033[0m"), 2);
    assert_int_equal(wm_prose_width("\xff\xfe"), 2);
}

/* The lines into which a text is cut, joined by '|'. */
static void cut(const char *text, size_t width, const char *expected)
{
    char lines[256] = "";
    size_t used = 0, next;
    for (; *text != '\0'; text += next) {
        const size_t size = wm_prose_fit(text, width, &next);
        assert_true(next > 0);
        memcpy(lines + used, text, size);
        used += size;
        lines[used++] = '|';
    }
    lines[used] = '\0';
    assert_string_equal(lines, expected);
}

static void a_text_is_cut_at_spaces_else_anywhere(void **state)
{
    (void)state;
    cut("one two three", 7, "one two|three|");
    cut("one  two", 5, "one|two|");
    cut("0123456789", 4, "0123|4567|89|");
    cut("ab 0123456789", 4, "ab|0123|4567|89|");
    cut("   ", 2, "|");
    cut("\xe6\x97\xa5\xe6\x9c\xac", 1, "\xe6\x97\xa5|\xe6\x9c\xac|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_spaces),
        cmocka_unit_test(a_long_word_keeps_its_line),
        cmocka_unit_test(spaces_inside_of_a_line_stay),
        cmocka_unit_test(columns_are_code_points),
        cmocka_unit_test(wide_characters_take_two_columns),
        cmocka_unit_test(a_text_is_cut_at_spaces_else_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
