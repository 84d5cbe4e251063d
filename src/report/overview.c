/* What a person reads of a record: who measured, findings, and the tables in their order. */
#include "report/overview.h"

#include "report/cells.h"
#include "report/overview_tables.h"
#include "report/style.h"
#include "report/tally.h"

#include <stdio.h>
#include <string.h>

/* Numbers from elsewhere: the producer's word. */
static wm_status print_own(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_table table = {0};
    size_t i;
    table.title = "Numbers from elsewhere (the producer's word)";
    wm_table_add_column(&table, "Claim", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Text", WM_TABLE_RIGHT, false);
    for (i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        if (strncmp(claim->name, "x.", 2) != 0)
            continue;
        wm_table_add(&table, claim->name, NULL, WM_EMPHASIS_NONE);
        wm_cells_claim(&table, results, NULL, claim);
    }
    return wm_cells_print(&table, form, out);
}

static void print_fact(const char *name, const char *value, const char *more,
                       const wm_results_form *form, FILE *out)
{
    fprintf(out, "%s%s: ", form->table == WM_TABLE_MARKDOWN ? "- " : "", name);
    wm_table_print_words(value, form->table, out);
    wm_table_print_words(more, form->table, out);
    fputc('\n', out);
}

/* Who measured what on which device. */
static void print_heading(const wm_results *results, const wm_results_form *form, FILE *out)
{
    const char *lead = form->table == WM_TABLE_MARKDOWN ? "- " : "";
    const bool is_own = strcmp(results->witness, results->device) == 0;
    char more[sizeof results->uuid + 4];
    fprintf(out, "%svalid %s\n", lead, results->report.root);
    fprintf(out,
            "%sintegrity and arithmetic hold; times, residuals and digests are the producer's word "
            "until re-verified\n",
            lead);
    (void)snprintf(more, sizeof more, "%s%s", results->uuid[0] != '\0' ? ", " : "", results->uuid);
    print_fact("device", results->device, more, form, out);
    print_fact("witness", is_own ? "the device itself" : results->witness, "", form, out);
    print_fact("made by", results->producer, "", form, out);
    (void)snprintf(more, sizeof more, ", %zu item%s", results->item_count,
                   wm_style_plural(results->item_count));
    print_fact("plan", results->plan, more, form, out);
}

/* A fault that stays unnoticed in every repeat leaves claims without a finding. */
static void print_missed(wm_results *results, const wm_results_form *form, FILE *out)
{
    size_t i;
    for (i = 0; i < results->item_count; i++) {
        const wm_results_item *item = &results->item[i];
        if (item->item.fault.in_repeats && wm_tally_judge(results, item).fault == WM_TALLY_MISSED)
            fprintf(out, "%s%smissed: the fault made on purpose in every repeat of %s%s\n",
                    form->table == WM_TABLE_MARKDOWN ? "- " : "",
                    wm_style_on(WM_EMPHASIS_BAD, form->is_coloured), item->label,
                    wm_style_off(WM_EMPHASIS_BAD, form->is_coloured));
    }
}

void wm_overview_finding(wm_results *results, const wm_results_finding *finding,
                         const wm_results_form *form, FILE *out)
{
    const wm_tally_fault fault = wm_tally_about(results, finding);
    const wm_emphasis emphasis = fault == WM_TALLY_CAUGHT ? WM_EMPHASIS_GOOD : WM_EMPHASIS_BAD;
    fprintf(out, "%s%sfinding: %s is %s", form->table == WM_TABLE_MARKDOWN ? "- " : "",
            wm_style_on(emphasis, form->is_coloured), finding->claim, finding->text);
    if (fault != WM_TALLY_NO_FAULT)
        fprintf(out, " (a fault made on purpose, %s)", wm_tally_words(fault));
    fprintf(out, "%s\n", wm_style_off(emphasis, form->is_coloured));
}

void wm_overview_findings(wm_results *results, const wm_results_form *form, FILE *out)
{
    for (size_t i = 0; i < results->finding_count; i++)
        wm_overview_finding(results, &results->finding[i], form, out);
    print_missed(results, form, out);
}

wm_status wm_overview_print(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_status status;
    print_heading(results, form, out);
    wm_overview_findings(results, form, out);
    status = wm_overview_rates_print(results, form, out);
    if (status == WM_OK && results->item_count > 0)
        status = wm_overview_checks_print(results, form, out);
    if (status == WM_OK)
        status = wm_overview_floors_print(results, form, out);
    if (status == WM_OK)
        status = wm_overview_floors_print_growth(results, form, out);
    if (status == WM_OK)
        status = wm_overview_transcripts_print(results, form, out);
    if (status == WM_OK)
        status = wm_overview_faults_print(results, form, out);
    if (status == WM_OK)
        status = print_own(results, form, out);
    return status;
}
