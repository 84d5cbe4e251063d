/* Formats the outcome of an audit. */
#include "record/audit/outcome.h"

#include "record/tables/exit_status.h"

const char *wm_outcome_meaning(void)
{
    return "integrity and arithmetic hold; times are the producer's word for good, "
           "residuals and digests until re-verified";
}

wm_status wm_outcome_write(wm_status status, const wm_audit_report *report, wm_buffer *out)
{
    const char *verdict = status == WM_E_MISMATCH ? "invalid" : wm_outcome_words(status);
    wm_status written;
    if (status == WM_OK) {
        written = wm_buffer_printf(out, "valid %s\n", report->root);
        return written != WM_OK ? written : wm_buffer_printf(out, "%s\n", wm_outcome_meaning());
    }
    if (wm_outcome_exit(status) == 2)
        return WM_E_ARG;
    written = wm_buffer_printf(out, "%s %s", verdict, report->failure.file);
    if (written == WM_OK && report->failure.line > 0)
        written = wm_buffer_printf(out, ":%llu", (unsigned long long)report->failure.line);
    if (written == WM_OK)
        written = wm_buffer_printf(out, ": [%s] %s\n", report->failure.tag, report->failure.words);
    return written;
}

const char *wm_outcome_sort(bool is_caught)
{
    return is_caught ? "planned fault caught" : "finding";
}

wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out)
{
    if (finding->claim == NULL)
        return wm_buffer_printf(out, "finding: %s\n", finding->text);
    return wm_buffer_printf(out, "%s: %s is %s\n", wm_outcome_sort(finding->is_caught),
                            finding->claim, finding->text);
}

/* The statuses of an audit that has an answer. */
static const struct {
    wm_status status;
    int exit;
    const char *words;
} ANSWERS[] = {{WM_OK, WM_EXIT_YES, "valid"},
               {WM_E_INVALID, WM_EXIT_NO, "invalid"},
               {WM_E_MISMATCH, WM_EXIT_NO, "other root"},
               {WM_E_NEWER, WM_EXIT_INCONCLUSIVE, "newer"},
               {WM_E_OLDER, WM_EXIT_INCONCLUSIVE, "older"},
               {WM_E_UNFINISHED, WM_EXIT_INCONCLUSIVE, "unfinished"},
               {WM_E_INCOMPLETE, WM_EXIT_INCONCLUSIVE, "incomplete"}};
enum { ANSWER_COUNT = sizeof ANSWERS / sizeof ANSWERS[0] };

static size_t answer_of(wm_status status)
{
    size_t i = 0;
    while (i < ANSWER_COUNT && ANSWERS[i].status != status)
        i++;
    return i;
}

const char *wm_outcome_words(wm_status status)
{
    const size_t at = answer_of(status);
    return at < ANSWER_COUNT ? ANSWERS[at].words : "trouble";
}

int wm_outcome_exit(wm_status status)
{
    const size_t at = answer_of(status);
    return at < ANSWER_COUNT ? ANSWERS[at].exit : WM_EXIT_TROUBLE;
}
