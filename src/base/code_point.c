/* One character of UTF-8. */
#include "base/code_point.h"

/* Ranges of code points. The Unicode property Default_Ignorable_Code_Point (Unicode 15.1), the
 * control characters, the marks of direction, the separators of lines and paragraphs, and the
 * format characters without an image. */
static const struct {
    unsigned long first, last;
} HIDDEN[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f},
    {0x061c, 0x061c},   {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
    {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

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

size_t wm_code_point_fit(const char *text, size_t size, size_t most)
{
    if (size <= most)
        return size;
    for (size_t back = 1; back <= 3 && back <= most; back++) {
        const unsigned char byte = (unsigned char)text[most - back];
        const size_t whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        if (byte >= 0xc0)
            return whole > back ? most - back : most;
        if (byte < 0x80)
            return most;
    }
    return most;
}

void wm_code_point_trim(char *text)
{
    const size_t size = strlen(text);
    text[wm_code_point_fit(text, size + 1, size)] = '\0';
}

bool wm_code_point_is_hidden(unsigned long code)
{
    for (size_t i = 0; i < sizeof HIDDEN / sizeof HIDDEN[0]; i++)
        if (code >= HIDDEN[i].first && code <= HIDDEN[i].last)
            return true;
    return false;
}
