/* The first line of a result: the verdict, its counts, the time of the run. */
#include "report/views/verdict_line.h"

#include "base/buffer.h"
#include "record/tables/exit_status.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"
#include "study/foreign/import.h"

#include <math.h>
#include <stdlib.h>
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
    if (!wm_tables_has_output(item->item->variant))
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

static wm_status add_outputs(wm_buffer *words, const counts *of)
{
    wm_status status;
    if (of->outputs == 0)
        return WM_OK;
    status = wm_buffer_printf(words, "%zu of %zu output%s correct",
                              of->outputs - of->wrong - of->unknown, of->outputs,
                              wm_style_plural(of->outputs));
    if (status == WM_OK && of->wrong > 0)
        status = wm_buffer_printf(words, ", %zu wrong", of->wrong);
    if (status == WM_OK && of->unknown > 0)
        status = wm_buffer_printf(words, ", %zu not judged", of->unknown);
    return status;
}

/* Appends `; ` between two parts. */
static wm_status add_gap(wm_buffer *words)
{
    return words->size > 0 ? wm_buffer_puts(words, "; ") : WM_OK;
}

/* The labels of the missed faults of --inject, or of the plan. */
static wm_status add_labels(wm_buffer *words, const wm_run_verdict *verdict, bool of_injected)
{
    const wm_model *model = verdict->model;
    const char *lead = ": ";
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_model_item *item = &model->item[i];
        if (is_injected(verdict, item) != of_injected ||
            item->verdict.fault != WM_PLANNED_FAULTS_MISSED)
            continue;
        status = wm_buffer_printf(words, "%s%s", lead, item->label);
        lead = ", ";
    }
    return status;
}

static wm_status add_faults(wm_buffer *words, const wm_run_verdict *verdict, const faults *of,
                            bool are_injected)
{
    const size_t unjudged = of->all - of->caught - of->missed;
    wm_status status = of->all > 0 ? add_gap(words) : WM_OK;
    if (of->all == 0)
        return WM_OK;
    if (status == WM_OK)
        status = wm_buffer_printf(words, "%zu of %zu %s fault%s caught", of->caught, of->all,
                                  are_injected ? "injected" : "planned", wm_style_plural(of->all));
    if (status == WM_OK && unjudged > 0)
        status = wm_buffer_printf(words, ", %zu not judged", unjudged);
    if (status == WM_OK && of->missed > 0)
        status = wm_buffer_printf(words, ", %zu missed", of->missed);
    if (status == WM_OK && of->missed > 0)
        status = add_labels(words, verdict, are_injected);
    return status;
}

/* Outputs under load; they are checked as they are computed. */
static wm_status add_load(wm_buffer *words, const wm_model *model)
{
    const wm_model_load load = wm_model_load_of(model);
    wm_status status;
    if (!(load.products > 0))
        return WM_OK;
    status = add_gap(words);
    if (status == WM_OK && load.errors > 0)
        status = wm_buffer_printf(words, "%.0f of %.0f outputs under load differ from the first",
                                  load.errors, load.products);
    else if (status == WM_OK)
        status =
            wm_buffer_printf(words, "all %.0f outputs under load are identical", load.products);
    return status;
}

/* Profiles are measured, and not right or wrong. */
static wm_status add_profiles(wm_buffer *words, const wm_model *model)
{
    const wm_run_verdict_profiles of = wm_run_verdict_count_profiles(model);
    const char *name = wm_tables_procedure(WM_PROCEDURE_PROFILE)->name;
    const size_t all = wm_model_profiles(model);
    wm_status status = WM_OK;
    if (all > 0) {
        status = add_gap(words);
        if (status == WM_OK)
            status = wm_buffer_printf(words, "%zu of %zu %s%s measured", of.measured, all, name,
                                      wm_style_plural(all));
        if (status == WM_OK && of.flat > 0)
            status = wm_buffer_printf(words, ", %zu not discriminating", of.flat);
    }
    if (status == WM_OK && of.compared > 0) {
        status = add_gap(words);
        if (status == WM_OK)
            status = wm_buffer_printf(words, "%zu of %zu %s%s of the prior recalled", of.recalled,
                                      of.compared, name, wm_style_plural(of.compared));
    }
    return status;
}

/* Links, and claims that nothing here can judge. */
static wm_status add_others(wm_buffer *words, const wm_model *model)
{
    const size_t links = wm_tally_links(model);
    size_t own = 0;
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->claims.count; i++)
        own += model->claims.claim[i].subject == WM_SUBJECT_OWN;
    if (model->item_count == 0 && model->prior_count > 0)
        status =
            wm_buffer_printf(words, "%zu records compared, nothing measured", model->prior_count);
    if (status == WM_OK && links > 0) {
        status = add_gap(words);
        if (status == WM_OK)
            status = wm_buffer_printf(words, "%zu finding%s about links to the prior", links,
                                      wm_style_plural(links));
    }
    if (status == WM_OK && own > 0) {
        status = add_gap(words);
        if (status == WM_OK)
            status = wm_buffer_printf(words, "%zu external number%s, %s", own, wm_style_plural(own),
                                      wm_plan_origin_is_imported(&model->plan, model->plan_name)
                                          ? WM_IMPORT_MARK
                                          : "the producer's claim");
    }
    return status;
}

static wm_status add_words(wm_buffer *words, const wm_run_verdict *verdict)
{
    counts of = {0, 0, 0, {0, 0, 0}, {0, 0, 0}};
    wm_status status;
    for (size_t i = 0; i < verdict->model->item_count; i++)
        count_item(verdict, &verdict->model->item[i], &of);
    status = add_outputs(words, &of);
    if (status == WM_OK)
        status = add_faults(words, verdict, &of.injected, true);
    if (status == WM_OK)
        status = add_faults(words, verdict, &of.planned, false);
    if (status == WM_OK)
        status = add_load(words, verdict->model);
    if (status == WM_OK)
        status = add_profiles(words, verdict->model);
    return status == WM_OK ? add_others(words, verdict->model) : status;
}

/* The time from the first start to the last observation; empty without one. */
static void write_time(const wm_model *model, char text[WM_STYLE_DURATION])
{
    text[0] = '\0';
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject == WM_SUBJECT_RECORD && claim->value != NULL &&
            strcmp(claim->quantity->name, "wall_time") == 0)
            wm_style_duration(strtod(claim->value, NULL), text);
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
    const bool is_unjudged = exit_status == WM_EXIT_YES && verdict->model->item_count == 0;
    wm_words_word(line, is_unjudged ? WM_EMPHASIS_NONE : words[exit_status].emphasis,
                  is_unjudged ? "VALID" : words[exit_status].word);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "      ");
}

void wm_verdict_line_add(const wm_run_verdict *verdict, wm_document *to)
{
    wm_words *line = wm_words_item(to);
    wm_buffer words = WM_BUFFER_EMPTY;
    char time[WM_STYLE_DURATION];
    wm_document_fail(to, add_words(&words, verdict));
    write_time(verdict->model, time);
    add_word(verdict, line);
    wm_words_add(line, "%s", wm_document_take(to, &words));
    line->right = time[0] != '\0' ? wm_document_copy(to, time) : NULL;
}
