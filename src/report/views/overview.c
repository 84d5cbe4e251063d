/* The overview of a record: heading, findings, tables. */
#include "report/views/overview.h"

#include "report/views/audit_text.h"
#include "report/views/cells.h"
#include "report/views/overview_tables.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"
#include "model/tally.h"

#include <stdio.h>
#include <string.h>

void wm_overview_own_add(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, wm_plan_origin_is_imported(&model->plan, model->plan_name)
                                             ? "External numbers (imported, not witnessed)"
                                             : "External numbers (the producer's claim)");
    wm_table_columns(table, "Claim", ">Text", NULL);
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_OWN)
            continue;
        wm_table_add(table, claim->name, NULL, WM_EMPHASIS_NONE);
        wm_cells_claim(table, model, claim);
    }
}

static void add_fact(const char *name, const char *value, const char *more, wm_document *to)
{
    wm_words *line = wm_words_item(to);
    wm_words_add(line, "%s: ", name);
    wm_words_data(line, value);
    wm_words_data(line, more);
}

/* The plan, and whether it is this release's. */
static void add_plan(const wm_model *model, wm_document *to)
{
    char none[32];
    wm_plan_origin origin;
    if (wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &origin) == WM_OK &&
        origin.words[0] != '\0') {
        add_fact("plan", origin.words, "", to);
        return;
    }
    (void)snprintf(none, sizeof none, ", %zu item%s", model->item_count,
                   wm_style_plural(model->item_count));
    add_fact("plan", model->plan_name, none, to);
}

/* The text of a claim about the whole record; NULL if there is none. */
static const char *text_of_record(const wm_model *model, const char *quantity)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject == WM_SUBJECT_RECORD && strcmp(claim->quantity->name, quantity) == 0)
            return claim->text;
    }
    return NULL;
}

void wm_overview_run(const wm_model *model, wm_document *to)
{
    const char *sessions = text_of_record(model, "sessions");
    char words[320];
    if (sessions == NULL)
        return;
    (void)snprintf(words, sizeof words,
                   "%.60s, %.20s session%s, %.60s timed, longest gap %.60s, %.20s flagged repeat%s",
                   text_of_record(model, "wall_time"), sessions,
                   strcmp(sessions, "1") == 0 ? "" : "s", text_of_record(model, "timed_share"),
                   text_of_record(model, "longest_gap"), text_of_record(model, "flagged_repeats"),
                   strcmp(text_of_record(model, "flagged_repeats"), "1") == 0 ? "" : "s");
    add_fact("run", words, "", to);
}

/* Whether the record compares its priors and measured nothing. */
static bool is_differential(const wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].subject == WM_SUBJECT_PRIOR)
            return model->item_count == 0;
    return false;
}

/* The records that a differential compares. */
static void add_compared(const wm_model *model, wm_document *to)
{
    char words[320];
    (void)snprintf(words, sizeof words, "of %zu records; nothing was measured for it",
                   model->prior_count);
    add_fact("differential", words, "", to);
    (void)snprintf(words, sizeof words, "prior 1: %.12s, %s", model->prior[0].root,
                   model->prior[0].device);
    add_fact("here", words, "", to);
}

/* The device that was measured, and its witness. */
static void add_device(const wm_model *model, wm_document *to)
{
    const bool is_own = strcmp(model->witness, model->device) == 0;
    char more[sizeof model->uuid + 4];
    (void)snprintf(more, sizeof more, "%s%s", model->uuid[0] != '\0' ? ", " : "", model->uuid);
    add_fact("device", model->device, more, to);
    if (strcmp(model->witness, "none") != 0)
        add_fact("witness", is_own ? "the device itself" : model->witness, "", to);
}

/* Verdict, device, witness, producer, plan. */
static void add_heading(const wm_model *model, wm_document *to)
{
    const char *checkers = wm_audit_text_checkers(model->report.checkers);
    wm_words_say(to, "valid %s", model->report.root);
    wm_words_say(to,
                 "integrity and arithmetic hold; times, residuals and digests are the producer's "
                 "word until re-verified");
    if (is_differential(model))
        add_compared(model, to);
    else
        add_device(model, to);
    add_fact("made by", model->producer, "", to);
    if (checkers != NULL)
        add_fact("checkers", checkers, "", to);
    add_plan(model, to);
    wm_overview_run(model, to);
}

/* A fault in every repeat that is missed leaves no finding in the claims. */
void wm_overview_missed(wm_model *model, wm_document *to)
{
    size_t i;
    for (i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        wm_words *line;
        if (!item->item->fault.in_repeats || item->verdict.fault != WM_PLANNED_FAULTS_MISSED)
            continue;
        line = wm_words_item(to);
        wm_words_word(line, WM_EMPHASIS_BAD, "missed");
        wm_words_add(line, ": injected fault in every repeat of %s", item->label);
    }
}

void wm_overview_finding(wm_model *model, const wm_model_finding *finding, wm_document *to)
{
    const wm_planned_fault_outcome fault = wm_tally_about(model, finding);
    /* a fault that was caught is no failure */
    const wm_emphasis emphasis =
        fault == WM_PLANNED_FAULTS_CAUGHT ? WM_EMPHASIS_NONE : WM_EMPHASIS_BAD;
    wm_words *line = wm_words_item(to);
    wm_words_word(line, emphasis, "finding");
    wm_words_add(line, ": %s%s%s", finding->name == NULL ? "" : finding->name,
                 finding->name == NULL ? "" : " is ", finding->text);
    if (fault != WM_PLANNED_FAULTS_NONE)
        wm_words_add(line, " (injected fault, %s)", wm_planned_faults_word(fault));
}

void wm_overview_findings(wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->finding_count; i++)
        wm_overview_finding(model, &model->finding[i], to);
    wm_overview_missed(model, to);
}

void wm_overview_notable(wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->finding_count; i++)
        if (wm_tally_about(model, &model->finding[i]) != WM_PLANNED_FAULTS_CAUGHT)
            wm_overview_finding(model, &model->finding[i], to);
    wm_overview_missed(model, to);
}

void wm_overview_add(wm_model *model, const wm_view *view, wm_document *to)
{
    add_heading(model, to);
    wm_overview_findings(model, to);
    wm_overview_rates_add(model, to);
    wm_overview_curves_add(model, to);
    if (model->item_count > 0)
        wm_overview_checks_add(model, to);
    wm_overview_floors_add(model, to);
    wm_overview_floors_add_growth(model, to);
    wm_overview_transcripts_add(model, view->all_transcripts, to);
    wm_overview_points_add(model, to);
    wm_overview_faults_add(model, to);
    wm_overview_elements_add(model, to);
    wm_overview_profiles_add(model, to);
    wm_overview_links_add(model, to);
    wm_overview_own_add(model, to);
}
