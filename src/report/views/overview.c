/* The overview of a record: heading, findings, tables. */
#include "report/views/overview.h"

#include "report/views/audit_text.h"
#include "report/views/cells.h"
#include "report/views/overview_tables.h"
#include "report/views/plan_origin.h"
#include "report/print/style.h"
#include "model/tally.h"

#include <stdio.h>
#include <string.h>

wm_status wm_overview_own_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_table table = {.title = wm_plan_origin_is_imported(&model->plan, model->plan_name)
                                   ? "External numbers (imported, not witnessed)"
                                   : "External numbers (the producer's claim)"};
    wm_table_add_column(&table, "Claim", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Text", WM_TABLE_RIGHT, false);
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_OWN)
            continue;
        wm_table_add(&table, claim->name, NULL, WM_EMPHASIS_NONE);
        wm_cells_claim(&table, model, claim);
    }
    return wm_cells_print(&table, view, out);
}

static void print_fact(const char *name, const char *value, const char *more, const wm_view *view,
                       FILE *out)
{
    if (view->form == WM_TABLE_PLAIN) {
        wm_view_say(view, out, "%s: %s%s", name, value, more);
        return;
    }
    fprintf(out, "- %s: ", name);
    wm_table_print_words(value, view->form, out);
    wm_table_print_words(more, view->form, out);
    fputc('\n', out);
}

/* The plan, and whether it is this release's. */
static void print_plan(const wm_model *model, const wm_view *view, FILE *out)
{
    char none[32];
    wm_plan_origin origin;
    if (wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &origin) == WM_OK &&
        origin.words[0] != '\0') {
        print_fact("plan", origin.words, "", view, out);
        return;
    }
    (void)snprintf(none, sizeof none, ", %zu item%s", model->item_count,
                   wm_style_plural(model->item_count));
    print_fact("plan", model->plan_name, none, view, out);
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

void wm_overview_run(const wm_model *model, const wm_view *view, FILE *out)
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
    print_fact("run", words, "", view, out);
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
static void print_compared(const wm_model *model, const wm_view *view, FILE *out)
{
    char words[320];
    (void)snprintf(words, sizeof words, "of %zu records; nothing was measured for it",
                   model->prior_count);
    print_fact("differential", words, "", view, out);
    (void)snprintf(words, sizeof words, "prior 1: %.12s, %s", model->prior[0].root,
                   model->prior[0].device);
    print_fact("here", words, "", view, out);
}

/* The device that was measured, and its witness. */
static void print_device(const wm_model *model, const wm_view *view, FILE *out)
{
    const bool is_own = strcmp(model->witness, model->device) == 0;
    char more[sizeof model->uuid + 4];
    (void)snprintf(more, sizeof more, "%s%s", model->uuid[0] != '\0' ? ", " : "", model->uuid);
    print_fact("device", model->device, more, view, out);
    if (strcmp(model->witness, "none") != 0)
        print_fact("witness", is_own ? "the device itself" : model->witness, "", view, out);
}

/* Verdict, device, witness, producer, plan. */
static void print_heading(const wm_model *model, const wm_view *view, FILE *out)
{
    const char *checkers = wm_audit_text_checkers(model->report.checkers);
    wm_view_say(view, out, "valid %s", model->report.root);
    wm_view_say(view, out,
                "integrity and arithmetic hold; times, residuals and digests are the producer's "
                "word until re-verified");
    if (is_differential(model))
        print_compared(model, view, out);
    else
        print_device(model, view, out);
    print_fact("made by", model->producer, "", view, out);
    if (checkers != NULL)
        print_fact("checkers", checkers, "", view, out);
    print_plan(model, view, out);
    wm_overview_run(model, view, out);
}

/* A fault in every repeat that is missed leaves no finding in the claims. */
void wm_overview_missed(wm_model *model, const wm_view *view, FILE *out)
{
    size_t i;
    for (i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (item->item->fault.in_repeats && item->verdict.fault == WM_PLANNED_FAULTS_MISSED)
            wm_view_say(view, out, "%smissed%s: injected fault in every repeat of %s",
                        wm_style_on(WM_EMPHASIS_BAD, view->is_coloured),
                        wm_style_off(WM_EMPHASIS_BAD, view->is_coloured), item->label);
    }
}

void wm_overview_finding(wm_model *model, const wm_model_finding *finding, const wm_view *view,
                         FILE *out)
{
    const wm_planned_fault_outcome fault = wm_tally_about(model, finding);
    /* a fault that was caught is no failure */
    const wm_emphasis emphasis =
        fault == WM_PLANNED_FAULTS_CAUGHT ? WM_EMPHASIS_NONE : WM_EMPHASIS_BAD;
    char outcome[64] = "";
    if (fault != WM_PLANNED_FAULTS_NONE)
        (void)snprintf(outcome, sizeof outcome, " (injected fault, %s)",
                       wm_planned_faults_word(fault));
    wm_view_say(view, out, "%sfinding%s: %s%s%s%s", wm_style_on(emphasis, view->is_coloured),
                wm_style_off(emphasis, view->is_coloured),
                finding->name == NULL ? "" : finding->name, finding->name == NULL ? "" : " is ",
                finding->text, outcome);
}

void wm_overview_findings(wm_model *model, const wm_view *view, FILE *out)
{
    for (size_t i = 0; i < model->finding_count; i++)
        wm_overview_finding(model, &model->finding[i], view, out);
    wm_overview_missed(model, view, out);
}

void wm_overview_notable(wm_model *model, const wm_view *view, FILE *out)
{
    for (size_t i = 0; i < model->finding_count; i++)
        if (wm_tally_about(model, &model->finding[i]) != WM_PLANNED_FAULTS_CAUGHT)
            wm_overview_finding(model, &model->finding[i], view, out);
    wm_overview_missed(model, view, out);
}

wm_status wm_overview_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_status status;
    print_heading(model, view, out);
    wm_overview_findings(model, view, out);
    status = wm_overview_rates_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_curves_print(model, view, out);
    if (status == WM_OK && model->item_count > 0)
        status = wm_overview_checks_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_floors_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_floors_print_growth(model, view, out);
    if (status == WM_OK)
        status = wm_overview_transcripts_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_points_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_faults_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_elements_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_profiles_print(model, view, out);
    if (status == WM_OK)
        status = wm_overview_links_print(model, view, out);
    return status == WM_OK ? wm_overview_own_print(model, view, out) : status;
}
