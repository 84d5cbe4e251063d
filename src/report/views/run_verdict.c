/* The verdict of a run: counts, exit status, JSON.
 *
 * A status of 0 must not stand beside evidence that was lost, or that nobody compared. A class that
 * is undetermined is about a rate alone: a busy machine gives one, and the outputs are whole. */
#include "report/views/run_verdict.h"

#include "report/views/warnings.h"

#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/views/export.h"

#include <string.h>

wm_run_verdict wm_run_verdict_make(wm_model *model, const char *path, wm_run_verdict_fault injected)
{
    return (wm_run_verdict){
        .model = model, .path = path, .injected = injected, .tally = wm_tally_count(model)};
}

int wm_run_verdict_worse(int a, int b)
{
    static const int RANK[] = {
        [WM_EXIT_YES] = 0, [WM_EXIT_INCONCLUSIVE] = 1, [WM_EXIT_NO] = 2, [WM_EXIT_TROUBLE] = 3};
    return RANK[a] >= RANK[b] ? a : b;
}

int wm_run_verdict_kept(const char *links, const char *evidence)
{
    if (links == NULL || strcmp(links, "0") == 0)
        return WM_EXIT_YES; /* nothing that could have been kept */
    if (evidence != NULL && strcmp(evidence, "no") == 0)
        return WM_EXIT_NO;
    return evidence != NULL && (strcmp(evidence, "yes") == 0 ||
                                strcmp(evidence, "partial: class undetermined") == 0)
               ? WM_EXIT_YES
               : WM_EXIT_INCONCLUSIVE;
}

const wm_claim *wm_run_verdict_next_lost(const wm_model *model, wm_claims_group *of)
{
    while (wm_claims_next(&model->claims, of)) {
        const wm_claim *links = wm_claims_on(of, "links");
        const wm_claim *evidence = wm_claims_on(of, "evidence_preserving");
        if (of->claim->subject == WM_SUBJECT_PRIOR && links != NULL && evidence != NULL &&
            wm_run_verdict_kept(links->text, evidence->text) != WM_EXIT_YES)
            return evidence;
    }
    return NULL;
}

const char *wm_run_verdict_lost_words(const wm_claim *claim, wm_document *to)
{
    return wm_document_text(to, "evidence of %s preserved: %.40s", claim->label, claim->text);
}

/* The worst that the record says of its priors. */
static int evidence_exit(const wm_model *model)
{
    wm_claims_group of = {NULL, 0};
    const wm_claim *lost;
    int worst = WM_EXIT_YES;
    while ((lost = wm_run_verdict_next_lost(model, &of)) != NULL)
        worst = wm_run_verdict_worse(
            worst, wm_run_verdict_kept(wm_claims_on(&of, "links")->text, lost->text));
    return worst;
}

int wm_run_verdict_exit(const wm_run_verdict *verdict)
{
    const wm_tally *tally = &verdict->tally;
    if (tally->wrong + tally->missed > 0 ||
        (verdict->injected.kind != WM_FAULT_NONE && tally->caught > 0) ||
        wm_tally_links(verdict->model) > 0)
        return WM_EXIT_NO;
    return wm_run_verdict_worse(tally->unknown > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES,
                                evidence_exit(verdict->model));
}

/* Whether any item could be compared with one of the first record. Without an agreement that says
 * so, no word of a comparison holds. */
static bool has_compared(const wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        const bool is_profile = claim->subject == WM_SUBJECT_RECALL;
        const wm_function needed = is_profile ? WM_FUNCTION_DISTANCE : WM_FUNCTION_AGREEMENT;
        if ((claim->subject == WM_SUBJECT_LINK || is_profile) &&
            claim->quantity->function == needed && claim->value != NULL &&
            strncmp(claim->value, "not comparable", strlen("not comparable")) != 0)
            return true;
    }
    return false;
}

int wm_run_verdict_differential(const wm_model *model)
{
    if (wm_tally_links(model) > 0)
        return WM_EXIT_NO;
    return wm_run_verdict_worse(has_compared(model) ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE,
                                evidence_exit(model));
}

wm_run_verdict_profiles wm_run_verdict_count_profiles(const wm_model *model)
{
    wm_run_verdict_profiles counts = {0, 0, 0, 0};
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        const bool is_yes = claim->value != NULL && strcmp(claim->value, "yes") == 0;
        if (claim->subject == WM_SUBJECT_RECALL &&
            claim->quantity->function == WM_FUNCTION_RECALLED) {
            counts.compared += claim->value != NULL;
            counts.recalled += is_yes;
        } else if (claim->subject == WM_SUBJECT_PROFILE &&
                   claim->quantity->function == WM_FUNCTION_DISCRIMINATING) {
            const bool has_failed = model->item[claim->index].failure[0] != '\0';
            counts.measured += !has_failed;
            counts.flat += !has_failed && !is_yes;
        }
    }
    return counts;
}

/* ---- JSON ---- */

static void add_missed(wm_document *to, wm_model *model)
{
    wm_data_list(to, "faults_missed");
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].verdict.fault == WM_PLANNED_FAULTS_MISSED)
            wm_data_text(to, NULL, model->item[i].label);
    wm_data_end_list(to);
}

/* How many repeats have each flag that any has. */
static void add_flags(wm_document *to, const wm_model *model)
{
    wm_data_object(to, "flags");
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (wm_model_flagged(model, (wm_flag)i) > 0)
            wm_data_count(to, wm_rule_flag_word((wm_flag)i), wm_model_flagged(model, (wm_flag)i));
    wm_data_end_object(to);
}

static void add_profiles(wm_document *to, const wm_model *model)
{
    const wm_run_verdict_profiles counts = wm_run_verdict_count_profiles(model);
    wm_data_count(to, "profiles", wm_model_profiles(model));
    wm_data_count(to, "profiles_not_discriminating", counts.flat);
    wm_data_count(to, "recalls", counts.compared);
    wm_data_count(to, "recalls_yes", counts.recalled);
}

static void add_cause(wm_document *to, size_t count, const char *words)
{
    if (count > 0)
        wm_data_text(to, NULL, wm_document_text(to, "%zu %s", count, words));
}

/* Why the status is not `pass`. */
static void add_causes(wm_document *to, const wm_run_verdict *verdict)
{
    const wm_tally *tally = &verdict->tally;
    const size_t links = wm_tally_links(verdict->model);
    const wm_claim *lost;
    wm_claims_group of = {NULL, 0};
    wm_data_list(to, "causes");
    add_cause(to, tally->wrong, "wrong");
    add_cause(to, tally->unknown, "not judged");
    add_cause(to, tally->missed, tally->missed == 1 ? "fault missed" : "faults missed");
    if (verdict->injected.kind != WM_FAULT_NONE)
        add_cause(to, tally->caught,
                  tally->caught == 1 ? "injected fault caught" : "injected faults caught");
    add_cause(to, links,
              links == 1 ? "finding about links to the prior"
                         : "findings about links to the prior");
    while ((lost = wm_run_verdict_next_lost(verdict->model, &of)) != NULL)
        wm_data_text(to, NULL, wm_run_verdict_lost_words(lost, to));
    wm_data_end_list(to);
}

void wm_run_verdict_export(const wm_run_verdict *verdict, wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "", "inconclusive"}; /* by exit status */
    wm_model *model = verdict->model;
    wm_data_begin(to, "run", words[wm_run_verdict_exit(verdict)]);
    wm_data_text(to, "record", verdict->path);
    wm_data_text(to, "root", model->report.root);
    add_causes(to, verdict);
    wm_data_count(to, "items", model->item_count);
    wm_data_count(to, "items_wrong", verdict->tally.wrong);
    wm_data_count(to, "items_not_judged", verdict->tally.unknown);
    wm_data_count(to, "faults_caught", verdict->tally.caught);
    add_missed(to, model);
    wm_data_count(to, "load_products", (size_t)wm_model_load_of(model).products);
    wm_data_count(to, "load_errors", (size_t)wm_model_load_of(model).errors);
    add_profiles(to, model);
    wm_data_count(to, "link_findings", wm_tally_links(model));
    wm_data_count(to, "repeats_disturbed", model->disturbed_count);
    add_flags(to, model);
    wm_warnings_export(model, to);
    wm_data_count(to, "claims", model->claims.count);
    wm_export_findings(to, model);
}
