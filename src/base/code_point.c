/* One character of UTF-8. */
#include "base/code_point.h"

/* A missing byte is the NUL that ends the text; it continues no character. */
unsigned long wm_code_point_read(const char *text, size_t *size)
{
    static const unsigned long LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    unsigned long code = *at;
    *size = code < 0x80    ? 1
            : code >= 0xf8 ? 0
            : code >= 0xf0 ? 4
            : code >= 0xe0 ? 3
            : code >= 0xc0 ? 2
                           : 0;
    if (*size <= 1)
        return code;
    code &= 0x7fUL >> *size;
    for (size_t i = 1; i < *size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *size = 0;
            return 0;
        }
        code = code << 6 | (at[i] & 0x3f);
    }
    if (code < LEAST[*size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        *size = 0;
    return code;
}

size_t wm_code_point_fit(const char *text, size_t most)
{
    size_t used = 0;
    while (text[used] != '\0') {
        size_t size;
        (void)wm_code_point_read(text + used, &size);
        if (used + (size == 0 ? 1 : size) > most)
            break;
        used += size == 0 ? 1 : size;
    }
    return used;
}
