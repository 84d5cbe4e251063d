/* The result of a run in few lines: verdict, machine, warnings, one table, what is notable. */
#include "report/views/summary.h"

#include "base/code_point.h"

#include "report/views/audit_text.h"
#include "report/views/overview.h"
#include "report/views/overview_tables.h"
#include "report/views/reasons.h"
#include "report/document/style.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_view.h"

#include <stdio.h>
#include <string.h>

enum { FINDINGS_SHOWN = 20, ROOT_SHOWN = 12 };

/* ---- above the table ------------------------------------------------------------------------- */

static void add_warnings(const wm_run_verdict *verdict, wm_document *to)
{
    const size_t starved = wm_model_flagged(verdict->model, WM_FLAG_STARVED);
    const size_t stopped = wm_model_flagged(verdict->model, WM_FLAG_STOPPED);
    const size_t shared = wm_model_flagged(verdict->model, WM_FLAG_SHARED);
    char words[640];
    if (starved > 0) {
        (void)snprintf(words, sizeof words,
                       "%zu repeat%s starved (own threads waited for a processor): rates may be "
                       "far too low",
                       starved, wm_style_plural(starved));
        wm_warnings_add(words, to);
    }
    if (stopped > 0) {
        (void)snprintf(words, sizeof words,
                       "%zu repeat%s stopped (no thread of the program worked or waited): rates "
                       "are too low",
                       stopped, wm_style_plural(stopped));
        wm_warnings_add(words, to);
    }
    if (shared > 0) {
        (void)snprintf(words, sizeof words,
                       "%zu repeat%s shared (another process was on the GPU): rates may be far "
                       "too low",
                       shared, wm_style_plural(shared));
        wm_warnings_add(words, to);
    }
}

/* ---- below it -------------------------------------------------------------------------------- */

/* The repeats with a flag: how many have which. */
static void add_flags(const wm_model *model, wm_document *to)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_flags(model, words);
    if (words[0] != '\0')
        wm_words_say(to, "%s; %s", words,
                     model->disturbed_count == 1 ? "it counts like the others"
                                                 : "they count like the others");
    wm_warnings_unknown(model, words);
    if (words[0] != '\0')
        wm_words_say(to, "%s", words);
}

/* Whether a finding says no more than that an item was not judged. */
static bool is_not_judged(const wm_model *model, const wm_model_finding *finding)
{
    const wm_model_item *item = wm_model_item_of(model, finding->claim);
    return item != NULL && strcmp(finding->text, "n/a") == 0;
}

/* Whether a finding is shown without -v. */
static bool is_notable(const wm_model *model, const wm_model_finding *finding)
{
    return wm_tally_about(model, finding) != WM_PLANNED_FAULTS_CAUGHT &&
           !is_not_judged(model, finding);
}

/* Why an item could not be judged: of its first null check, else of its first failure. */
static const char *reason_of(const wm_model *model, const wm_model_item *item,
                             char room[WM_REASONS_SIZE])
{
    static const char *const checks[] = {"verified", "transcript"};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const wm_claim *claim = wm_claims_on(&item->claims, checks[i]);
        const char *reason = claim != NULL ? wm_reasons_find(model, claim, room) : NULL;
        if (reason != NULL)
            return reason;
    }
    return item->failure;
}

/* Whether the tables say why the item has no numbers. */
static bool has_reason_in_table(const wm_model_item *item)
{
    const wm_claim *rate = wm_claims_on(&item->claims, "rate");
    return !wm_plan_has_output(item->item) ||
           (rate != NULL && rate->value == NULL && item->item->fault.kind == WM_FAULT_NONE);
}

/* Names each item that could not be judged, with one reason, unless a table says it. Faulty items
 * that are over the budget are counted. */
static void add_not_judged(const wm_model *model, wm_document *to)
{
    size_t over = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        char room[WM_REASONS_SIZE];
        const char *reason;
        if (!item->verdict.is_unknown || has_reason_in_table(item))
            continue;
        if (item->item->fault.kind != WM_FAULT_NONE && wm_reasons_budget(item) != NULL) {
            over++;
            continue;
        }
        reason = reason_of(model, item, room);
        wm_words_say(to, "not judged: %s%s%s", item->label, reason[0] != '\0' ? ": " : "", reason);
    }
    if (over > 0)
        wm_words_say(to, "not judged: %zu item%s with a fault on purpose: %s", over,
                     wm_style_plural(over), "over the budget of the run");
}

static void add_finding(const wm_model *model, const wm_model_finding *finding, wm_document *to)
{
    const char *meaning = wm_audit_text_meaning(finding->name);
    if (meaning[0] == '\0')
        wm_overview_finding(model, finding, to);
    else
        wm_words_say(to, "finding: %s is %s%s", finding->name, finding->text, meaning);
}

/* Prints the first findings that no planned fault explains, and the number of the others. */
static void add_findings(const wm_model *model, wm_document *to)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        if (!is_notable(model, &model->finding[i]))
            continue;
        if (count++ < FINDINGS_SHOWN)
            add_finding(model, &model->finding[i], to);
    }
    if (count > FINDINGS_SHOWN)
        wm_words_say(to, "%zu more finding%s; -v shows all", count - FINDINGS_SHOWN,
                     wm_style_plural(count - FINDINGS_SHOWN));
}

static void add_notable(const wm_model *model, wm_document *to)
{
    wm_overview_light(model, to);
    add_flags(model, to);
    add_not_judged(model, to);
    add_findings(model, to);
    wm_overview_items_add_checks(model, true, to);
}

/* The tables of subjects that few records have. */
static void add_special(const wm_run_verdict *verdict, wm_document *to)
{
    const wm_model *model = verdict->model;
    wm_overview_curves_add(model, to);
    wm_overview_points_add(model, to);
    wm_overview_profiles_add(model, to);
    wm_overview_trials_add(model, to);
    wm_overview_links_add(model, to);
    if (verdict->wrapped == NULL)
        wm_overview_own_add(model, to);
}

/* ---- the last lines -------------------------------------------------------------------------- */

/* The claim that the next command shows: of the first failure, else the first one; NULL: none. */
static const char *claim_to_show(const wm_run_verdict *verdict, bool was_audited)
{
    const wm_model *model = verdict->model;
    const char *not_judged = NULL;
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        if (finding->name != NULL && is_notable(model, finding))
            return finding->name;
        if (not_judged == NULL && finding->name != NULL && is_not_judged(model, finding))
            not_judged = finding->name;
    }
    if (not_judged != NULL)
        return not_judged;
    return was_audited && model->claims.count > 0 ? model->claims.claim[0].name : NULL;
}

/* Adds the record, and the next command beside it or below. */
static void add_record(const wm_run_verdict *verdict, bool was_audited, wm_document *to)
{
    const char *claim = claim_to_show(verdict, was_audited);
    char word[WM_STYLE_SHELL_WORD], path[WM_STYLE_MASKED];
    /* `-` is what show read from the standard input; of run it is a folder with that name */
    const bool is_input = was_audited && strcmp(verdict->path, "-") == 0;
    const char *record =
        wm_document_text(to, "record %s, root %.*s", wm_style_masked(verdict->path, path),
                         ROOT_SHOWN, verdict->model->report.root);
    const char *command = wm_document_text(
        to, "witnessmark %s %s%s%s%s", claim != NULL ? "show" : "audit",
        is_input ? "-" : wm_style_shell_word(verdict->path, word), claim != NULL ? " " : "",
        claim != NULL ? claim : "", is_input ? " with the same input" : "");
    if (was_audited && !is_input && wm_model_is_of_trials(verdict->model))
        command = wm_document_text(to, "witnessmark attack --again %s -o again",
                                   wm_style_shell_word(verdict->path, word));
    wm_words_command(to, "next: ", command, NULL, record);
}

void wm_summary_add(const wm_run_verdict *verdict, bool was_audited, const wm_view *view,
                    wm_document *to)
{
    const wm_model *model = verdict->model;
    if (verdict->wrapped != NULL)
        wm_wrapped_view_add_verdict(verdict->wrapped, true, to);
    else
        wm_verdict_line_add(verdict, to);
    if (view->is_quiet)
        return;
    if (verdict->wrapped != NULL)
        wm_wrapped_view_add_command(model, verdict->wrapped, NULL, to);
    wm_machine_line_add(model, to);
    if (!view->is_verbose) /* else they are in the overview */
        wm_warnings_before(model, "", to);
    if (verdict->wrapped == NULL)
        add_warnings(verdict, to);
    else
        wm_wrapped_view_add_table(model, verdict->wrapped, to);
    wm_summary_rates_add(model, to);
    if (!view->is_verbose) {
        add_notable(model, to);
        add_special(verdict, to);
    }
    wm_words_gap(to, WM_GAP_PART);
    if (view->is_verbose) {
        wm_overview_add(model, NULL, view, to);
        wm_words_gap(to, WM_GAP_PART);
    }
    add_record(verdict, was_audited, to);
}

const char *wm_summary_verdict(const wm_model_item *item)
{
    if (item->verdict.is_wrong)
        return "wrong";
    if (item->verdict.is_unknown)
        return "not judged";
    if (item->verdict.fault == WM_PLANNED_FAULTS_CAUGHT)
        return "planned fault caught";
    if (item->verdict.fault == WM_PLANNED_FAULTS_MISSED)
        return "planned fault missed";
    if (item->item->fault.kind != WM_FAULT_NONE)
        return "not judged";
    return wm_plan_has_output(item->item) ? "pass" : "measured";
}
