/* Fuzzes numbers: reading against strtod of the C library, writing against reading. */
#include "fuzz.h"

#include "standards/number.h"
#include "support/canonical_number.h"

#include <math.h>
#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void check_double(double value)
{
    char text[WM_NUMBER_TEXT_SIZE];
    double back = 0;
    size_t size = wm_number_format(value, text);
    if (!isfinite(value)) {
        FUZZ_CHECK(size == 0 && text[0] == 0);
        return;
    }
    FUZZ_CHECK(size == strlen(text) && size > 0);
    FUZZ_CHECK(wm_number_parse(text, size, &back) == WM_OK);
    FUZZ_CHECK(back == value && (value == 0 || bits_of(back) == bits_of(value)));
    FUZZ_CHECK(canonical_number(text, size));
    FUZZ_CHECK(bits_of(strtod(text, NULL)) == bits_of(back));
}

static void check_text(const char *text, size_t size)
{
    char right[WM_NUMBER_TEXT_SIZE];
    double value = 0;
    if (wm_number_parse(text, size, &value) != WM_OK) {
        FUZZ_CHECK(!canonical_number(text, size));
        return;
    }
    char *end;
    FUZZ_CHECK(bits_of(strtod(text, &end)) == bits_of(value) && end == text + size);
    size_t length = wm_number_format(value, right);
    int equal = length == size && length > 0 && memcmp(text, right, size) == 0;
    FUZZ_CHECK(canonical_number(text, size) == equal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = 0; /* for strtod only */
    check_text(text, size);
    for (size_t at = 0; at + sizeof(double) <= size && at < 64; at += sizeof(double)) {
        double value;
        memcpy(&value, data + at, sizeof(value));
        check_double(value);
    }
    free(text);
    return 0;
}
