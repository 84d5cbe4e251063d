/* Prints the result of an audit, masked for a terminal. */
#include "report/audit_text.h"

#include "record/outcome.h"
#include "report/style.h"

#include <string.h>

wm_status wm_audit_text_print(wm_status status, const wm_audit_report *report, FILE *out)
{
    wm_audit_report masked = *report;
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status written;
    wm_style_mask(masked.failure.file, strlen(masked.failure.file));
    wm_style_mask(masked.failure.words, strlen(masked.failure.words));
    written = wm_outcome_write(status, &masked, &text);
    if (written == WM_OK)
        (void)fwrite(text.data, 1, text.size, out);
    wm_buffer_clear(&text);
    return written;
}

const char *wm_audit_text_checkers(wm_checker_state checkers)
{
    switch (checkers) {
    case WM_CHECKERS_OWN:
        return "from this release";
    case WM_CHECKERS_EARLIER:
        return "from an earlier release";
    case WM_CHECKERS_DIFFER:
        return "not from a release that this program knows";
    case WM_CHECKERS_NOT_CHECKED:
        break;
    }
    return NULL;
}

const char *wm_audit_text_checkers_word(wm_checker_state checkers)
{
    switch (checkers) {
    case WM_CHECKERS_OWN:
        return "own release";
    case WM_CHECKERS_EARLIER:
        return "earlier release";
    case WM_CHECKERS_DIFFER:
        return "differ";
    case WM_CHECKERS_NOT_CHECKED:
        break;
    }
    return "not checked";
}
