/* Tests of base/code_point: reading a character, cutting between characters, hidden characters. */
#include "base/code_point.h"

#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

static void a_text_is_cut_between_characters(void **state)
{
    static const struct {
        const char *text;
        size_t most, wanted;
    } cases[] = {
        {"abc", 5, 3},
        {"abc", 3, 3},
        {"abc", 2, 2},
        {"abc", 0, 0},
        {"a\xc3\xa9", 2, 1}, /* U+00E9 */
        {"a\xc3\xa9z", 3, 3},
        {"\xe6\x97\xa5z", 1, 0}, /* U+65E5 */
        {"\xe6\x97\xa5z", 2, 0},
        {"\xe6\x97\xa5z", 3, 3},
        {"\xf0\x9f\x98\x80z", 1, 0}, /* U+1F600 */
        {"\xf0\x9f\x98\x80z", 2, 0},
        {"\xf0\x9f\x98\x80z", 3, 0},
        {"\xf0\x9f\x98\x80z", 4, 4},
        {"\x9f\x9f\x9f\x9f\x9f", 4, 4}, /* not UTF-8 */
        {"a\xff\xffz", 2, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(wm_code_point_fit(cases[i].text, strlen(cases[i].text), cases[i].most),
                         cases[i].wanted);
}

static void what_was_cut_is_trimmed(void **state)
{
    static const char TEXT[] = "a\xf0\x9f\x98\x80\xc3\xa9\xe6\x97\xa5";
    static const size_t wanted[] = {0, 1, 1, 1, 1, 5, 5, 7, 7, 7, 10};
    (void)state;
    for (size_t size = 0; size < sizeof TEXT; size++) {
        char room[sizeof TEXT] = "";
        memcpy(room, TEXT, size);
        wm_code_point_trim(room);
        assert_int_equal(strlen(room), wanted[size]);
        assert_memory_equal(room, TEXT, wanted[size]);
    }
}

static void hidden_characters_are_known(void **state)
{
    static const unsigned long hidden[] = {0,      0x1f,    0x7f,    0x85,    0xad,   0x61c,
                                           0x200b, 0x200d,  0x202e,  0x2060,  0x2069, 0xfe0f,
                                           0xfeff, 0xe0001, 0xe0041, 0xe007f, 0xe01ef};
    static const unsigned long shown[] = {' ',    '~',    0xa0,   0xac,    0xae,
                                          0xe9,   0x2010, 0x2027, 0x202f,  0x2070,
                                          0x65e5, 0xfffc, 0xfffd, 0x1f600, 0x10ffff};
    (void)state;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        assert_true(wm_code_point_is_hidden(hidden[i]));
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        assert_false(wm_code_point_is_hidden(shown[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_cut_between_characters),
        cmocka_unit_test(what_was_cut_is_trimmed),
        cmocka_unit_test(hidden_characters_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
