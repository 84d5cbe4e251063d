/* Masks what must not reach a terminal. */
#include "model/mask.h"

#include "standards/utf8.h"

#include <string.h>

size_t wm_mask_length(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t length = wm_utf8_length(text, size);
    if (length <= 1)
        return length == 0 || bytes[0] < 0x20 || bytes[0] == 0x7f ? 1 : 0;
    if ((bytes[0] == 0xc2 && bytes[1] < 0xa0) || /* U+0080 to U+009F */
        (bytes[0] == 0xd8 && bytes[1] == 0x9c))  /* U+061C */
        return 2;
    if (bytes[0] == 0xe2 && bytes[1] == 0x80 && /* U+200E, U+200F, U+2028 to U+202E */
        (bytes[2] == 0x8e || bytes[2] == 0x8f || (bytes[2] >= 0xa8 && bytes[2] <= 0xae)))
        return 3;
    if (bytes[0] == 0xe2 && bytes[1] == 0x81 && /* U+2066 to U+2069 */
        bytes[2] >= 0xa6 && bytes[2] <= 0xa9)
        return 3;
    return 0;
}

void wm_mask_bytes(char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        const size_t length = wm_mask_length(text + i, size - i);
        memset(text + i, '?', length);
        i += length != 0 ? length : wm_utf8_length(text + i, size - i);
    }
}

void wm_mask_copy(const char *text, size_t text_size, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < text_size;) {
        const size_t whole = wm_utf8_length(text + i, text_size - i);
        const size_t length = whole == 0 ? 1 : whole;
        if (used + length >= size)
            break;
        memcpy(out + used, text + i, length);
        if (text[i] == '\0')
            out[used] = '?';
        used += length;
        i += length;
    }
    out[used] = '\0';
    wm_mask_bytes(out, used);
}

void wm_mask_text(wm_text text, char *out, size_t size)
{
    wm_mask_copy(text.bytes, text.bytes != NULL ? text.size : 0, out, size);
}
