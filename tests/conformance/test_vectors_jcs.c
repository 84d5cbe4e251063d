/* RFC 8785: the published inputs and outputs, to the byte. */
#include "standards/jcs.h"
#include "standards/number.h"
#include "support/canonical_number.h"
#include "support/cmocka.h"
#include "support/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_json *json;

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

static wm_status canonicalise(const char *text, size_t size, wm_buffer *image)
{
    const wm_json_options options = {WM_JSON_STRICT, 1000, 0};
    const wm_json_value *root;
    wm_status status = wm_json_parse(json, text, size, &options, &root, NULL);
    return status == WM_OK ? wm_jcs_append(image, root, NULL) : status;
}

/* input/NAME must give output/NAME, which is its own canonical form; the one-pass check must
 * agree. */
static void check_pair(const char *path)
{
    const wm_json_options options = {0, 1000, 0};
    const wm_json_value *root;
    wm_buffer input = WM_BUFFER_EMPTY, output = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    char other[1024];
    const char *part = strstr(path, "/input/");
    assert_non_null(part);
    (void)snprintf(other, sizeof other, "%.*s/output/%s", (int)(part - path), path, part + 7);
    vectors_read(path, &input);
    vectors_read(other, &output);
    while (output.size > 0 && output.data[output.size - 1] == '\n')
        output.size--;
    assert_int_equal(canonicalise(input.data, input.size, &image), WM_OK);
    assert_int_equal(image.size, output.size);
    assert_memory_equal(image.data, output.data, output.size);
    assert_int_equal(wm_jcs_parse(json, image.data, image.size, &options, &root, NULL), WM_OK);
    if (input.size != image.size || memcmp(input.data, image.data, image.size) != 0)
        assert_int_equal(wm_jcs_parse(json, input.data, input.size, &options, &root, NULL),
                         WM_E_CANON);
    wm_buffer_clear(&input);
    wm_buffer_clear(&output);
    wm_buffer_clear(&image);
}

static void cyberphone(void **state)
{
    (void)state;
    if (!vectors_have("rfc8785-cyberphone"))
        skip();
    assert_int_equal(vectors_each("rfc8785-cyberphone/input", check_pair), 6);
}

static void gowebpki(void **state)
{
    (void)state;
    if (!vectors_have("rfc8785-gowebpki"))
        skip();
    assert_int_equal(vectors_each("rfc8785-gowebpki/input", check_pair), 10);
}

/* One row of appendix B: the bits in hex, a comma, and the text, or ERROR for a value that JSON
 * lacks. */
static void check_number(char *row)
{
    char *comma = strchr(row, ',');
    char text[WM_NUMBER_TEXT_SIZE];
    uint64_t bits;
    double value;
    size_t size;
    assert_non_null(comma);
    *comma = '\0';
    bits = strtoull(row, NULL, 16);
    memcpy(&value, &bits, sizeof value);
    size = wm_number_format(value, text);
    assert_int_equal(size, strlen(text));
    assert_string_equal(text, strcmp(comma + 1, "ERROR") == 0 ? "" : comma + 1);
    if (text[0] != '\0')
        assert_true(canonical_number(text, strlen(text)));
}

static void appendix_b_numbers(void **state)
{
    wm_buffer table = WM_BUFFER_EMPTY;
    char *row;
    int rows = 0;
    (void)state;
    if (!vectors_have("rfc8785-appendix-b"))
        skip();
    vectors_read("rfc8785-appendix-b/numbers.csv", &table);
    assert_non_null(wm_buffer_text(&table));
    for (row = strtok(table.data, "\r\n"); row != NULL; row = strtok(NULL, "\r\n"), rows++)
        check_number(row);
    assert_true(rows >= 26);
    wm_buffer_clear(&table);
}

static void values_without_an_image_are_refused(void **state)
{
    const wm_json_value *cases, *one;
    wm_buffer image = WM_BUFFER_EMPTY;
    int count = 0;
    (void)state;
    if (!vectors_have("rfc8785-appendix-b"))
        skip();
    cases = vectors_json("rfc8785-appendix-b/negative.json");
    for (one = cases->first; one != NULL; one = one->next, count++) {
        const wm_json_value *input = wm_json_member(one, "input");
        assert_non_null(input);
        assert_int_not_equal(canonicalise(input->text, input->text_size, &image), WM_OK);
        assert_int_equal(image.size, 0);
    }
    assert_true(count >= 7);
    vectors_json_clear();
    wm_buffer_clear(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cyberphone),
        cmocka_unit_test(gowebpki),
        cmocka_unit_test(appendix_b_numbers),
        cmocka_unit_test(values_without_an_image_are_refused),
    };
    return cmocka_run_group_tests_name("RFC 8785 vectors", tests, set_up, tear_down);
}
