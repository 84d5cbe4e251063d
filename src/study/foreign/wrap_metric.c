/* Finds a number in the output of a command.
 *
 * A group that has a part of a number would be a wrong result, so it is none: `5` of `-5`, `1` of
 * `1,234`, and also of `5-6`, where nobody knows what the sign means. The reason goes into the
 * record, which has no output of the command: its words are fixed, and the text is apart. */
#include "study/foreign/wrap_metric.h"

#include "base/code_point.h"

#include "base/status.h"
#include "record/nodes/kind_claim.h"
#include "record/nodes/member.h"
#include "study/foreign/printed_number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    AROUND = 16, /* bytes that are shown before and behind a number */
    BEHIND = 5   /* bytes that say whether a number goes on: `.e-5`, U+2212 with `.5` */
};

wm_status wm_wrap_metric_compile(const char *pattern, const char *unit, wm_wrap_metric *metric,
                                 wm_error *err)
{
    char words[160];
    int error;
    if (!wm_kind_claim_is_unit(wm_member_text(unit)))
        return wm_error_set(err, WM_E_ARG, "unit",
                            "'%.40s' is not 1 to 16 letters, digits, '/' or '%%'", unit);
    *metric = (wm_wrap_metric){.pattern = pattern, .unit = unit};
    error = regcomp(&metric->regex, pattern, REG_EXTENDED | REG_NEWLINE);
    if (error != 0) {
        (void)regerror(error, &metric->regex, words, sizeof words);
        return wm_error_set(err, WM_E_ARG, "metric", "'%.*s': %s", WM_FIT(pattern, 160), words);
    }
    if (metric->regex.re_nsub > 0)
        return WM_OK;
    regfree(&metric->regex);
    return wm_error_set(err, WM_E_ARG, "metric",
                        "'%.*s' has no group: put the number in parentheses, as in 'rate: (.*)'",
                        WM_FIT(pattern, 160));
}

void wm_wrap_metric_clear(wm_wrap_metric *metric)
{
    regfree(&metric->regex);
}

/* ---- what is around a number ----------------------------------------------------------------- */

/* A part of the kept output. */
typedef struct {
    const char *output;
    size_t size, begin, end; /* the part is [begin, end) */
} part;

/* What belongs to a number between two of its digits. */
static const char SEPARATORS[] = ".,_'";

/* Indices below 0 wrap around and are past the end. */
static bool is_digit(const part *of, size_t at)
{
    return at < of->size && of->output[at] >= '0' && of->output[at] <= '9';
}

static bool is_one_of(const part *of, size_t at, const char *bytes)
{
    return at < of->size && of->output[at] != '\0' && strchr(bytes, of->output[at]) != NULL;
}

static bool is_hexadecimal(const part *of, size_t at)
{
    return is_digit(of, at) || is_one_of(of, at, "abcdefABCDEF");
}

/* Whether `0x` ends at an index, with no digit before it: of `10x20` the x is none. */
static bool is_prefix(const part *of, size_t at)
{
    return is_one_of(of, at, "xX") && is_one_of(of, at - 1, "0") && !is_digit(of, at - 2);
}

/* The bytes of a sign: `+`, `-` or U+2212; 0: it is none. */
static size_t sign_at(const part *of, size_t at)
{
    static const char MINUS[] = "\xe2\x88\x92";
    if (is_one_of(of, at, "+-"))
        return 1;
    return at < of->size && of->size - at >= 3 && memcmp(of->output + at, MINUS, 3) == 0 ? 3 : 0;
}

/* Whether a number goes on behind the part: `5`, `.5`, `,234`, `_000`, `e3`, `E-3`, `.e3`, `-5`,
 * `x1f` behind a 0. A point or a comma without a digit ends a sentence or a field. */
static bool goes_on(const part *of)
{
    size_t at = of->end;
    if (is_prefix(of, at) && is_hexadecimal(of, at + 1))
        return true;
    if (sign_at(of, at) > 0) {
        at += sign_at(of, at);
        return is_digit(of, at) || (is_one_of(of, at, ".") && is_digit(of, at + 1));
    }
    if (is_one_of(of, at, SEPARATORS))
        at++;
    if (is_one_of(of, at, "eE"))
        at += is_one_of(of, at + 1, "+-") ? 2 : 1;
    return is_digit(of, at);
}

/* Whether a number has begun before the part: `-`, `1`, `1.`, `1,`, `1_`, `.`, `1e`, `1.e`, `0x`,
 * `0x1f`. Several points before a number fill a line. */
static bool has_begun(const part *of)
{
    size_t at = of->begin - 1, first = at;
    while (is_hexadecimal(of, first))
        first--;
    if (sign_at(of, at) == 1 || sign_at(of, of->begin - 3) == 3)
        return true;
    if (is_digit(of, at) || is_prefix(of, first))
        return true;
    if (is_one_of(of, at, "eE"))
        return is_digit(of, at - 1) || (is_one_of(of, at - 1, ".,") && is_digit(of, at - 2));
    if (is_one_of(of, at, ".") && !is_digit(of, at - 1))
        return !is_one_of(of, at - 1, ".");
    return is_one_of(of, at, SEPARATORS) && is_digit(of, at - 1);
}

/* Writes a part with its printable bytes. */
static void show(const part *of, char *shown, size_t most)
{
    size_t i;
    for (i = 0; i < most && of->begin + i < of->end; i++) {
        const char byte = of->output[of->begin + i];
        shown[i] = byte >= ' ' && byte <= '~' ? byte : '?';
    }
    shown[i] = '\0';
}

/* Writes what the group has, with the text around it on its line. */
static void show_around(const part *of, char shown[WM_WRAP_REASON])
{
    char number[WM_PRINTED_NUMBER_MOST + 1], around[WM_PRINTED_NUMBER_MOST + 2 * AROUND + 1];
    part wide = *of;
    while (wide.begin > 0 && of->begin - wide.begin < AROUND && of->output[wide.begin - 1] != '\n')
        wide.begin--;
    while (wide.end < of->size && wide.end - of->end < AROUND && of->output[wide.end] != '\n')
        wide.end++;
    show(of, number, WM_PRINTED_NUMBER_MOST);
    show(&wide, around, sizeof around - 1);
    (void)snprintf(shown, WM_WRAP_REASON, "`%s` in `%s`", number, around);
}

/* The number in a part, without the blanks around it; NaN if it is none, or not all of it. */
static double number_in(part of, wm_wrap_absence *why)
{
    double value = (double)NAN;
    while (of.begin < of.end && is_one_of(&of, of.begin, " \t"))
        of.begin++;
    while (of.begin < of.end && is_one_of(&of, of.end - 1, " \t"))
        of.end--;
    const bool is_number =
        wm_printed_number_read(of.output + of.begin, of.end - of.begin, &value) && isfinite(value);
    if (is_number && !has_begun(&of) && !goes_on(&of))
        return value;
    (void)snprintf(why->reason, sizeof why->reason, "%s",
                   is_number ? "the group has only a part of a number"
                             : "the text of the group is not a finite number");
    show_around(&of, why->text);
    return (double)NAN;
}

double wm_wrap_metric_find(const wm_wrap_metric *metric, const wm_wrap_end *end,
                           wm_wrap_absence *why)
{
    regmatch_t match[2] = {{0, (regoff_t)end->output_size}, {-1, -1}};
    why->text[0] = '\0';
    errno = 0;
    const int result = regexec(&metric->regex, end->output, 2, match, REG_STARTEND);
    /* glibc's regexec has no other failure than REG_NOMATCH. */
    if (result != 0 && (result != REG_NOMATCH || errno == ENOMEM)) {
        (void)snprintf(why->reason, sizeof why->reason, "%s", wm_status_text(WM_E_NOMEM));
        return (double)NAN;
    }
    if (result != 0 || match[1].rm_so < 0) {
        (void)snprintf(why->reason, sizeof why->reason, "no match");
        if (end->output_bytes > end->output_size)
            (void)snprintf(why->reason, sizeof why->reason,
                           "no match in the first %zu of %" PRIu64 " bytes", end->output_size,
                           end->output_bytes);
        return (double)NAN;
    }
    if (end->output_bytes > end->output_size &&
        ((size_t)match[0].rm_eo == end->output_size ||
         (size_t)match[1].rm_eo + BEHIND > end->output_size)) {
        (void)snprintf(why->reason, sizeof why->reason,
                       "the match is cut after %zu of %" PRIu64 " bytes", end->output_size,
                       end->output_bytes);
        return (double)NAN;
    }
    return number_in(
        (part){end->output, end->output_size, (size_t)match[1].rm_so, (size_t)match[1].rm_eo}, why);
}
