/* Finds the words that are nearest to a mistyped one. */
#include "base/near_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 127, SHOWN = 3 };

/* The length of a text, at most LENGTH_MAX. */
static size_t length(const char *text)
{
    size_t size = 0;
    while (size < LENGTH_MAX && text[size] != '\0')
        size++;
    return size;
}

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Characters to insert, delete, replace or swap with the next, of the first LENGTH_MAX of each
 * text. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][LENGTH_MAX + 1];
    const size_t m = length(a), n = length(b);
    for (size_t i = 0; i <= m; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            if (i == 0) {
                row[j] = (unsigned)j;
                continue;
            }
            row[j] = least_of(row[j - 1], above[j]) + 1;
            row[j] = least_of(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], higher[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

void wm_near_words_write(const char *label, const char *const *labels, size_t count, char *words,
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

/* Whether one word is the other with two neighbours in the other order. */
static bool is_swapped(const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] != '\0' && a[at] == b[at])
        at++;
    return a[at] != '\0' && b[at] != '\0' && a[at] == b[at + 1] && a[at + 1] == b[at] &&
           strcmp(a + at + 2, b + at + 2) == 0;
}

const char *wm_near_words_best(const char *word, const char *const *words, size_t count)
{
    const size_t size = length(word);
    const unsigned most = size < 3 ? 0 : size < 6 ? 1 : (unsigned)(size / 3);
    const char *best = NULL;
    unsigned least = most + 1;
    for (size_t i = 0; i < count; i++) {
        const size_t own = length(words[i]);
        const bool is_begun = size >= 3 && own > size && strncmp(word, words[i], size) == 0;
        const unsigned far = distance(word, words[i]);
        const unsigned changed = is_swapped(word, words[i]) ? 1
                                 : is_begun                 ? least_of(most, far)
                                                            : far;
        if (changed < least) {
            least = changed;
            best = words[i];
        }
    }
    return best;
}

void wm_near_words_hint(const char *word, const char *const *words, size_t count, char *hint,
                        size_t size)
{
    const char *best = wm_near_words_best(word, words, count);
    hint[0] = '\0';
    if (best != NULL)
        (void)snprintf(hint, size, " (did you mean '%s'?)", best);
}
