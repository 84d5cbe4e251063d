/* Prints the answer of `audit` in a few lines. */
#include "report/views/audit_summary.h"

#include "model/mask.h"
#include "record/audit/outcome.h"
#include "report/print/prose.h"
#include "report/print/style.h"

#include <limits.h>
#include <string.h>

static const char MEANING[] = "integrity and arithmetic hold; times, residuals and digests are the "
                              "producer's word until re-verified";

enum { LINE_SIZE = 1024 };

/* ---- the findings ---- */

wm_status wm_audit_findings_keep(wm_audit_findings *findings, const wm_finding *finding)
{
    const char *claim = finding->claim != NULL ? finding->claim : "";
    wm_status status = wm_buffer_append(&findings->texts, claim, strlen(claim) + 1);
    if (status == WM_OK)
        status = wm_buffer_append(&findings->texts, finding->text, strlen(finding->text) + 1);
    findings->count += status == WM_OK;
    return status;
}

/* Moves *at to the next finding; *at begins as NULL. */
static bool next(const wm_audit_findings *findings, const char **at, const char **text)
{
    const char *end = findings->texts.data + findings->texts.size;
    *at = *at == NULL ? findings->texts.data : *text + strlen(*text) + 1;
    if (findings->count == 0 || *at >= end)
        return false;
    *text = *at + strlen(*at) + 1;
    return true;
}

const char *wm_audit_findings_meaning(const char *claim)
{
    return claim != NULL && strcmp(claim, "record.sessions") == 0 ? " (the run was resumed)" : "";
}

/* Whether a finding is of a planned fault that was caught. */
static bool is_caught(const wm_planned_faults *faults, const char *claim, const char *text)
{
    const wm_planned_faults_item *fault = wm_planned_faults_of(faults, claim, text);
    return fault != NULL && fault->outcome == WM_PLANNED_FAULTS_CAUGHT;
}

size_t wm_audit_findings_notable(const wm_audit_findings *findings, const wm_planned_faults *faults)
{
    const char *claim = NULL, *text = NULL;
    size_t count = 0;
    while (next(findings, &claim, &text))
        count += !is_caught(faults, claim, text);
    return count;
}

void wm_audit_findings_note(const wm_audit_findings *findings, wm_planned_faults *faults)
{
    const char *claim = NULL, *text = NULL;
    while (next(findings, &claim, &text))
        wm_planned_faults_note(faults, claim, text);
}

size_t wm_audit_summary_of_faults(const wm_audit_summary *summary)
{
    const char *claim = NULL, *text = NULL;
    size_t count = 0;
    while (next(summary->findings, &claim, &text))
        count += wm_planned_faults_of(summary->faults, claim, text) != NULL;
    return count;
}

/* ---- the lines ---- */

static void say(const wm_audit_summary *summary, const char *line, FILE *out)
{
    char masked[WM_STYLE_MASKED];
    wm_prose_print(wm_style_masked(line, masked), "", "  ", summary->width, out);
}

/* The root of a valid record, cut on a terminal that is too narrow. */
static void print_valid(const wm_audit_summary *summary, const char *root, FILE *out)
{
    enum { SHOWN = 32, NEEDED = WM_ID_SIZE + 5 };
    if (summary->is_terminal && summary->width < NEEDED)
        fprintf(out, "valid %.*s (%d of 64 digits)\n", SHOWN, root, SHOWN);
    else
        fprintf(out, "valid %s\n", root);
}

wm_status wm_audit_summary_verdict(const wm_audit_summary *summary, wm_status status,
                                   const wm_audit_report *report, FILE *out)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status written;
    if (status == WM_OK) {
        print_valid(summary, report->root, out);
        return WM_OK;
    }
    written = wm_outcome_write(status, report, &text);
    if (written == WM_OK) {
        text.size--; /* its newline */
        wm_mask_bytes(text.data, text.size);
    }
    if (written == WM_OK && !summary->is_terminal)
        fprintf(out, "%.*s\n", (int)text.size, text.data);
    else if (written == WM_OK && wm_buffer_text(&text) == NULL)
        written = WM_E_NOMEM;
    else if (written == WM_OK)
        wm_prose_print(text.data, "", "  ", summary->width, out);
    wm_buffer_clear(&text);
    return written;
}

/* Counts the planned faults in a line, and names those that were missed. */
static void print_faults(const wm_audit_summary *summary, FILE *out)
{
    const wm_planned_faults *faults = summary->faults;
    const size_t caught = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_CAUGHT);
    const size_t missed = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_MISSED);
    const size_t open = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_NOT_JUDGED);
    char line[LINE_SIZE];
    if (faults->count == 0)
        return;
    if (caught == faults->count)
        (void)snprintf(line, sizeof line, "%zu planned fault%s, %scaught", caught,
                       wm_style_plural(caught), caught == 1 ? "" : "all ");
    else
        (void)snprintf(line, sizeof line,
                       "%zu planned fault%s: %zu caught, %zu missed, %zu not "
                       "judged",
                       faults->count, wm_style_plural(faults->count), caught, missed, open);
    say(summary, line, out);
    for (size_t i = 0; i < faults->count; i++) {
        if (faults->item[i].outcome != WM_PLANNED_FAULTS_MISSED)
            continue;
        (void)snprintf(line, sizeof line, "missed: planned fault of %s", faults->item[i].label);
        say(summary, line, out);
    }
}

wm_status wm_audit_summary_all(const wm_audit_summary *summary, wm_status status,
                               const wm_audit_report *report, FILE *out)
{
    const wm_audit_summary wide = {summary->findings, summary->faults, INT_MAX, false};
    const wm_audit_summary *own = summary->is_terminal ? summary : &wide;
    const wm_status written = wm_audit_summary_verdict(own, status, report, out);
    const char *claim = NULL, *text = NULL;
    char line[LINE_SIZE];
    if (written != WM_OK || status != WM_OK)
        return written;
    say(own, MEANING, out);
    while (next(own->findings, &claim, &text)) {
        (void)snprintf(line, sizeof line, "finding: %.400s%s%.400s", claim,
                       claim[0] != '\0' ? " is " : "", text);
        say(own, line, out);
    }
    return WM_OK;
}

void wm_audit_summary_print(const wm_audit_summary *summary, FILE *out)
{
    const char *claim = NULL, *text = NULL;
    char line[LINE_SIZE];
    wm_prose_print(MEANING, "", "", summary->width, out);
    while (next(summary->findings, &claim, &text)) {
        if (is_caught(summary->faults, claim, text))
            continue;
        (void)snprintf(line, sizeof line, "finding: %.400s%s%.400s%s", claim,
                       claim[0] != '\0' ? " is " : "", text, wm_audit_findings_meaning(claim));
        say(summary, line, out);
    }
    print_faults(summary, out);
}
