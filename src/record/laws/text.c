/* The text formats of claims. */
#include "record/laws/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `%.5f` of the largest double. */
enum { DIGITS_SIZE = 400 };

/* Prints as in the C locale: replaces the decimal separator of the locale by a point. */
static void print_number(char *out, size_t size, const char *format, double value)
{
    size_t used = 0;
    char raw[DIGITS_SIZE];
    bool is_point = false;
    snprintf(raw, sizeof raw, format, value);
    for (const char *c = raw; *c != '\0' && used + 1 < size; c++) {
        const bool is_plain = (*c >= '0' && *c <= '9') || *c == '-' || *c == '+' || *c == 'e';
        if (is_plain)
            out[used++] = *c;
        else if (!is_point)
            out[used++] = '.';
        is_point = is_point || !is_plain;
    }
    out[used] = '\0';
}

/* Moves the point of `%.5f` two places right and drops leading zeros. */
static void write_percent(double value, char *out, size_t size)
{
    char raw[DIGITS_SIZE], digits[DIGITS_SIZE];
    const char *whole, *point, *first;
    print_number(raw, sizeof raw, "%.5f", value);
    whole = raw + (raw[0] == '-');
    point = strchr(raw, '.');
    assert(point != NULL);
    snprintf(digits, sizeof digits, "%.*s%.2s", (int)(point - whole), whole, point + 1);
    for (first = digits; first[0] == '0' && first[1] != '\0';)
        first++;
    snprintf(out, size, "%s%s.%s %%", raw[0] == '-' ? "-" : "", first, point + 3);
}

/* Four significant digits before a power of 1000. Returns the prefix; 0: none. */
static char write_si4(double value, char *out, size_t size)
{
    static const char PREFIXES[] = {'n', 'u', 'm', 0, 'k', 'M', 'G', 'T', 'P', 'E'};
    char image[32], digits[5];
    int exponent, group, before;
    if (value == 0) {
        snprintf(out, size, "0");
        return 0;
    }
    print_number(image, sizeof image, "%.3e", value < 0 ? -value : value); /* d.ddde+XX */
    exponent = (int)strtol(image + 6, NULL, 10);
    if (exponent < -9 || exponent > 20) {
        print_number(out, size, "%.3e", value);
        return 0;
    }
    snprintf(digits, sizeof digits, "%c%.3s", image[0], image + 2);
    group = (exponent + 9) / 3 - 3; /* floor(exponent / 3): exponent + 9 is not negative */
    before = 1 + exponent - 3 * group;
    snprintf(out, size, "%s%.*s%s%s", value < 0 ? "-" : "", before, digits, before == 4 ? "" : ".",
             digits + before);
    return PREFIXES[group + 3];
}

/* Appends a space, the prefix and the unit to a number. */
static void add_unit(char *out, size_t size, char prefix, const char *unit)
{
    const size_t used = strlen(out);
    const bool is_bare = strcmp(unit, "1") == 0 || strcmp(unit, "class") == 0;
    const char prefix_text[2] = {prefix, '\0'};
    if (is_bare && prefix == 0)
        return;
    snprintf(out + used, size - used, " %s%.64s", prefix_text, strcmp(unit, "1") == 0 ? "" : unit);
}

void wm_text_write(const wm_result *value, wm_text_format format, const char *unit,
                   char text[WM_TEXT_SIZE])
{
    char prefix = 0;
    if (value->kind == WM_RESULT_NULL) {
        snprintf(text, WM_TEXT_SIZE, "n/a");
        return;
    }
    if (value->kind == WM_RESULT_WORD) {
        snprintf(text, WM_TEXT_SIZE, "%s", value->text);
        return;
    }
    switch (format) {
    case WM_TEXT_SI4:
        prefix = write_si4(value->number, text, WM_TEXT_SIZE);
        break;
    case WM_TEXT_SCI3:
        if (value->number == 0)
            snprintf(text, WM_TEXT_SIZE, "0");
        else
            print_number(text, WM_TEXT_SIZE, "%.2e", value->number);
        break;
    case WM_TEXT_FIXED0:
        print_number(text, WM_TEXT_SIZE, "%.0f", value->number);
        break;
    case WM_TEXT_FIXED2:
        print_number(text, WM_TEXT_SIZE, "%.2f", value->number);
        break;
    case WM_TEXT_FIXED4:
        print_number(text, WM_TEXT_SIZE, "%.4f", value->number);
        break;
    case WM_TEXT_SIGNED2:
        print_number(text, WM_TEXT_SIZE, "%+.2f", value->number);
        break;
    case WM_TEXT_PERCENT3:
        write_percent(value->number, text, WM_TEXT_SIZE);
        return;
    case WM_TEXT_WORD:
    case WM_TEXT_COUNT:
        text[0] = '\0';
        return;
    }
    add_unit(text, WM_TEXT_SIZE, prefix, unit);
}
