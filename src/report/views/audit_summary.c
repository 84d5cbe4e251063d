/* The answer of `audit` in a few lines. */
#include "report/views/audit_summary.h"

#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include "model/mask.h"
#include "report/document/style.h"

#include <string.h>

static const char MEANING[] = "integrity and arithmetic hold; times, residuals and digests are the "
                              "producer's word until re-verified";

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

size_t wm_audit_summary_of_faults(const wm_audit_findings *findings,
                                  const wm_planned_faults *faults)
{
    const char *claim = NULL, *text = NULL;
    size_t count = 0;
    while (next(findings, &claim, &text))
        count += wm_planned_faults_of(faults, claim, text) != NULL;
    return count;
}

void wm_audit_findings_add(const wm_audit_findings *findings, wm_document *to)
{
    const char *claim = NULL, *text = NULL;
    wm_data_list(to, "findings");
    while (next(findings, &claim, &text)) {
        wm_data_object(to, NULL);
        wm_data_word(to, "claim", claim);
        wm_data_text(to, "text", text);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

void wm_audit_summary_faults(const wm_planned_faults *faults, wm_document *to)
{
    wm_data_object(to, "faults");
    wm_data_count(to, "planned", faults->count);
    wm_data_count(to, "caught", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_CAUGHT));
    wm_data_count(to, "missed", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_MISSED));
    wm_data_count(to, "not_judged", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_NOT_JUDGED));
    wm_data_end_object(to);
}

/* ---- the lines ---- */

/* Adds a line whose text is masked. */
static void say(wm_document *to, wm_breaks breaks, const char *hang, const char *text)
{
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, breaks, hang);
    wm_words_data(line, text);
}

static void say_finding(wm_document *to, wm_breaks breaks, const char *claim, const char *text,
                        const char *meaning)
{
    say(to, breaks, "  ",
        wm_document_text(to, "finding: %.400s%s%.400s%s", claim, claim[0] != '\0' ? " is " : "",
                         text, meaning));
}

/* Counts the planned faults in a line, and names those that were missed. */
static void add_faults(const wm_planned_faults *faults, wm_document *to)
{
    const size_t caught = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_CAUGHT);
    const size_t missed = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_MISSED);
    const size_t open = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_NOT_JUDGED);
    if (faults->count == 0)
        return;
    if (caught == faults->count)
        wm_words_say(to, "%zu planned fault%s, %scaught", caught, wm_style_plural(caught),
                     caught == 1 ? "" : "all ");
    else
        wm_words_say(to, "%zu planned fault%s: %zu caught, %zu missed, %zu not judged",
                     faults->count, wm_style_plural(faults->count), caught, missed, open);
    for (size_t i = 0; i < faults->count; i++)
        if (faults->item[i].outcome == WM_PLANNED_FAULTS_MISSED)
            wm_words_data(wm_words_item(to), wm_document_text(to, "missed: planned fault of %s",
                                                              faults->item[i].label));
}

void wm_audit_summary_all(const wm_audit_findings *findings, wm_document *to)
{
    const char *claim = NULL, *text = NULL;
    say(to, WM_BREAKS_TERMINAL, "  ", MEANING);
    while (next(findings, &claim, &text))
        say_finding(to, WM_BREAKS_TERMINAL, claim, text, "");
}

void wm_audit_summary_add(const wm_audit_findings *findings, const wm_planned_faults *faults,
                          wm_document *to)
{
    const char *claim = NULL, *text = NULL;
    say(to, WM_BREAKS_WIDTH, "", MEANING);
    while (next(findings, &claim, &text))
        if (!is_caught(faults, claim, text))
            say_finding(to, WM_BREAKS_WIDTH, claim, text, wm_audit_findings_meaning(claim));
    add_faults(faults, to);
}
