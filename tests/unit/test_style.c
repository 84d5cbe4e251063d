/* Tests of report/style: quoting for a shell, durations. */
#include "report/document/style.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

static void a_long_text_is_cut(void **state)
{
    char text[2 * WM_STYLE_MASKED], room[WM_STYLE_MASKED];
    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(strlen(wm_style_masked(text, room)), WM_STYLE_MASKED - 1);
}

/* The word that a shell reads. */
static void expect_word(const char *path, const char *wanted)
{
    char room[WM_STYLE_SHELL_WORD];
    assert_string_equal(wm_style_shell_word(path, room), wanted);
}

static void words_are_quoted_for_a_shell(void **state)
{
    char room[WM_STYLE_SHELL_WORD];
    (void)state;
    expect_word("my/record-1.2", "my/record-1.2");
    expect_word("", "''");
    expect_word("a b", "'a b'");
    expect_word("it's", "'it'\\''s'");
    expect_word("-o", "./-o");
    expect_word("~x", "'~x'");
    expect_word("\xc3\xa9", "'\xc3\xa9'");
    expect_word("a\nb", "$'a\\012b'");
    expect_word("1\xff"
                "2'\\",
                "$'1\\3772\\047\\134'");
    expect_word("\xc2\x9b", "$'\\302\\233'");
    assert_string_equal(wm_style_shell_argument("--plan=a b", room), "'--plan=a b'");
    assert_string_equal(wm_style_shell_argument("-o", room), "-o");
}

static void the_longest_word_fits(void **state)
{
    char path[5000], room[WM_STYLE_SHELL_WORD];
    (void)state;
    memset(path, '\n', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_int_equal(strlen(wm_style_shell_word(path, room)), 4 * 4095 + 3);
    memset(path, '\'', sizeof path - 1);
    assert_int_equal(strlen(wm_style_shell_word(path, room)), 4 * 4095 + 2);
    path[0] = '-';
    assert_int_equal(strlen(wm_style_shell_word(path, room)), 4 * 4092 + 5);
}

static void durations_are_printed_short(void **state)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0, "0:00"},
                 {59.4, "0:59"},
                 {59.6, "1:00"},
                 {3599, "59:59"},
                 {3599.6, "1:00:00"},
                 {3600, "1:00:00"},
                 {3723, "1:02:03"},
                 {360000, "100:00:00"},
                 {86400e3, "24000:00:00"},
                 {1e300, "277777:46:40"},
                 {-5, "-"},
                 {(double)NAN, "-"}};
    char text[WM_STYLE_DURATION];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_style_duration(cases[i].seconds, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_text_is_cut),
        cmocka_unit_test(words_are_quoted_for_a_shell),
        cmocka_unit_test(durations_are_printed_short),
        cmocka_unit_test(the_longest_word_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
