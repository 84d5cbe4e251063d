/* Tests of standards/base64. */
#include "standards/base64.h"
#include "support/cmocka.h"

#include <string.h>

/* RFC 4648, section 10. */
static void known_answers(void **state)
{
    static const char *const pairs[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    size_t i, size;
    (void)state;
    for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        wm_buffer text = WM_BUFFER_EMPTY;
        uint8_t data[8];
        assert_int_equal(wm_base64_encode(&text, pairs[i][0], strlen(pairs[i][0])), WM_OK);
        assert_string_equal(wm_buffer_text(&text), pairs[i][1]);
        assert_int_equal(text.size, wm_base64_size(strlen(pairs[i][0])));
        assert_int_equal(wm_base64_decode(text.data, text.size, data, sizeof data, &size), WM_OK);
        assert_int_equal(size, strlen(pairs[i][0]));
        assert_memory_equal(data, pairs[i][0], size);
        wm_buffer_clear(&text);
    }
}

static void every_byte_is_decoded_again(void **state)
{
    uint8_t data[256], again[256];
    wm_buffer text = WM_BUFFER_EMPTY;
    size_t size, i;
    (void)state;
    for (i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7);
    for (i = 0; i <= sizeof data; i++) {
        text.size = 0;
        assert_int_equal(wm_base64_encode(&text, data, i), WM_OK);
        assert_int_equal(wm_base64_decode(text.data, text.size, again, sizeof again, &size), WM_OK);
        assert_int_equal(size, i);
        assert_memory_equal(again, data, i);
    }
    wm_buffer_clear(&text);
}

static void other_encodings_are_refused(void **state)
{
    static const char *const bad[] = {
        "Z",    "Zg",   "Zg=",  "Zm8",  "====",   "Z===", "Zh==", "Zm9=",      "Zg==Zg==",
        "Zg= ", "Z g=", "Zm-_", "Zg\n", "Zm9v\n", "=Zg=", "Zm=v", "Zm9vZg=\t",
    };
    uint8_t data[16];
    size_t i, size = 77;
    (void)state;
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (wm_base64_decode(bad[i], strlen(bad[i]), data, sizeof data, &size) != WM_E_SYNTAX)
            fail_msg("%s was taken", bad[i]);
    assert_int_equal(size, 77);
}

static void too_small_a_buffer_is_refused(void **state)
{
    uint8_t data[6] = {0, 0, 0, 0, 0, 99};
    size_t size;
    (void)state;
    assert_int_equal(wm_base64_decode("Zm9vYmFy", 8, data, 5, &size), WM_E_LIMIT);
    assert_int_equal(wm_base64_decode("Zm9vYmE=", 8, data, 5, &size), WM_OK);
    assert_int_equal(data[5], 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(every_byte_is_decoded_again),
        cmocka_unit_test(other_encodings_are_refused),
        cmocka_unit_test(too_small_a_buffer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
