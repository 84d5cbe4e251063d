/* Finds a number in the output of a command. */
#include "study/foreign/wrap_metric.h"

#include "base/status.h"
#include "record/nodes/kind_claim.h"
#include "record/nodes/member.h"
#include "study/foreign/printed_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

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
        return wm_error_set(err, WM_E_ARG, "metric", "'%.160s': %s", pattern, words);
    }
    if (metric->regex.re_nsub > 0)
        return WM_OK;
    regfree(&metric->regex);
    return wm_error_set(err, WM_E_ARG, "metric",
                        "'%.160s' has no group: put the number in parentheses, as in 'rate: (.*)'",
                        pattern);
}

void wm_wrap_metric_clear(wm_wrap_metric *metric)
{
    regfree(&metric->regex);
}

/* Writes the reason why a text is no number, with its first printable bytes. */
static void refuse(const char *text, size_t size, char reason[WM_WRAP_REASON])
{
    char shown[WM_PRINTED_NUMBER_MOST + 1];
    size_t i;
    for (i = 0; i < size && i < WM_PRINTED_NUMBER_MOST; i++)
        shown[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    shown[i] = '\0';
    (void)snprintf(reason, WM_WRAP_REASON, "`%s` is not a finite number", shown);
}

/* The number in a text, without the blanks around it; NaN with a reason if it is none. */
static double number_in(const char *text, size_t size, char reason[WM_WRAP_REASON])
{
    double value = (double)NAN;
    while (size > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    if (wm_printed_number_read(text, size, &value) && isfinite(value))
        return value;
    refuse(text, size, reason);
    return (double)NAN;
}

double wm_wrap_metric_find(const wm_wrap_metric *metric, const wm_wrap_end *end,
                           char reason[WM_WRAP_REASON])
{
    regmatch_t match[2] = {{0, (regoff_t)end->output_size}, {-1, -1}};
    if (regexec(&metric->regex, end->output, 2, match, REG_STARTEND) != 0 || match[1].rm_so < 0) {
        (void)snprintf(reason, WM_WRAP_REASON, "no match");
        if (end->output_bytes > end->output_size)
            (void)snprintf(reason, WM_WRAP_REASON, "no match in the first %zu of %" PRIu64 " bytes",
                           end->output_size, end->output_bytes);
        return (double)NAN;
    }
    if (end->output_bytes > end->output_size && (size_t)match[0].rm_eo == end->output_size) {
        (void)snprintf(reason, WM_WRAP_REASON, "the match is cut after %zu of %" PRIu64 " bytes",
                       end->output_size, end->output_bytes);
        return (double)NAN;
    }
    return number_in(end->output + match[1].rm_so, (size_t)(match[1].rm_eo - match[1].rm_so),
                     reason);
}
