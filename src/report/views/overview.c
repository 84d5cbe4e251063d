/* The overview of a record: heading, findings, tables. */
#include "report/views/overview.h"

#include "report/views/named_facts.h"

#include "report/views/audit_text.h"
#include "report/views/cells.h"
#include "report/views/failed_runs.h"
#include "report/views/overview_tables.h"
#include "report/views/plan_origin.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_view.h"
#include "report/document/style.h"
#include "model/tally.h"
#include "record/audit/outcome.h"

#include <string.h>

void wm_overview_own_add(const wm_model *model, wm_document *to)
{
    const wm_failed_runs runs = wm_failed_runs_count(model, to);
    wm_table *table;
    if (runs.failed > 0)
        wm_words_tell(to, "failed runs: %zu of %zu; their medians have no value", runs.failed,
                      runs.all);
    table = wm_table_apart(to, wm_plan_origin_is_imported(&model->plan, model->plan_name)
                                   ? "External numbers (imported, not witnessed)"
                                   : "External numbers (the producer's claim)");
    wm_table_columns(table, "Claim", ">Text", NULL);
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_OWN)
            continue;
        wm_table_text(table, claim->name);
        wm_cells_claim(table, model, claim);
    }
}

/* The plan, and whether it is this release's. */
static void add_plan(const wm_model *model, wm_document *to)
{
    wm_plan_origin origin;
    if (wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &origin) == WM_OK &&
        origin.words[0] != '\0')
        wm_words_tell(to, "plan: %s", origin.words);
    else
        wm_words_tell(to, "plan: %s, %zu item%s", model->plan_name, model->item_count,
                      wm_style_plural(model->item_count));
}

/* Adds one line about the run as a whole: time, sessions, share timed, longest gap, flagged
 * repeats. Nothing without items. */
static void add_run(const wm_model *model, wm_document *to)
{
    static const char *const names[] = {"wall_time", "sessions", "timed_share", "longest_gap",
                                        "flagged_repeats"};
    const char *text[sizeof names / sizeof names[0]];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const wm_claim *claim = wm_model_claim_of(model, WM_SUBJECT_RECORD, 0, names[i]);
        if (claim == NULL)
            return;
        text[i] = claim->text;
    }
    wm_words_tell(
        to, "run: %.60s, %.20s session%s, %.60s timed, longest gap %.60s, %.20s flagged repeat%s",
        text[0], text[1], strcmp(text[1], "1") == 0 ? "" : "s", text[2], text[3], text[4],
        strcmp(text[4], "1") == 0 ? "" : "s");
}

void wm_overview_light(const wm_model *model, wm_document *to)
{
    if (model->plan.is_light)
        wm_words_tell(to, "light record: no openings");
}

/* Verdict, device, witness, producer, plan. */
static void add_heading(const wm_model *model, wm_document *to)
{
    const char *checkers = wm_audit_text_checkers(&model->report, to);
    const bool is_own = strcmp(model->witness, model->device) == 0;
    wm_named_facts named;
    wm_words_say(to, "valid %s", model->report.root);
    wm_words_say(to, "%s", wm_outcome_meaning());
    if (wm_model_is_differential(model)) {
        wm_words_tell(to, "differential: of %zu records; nothing was measured for it",
                      model->prior_count);
        wm_words_tell(to, "here: prior 1: %.12s, %s", model->prior[0].root, model->prior[0].device);
    } else {
        wm_words_tell(to, "device: %s%s%s", model->device, model->uuid[0] != '\0' ? ", " : "",
                      model->uuid);
        wm_named_facts_take(wm_model_environment(model)->facts, to, &named);
        if (wm_named_facts_line(&named, to) != NULL)
            wm_words_tell(to, "machine: %s", wm_named_facts_line(&named, to));
        if (strcmp(model->witness, "none") != 0)
            wm_words_tell(to, "witness: %s", is_own ? "the device itself" : model->witness);
    }
    wm_words_tell(to, "made by: %s", model->producer);
    if (checkers != NULL)
        wm_words_tell(to, "checkers: %s", checkers);
    wm_overview_light(model, to);
    add_plan(model, to);
    add_run(model, to);
}

void wm_overview_finding(const wm_model *model, const wm_model_finding *finding, wm_document *to)
{
    const wm_planned_fault_outcome fault = wm_tally_about(model, finding);
    const bool is_caught = fault == WM_PLANNED_FAULTS_CAUGHT; /* it is no failure */
    wm_words *line = wm_words_item(to);
    wm_words_word(line, is_caught ? WM_EMPHASIS_NONE : WM_EMPHASIS_BAD, wm_outcome_sort(is_caught));
    wm_words_add(line, ": %s%s%s", finding->name == NULL ? "" : finding->name,
                 finding->name == NULL ? "" : " is ", finding->text);
    if (fault != WM_PLANNED_FAULTS_NONE && !is_caught)
        wm_words_add(line, " (injected fault, %s)", wm_planned_faults_word(fault));
}

void wm_overview_findings(const wm_model *model, bool has_caught, wm_document *to)
{
    for (size_t i = 0; i < model->finding_count; i++)
        if (has_caught || wm_tally_about(model, &model->finding[i]) != WM_PLANNED_FAULTS_CAUGHT)
            wm_overview_finding(model, &model->finding[i], to);
}

void wm_overview_add(const wm_model *model, const wm_wrapped *wrapped, const wm_view *view,
                     wm_document *to)
{
    add_heading(model, to);
    wm_overview_findings(model, true, to);
    wm_warnings_before(model, "", to);
    if (wrapped != NULL) {
        wm_wrapped_view_add_verdict(wrapped, true, to);
        wm_wrapped_view_add_command(model, wrapped, NULL, to);
        wm_wrapped_view_add_table(model, wrapped, to);
    }
    wm_overview_items_add_rates(model, to);
    wm_overview_items_add_slopes(model, false, to);
    wm_overview_curves_add(model, to);
    wm_overview_items_add_checks(model, false, to);
    wm_overview_items_add_floors(model, to);
    wm_overview_stages_add(model, view->all_transcripts, false, to);
    wm_overview_points_add(model, to);
    wm_overview_stages_add_faults(model, false, to);
    wm_overview_stages_add_elements(model, to);
    wm_overview_profiles_add(model, to);
    wm_overview_trials_add(model, to);
    wm_overview_links_add(model, to);
    wm_overview_own_add(model, to);
}
