/* The first line of a result: the verdict, its counts, the time of the run. */
#include "report/views/summary.h"

#include "record/tables/exit_status.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"
#include "study/foreign/import.h"

#include <math.h>
#include <string.h>

/* Faults and their outcomes. */
typedef struct {
    size_t all, caught, missed;
} faults;

/* Outputs are those of items without a fault. Of an item with a fault that is something else too,
 * for example wrong under load, the output counts as well. */
typedef struct {
    size_t outputs, wrong, unknown;
    faults planned, injected;
} counts;

/* Whether --inject made the fault of an item. */
static bool is_injected(const wm_run_verdict *verdict, const wm_model_item *item)
{
    const wm_run_verdict_fault *asked = &verdict->injected;
    const char *label = asked->label != NULL ? asked->label : "";
    const size_t size = strlen(label);
    if (asked->kind == WM_FAULT_NONE || item->item->fault.kind != asked->kind ||
        item->item->fault.in_repeats)
        return false;
    return size == 0 || (strncmp(item->label, label, size) == 0 &&
                         strncmp(item->label + size, ".injected_", strlen(".injected_")) == 0);
}

static void count_item(const wm_run_verdict *verdict, const wm_model_item *item, counts *of)
{
    const wm_model_verdict found = item->verdict;
    faults *group = is_injected(verdict, item) ? &of->injected : &of->planned;
    const bool has_fault = item->item->fault.kind != WM_FAULT_NONE;
    const bool is_judged =
        found.fault == WM_PLANNED_FAULTS_CAUGHT || found.fault == WM_PLANNED_FAULTS_MISSED;
    if (!wm_plan_has_output(item->item))
        return; /* it has no output */
    if (has_fault) {
        group->all++;
        group->caught += found.fault == WM_PLANNED_FAULTS_CAUGHT;
        group->missed += found.fault == WM_PLANNED_FAULTS_MISSED;
    }
    if (!has_fault || found.is_wrong || (is_judged && found.is_unknown)) {
        of->outputs++;
        of->wrong += found.is_wrong;
        of->unknown += found.is_unknown;
    }
}

/* Begins the next part of the line. */
static void begin_part(wm_words *line)
{
    if (line->count > line->lead)
        wm_words_add(line, "; ");
}

static void add_outputs(wm_words *line, const counts *of)
{
    if (of->outputs == 0)
        return;
    wm_words_add(line, "%zu of %zu output%s correct", of->outputs - of->wrong - of->unknown,
                 of->outputs, wm_style_plural(of->outputs));
    if (of->wrong > 0)
        wm_words_add(line, ", %zu wrong", of->wrong);
    if (of->unknown > 0)
        wm_words_add(line, ", %zu not judged", of->unknown);
}

/* The labels of the missed faults of --inject, or of the plan. */
static void add_labels(wm_words *line, const wm_run_verdict *verdict, bool of_injected)
{
    const wm_model *model = verdict->model;
    const char *lead = ": ";
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (is_injected(verdict, item) != of_injected ||
            item->verdict.fault != WM_PLANNED_FAULTS_MISSED)
            continue;
        wm_words_add(line, "%s%s", lead, item->label);
        lead = ", ";
    }
}

static void add_faults(wm_words *line, const wm_run_verdict *verdict, const faults *of,
                       bool are_injected)
{
    const size_t unjudged = of->all - of->caught - of->missed;
    if (of->all == 0)
        return;
    begin_part(line);
    wm_words_add(line, "%zu of %zu %s fault%s caught", of->caught, of->all,
                 are_injected ? "injected" : "planned", wm_style_plural(of->all));
    if (unjudged > 0)
        wm_words_add(line, ", %zu not judged", unjudged);
    if (of->missed > 0) {
        wm_words_add(line, ", %zu missed", of->missed);
        add_labels(line, verdict, are_injected);
    }
}

/* Outputs under load; they are checked as they are computed. */
static void add_load(wm_words *line, const wm_model *model)
{
    const wm_model_load load = wm_model_load_of(model);
    if (!(load.products > 0))
        return;
    begin_part(line);
    if (load.errors > 0)
        wm_words_add(line, "%.0f of %.0f outputs under load differ from the first", load.errors,
                     load.products);
    else
        wm_words_add(line, "all %.0f outputs under load are identical", load.products);
}

/* Profiles are measured, and not right or wrong. */
static void add_profiles(wm_words *line, const wm_model *model)
{
    const wm_run_verdict_profiles of = wm_run_verdict_count_profiles(model);
    const char *name = wm_tables_procedure(WM_PROCEDURE_PROFILE)->name;
    const size_t all = wm_model_profiles(model);
    if (all > 0) {
        begin_part(line);
        wm_words_add(line, "%zu of %zu %s%s measured", of.measured, all, name,
                     wm_style_plural(all));
    }
    if (all > 0 && of.flat > 0)
        wm_words_add(line, ", %zu not discriminating", of.flat);
    if (of.compared > 0) {
        begin_part(line);
        wm_words_add(line, "%zu of %zu %s%s of the prior recalled", of.recalled, of.compared, name,
                     wm_style_plural(of.compared));
    }
}

/* Trials say how often checks rejected. That is measured, and not right or wrong. */
static void add_trials(wm_words *line, const wm_model *model)
{
    size_t items = 0, failed = 0, trials = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (wm_plan_procedure(item->item) != WM_PROCEDURE_TRIALS)
            continue;
        items++;
        failed += item->failure[0] != '\0';
        trials += item->failure[0] == '\0' ? item->item->repeats : 0;
    }
    if (items == 0)
        return;
    begin_part(line);
    wm_words_add(line, "%zu trial%s of the checks in %zu item%s", trials, wm_style_plural(trials),
                 items - failed, wm_style_plural(items - failed));
    if (failed > 0)
        wm_words_add(line, ", %zu failed", failed);
}

/* The evidence of priors that was not kept, or of which part is missing. */
static void add_evidence(wm_words *line, const wm_model *model)
{
    wm_claims_group of = {NULL, 0};
    const wm_claim *lost;
    while ((lost = wm_run_verdict_next_lost(model, &of)) != NULL) {
        begin_part(line);
        wm_words_add(line, "%s", wm_run_verdict_lost_words(lost, line->document));
    }
}

/* Links, and claims that nothing here can judge. */
static void add_others(wm_words *line, const wm_model *model)
{
    const size_t links = wm_tally_links(model);
    size_t own = 0;
    for (size_t i = 0; i < model->claims.count; i++)
        own += model->claims.claim[i].subject == WM_SUBJECT_OWN;
    if (model->item_count == 0 && model->prior_count > 0) {
        begin_part(line);
        wm_words_add(line, "%zu records compared, nothing measured", model->prior_count);
    }
    if (links > 0) {
        begin_part(line);
        wm_words_add(line, "%zu finding%s about links to the prior", links, wm_style_plural(links));
    }
    add_evidence(line, model);
    if (own > 0) {
        begin_part(line);
        wm_words_add(line, "%zu external number%s, %s", own, wm_style_plural(own),
                     wm_plan_origin_is_imported(&model->plan, model->plan_name)
                         ? WM_IMPORT_MARK
                         : "the producer's claim");
    }
}

/* Adds the word, the lead of the line. */
static void add_word(const wm_run_verdict *verdict, wm_words *line)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } words[] = {/* by exit status */
                 {"PASS", WM_EMPHASIS_GOOD},
                 {"FAIL", WM_EMPHASIS_BAD},
                 {"", WM_EMPHASIS_NONE},
                 {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const int exit_status = wm_run_verdict_exit(verdict);
    const bool is_unjudged = exit_status == WM_EXIT_YES && (verdict->model->item_count == 0 ||
                                                            wm_model_is_of_trials(verdict->model));
    wm_words_word(line, is_unjudged ? WM_EMPHASIS_NONE : words[exit_status].emphasis,
                  is_unjudged ? "VALID" : words[exit_status].word);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "      ");
}

void wm_verdict_line_add(const wm_run_verdict *verdict, wm_document *to)
{
    const wm_model *model = verdict->model;
    const double seconds =
        wm_claims_number(wm_model_claim_of(model, WM_SUBJECT_RECORD, 0, "wall_time"));
    wm_words *line = wm_words_item(to);
    counts of = {0, 0, 0, {0, 0, 0}, {0, 0, 0}};
    char time[WM_STYLE_DURATION];
    for (size_t i = 0; i < model->item_count; i++)
        count_item(verdict, &model->item[i], &of);
    add_word(verdict, line);
    add_outputs(line, &of);
    add_faults(line, verdict, &of.injected, true);
    add_faults(line, verdict, &of.planned, false);
    add_load(line, model);
    add_profiles(line, model);
    add_trials(line, model);
    add_others(line, model);
    /* from the first start to the last observation */
    wm_style_duration(seconds, time);
    line->right = isnan(seconds) ? NULL : wm_document_copy(to, time);
}
