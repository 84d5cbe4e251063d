/* Breaks text into lines of a width. */
#include "report/prose.h"

#include <stdbool.h>
#include <string.h>

static size_t width_of(const char *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

size_t wm_prose_width(const char *text)
{
    return width_of(text, strlen(text));
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
        const size_t columns = width_of(text + gap, word);
        if (word == 0)
            break;
        if (!is_first && used + gap + columns > most) {
            fprintf(out, "\n%s", hang);
            used = wm_prose_width(hang);
            is_first = true;
        }
        (void)fwrite(is_first ? text + gap : text, 1, is_first ? word : gap + word, out);
        used += is_first ? columns : gap + columns;
        is_first = false;
        text += gap + word;
    }
    fputc('\n', out);
}
