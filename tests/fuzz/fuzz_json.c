/* Fuzzes the JSON reader and the canonical image: the fast check and the written image must
 * agree. */
#include "fuzz.h"

#include "standards/jcs.h"

#include <string.h>

static wm_json *reader;

/* The canonical image of a canonical image is the same text, by both ways. */
static void check_image(const wm_buffer *image, const wm_json_options *options)
{
    wm_json *second = wm_json_new();
    wm_buffer again = WM_BUFFER_EMPTY;
    const wm_json_value *root = NULL;
    FUZZ_CHECK(second != NULL);
    FUZZ_CHECK(wm_jcs_parse(second, image->data, image->size, options, &root, NULL) == WM_OK);
    FUZZ_CHECK(wm_jcs_append(&again, root, NULL) == WM_OK);
    FUZZ_CHECK(again.size == image->size && memcmp(again.data, image->data, again.size) == 0);
    wm_buffer_clear(&again);
    wm_json_free(second);
}

static void check_text(const char *text, size_t size, uint32_t depth)
{
    const wm_json_options options = {WM_JSON_STRICT, depth, 0};
    const wm_json_value *root = NULL;
    wm_buffer image = WM_BUFFER_EMPTY;
    wm_error err;
    wm_status parsed = wm_json_parse(reader, text, size, &options, &root, &err);
    wm_status written = parsed == WM_OK ? wm_jcs_append(&image, root, &err) : parsed;
    if (written == WM_OK)
        check_image(&image, &options);
    wm_status fast = wm_jcs_parse(reader, text, size, &options, &root, &err);
    int equal = written == WM_OK && image.size == size && memcmp(image.data, text, size) == 0;
    if (parsed != WM_OK)
        FUZZ_CHECK(fast == parsed);
    else
        FUZZ_CHECK(fast == (equal ? WM_OK : WM_E_CANON));
    wm_buffer_clear(&image);
}

/* Every strict text can also be read without the strict flags. */
static void check_lax(const char *text, size_t size)
{
    const wm_json_options lax = {0, 0, 0}, strict = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root = NULL;
    wm_status strictly = wm_json_parse(reader, text, size, &strict, &root, NULL);
    wm_status laxly = wm_json_parse(reader, text, size, &lax, &root, NULL);
    FUZZ_CHECK(strictly != WM_OK || laxly == WM_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (reader == NULL)
        reader = wm_json_new();
    FUZZ_CHECK(reader != NULL);
    /* A copy of the exact size, so that a sanitizer detects a read past the end. */
    char *text = malloc(size + (size == 0));
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    check_text(text, size, 16);
    check_text(text, size, 0);
    check_lax(text, size);
    free(text);
    return 0;
}
