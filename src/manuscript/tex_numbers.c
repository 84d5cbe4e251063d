/* Finds numbers with units.
 *
 * A number of a range or a list takes the unit at its end: `3--4 GB/s`, `1.2, 1.5 and 1.9 ms`. An
 * uncertainty belongs to its number. What has no unit is no quantity, but a factor can be said in
 * words: `2.3 times faster`, `a speedup of 2.3`. */
#include "manuscript/tex_numbers.h"

#include "base/array.h"
#include "manuscript/tex_context.h"
#include "standards/number.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 40, LIST = 16, POWER = 300 };

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (unsigned char)byte >= 0x80 || byte == '_';
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == WM_TEX_MARK_THIN;
}

/* A byte of the text; a blank beyond it. */
static char byte_at(const wm_tex_text *text, size_t at, size_t end)
{
    return at < end ? text->data[at] : ' ';
}

static size_t skip_blanks(const wm_tex_text *text, size_t at, size_t end)
{
    while (at < end && is_blank(text->data[at]))
        at++;
    return at;
}

/* ---- one number ------------------------------------------------------------------------------ */

/* Whether a separator with exactly three digits behind it is at a place. */
static bool has_group(const wm_tex_text *text, size_t at, size_t end)
{
    const char byte = byte_at(text, at, end);
    if (byte != ',' && byte != WM_TEX_MARK_THIN && byte != '\'')
        return false;
    for (size_t i = 1; i <= 3; i++)
        if (!is_digit(byte_at(text, at + i, end)))
            return false;
    return !is_digit(byte_at(text, at + 4, end));
}

/* The digits of a number, collected. */
typedef struct {
    char text[DIGITS + 1];
    size_t size;
    size_t decimals;
    bool has_point;
} digits;

static void put(digits *of, char byte)
{
    if (of->size < DIGITS)
        of->text[of->size++] = byte;
    of->decimals += of->has_point && byte != '.';
    of->has_point |= byte == '.';
}

/* Reads digits, groups and a fraction. Returns where they end. */
static size_t read_digits(const wm_tex_text *text, size_t at, size_t end, digits *of)
{
    const size_t begin = at;
    while (is_digit(byte_at(text, at, end)))
        put(of, text->data[at++]);
    while (at > begin && of->size <= 15 && (of->size <= 3 || at - begin > of->size) &&
           has_group(text, at, end)) {
        for (size_t i = 1; i <= 3; i++)
            put(of, text->data[at + i]);
        at += 4;
    }
    if (byte_at(text, at, end) == '.' && is_digit(byte_at(text, at + 1, end))) {
        if (at == begin)
            put(of, '0');
        put(of, '.');
        for (at++; is_digit(byte_at(text, at, end)); at++)
            put(of, text->data[at]);
    }
    return at;
}

/* Reads `e12` or `x 10^12`. Returns where it ends; `at`: there is none. */
static size_t read_power(const wm_tex_text *text, size_t at, size_t end, int *power)
{
    size_t behind = at;
    bool is_negative;
    int value = 0;
    if (byte_at(text, at, end) == 'e' || byte_at(text, at, end) == 'E') {
        behind = at + 1;
    } else {
        behind = skip_blanks(text, at, end);
        if (byte_at(text, behind, end) != WM_TEX_MARK_TIMES &&
            byte_at(text, behind, end) != WM_TEX_MARK_DOT)
            return at;
        behind = skip_blanks(text, behind + 1, end);
        if (byte_at(text, behind, end) != '1' || byte_at(text, behind + 1, end) != '0' ||
            byte_at(text, behind + 2, end) != '^')
            return at;
        behind += 3;
    }
    is_negative = byte_at(text, behind, end) == '-';
    behind += is_negative || byte_at(text, behind, end) == '+';
    if (!is_digit(byte_at(text, behind, end)))
        return at;
    while (is_digit(byte_at(text, behind, end)) && value < POWER)
        value = value * 10 + (text->data[behind++] - '0');
    *power = is_negative ? -value : value;
    return behind;
}

static double power_of_ten(int power)
{
    double value = 1;
    for (int i = 0; i < (power < 0 ? -power : power); i++)
        value *= 10;
    return power < 0 ? 1 / value : value;
}

/* Digits that count: those from the first that is no zero. */
static unsigned significant(const digits *of)
{
    unsigned count = 0;
    for (size_t i = 0; i < of->size; i++)
        if (of->text[i] != '.' && (count > 0 || of->text[i] != '0'))
            count++;
    return count;
}

/* The value of digits without the zeros that JSON's grammar does not allow in front. */
static bool value_of(const digits *of, double *value)
{
    size_t first = 0;
    while (first + 1 < of->size && of->text[first] == '0' && of->text[first + 1] != '.')
        first++;
    return of->size > 0 && wm_number_parse(of->text + first, of->size - first, value) == WM_OK;
}

bool wm_tex_numbers_scan(const wm_tex_text *text, size_t at, size_t end, wm_tex_number *number)
{
    digits of = {.size = 0};
    int power = 0;
    size_t behind = read_digits(text, at, end, &of), mantissa = behind;
    memset(number, 0, sizeof *number);
    if (behind == at || !value_of(&of, &number->value))
        return false;
    behind = read_power(text, behind, end, &power);
    if (behind == mantissa && byte_at(text, behind, end) == '^' &&
        is_digit(byte_at(text, behind + 1, end)) && strncmp(of.text, "10", 3) == 0) {
        number->value = 1; /* a bare power of ten */
        for (behind++; is_digit(byte_at(text, behind, end)) && power < POWER; behind++)
            power = power * 10 + (text->data[behind] - '0');
    }
    number->at = at;
    number->end = number->digits_end = behind;
    number->value *= power_of_ten(power);
    number->half = 0.5 * power_of_ten(power - (int)of.decimals);
    number->digits = significant(&of);
    number->is_integer = !of.has_point && power == 0;
    return true;
}

/* ---- its place ------------------------------------------------------------------------------- */

/* Whether a number may begin here: no part of a name, a version, a reference or an amount. */
static bool may_begin(const wm_tex_text *text, size_t begin, size_t at)
{
    const char before = at > begin ? text->data[at - 1] : ' ';
    const char two = at > begin + 1 ? text->data[at - 2] : ' ';
    if (before == '.' || before == '-' || before == '/' || before == '+')
        return !is_letter(two) && !is_digit(two) && two != ')' && two != '.';
    if (before == ',' || before == '\'')
        return !is_digit(two);
    return !is_digit(before) && !is_letter(before) && strchr("#$@^\\", before) == NULL;
}

/* Whether what follows makes a number a part of a version, a date or a name. */
static bool is_name_part(const wm_tex_text *text, size_t at, size_t end)
{
    const char byte = byte_at(text, at, end), next = byte_at(text, at + 1, end);
    return (byte == '.' && is_digit(next)) || byte == '_' || (unsigned char)byte >= 0x80 ||
           (byte == '-' && is_letter(next) && next >= 'A' && next <= 'Z' &&
            is_digit(byte_at(text, at + 2, end)));
}

/* Skips an uncertainty: a plus-minus and a number, or digits in parentheses. */
static size_t skip_uncertainty(const wm_tex_text *text, size_t at, size_t end)
{
    wm_tex_number other;
    size_t behind = skip_blanks(text, at, end);
    if (byte_at(text, behind, end) == WM_TEX_MARK_PLUS_MINUS) {
        behind = skip_blanks(text, behind + 1, end);
        return wm_tex_numbers_scan(text, behind, end, &other) ? other.end : at;
    }
    if (byte_at(text, at, end) == '(' && wm_tex_numbers_scan(text, at + 1, end, &other) &&
        byte_at(text, other.end, end) == ')')
        return other.end + 1;
    return at;
}

/* ---- its unit -------------------------------------------------------------------------------- */

static void set_ratio(wm_tex_number *number, size_t end)
{
    memset(&number->unit, 0, sizeof number->unit);
    number->unit.class = WM_TEX_UNIT_RATIO;
    number->unit.scale = 1;
    number->unit.base[0] = 'x';
    number->unit.size = end - number->digits_end;
    number->end = end;
}

/* Reads the sign of a ratio: a times sign that is no part of a product, or the letter. */
static bool read_ratio(const wm_tex_text *text, size_t at, size_t end, wm_tex_number *number)
{
    const char byte = byte_at(text, at, end), next = byte_at(text, at + 1, end);
    const size_t behind = skip_blanks(text, at + 1, end);
    const bool is_sign = byte == WM_TEX_MARK_TIMES;
    if (!is_sign && byte != 'x' && byte != 'X')
        return false;
    if (is_letter(next) || is_digit(next) || is_digit(byte_at(text, behind, end)) ||
        byte_at(text, behind, end) == WM_TEX_MARK_OPAQUE)
        return false; /* a name, or a product */
    set_ratio(number, at + 1);
    return true;
}

/* Whether a list or a range may go on from a place. Returns where its next number begins; `at`:
 * not. *is_range: by a dash or `to`. */
static size_t read_join(const wm_tex_text *text, size_t at, size_t end, bool *is_range)
{
    static const struct {
        const char *word;
        bool is_range;
    } JOINS[] = {{", and ", false},  {", or ", false}, {"\025", true},  {"-", true},
                 {", ", false},      {",", false},     {"and ", false}, {"or ", false},
                 {"to ", true},      {"/", false},     {"vs. ", false}, {"vs ", false},
                 {"versus ", false}, {"; ", false}};
    const size_t from = skip_blanks(text, at, end);
    for (size_t i = 0; i < sizeof JOINS / sizeof *JOINS; i++) {
        const size_t size = strlen(JOINS[i].word);
        size_t next;
        if (end - from < size || memcmp(text->data + from, JOINS[i].word, size) != 0)
            continue;
        next = skip_blanks(text, from + size, end);
        if (byte_at(text, next, end) == '~')
            next = skip_blanks(text, next + 1, end);
        if (is_digit(byte_at(text, next, end)) || byte_at(text, next, end) == '.') {
            *is_range = JOINS[i].is_range;
            return next;
        }
    }
    return at;
}

/* Whether a number of a list may have the unit at its end: a year or a size far off has not. */
static bool is_alike(const wm_tex_number *one, const wm_tex_number *other, bool is_range)
{
    const double ratio =
        one->value > other->value ? one->value / other->value : other->value / one->value;
    if (one->is_integer && one->value >= 1900 && one->value < 2100 && !other->is_integer)
        return false;
    return is_range || ratio < 1000 || one->value == 0 || other->value == 0;
}

static bool read_unit(const wm_tex_text *text, size_t begin, size_t end, wm_tex_number *number,
                      unsigned depth);

/* Takes the unit of the number behind a join. */
static bool take_from_next(const wm_tex_text *text, size_t begin, size_t at, size_t end,
                           wm_tex_number *number, unsigned depth)
{
    wm_tex_number next;
    bool is_range = false;
    const size_t from = read_join(text, at, end, &is_range);
    if (from == at || depth >= LIST || !wm_tex_numbers_scan(text, from, end, &next) ||
        !read_unit(text, begin, end, &next, depth + 1) || !is_alike(number, &next, is_range))
        return false;
    number->unit = next.unit;
    number->unit.size = 0;
    return true;
}

/* Reads what follows the digits: the unit, or that of the list. */
static bool read_unit(const wm_tex_text *text, size_t begin, size_t end, wm_tex_number *number,
                      unsigned depth)
{
    size_t at = skip_uncertainty(text, number->digits_end, end), from;
    wm_tex_unit unit;
    bool is_apart;
    if (is_name_part(text, at, end))
        return false;
    from = skip_blanks(text, at, end);
    if (byte_at(text, at, end) == '-')
        from = at + 1;
    if (from < end && text->data[from] == '"')
        return false;
    is_apart = from > at;
    if (read_ratio(text, from, end, number))
        return true;
    if (wm_tex_units_read(text->data + from, text->data + end, &unit)) {
        if (!is_apart && unit.class == WM_TEX_UNIT_TIME && number->is_integer && unit.size == 1 &&
            (number->value >= 1000 || wm_tex_context_follows(text, from + 1, end, "of")))
            return false; /* the 1990s, 100s of */
        number->unit = unit;
        number->end = from + unit.size;
        return true;
    }
    if (!is_apart && is_letter(byte_at(text, at, end)))
        return false;
    if (wm_tex_context_is_factor(text, begin, end, number)) {
        set_ratio(number, number->digits_end);
        return true;
    }
    return take_from_next(text, begin, at, end, number, depth);
}

/* ---- all of them ----------------------------------------------------------------------------- */

wm_status wm_tex_numbers_add(wm_tex_numbers *numbers, const wm_tex_number *number)
{
    wm_tex_number *array = wm_array_grow(numbers->number, &numbers->capacity, numbers->count + 1,
                                         sizeof *numbers->number);
    if (array == NULL)
        return WM_E_NOMEM;
    numbers->number = array;
    numbers->number[numbers->count++] = *number;
    return WM_OK;
}

wm_status wm_tex_numbers_find(const wm_tex_text *text, size_t begin, size_t end,
                              wm_tex_numbers *numbers)
{
    wm_tex_sentence sentence = {.text = text, .begin = begin, .end = end};
    for (size_t at = begin; at < end;) {
        wm_tex_number number;
        const bool is_start = is_digit(text->data[at]) ||
                              (text->data[at] == '.' && is_digit(byte_at(text, at + 1, end)));
        if (!is_start || !wm_tex_numbers_scan(text, at, end, &number)) {
            at++;
            continue;
        }
        at = number.digits_end;
        if (!may_begin(text, begin, number.at) || !read_unit(text, begin, end, &number, 0))
            continue;
        number.is_result = wm_tex_context_is_result(&sentence, &number);
        if (wm_tex_numbers_add(numbers, &number) != WM_OK)
            return WM_E_NOMEM;
        at = skip_uncertainty(text, number.digits_end, end);
        if (at < number.end)
            at = number.end;
    }
    return WM_OK;
}

void wm_tex_numbers_clear(wm_tex_numbers *numbers)
{
    free(numbers->number);
    memset(numbers, 0, sizeof *numbers);
}
