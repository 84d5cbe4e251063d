/* The answer of `audit` in a few lines. */
#include "report/views/audit_summary.h"

#include "model/tally.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <string.h>

static const char MEANING[] = "integrity and arithmetic hold; times, residuals and digests are the "
                              "producer's word until re-verified";

/* ---- the findings ---- */

const char *wm_audit_summary_meaning(const char *claim)
{
    return claim != NULL && strcmp(claim, "record.sessions") == 0 ? " (the run was resumed)" : "";
}

size_t wm_audit_summary_of_faults(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++)
        count += wm_tally_about(model, &model->finding[i]) != WM_PLANNED_FAULTS_NONE;
    return count;
}

void wm_audit_summary_findings(const wm_model *model, wm_document *to)
{
    wm_data_list(to, "findings");
    for (size_t i = 0; i < model->finding_count; i++) {
        wm_data_object(to, NULL);
        wm_data_word(to, "claim", model->finding[i].name);
        wm_data_text(to, "text", model->finding[i].text);
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

static void say_finding(wm_document *to, wm_breaks breaks, const wm_model_finding *finding,
                        const char *meaning)
{
    const bool has_claim = finding->name != NULL;
    say(to, breaks, "  ",
        wm_document_text(to, "finding: %.400s%s%.400s%s", has_claim ? finding->name : "",
                         has_claim ? " is " : "", finding->text, meaning));
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

void wm_audit_summary_all(const wm_model *model, wm_document *to)
{
    say(to, WM_BREAKS_TERMINAL, "  ", MEANING);
    for (size_t i = 0; i < model->finding_count; i++)
        say_finding(to, WM_BREAKS_TERMINAL, &model->finding[i], "");
}

void wm_audit_summary_add(const wm_model *model, wm_document *to)
{
    say(to, WM_BREAKS_WIDTH, "", MEANING);
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        if (wm_tally_about(model, finding) != WM_PLANNED_FAULTS_CAUGHT)
            say_finding(to, WM_BREAKS_WIDTH, finding, wm_audit_summary_meaning(finding->name));
    }
    add_faults(&model->faults, to);
}
