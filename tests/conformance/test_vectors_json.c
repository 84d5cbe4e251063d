/* RFC 8259: the JSON Parsing Test Suite; y_ files accepted, n_ files refused, i_ files survived. */
#include "standards/jcs.h"
#include "support/cmocka.h"
#include "support/vectors.h"

#include <string.h>

static wm_json *json;
static int accepted, refused, either;

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

static wm_status parse(const wm_buffer *text, unsigned flags, wm_error *err)
{
    const wm_json_options options = {flags, 1000, 0};
    const wm_json_value *root;
    wm_status status =
        wm_json_parse(json, text->data != NULL ? text->data : "", text->size, &options, &root, err);
    assert_int_equal(status == WM_OK, root != NULL);
    return status;
}

static void check_file(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    wm_status status, strict;
    vectors_read(path, &text);
    status = parse(&text, 0, &err);
    if ((name[0] == 'y') != (status == WM_OK) && name[0] != 'i')
        fail_msg("%s: %s", name, status == WM_OK ? "accepted" : err.message);
    strict = parse(&text, WM_JSON_STRICT, &err);
    if (strstr(name, "y_object_duplicated_key") == name)
        assert_int_equal(strict, WM_E_SYNTAX);
    else if (name[0] == 'y')
        assert_int_equal(strict, WM_OK);
    accepted += name[0] == 'y';
    refused += name[0] == 'n';
    either += name[0] == 'i';
    wm_buffer_clear(&text);
}

static void parsing_suite(void **state)
{
    (void)state;
    if (!vectors_have("JSONTestSuite"))
        skip();
    assert_true(vectors_each("JSONTestSuite/test_parsing", check_file) >= 318);
    assert_true(accepted >= 95 && refused >= 187 && either >= 35);
}

/* Every text that the strict parse accepts has a canonical form, or a stated cause why it has none.
 * The form is its own canonical form. */
static void check_transform(const char *path)
{
    const wm_json_options options = {WM_JSON_STRICT, 1000, 0};
    const wm_json_value *root;
    wm_buffer text = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    wm_status status;
    vectors_read(path, &text);
    if (parse(&text, WM_JSON_STRICT, NULL) == WM_OK) {
        assert_int_equal(wm_json_parse(json, text.data, text.size, &options, &root, NULL), WM_OK);
        status = wm_jcs_append(&image, root, NULL);
        assert_true(status == WM_OK || status == WM_E_CANON);
        if (status == WM_OK)
            assert_int_equal(wm_jcs_parse(json, image.data, image.size, &options, &root, NULL),
                             WM_OK);
    }
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
}

static void transform_suite(void **state)
{
    (void)state;
    if (!vectors_have("JSONTestSuite"))
        skip();
    assert_true(vectors_each("JSONTestSuite/test_transform", check_transform) >= 22);
    assert_true(vectors_each("JSONTestSuite/test_parsing", check_transform) >= 318);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parsing_suite),
        cmocka_unit_test(transform_suite),
    };
    return cmocka_run_group_tests_name("JSON Parsing Test Suite", tests, set_up, tear_down);
}
