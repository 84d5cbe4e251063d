/* Numbers between binary64 and decimal text, as ECMAScript writes them (RFC 8785, section
 * 3.2.2.3). */
#include "standards/number.h"

#include "standards/nearest.h"
#include "standards/shortest.h"

#include <assert.h>
#include <string.h>

/* A decimal exponent past this overflows or underflows whatever the digits are, so counts stay in
 * range. */
enum { EXPONENT_CAP = 1000000000 };

/* The parts of a number's text. */
typedef struct parts {
    const char *digits;   /* the first digit */
    size_t digits_size;   /* to the last, point included */
    uint64_t significand; /* the first 19 significant digits as an integer */
    int64_t exponent;     /* of the significand's last digit */
    int64_t dropped;      /* significant digits beyond those */
    bool is_negative;
    bool is_integer;
} parts;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes digits into the significand; returns the first byte that is no digit. */
static const char *take_digits(const char *at, const char *end, uint64_t *significand)
{
    uint64_t value = *significand;
    for (; at != end && is_digit(*at); at++)
        value = value * 10 + (uint64_t)(*at - '0');
    *significand = value;
    return at;
}

/* For more than 19 digits: takes the first 19 significant ones again and counts the others. */
static void retake_digits(parts *number)
{
    const char *at = number->digits, *end = at + number->digits_size;
    int taken = 0;
    number->significand = 0;
    for (; at != end; at++) {
        if (*at == '.' || (taken == 0 && *at == '0'))
            continue;
        if (taken < 19) {
            number->significand = number->significand * 10 + (uint64_t)(*at - '0');
            taken++;
        } else {
            number->dropped++;
        }
    }
}

/* The digits behind an e; NULL if there are none. */
static const char *take_exponent(const char *at, const char *end, int64_t *exponent)
{
    int64_t value = 0;
    bool negative = false;
    if (at != end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    if (at == end || !is_digit(*at))
        return NULL;
    for (; at != end && is_digit(*at); at++)
        if (value < EXPONENT_CAP)
            value = value * 10 + (*at - '0');
    *exponent += negative ? -value : value;
    return at;
}

/* Splits a number by RFC 8259, section 6. Returns its end, or NULL with *bad at the first byte that
 * does not fit. */
static const char *take_apart(const char *at, const char *end, parts *number, const char **bad)
{
    const char *first, *point;
    memset(number, 0, sizeof *number);
    number->is_integer = true;
    if (at != end && *at == '-') {
        number->is_negative = true;
        at++;
    }
    number->digits = first = at;
    *bad = at;
    at = take_digits(at, end, &number->significand);
    if (at == first)
        return NULL;
    if (*first == '0' && at - first > 1) {
        *bad = first + 1;
        return NULL;
    }
    if (at != end && *at == '.') {
        point = at++;
        number->is_integer = false;
        *bad = at;
        at = take_digits(at, end, &number->significand);
        if (at == point + 1)
            return NULL;
        number->exponent = -(int64_t)(at - point - 1);
    }
    number->digits_size = (size_t)(at - first);
    if (at != end && (*at == 'e' || *at == 'E')) {
        number->is_integer = false;
        *bad = at + 1;
        *bad += *bad != end && (**bad == '+' || **bad == '-') ? 1 : 0;
        at = take_exponent(at + 1, end, &number->exponent);
    }
    if (number->digits_size > 19)
        retake_digits(number);
    return at;
}

static double read_value(const parts *number)
{
    double value;
    if (number->dropped == 0) {
        value = wm_nearest_find(number->significand, number->exponent);
        /* the true decimal is between two of 19 digits: if both round to one double, it does too */
    } else {
        double above;
        value = wm_nearest_find(number->significand, number->exponent + number->dropped);
        above = wm_nearest_find(number->significand + 1, number->exponent + number->dropped);
        if (!(value == above))
            value = wm_nearest_exact(number->digits, number->digits_size, number->exponent);
    }
    return number->is_negative ? -value : value;
}

/* Writes the decimal digits of an integer above zero; returns how many. */
static int write_digits(uint64_t digits, char text[20])
{
    char room[20];
    char *first = room + sizeof room;
    int size;
    for (; digits >= 100; digits /= 100) {
        unsigned pair = (unsigned)(digits % 100);
        *--first = (char)('0' + pair % 10);
        *--first = (char)('0' + pair / 10);
    }
    for (; digits != 0; digits /= 10)
        *--first = (char)('0' + digits % 10);
    size = (int)(room + sizeof room - first);
    memcpy(text, first, (size_t)size);
    return size;
}

/* Appends count bytes; returns the position behind them. */
static char *put(char *out, const char *bytes, int count)
{
    memcpy(out, bytes, (size_t)count);
    return out + count;
}

static char *put_zeros(char *out, int count)
{
    memset(out, '0', (size_t)count);
    return out + count;
}

/* d.ddde+x: ECMA-262, Number::toString, steps 9 to 11. */
static char *put_scientific(char *out, const char *digits, int count, int exponent)
{
    char text[20];
    int size = write_digits((uint64_t)(exponent < 0 ? -exponent : exponent), text);
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        out = put(out, digits + 1, count - 1);
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return put(out, text, size);
}

/* ECMA-262, Number::toString, steps 6 to 11: k is count, and n is the position of the point. */
static size_t write_decimal(wm_shortest decimal, bool is_negative, char *text)
{
    char digits[20];
    char *out = text;
    int count = write_digits(decimal.digits, digits);
    int n = count + decimal.exponent;
    assert(count > 0);
    if (is_negative)
        *out++ = '-';
    if (count <= n && n <= 21) {
        out = put(out, digits, count);
        out = put_zeros(out, n - count);
    } else if (0 < n && n < count) { /* so n <= 21 */
        out = put(out, digits, n);
        *out++ = '.';
        out = put(out, digits + n, count - n);
    } else if (-6 < n && n <= 0) {
        *out++ = '0';
        *out++ = '.';
        out = put_zeros(out, -n);
        out = put(out, digits, count);
    } else {
        out = put_scientific(out, digits, count, n - 1);
    }
    *out = '\0';
    return (size_t)(out - text);
}

size_t wm_number_format(double value, char text[WM_NUMBER_TEXT_SIZE])
{
    bool is_negative = value < 0;
    double magnitude = is_negative ? -value : value;
    text[0] = '\0';
    if (!(magnitude <= 1.7976931348623157e308))
        return 0;
    if (!(magnitude > 0)) {
        memcpy(text, "0", 2);
        return 1;
    }
    return write_decimal(wm_shortest_find(magnitude), is_negative, text);
}

/* Whether the text of these parts is what write_decimal writes. A decimal of at most 15 significant
 * digits is always the shortest for its value where doubles have full precision, so no search is
 * needed. */
static bool is_canonical(const parts *number, const char *text, size_t size, double value)
{
    char written[WM_NUMBER_TEXT_SIZE];
    double magnitude = value < 0 ? -value : value;
    wm_shortest decimal;
    if (number->significand == 0)
        return size == 1 && text[0] == '0';
    if (number->dropped != 0 && number->exponent + number->dropped < 0)
        return false;
    if (!(magnitude <= 1.7976931348623157e308) || !(magnitude > 0))
        return false;
    if (number->dropped == 0 && number->significand < 1000000000000000 &&
        magnitude >= 2.2250738585072014e-308) {
        decimal.digits = number->significand;
        decimal.exponent = (int)number->exponent;
        for (; decimal.digits % 10 == 0; decimal.digits /= 10)
            decimal.exponent++;
    } else {
        decimal = wm_shortest_find(magnitude);
    }
    return write_decimal(decimal, number->is_negative, written) == size &&
           memcmp(written, text, size) == 0;
}

wm_status wm_number_scan_at(const char *text, const char *end, bool want_canonical,
                            wm_number_scan *scan)
{
    parts number;
    const char *bad;
    const char *behind = take_apart(text, end, &number, &bad);
    if (behind == NULL) {
        scan->size = (size_t)(bad - text);
        return WM_E_SYNTAX;
    }
    scan->size = (size_t)(behind - text);
    scan->value = read_value(&number);
    scan->is_integer = number.is_integer;
    scan->is_canonical = want_canonical && is_canonical(&number, text, scan->size, scan->value);
    return WM_OK;
}

wm_status wm_number_parse(const char *text, size_t size, double *value)
{
    wm_number_scan scan;
    wm_status status = wm_number_scan_at(text, text + size, false, &scan);
    if (status != WM_OK)
        return status;
    if (scan.size != size)
        return WM_E_SYNTAX;
    *value = scan.value;
    return WM_OK;
}
