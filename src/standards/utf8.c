/* UTF-8: well-formedness, and the order of texts in UTF-16. */
#include "standards/utf8.h"

#include <stdbool.h>
#include <string.h>

#include "base/code_point.h"

size_t wm_utf8_length(const char *text, size_t size)
{
    char room[5] = {0}; /* a NUL continues no character */
    size_t length;
    if ((unsigned char)text[0] < 0x80)
        return 1;
    memcpy(room, text, size < 4 ? size : 4);
    (void)wm_code_point_read(room, &length);
    return length;
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
