/* Finds the labels that are nearest to a mistyped one. */
#include "study/near_labels.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 127, SHOWN = 3 };

/* Characters to insert, delete or replace, of the first LENGTH_MAX of each text. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LENGTH_MAX + 1];
    const size_t m = strnlen(a, LENGTH_MAX), n = strnlen(b, LENGTH_MAX);
    for (size_t j = 0; j <= n; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned corner = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            const unsigned changed = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = row[j] < changed ? row[j] : changed;
        }
    }
    return row[n];
}

void wm_near_labels_write(const char *label, const char *const *labels, size_t count, char *words,
                          size_t size)
{
    unsigned least[SHOWN] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    size_t nearest[SHOWN] = {0}, used = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned own = distance(label, labels[i]);
        size_t at = SHOWN;
        for (; at > 0 && own < least[at - 1]; at--)
            if (at < SHOWN) {
                least[at] = least[at - 1];
                nearest[at] = nearest[at - 1];
            }
        if (at < SHOWN) {
            least[at] = own;
            nearest[at] = i;
        }
    }
    words[0] = '\0';
    for (size_t i = 0; i < SHOWN && i < count && used < size; i++) {
        const int more =
            snprintf(words + used, size - used, "%s%s", i > 0 ? ", " : "", labels[nearest[i]]);
        used += more > 0 ? (size_t)more : 0;
    }
}
