/* Tests of standards/json. */
#include "standards/json.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
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

static wm_status parse_with(const char *text, size_t size, wm_json_options options,
                            const wm_json_value **root)
{
    /* a copy of the exact size, so that a sanitizer detects a read past the end */
    static char *copy;
    copy = realloc(copy, size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, text, size);
    err.message[0] = '\0';
    return wm_json_parse(json, copy, size, &options, root, &err);
}

static const wm_json_value *parse(const char *text)
{
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root;
    if (parse_with(text, strlen(text), options, &root) != WM_OK)
        fail_msg("%s: %s", text, err.message);
    return root;
}

static void refuse(const char *text, unsigned flags, size_t offset, const char *words)
{
    const wm_json_options options = {flags, 0, 0};
    const wm_json_value *root = NULL;
    char expected[200];
    assert_int_equal(parse_with(text, strlen(text), options, &root), WM_E_SYNTAX);
    assert_null(root);
    (void)snprintf(expected, sizeof expected, "byte %d: %s", (int)offset, words);
    assert_string_equal(err.message, expected);
}

static void is_text(const wm_json_value *value, const char *text)
{
    if (!wm_json_is_text(value, text))
        fail_msg("not %s", text);
}

static void the_tree_is_what_the_text_says(void **state)
{
    const wm_json_value *root =
        parse(" {\"a\" : [1, true,null,\"x\\n\"], \"b\":{}, \"c\":-2.5e1} ");
    const wm_json_value *list = wm_json_member(root, "a"), *element;
    (void)state;
    assert_int_equal(root->kind, WM_JSON_OBJECT);
    assert_int_equal(root->count, 3);
    assert_null(root->key);
    assert_int_equal(list->kind, WM_JSON_ARRAY);
    assert_int_equal(list->count, 4);
    assert_int_equal(list->text_size, strlen("[1, true,null,\"x\\n\"]"));
    assert_memory_equal(list->text, "[1, true", 8);
    element = list->first;
    assert_true(element->kind == WM_JSON_NUMBER && element->is_integer && element->number == 1);
    element = element->next;
    assert_int_equal(element->kind, WM_JSON_TRUE);
    assert_memory_equal(element->text, "true", element->text_size);
    element = element->next;
    assert_int_equal(element->kind, WM_JSON_NULL);
    element = element->next;
    is_text(element, "x\n");
    assert_null(element->next);
    assert_int_equal(wm_json_member(root, "b")->kind, WM_JSON_OBJECT);
    assert_null(wm_json_member(root, "b")->first);
    assert_false(wm_json_member(root, "c")->is_integer);
    assert_true(wm_json_member(root, "c")->number == -25);
    assert_memory_equal(wm_json_member(root, "c")->text, "-2.5e1", 6);
    assert_null(wm_json_member(root, "d"));
    assert_null(wm_json_member(list, "a"));
    assert_null(wm_json_member(NULL, "a"));
}

static void a_scalar_is_a_whole_text(void **state)
{
    (void)state;
    is_text(parse("\"\""), "");
    assert_int_equal(parse("false")->kind, WM_JSON_FALSE);
    assert_true(parse("0")->number == 0);
    assert_true(parse("1e400")->number > 1.7976931348623157e308);
}

static void escapes_are_decoded(void **state)
{
    (void)state;
    is_text(parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "\"\\/\b\f\n\r\t");
    is_text(parse("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\""),
            "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    is_text(parse("[\"a\\nb\",\"c\\nd\"]")->first, "a\nb");
    is_text(parse("[\"a\\nb\",\"c\\nd\"]")->first->next, "c\nd");
    assert_int_equal(parse("\"a\\u0000b\"")->text_size, 3);
    is_text(wm_json_member(parse("{\"\\u0061\":\"y\"}"), "a"), "y");
}

static void a_lone_surrogate_is_kept_or_refused(void **state)
{
    const wm_json_options lax = {0, 0, 0};
    const wm_json_value *root;
    (void)state;
    assert_int_equal(parse_with("\"\\ud800x\"", 9, lax, &root), WM_OK);
    is_text(root, "\xed\xa0\x80x");
    assert_int_equal(parse_with("\"\\ud800\\u0041\"", 14, lax, &root), WM_OK);
    is_text(root, "\xed\xa0\x80"
                  "A");
    refuse("\"\\ud800x\"", WM_JSON_STRICT, 1, "half of a surrogate pair");
    refuse("\"\\udc00\"", WM_JSON_STRICT, 1, "half of a surrogate pair");
    refuse("\"\\ud800\\ud800\"", WM_JSON_STRICT, 1, "half of a surrogate pair");
    refuse("\"\xed\xa0\x80\"", 0, 1, "not well-formed UTF-8");
}

static void equal_names_are_found(void **state)
{
    const wm_json_options lax = {0, 0, 0};
    const wm_json_value *root;
    char text[40000] = "{";
    size_t size = 1;
    int i;
    (void)state;
    refuse("{\"a\":1,\"a\":2}", WM_JSON_STRICT, 12, "an object with two equal names");
    refuse("{\"b\":1,\"a\":2,\"\\u0062\":3}", WM_JSON_STRICT, 23, "an object with two equal names");
    assert_int_equal(parse_with("{\"a\":1,\"a\":2}", 13, lax, &root), WM_OK);
    assert_int_equal(root->count, 2);
    for (i = 0; i < 3000; i++)
        size += (size_t)sprintf(text + size, "\"%d\":0,", i * 7919 % 3001);
    strcpy(text + size, "\"x\":0}");
    assert_int_equal(parse(text)->count, 3001);
    strcpy(text + size, "\"7\":0}");
    refuse(text, WM_JSON_STRICT, size + 5, "an object with two equal names");
}

static void errors_name_the_byte(void **state)
{
    (void)state;
    refuse("", 0, 0, "the text ends where a value is expected");
    refuse("[1,", 0, 3, "the text ends where a value is expected");
    refuse("[1 2]", 0, 3, "expected a comma or the closing bracket, not '2'");
    refuse("[1,]", 0, 3, "expected a value, not ']'");
    refuse("[1,\x01]", 0, 3, "expected a value, not the byte 0x01");
    refuse("{'a':1}", 0, 1, "expected a name in quotes, not '''");
    refuse("+1", 0, 0, "expected a value, not '+'");
    refuse("{1:2}", 0, 1, "expected a name in quotes, not '1'");
    refuse("{\"a\" 1}", 0, 5, "expected a colon, not '1'");
    refuse("{\"a\":1,}", 0, 7, "expected a name in quotes, not '}'");
    refuse("[1", 0, 2, "the text ends in an array or object");
    refuse("\"abc", 0, 4, "the text ends in a string");
    refuse("\"abc\\", 0, 5, "the text ends in a string");
    refuse("\"a\nb\"", 0, 2, "a control character in a string");
    refuse("\"\\x41\"", 0, 1, "an unknown escape");
    refuse("\"\\u12g4\"", 0, 1, "an escape \\u needs four hex digits");
    refuse("\"\xc0\x80\"", 0, 1, "not well-formed UTF-8");
    refuse("tru", 0, 0, "expected the word true, false or null, not 't'");
    refuse("{\"a\"", 0, 4, "the text ends where a colon is expected");
    refuse("{", 0, 1, "the text ends in an array or object");
    refuse("01", 0, 1, "expected the end of a number that begins with 0, not '1'");
    refuse("-0.", 0, 3, "the text ends where a digit is expected");
    refuse("1e0x", 0, 3, "something follows the value");
    refuse("10.x", 0, 3, "expected a digit, not 'x'");
    refuse("1e+-", 0, 3, "expected a digit, not '-'");
    refuse("-", 0, 1, "the text ends where a digit is expected");
    refuse("1.e5", 0, 2, "expected a digit, not 'e'");
    refuse("1 1", 0, 2, "something follows the value");
    refuse("\xef\xbb\xbf[]", 0, 0, "expected a value, not the byte 0xef");
}

static void limits_hold(void **state)
{
    wm_json_options options = {0, 3, 0};
    const wm_json_value *root;
    (void)state;
    assert_int_equal(parse_with("[[[1]]]", 7, options, &root), WM_OK);
    assert_int_equal(parse_with("[[[[1]]]]", 9, options, &root), WM_E_LIMIT);
    assert_string_equal(err.message, "byte 3: nested too deep");
    assert_null(root);
    options.size_max = 4;
    assert_int_equal(parse_with("1234", 4, options, &root), WM_OK);
    assert_int_equal(parse_with("12345", 5, options, &root), WM_E_LIMIT);
    assert_string_equal(err.message, "byte 0: the text is too long");
}

/* Deep nesting uses memory in the arena, not on the stack. */
static void deep_nesting_is_refused(void **state)
{
    enum { DEPTH = 900000 };
    const wm_json_options options = {0, 0, 0};
    const wm_json_value *root;
    char *text = malloc(2 * DEPTH);
    (void)state;
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    assert_int_equal(wm_json_parse(json, text, 2 * DEPTH, &options, &root, &err), WM_OK);
    assert_int_equal(root->text_size, 2 * DEPTH);
    memset(text, '[', 2 * DEPTH);
    assert_int_equal(wm_json_parse(json, text, 2 * DEPTH, &options, &root, &err), WM_E_LIMIT);
    free(text);
}

/* RFC 8785: the offset at which a text departs from its canonical image. */
static void departs(const char *text, size_t offset, const char *words)
{
    const wm_json_options options = {WM_JSON_NOTE_CANONICAL, 0, 0};
    const wm_json_value *root;
    const char *reason = NULL;
    assert_int_equal(parse_with(text, strlen(text), options, &root), WM_OK);
    assert_int_equal(wm_json_departure(json, &reason), offset);
    assert_string_equal(reason, words);
}

static void departures_from_the_image_are_noted(void **state)
{
    (void)state;
    departs("{\"a\":[1,2.5,1e+21,1e-7,\"\\u001f\\n\\\"\"],\"b\":\"/\x7f\"}", SIZE_MAX, "");
    departs("[1, 2]", 3, "white space");
    departs("[1]\n", 3, "white space");
    departs("[1.0]", 1, "a number not in its shortest form");
    departs("[0,-0]", 3, "a number not in its shortest form");
    departs("[1E+21]", 1, "a number not in its shortest form");
    departs("[1e400]", 1, "a number that overflows binary64");
    departs("{\"b\":1,\"a\":2}", 7, "names that are not in order");
    departs("{\"a\":1,\"a\":2}", 7, "names that are not in order");
    departs("\"\\/\"", 1, "an escape that is not needed");
    departs("\"\\u0041\"", 1, "an escape that is not needed, or in upper case");
    departs("\"\\u001F\"", 1, "an escape that is not needed, or in upper case");
    departs("\"\\u000a\"", 1, "an escape that is not needed, or in upper case");
    departs("\"\\ud83d\\ude00\"", 1, "an escape that is not needed, or in upper case");
}

/* A million texts with one reader: earlier texts leave nothing behind. */
static void a_reader_is_used_again(void **state)
{
    char text[64];
    int i;
    (void)state;
    for (i = 0; i < 100000; i++) {
        const wm_json_value *root;
        (void)sprintf(text, "{\"a\\n\":[%d],\"b\":\"\\u0041%d\"}", i, i);
        root = parse(text);
        assert_true(wm_json_member(root, "a\n")->first->number == i);
        (void)sprintf(text, "A%d", i);
        is_text(wm_json_member(root, "b"), text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_is_what_the_text_says),
        cmocka_unit_test(a_scalar_is_a_whole_text),
        cmocka_unit_test(escapes_are_decoded),
        cmocka_unit_test(a_lone_surrogate_is_kept_or_refused),
        cmocka_unit_test(equal_names_are_found),
        cmocka_unit_test(errors_name_the_byte),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(departures_from_the_image_are_noted),
        cmocka_unit_test(a_reader_is_used_again),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
