/* Tests of model/mask: control characters, wrong bytes, the ends of a copy. */
#include "model/mask.h"

#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

/* The masked form of a text. */
static void expect_masked(const char *text, const char *wanted)
{
    char room[64];
    (void)snprintf(room, sizeof room, "%s", text);
    wm_mask_bytes(room, strlen(room));
    assert_string_equal(room, wanted);
}

static void controls_and_wrong_bytes_are_masked(void **state)
{
    (void)state;
    expect_masked("plain", "plain");
    expect_masked("a\033[2J\nb\x7f", "a?[2J?b?");
    expect_masked("a\xc2\x9b"
                  "b",
                  "a??b"); /* U+009B */
    expect_masked("a\xe2\x80\xae"
                  "b\xe2\x81\xa6\xd8\x9c",
                  "a???b?????"); /* U+202E, U+2066, U+061C */
    expect_masked("a\xff\x9b"
                  "b\xc3",
                  "a??b?");
    expect_masked("\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80 \xc2\xa0",
                  "\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80 \xc2\xa0");
}

static void a_copy_is_cut_between_characters(void **state)
{
    char room[4];
    (void)state;
    wm_mask_copy("ab\xc3\xa9", 4, room, sizeof room);
    assert_string_equal(room, "ab");
    wm_mask_copy("\0b", 2, room, sizeof room);
    assert_string_equal(room, "?b");
}

static void an_absent_text_is_empty(void **state)
{
    char room[4] = "x";
    (void)state;
    wm_mask_text((wm_text){NULL, 0}, room, sizeof room);
    assert_string_equal(room, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_and_wrong_bytes_are_masked),
        cmocka_unit_test(a_copy_is_cut_between_characters),
        cmocka_unit_test(an_absent_text_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
