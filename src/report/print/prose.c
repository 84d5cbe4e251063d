/* Breaks text into lines of a width. */
#include "report/print/prose.h"

#include "base/code_point.h"
#include "standards/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Characters that do not take one column: wide ones take two, combining ones none. Source: Unicode
 * 15, EastAsianWidth.txt (W and F) and the blocks of combining marks, as ranges. */
static const struct {
    uint32_t first, last;
    unsigned char columns;
} UNUSUAL[] = {
    {0x0300, 0x036f, 0},   {0x1100, 0x115f, 2},   {0x200b, 0x200d, 0},   {0x20d0, 0x20ff, 0},
    {0x2e80, 0x303e, 2},   {0x3041, 0xa4cf, 2},   {0xa960, 0xa97c, 2},   {0xac00, 0xd7a3, 2},
    {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe10, 0xfe19, 2},   {0xfe20, 0xfe2f, 0},
    {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2},
    {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2},
};

/* The bytes of the character at text, and its columns. A wrong byte is one of each. A sequence that
 * sets a colour takes no column. */
static size_t next_character(const char *text, size_t size, size_t *columns)
{
    size_t length = wm_utf8_length(text, size);
    unsigned long code;
    *columns = 0;
    if (size > 2 && text[0] == '\033' && text[1] == '[' && memchr(text, 'm', size) != NULL)
        return (size_t)((const char *)memchr(text, 'm', size) - text) + 1;
    *columns = 1;
    if (length <= 1)
        return 1;
    code = wm_code_point_read(text, &length);
    for (size_t i = 0; i < sizeof UNUSUAL / sizeof UNUSUAL[0]; i++)
        if (code >= UNUSUAL[i].first && code <= UNUSUAL[i].last)
            *columns = UNUSUAL[i].columns;
    return length;
}

size_t wm_prose_columns(const char *text, size_t size)
{
    size_t width = 0, columns;
    for (size_t i = 0; i < size; width += columns)
        i += next_character(text + i, size - i, &columns);
    return width;
}

size_t wm_prose_width(const char *text)
{
    return wm_prose_columns(text, strlen(text));
}

size_t wm_prose_fit(const char *text, size_t width, size_t *next)
{
    const size_t size = strlen(text);
    size_t at = 0, used = 0, end = 0, columns;
    while (at < size) {
        const size_t length = next_character(text + at, size - at, &columns);
        if (used + columns > width && at > 0 && text[at] != ' ')
            break;
        if (text[at] == ' ' && at > 0 && text[at - 1] != ' ')
            end = at;
        if (used + columns > width && at > 0)
            break;
        used += columns;
        at += length;
    }
    if (at == size || end == 0)
        end = at;
    *next = end + strspn(text + end, " ");
    while (end > 0 && text[end - 1] == ' ')
        end--;
    return end;
}

void wm_prose_print(const char *text, const char *lead, const char *hang, int width, FILE *out)
{
    const size_t most = width > 0 ? (size_t)width : 1;
    size_t used = wm_prose_width(lead);
    bool is_first = true; /* the next word is the first of its line */
    fputs(lead, out);
    while (*text != '\0') {
        const size_t gap = strspn(text, " ");
        const size_t word = strcspn(text + gap, " ");
        const size_t columns = wm_prose_columns(text + gap, word);
        if (word == 0)
            break;
        if (!is_first && used + gap + columns > most) {
            /* a word that fits only without the indentation goes without it */
            const char *indent = wm_prose_width(hang) + columns > most ? "" : hang;
            fprintf(out, "\n%s", indent);
            used = wm_prose_width(indent);
            is_first = true;
        }
        (void)fwrite(is_first ? text + gap : text, 1, is_first ? word : gap + word, out);
        used += is_first ? columns : gap + columns;
        is_first = false;
        text += gap + word;
    }
    fputc('\n', out);
}
