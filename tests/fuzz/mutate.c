/* Mutates templates of evidence by their structure.
 *
 * A changed byte breaks the form of a line, and the audit ends there. So values move between equal
 * keys, numbers change a little, and lines are moved with the references to them. */
#include "mutate.h"

#include "standards/number.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 17, VALUES = 8192 };

/* A value of a JSON object, with its key. */
typedef struct place {
    size_t key, key_size; /* without its quotes */
    size_t value, value_size;
} place;

static uint64_t state;
static place places[VALUES];
static size_t place_count;
static char made[BYTES + 64];

static size_t below(size_t bound)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)((state * 0x2545F4914F6CDD1Du) >> 33) % (bound == 0 ? 1 : bound);
}

/* ---- values ---------------------------------------------------------------------------------- */

static size_t string_end(const char *text, size_t size, size_t at)
{
    for (at++; at < size && text[at] != '"' && text[at] != '\n'; at++)
        if (text[at] == '\\')
            at++;
    return at < size ? at + 1 : size;
}

static size_t value_end(const char *text, size_t size, size_t at)
{
    size_t depth = 0;
    while (at < size && text[at] != '\n') {
        const char c = text[at];
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return at;
        if (c == '"') {
            at = string_end(text, size, at);
            continue;
        }
        if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        at++;
    }
    return at < size ? at : size;
}

/* Finds every `"key":value`, values within values too. */
static void find_places(const char *text, size_t size)
{
    place_count = 0;
    for (size_t at = 0; at < size && place_count < VALUES;) {
        if (text[at] != '"') {
            at++;
            continue;
        }
        const size_t end = string_end(text, size, at);
        if (end < size && text[end] == ':') {
            place *found = &places[place_count++];
            found->key = at + 1;
            found->key_size = end - at - 2;
            found->value = end + 1;
            found->value_size = value_end(text, size, end + 1) - (end + 1);
        }
        at = end;
    }
}

/* Replaces a range by a text that does not lie in it. */
static size_t replace(char *text, size_t size, size_t most, size_t at, size_t length,
                      const char *with, size_t bytes)
{
    if (size - length + bytes > most || bytes > BYTES)
        return size;
    memmove(made, with, bytes);
    memmove(text + at + bytes, text + at + length, size - at - length);
    memcpy(text + at, made, bytes);
    return size - length + bytes;
}

/* A number near another one, or at the end of a range. */
static size_t near_number(double value, char out[64])
{
    static const double factors[] = {2, 0.5, -1, 1 + 0x1p-52, 1 - 0x1p-53, 1e9, 1e-9, 0};
    static const double ends[] = {0,      1,         -1,     4294967296.0, 9007199254740992.0,
                                  5e-324, 1.797e308, 0x1p64, 0.1,          65504};
    switch (below(4)) {
    case 0:
        value += 1;
        break;
    case 1:
        value -= 1;
        break;
    case 2:
        value *= factors[below(sizeof factors / sizeof factors[0])];
        break;
    default:
        value = ends[below(sizeof ends / sizeof ends[0])];
    }
    if (!(value > -1.7e308 && value < 1.7e308))
        value = 0;
    return wm_number_format(value, out);
}

static size_t change_value(char *text, size_t size, size_t most)
{
    static const char *const words[] = {"null", "true", "false", "0",   "1",      "\"\"",  "[]",
                                        "{}",   "-0",   "\"x\"", "1.5", "[null]", "\"@1\""};
    const place *of = &places[below(place_count)], *from;
    char number[64];
    const char *const word = words[below(sizeof words / sizeof words[0])];
    if (isdigit((unsigned char)text[of->value]) && below(3) != 0)
        return replace(text, size, most, of->value, of->value_size, number,
                       near_number(strtod(text + of->value, NULL), number));
    if (below(8) == 0)
        return replace(text, size, most, of->value, of->value_size, word, strlen(word));
    /* The value of the same key elsewhere, the first one behind a random place. */
    for (size_t i = 0, at = below(place_count); i < place_count; i++) {
        from = &places[(at + i) % place_count];
        if (from != of && from->key_size == of->key_size &&
            memcmp(text + from->key, text + of->key, of->key_size) == 0)
            return replace(text, size, most, of->value, of->value_size, text + from->value,
                           from->value_size);
    }
    return replace(text, size, most, of->value, of->value_size, word, strlen(word));
}

/* Removes a member, with a comma. */
static size_t drop_member(char *text, size_t size)
{
    const place *of = &places[below(place_count)];
    size_t begin = of->key - 1, end = of->value + of->value_size;
    if (end < size && text[end] == ',')
        end++;
    else if (begin > 0 && text[begin - 1] == ',')
        begin--;
    memmove(text + begin, text + end, size - end);
    return size - (end - begin);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Where line number `line` begins, from 0. */
static size_t line_begin(const char *text, size_t size, size_t line)
{
    size_t at = 0;
    for (; line > 0 && at < size; line--) {
        const char *end = memchr(text + at, '\n', size - at);
        at = end == NULL ? size : (size_t)(end - text) + 1;
    }
    return at;
}

static size_t count_lines(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    return count;
}

/* Adds delta to each reference to a line from `line` on, counted from 1. */
static size_t renumber(char *text, size_t size, size_t most, size_t line, int delta)
{
    size_t used = 0;
    for (size_t at = 0; at < size;) {
        char *end;
        if (text[at] != '@' || at + 1 == size || !isdigit((unsigned char)text[at + 1])) {
            if (used == BYTES)
                return size;
            made[used++] = text[at++];
            continue;
        }
        text[size] = '\0';
        const unsigned long number = strtoul(text + at + 1, &end, 10);
        const long moved = number >= line ? (long)number + delta : (long)number;
        if (used + 24 > BYTES)
            return size;
        used += (size_t)snprintf(made + used, 24, "@%ld", moved);
        at = (size_t)(end - text);
    }
    if (used > most)
        return size;
    memcpy(text, made, used);
    return used;
}

static size_t move_line(char *text, size_t size, size_t most)
{
    const size_t count = count_lines(text, size), line = below(count);
    const size_t begin = line_begin(text, size, line), end = line_begin(text, size, line + 1);
    const size_t to = below(count + 1), length = end - begin;
    static char copy[BYTES];
    if (length > BYTES || below(3) == 0) { /* removed */
        memmove(text + begin, text + end, size - end);
        return renumber(text, size - length, most, line + 1, -1);
    }
    memcpy(copy, text + begin, length);
    size = renumber(text, size, most, to + 1, 1);
    return replace(text, size, most, line_begin(text, size, to), 0, copy, length);
}

static size_t move_edge(char *text, size_t size, size_t most)
{
    const size_t from = below(size);
    const char *mark = memchr(text + from, '@', size - from);
    char number[24];
    if (mark == NULL || mark + 1 >= text + size || !isdigit((unsigned char)mark[1]))
        return size;
    const size_t at = (size_t)(mark - text) + 1;
    size_t digits = 1;
    while (at + digits < size && isdigit((unsigned char)text[at + digits]))
        digits++;
    (void)snprintf(number, sizeof number, "%zu", 1 + below(count_lines(text, size)));
    return replace(text, size, most, at, digits, number, strlen(number));
}

size_t mutate_template(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static char text[BYTES + 1];
    state = 0x9E3779B97F4A7C15u ^ ((uint64_t)seed << 20) ^ size;
    if (below(12) == 0 || size == 0 || size >= BYTES)
        return LLVMFuzzerMutate(data, size, most);
    most = most < BYTES ? most : BYTES;
    memcpy(text, data, size);
    for (size_t steps = 1 + below(3); steps > 0; steps--) {
        find_places(text, size);
        const size_t kind = place_count == 0 ? 9 : below(10);
        if (kind < 6)
            size = change_value(text, size, most);
        else if (kind < 7)
            size = drop_member(text, size);
        else if (kind < 8)
            size = move_edge(text, size, most);
        else
            size = move_line(text, size, most);
    }
    size = size < most ? size : most;
    memcpy(data, text, size);
    return size;
}
