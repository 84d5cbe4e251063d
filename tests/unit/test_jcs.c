/* Tests of standards/jcs. */
#include "standards/jcs.h"
#include "standards/utf8.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static wm_json *json;
static wm_error err;

static int set_up(void **state)
{
    (void)state;
    json = wm_json_new();
    return json == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    wm_json_free(json);
    return 0;
}

static wm_status image_of(const char *text, size_t size, wm_buffer *image)
{
    const wm_json_options lax = {0, 0, 0};
    const wm_json_value *root;
    assert_int_equal(wm_json_parse(json, text, size, &lax, &root, &err), WM_OK);
    return wm_jcs_append(image, root, &err);
}

static void gives(const char *text, const char *expected)
{
    wm_buffer image = WM_BUFFER_EMPTY;
    assert_int_equal(image_of(text, strlen(text), &image), WM_OK);
    assert_string_equal(wm_buffer_text(&image), expected);
    wm_buffer_clear(&image);
}

static void images(void **state)
{
    (void)state;
    gives(" [ ] ", "[]");
    gives("{ }", "{}");
    gives("{\"b\":{\"d\":1,\"c\":[{}, []]},\"a\":null}",
          "{\"a\":null,\"b\":{\"c\":[{},[]],\"d\":1}}");
    gives("[-0, 1.0, 1E21, 1e-7, 0.000001, 333333333.33333329]",
          "[0,1,1e+21,1e-7,0.000001,333333333.3333333]");
    gives("\"\\u0000\\u0008\\u0009\\u000A\\u000b\\u000C\\u000d\\u001F\\u007f\\/\\\\\\\"\\u20ac\"",
          "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\x7f/\\\\\\\"\xe2\x82\xac\"");
    gives("[true,false,null]", "[true,false,null]");
}

/* RFC 8785, section 3.2.3: by UTF-16 code units, in which an emoji comes before U+FB33. */
static void names_are_sorted_as_utf16(void **state)
{
    (void)state;
    gives(
        "{\"\\ufb33\":1,\"\\ud83d\\ude00\":2,\"\\u20ac\":3,\"\":4,\"aa\":5,\"a\":6,\"\\ue000\":7}",
        "{\"\":4,\"a\":6,\"aa\":5,\"\xe2\x82\xac\":3,\"\xf0\x9f\x98\x80\":2,\"\xee\x80\x80\":7,"
        "\"\xef\xac\xb3\":1}");
}

/* Every pair of a list with each length of UTF-8, compared unit by unit. */
static size_t to_utf16(const char *text, unsigned units[4])
{
    const unsigned char *t = (const unsigned char *)text;
    size_t count = 0;
    while (*t != 0) {
        unsigned c = *t++, more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
        c &= more == 3 ? 7u : more == 2 ? 15u : more == 1 ? 31u : 127u;
        for (; more > 0; more--)
            c = c << 6 | (*t++ & 63u);
        if (c >= 0x10000) {
            units[count++] = 0xd800 + ((c - 0x10000) >> 10);
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        units[count++] = c;
    }
    return count;
}

static void the_order_is_that_of_utf16(void **state)
{
    static const char *const texts[] = {"",
                                        "a",
                                        "ab",
                                        "b",
                                        "\xc2\x80",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf4\x8f\xbf\xbf",
                                        "a\xef\xbf\xbf",
                                        "a\xf0\x90\x80\x80",
                                        "\xf0\x90\x80\x80z",
                                        "\xf0\x90\x80\x81"};
    enum { COUNT = sizeof texts / sizeof texts[0] };
    int i, j;
    (void)state;
    for (i = 0; i < COUNT; i++) {
        for (j = 0; j < COUNT; j++) {
            unsigned a[4], b[4];
            size_t m = to_utf16(texts[i], a), n = to_utf16(texts[j], b), k = 0;
            int expected,
                got = wm_utf8_compare(texts[i], strlen(texts[i]), texts[j], strlen(texts[j]));
            while (k < m && k < n && a[k] == b[k])
                k++;
            expected = k < m && k < n ? (a[k] < b[k] ? -1 : 1) : (m > n) - (m < n);
            assert_int_equal((got > 0) - (got < 0), expected);
        }
    }
}

static void has_no_image(const char *text, const char *words)
{
    wm_buffer image = WM_BUFFER_EMPTY;
    assert_int_equal(wm_buffer_puts(&image, "kept"), WM_OK);
    assert_int_equal(image_of(text, strlen(text), &image), WM_E_CANON);
    assert_string_equal(wm_buffer_text(&image), "kept");
    assert_string_equal(err.message, words);
    wm_buffer_clear(&image);
}

static void numbers_without_an_image_are_refused(void **state)
{
    wm_buffer out = WM_BUFFER_EMPTY;
    (void)state;
    has_no_image("[[1,[1e400]]]", "a number that overflows");
    has_no_image("{\"a\":\"\\ud800\"}", "half of a surrogate pair");
    has_no_image("{\"\\udc00\":1}", "half of a surrogate pair");
    has_no_image("[{\"a\":1,\"b\":0,\"a\":2}]", "an object with two equal names");
    assert_int_equal(wm_jcs_append_number(&out, NAN), WM_E_CANON);
    assert_int_equal(wm_jcs_append_number(&out, -HUGE_VAL), WM_E_CANON);
    assert_int_equal(wm_jcs_append_string(&out, "\xff", 1), WM_E_CANON);
    assert_int_equal(out.size, 0);
    wm_buffer_clear(&out);
}

static wm_status check(const char *text)
{
    const wm_json_options options = {0, 16, 100};
    const wm_json_value *root;
    return wm_jcs_parse(json, text, strlen(text), &options, &root, &err);
}

static void the_check_separates_json_from_canonical(void **state)
{
    (void)state;
    assert_int_equal(check("{\"a\":1}"), WM_OK);
    assert_int_equal(check("{\"a\":1.0}"), WM_E_CANON);
    assert_string_equal(err.message, "byte 5: a number not in its shortest form");
    assert_int_equal(check("{\"a\": 1.0,}"), WM_E_SYNTAX);
    assert_int_equal(check("[\"\\ud800\"]"), WM_E_SYNTAX);
    assert_int_equal(check("{\"a\":1,\"a\":1}"), WM_E_SYNTAX);
    assert_int_equal(check("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]"), WM_E_LIMIT);
}

/* The one-pass check and the written image must agree on any text. */
static uint64_t random_state = 2463534242;

static unsigned random_below(unsigned bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 33) % bound;
}

static void put_random(wm_buffer *out, int depth)
{
    static const char *const scalars[] = {"0",
                                          "-0",
                                          "1",
                                          "10",
                                          "1e1",
                                          "0.1",
                                          "1.5e300",
                                          "123456789012345680",
                                          "1e21",
                                          "1e+21",
                                          "1e-7",
                                          "0.0000001",
                                          "5e-324",
                                          "4e-324",
                                          "9007199254740993",
                                          "null",
                                          "true",
                                          "false",
                                          "\"\"",
                                          "\"a\"",
                                          "\"\\n\"",
                                          "\"\\u000a\"",
                                          "\"\\u0001\"",
                                          "\"/\"",
                                          "\"\\/\"",
                                          "\"\xc3\xa9\"",
                                          "\"\\u00e9\"",
                                          "0.30000000000000004",
                                          "0.1000000000000000055"};
    unsigned kind = random_below(depth > 0 ? 6 : 4), count = random_below(4), i;
    if (kind < 4) {
        assert_int_equal(
            wm_buffer_puts(out, scalars[random_below(sizeof scalars / sizeof scalars[0])]), WM_OK);
        return;
    }
    assert_int_equal(wm_buffer_putc(out, kind == 4 ? '[' : '{'), WM_OK);
    for (i = 0; i < count; i++) {
        if (i > 0)
            assert_int_equal(wm_buffer_puts(out, random_below(40) == 0 ? ", " : ","), WM_OK);
        if (kind == 5)
            assert_int_equal(wm_buffer_printf(out, "\"%c\":", (int)('a' + 3 * i + random_below(4))),
                             WM_OK);
        put_random(out, depth - 1);
    }
    assert_int_equal(wm_buffer_putc(out, kind == 4 ? ']' : '}'), WM_OK);
}

static void check_and_writer_agree(void **state)
{
    const wm_json_options options = {0, 0, 0};
    const wm_json_value *root;
    wm_buffer text = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    int i, canonical = 0, others = 0;
    (void)state;
    for (i = 0; i < 60000; i++) {
        wm_status status;
        text.size = image.size = 0;
        put_random(&text, 3);
        status = wm_jcs_parse(json, text.data, text.size, &options, &root, &err);
        if (status == WM_E_SYNTAX)
            continue; /* two equal names */
        assert_int_equal(wm_jcs_append(&image, root, &err), WM_OK);
        if ((status == WM_OK) !=
            (image.size == text.size && memcmp(image.data, text.data, text.size) == 0))
            fail_msg("%.*s", (int)text.size, text.data);
        canonical += status == WM_OK;
        others += status != WM_OK;
    }
    assert_true(canonical > 5000 && others > 5000);
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images),
        cmocka_unit_test(names_are_sorted_as_utf16),
        cmocka_unit_test(the_order_is_that_of_utf16),
        cmocka_unit_test(numbers_without_an_image_are_refused),
        cmocka_unit_test(the_check_separates_json_from_canonical),
        cmocka_unit_test(check_and_writer_agree),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
