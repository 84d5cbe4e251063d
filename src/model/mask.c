/* Masks what must not reach a terminal. */
#include "model/mask.h"

#include "base/code_point.h"
#include "standards/utf8.h"

#include <string.h>

size_t wm_mask_length(const char *text, size_t size)
{
    const size_t length = wm_utf8_length(text, size);
    size_t whole;
    if (length == 0)
        return 1;
    return wm_code_point_is_hidden(wm_code_point_read(text, &whole)) ? length : 0;
}

void wm_mask_bytes(char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        if (text[i] >= ' ' && text[i] <= '~') { /* most bytes; none is hidden */
            i++;
            continue;
        }
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
