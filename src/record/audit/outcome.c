/* Formats the outcome of an audit. */
#include "record/audit/outcome.h"

#include "record/tables/exit_status.h"

static const char MEANING[] = "integrity and arithmetic hold; times, residuals and digests are the "
                              "producer's word until re-verified\n";

wm_status wm_outcome_write(wm_status status, const wm_audit_report *report, wm_buffer *out)
{
    const char *verdict = status == WM_E_MISMATCH ? "invalid" : wm_outcome_words(status);
    wm_status written;
    if (status == WM_OK) {
        written = wm_buffer_printf(out, "valid %s\n", report->root);
        return written != WM_OK ? written : wm_buffer_puts(out, MEANING);
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

wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out)
{
    if (finding->claim == NULL)
        return wm_buffer_printf(out, "finding: %s\n", finding->text);
    return wm_buffer_printf(out, "finding: %s is %s\n", finding->claim, finding->text);
}

const char *wm_outcome_words(wm_status status)
{
    switch (status) {
    case WM_OK:
        return "valid";
    case WM_E_NEWER:
        return "newer";
    case WM_E_OLDER:
        return "older";
    case WM_E_UNFINISHED:
        return "unfinished";
    case WM_E_INCOMPLETE:
        return "incomplete";
    case WM_E_INVALID:
        return "invalid";
    default:
        return "other root";
    }
}

int wm_outcome_exit(wm_status status)
{
    switch (status) {
    case WM_OK:
        return WM_EXIT_YES;
    case WM_E_INVALID:
    case WM_E_MISMATCH:
        return WM_EXIT_NO;
    case WM_E_NEWER:
    case WM_E_OLDER:
    case WM_E_UNFINISHED:
    case WM_E_INCOMPLETE:
        return WM_EXIT_INCONCLUSIVE;
    default:
        return WM_EXIT_TROUBLE;
    }
}
