/* Fuzzes base64: a text that decodes must be the only text of its bytes. */
#include "fuzz.h"

#include "standards/base64.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    size_t decoded = 0;
    uint8_t *bytes = malloc(size + 1);
    FUZZ_CHECK(bytes != NULL);
    if (wm_base64_decode((const char *)data, size, bytes, size, &decoded) == WM_OK) {
        FUZZ_CHECK(decoded <= size);
        FUZZ_CHECK(wm_base64_encode(&text, bytes, decoded) == WM_OK);
        FUZZ_CHECK(text.size == size && (size == 0 || memcmp(text.data, data, size) == 0));
        if (decoded > 0)
            FUZZ_CHECK(wm_base64_decode((const char *)data, size, bytes, decoded - 1, &decoded) ==
                       WM_E_LIMIT);
    }
    text.size = 0;
    FUZZ_CHECK(wm_base64_encode(&text, data, size) == WM_OK && text.size == wm_base64_size(size));
    FUZZ_CHECK(wm_base64_decode(text.data, text.size, bytes, size, &decoded) == WM_OK);
    FUZZ_CHECK(decoded == size && memcmp(bytes, data, size) == 0);
    wm_buffer_clear(&text);
    free(bytes);
    return 0;
}
