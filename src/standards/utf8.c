/* UTF-8: well-formedness, and the order of texts in UTF-16. */
#include "standards/utf8.h"

#include <stdbool.h>

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t wm_utf8_length(const char *text, size_t size)
{
    unsigned first = (unsigned char)text[0], second;
    if (first < 0x80)
        return 1;
    if (size < 2 || first < 0xc2 || first > 0xf4 || !is_continuation(text[1]))
        return 0;
    if (first < 0xe0)
        return 2;
    second = (unsigned char)text[1];
    if (first < 0xf0) /* no overlong forms, no surrogates */
        return size < 3 || !is_continuation(text[2]) || (first == 0xe0 && second < 0xa0) ||
                       (first == 0xed && second > 0x9f)
                   ? 0
                   : 3;
    return size < 4 || !is_continuation(text[2]) || !is_continuation(text[3]) ||
                   (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)
               ? 0
               : 4;
}

/* UTF-8 sorts by code points. UTF-16 puts those above U+FFFF (first byte F0 to F4) before U+E000 to
 * U+FFFF (first byte EE or EF). */
int wm_utf8_compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t shared = a_size < b_size ? a_size : b_size, i;
    for (i = 0; i < shared && a[i] == b[i]; i++) {
    }
    if (i < shared) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        bool is_swapped = x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0);
        return (x < y) != is_swapped ? -1 : 1;
    }
    return (a_size > b_size) - (a_size < b_size);
}
