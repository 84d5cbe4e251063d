/* Base64 with padding (RFC 4648, section 4), where each byte string has exactly one text (section
 * 3.5). */
#include "standards/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t wm_base64_size(size_t size)
{
    return (size / 3 + (size % 3 != 0)) * 4;
}

wm_status wm_base64_encode(wm_buffer *out, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    char *text;
    size_t i;
    wm_status status = wm_buffer_reserve(out, wm_base64_size(size));
    if (status != WM_OK)
        return status;
    text = out->data + out->size;
    for (i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (left > 1)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2)
            group |= (uint32_t)bytes[i + 2];
        *text++ = alphabet[group >> 18];
        *text++ = alphabet[group >> 12 & 63];
        *text++ = left > 1 ? alphabet[group >> 6 & 63] : '=';
        *text++ = left > 2 ? alphabet[group & 63] : '=';
    }
    out->size += wm_base64_size(size);
    return WM_OK;
}

/* The value of a character of the alphabet, or 64. */
static uint32_t sextet(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0') + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : 64;
}

/* Reads a group of four with the given number of data bytes, 1 to 3. */
static wm_status decode_group(const char *text, size_t bytes, uint8_t *data)
{
    uint32_t group = 0, value;
    size_t i;
    for (i = 0; i < 4; i++) {
        value = i <= bytes ? sextet(text[i]) : 0;
        if (value == 64)
            return WM_E_SYNTAX;
        group = group << 6 | value;
    }
    /* RFC 4648, section 3.5: the unused bits must be zero, or one content would have several
     * texts. */
    if ((group & ((1u << 8 * (3 - bytes)) - 1)) != 0)
        return WM_E_SYNTAX;
    for (i = 0; i < bytes; i++)
        data[i] = (uint8_t)(group >> (16 - 8 * i));
    return WM_OK;
}

wm_status wm_base64_decode(const char *text, size_t text_size, uint8_t *data, size_t capacity,
                           size_t *size)
{
    size_t padding = 0, total, i;
    if (text_size % 4 != 0)
        return WM_E_SYNTAX;
    if (text_size != 0 && text[text_size - 1] == '=')
        padding = text[text_size - 2] == '=' ? 2 : 1;
    total = text_size / 4 * 3 - padding;
    if (total > capacity)
        return WM_E_LIMIT;
    for (i = 0; i < text_size; i += 4) {
        size_t bytes = i + 4 == text_size ? 3 - padding : 3;
        wm_status status = decode_group(text + i, bytes, data + i / 4 * 3);
        if (status != WM_OK)
            return status;
    }
    *size = total;
    return WM_OK;
}
