/* The tables that a person reads of a record: rates, checks, floors, transcripts. */
#include "cli/overview.h"

#include "cli/tally.h"
#include "cli/why.h"
#include "evidence/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATION_WIDTH = 40 };

/* What was measured: the quantities and the device state of the paper's Table 3, with the interval. */
static void rate_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Median rate", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "95 % interval", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Disp.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Clock", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "rho_clk", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Perf.", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Power", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Temp.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Peak mem.", WM_TABLE_RIGHT, true);
}

/* What was checked: the numerics of Table 3, with what each is judged by. */
static void check_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Output", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Divergence", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Residual", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Tolerance", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Row stat.", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Threshold", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Verified", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Transcript", WM_TABLE_LEFT, false);
}

static void floor_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Floor", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Predicted", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Basis", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Tolerance", WM_TABLE_RIGHT, false);
}

/* A word's emphasis: what passed, what failed, what is neither. */
static wm_emphasis emphasis_of(const char *word)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } known[] = {
        {"PASS", WM_EMPHASIS_GOOD},
        {"accept", WM_EMPHASIS_GOOD},
        {"FAIL", WM_EMPHASIS_BAD},
        {"reject", WM_EMPHASIS_BAD},
        {"injected reject", WM_EMPHASIS_BAD},
        {"injected accept", WM_EMPHASIS_BAD},
        {"repaired", WM_EMPHASIS_ODD},
        {"injected repaired", WM_EMPHASIS_ODD},
        {"undecided", WM_EMPHASIS_ODD},
        {"undetermined", WM_EMPHASIS_ODD},
        {"off prediction", WM_EMPHASIS_ODD},
    };
    size_t i;
    for (i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].word, word) == 0)
            return known[i].emphasis;
    return WM_EMPHASIS_NONE;
}

/* item may be NULL: a claim of none. */
static void add_claim(wm_table *table, wm_results *results, const wm_results_item *item,
                      const wm_claim *claim)
{
    char room[WM_WHY_SIZE];
    if (claim == NULL)
        wm_table_add(table, NULL, "for gemm alone", WM_EMPHASIS_NONE);
    else if (claim->value == NULL)
        wm_table_add(table, NULL, wm_why(results, item, claim, room), WM_EMPHASIS_ODD);
    else
        wm_table_add(table, claim->text, wm_why(results, item, claim, room),
                     claim->is_word ? emphasis_of(claim->value) : WM_EMPHASIS_NONE);
}

static void add_quantity(wm_table *table, wm_results *results, const wm_results_item *item,
                         const char *name)
{
    add_claim(table, results, item, wm_claims_find(&results->claims, item->label, name));
}

static void add_quantities(wm_table *table, wm_results *results, const wm_results_item *item,
                           const char *const *names)
{
    for (; *names != NULL; names++)
        add_quantity(table, results, item, *names);
}

/* Both ends of the interval; their unit only where the rate's own is another. */
static void add_interval(wm_table *table, wm_results *results, const wm_results_item *item)
{
    const wm_claim *rate = wm_claims_find(&results->claims, item->label, "rate");
    const wm_claim *low = wm_claims_find(&results->claims, item->label, "rate_low");
    const wm_claim *high = wm_claims_find(&results->claims, item->label, "rate_high");
    const char *unit, *low_unit, *high_unit;
    char text[128];
    if (rate == NULL || low == NULL || high == NULL || low->value == NULL || high->value == NULL) {
        add_claim(table, results, item, low);
        return;
    }
    unit = rate->value != NULL ? strchr(rate->text, ' ') : NULL;
    low_unit = strchr(low->text, ' ');
    high_unit = strchr(high->text, ' ');
    if (unit != NULL && low_unit != NULL && high_unit != NULL && strcmp(unit, low_unit) == 0 &&
        strcmp(unit, high_unit) == 0)
        (void)snprintf(text, sizeof text, "%.*s .. %.*s", (int)(low_unit - low->text), low->text,
                       (int)(high_unit - high->text), high->text);
    else
        (void)snprintf(text, sizeof text, "%s .. %s", low->text, high->text);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* The repeats that count although something disturbed them, below the rates that they are part of. */
static void print_disturbed(const wm_results *results, const wm_results_form *form, FILE *out)
{
    const bool is_markdown = form->table == WM_TABLE_MARKDOWN;
    char words[WM_WHY_SIZE];
    size_t i;
    if (results->disturbed_count == 0)
        return;
    fprintf(out, "%sDisturbed repeats, counted all the same:%s\n", is_markdown ? "\n" : "",
            is_markdown ? "\n" : "");
    for (i = 0; i < results->item_count; i++) {
        wm_why_disturbed(results, &results->item[i], words);
        if (words[0] != '\0')
            fprintf(out, "%s%s: %s\n", is_markdown ? "- " : "  ", results->item[i].label, words);
    }
}

static wm_status print_rates(wm_results *results, const wm_results_form *form, FILE *out)
{
    static const char *const state[] = {"dispersion",        "clock", "clock_correlation",
                                        "performance_class", "power", "temperature",
                                        "peak_memory",       NULL};
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Rates";
    if (results->item_count > 0)
        fputc('\n', out);
    rate_columns(&table);
    for (i = 0; i < results->item_count; i++) {
        const wm_results_item *item = &results->item[i];
        wm_table_add(&table, item->label, NULL, WM_EMPHASIS_NONE);
        add_quantity(&table, results, item, "rate");
        add_interval(&table, results, item);
        add_quantities(&table, results, item, state);
    }
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    print_disturbed(results, form, out);
    return status;
}

static wm_status print_checks(wm_results *results, const wm_results_form *form, FILE *out)
{
    static const char *const names[] = {"numerical_class", "divergence",    "residual",
                                        "tolerance",       "row_statistic", "row_threshold",
                                        "verified",        "transcript",    NULL};
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Checks";
    fputc('\n', out);
    check_columns(&table);
    for (i = 0; i < results->item_count; i++) {
        wm_table_add(&table, results->item[i].label, NULL, WM_EMPHASIS_NONE);
        add_quantities(&table, results, &results->item[i], names);
    }
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

static bool has_growing_floor(const wm_item *item)
{
    return item->variant->is_gemm && item->variant->bound == WM_BOUND_FAST;
}

static wm_status print_floors(wm_results *results, const wm_results_form *form, FILE *out)
{
    static const char *const names[] = {"floor", "predicted_floor", "basis", "tolerance", NULL};
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Residual floors (median over 64 probe seeds)";
    floor_columns(&table);
    for (i = 0; i < results->item_count; i++) {
        if (!results->item[i].item.variant->is_gemm || has_growing_floor(&results->item[i].item))
            continue;
        wm_table_add(&table, results->item[i].label, NULL, WM_EMPHASIS_NONE);
        add_quantities(&table, results, &results->item[i], names);
    }
    if (wm_table_rows(&table) > 0)
        fputc('\n', out);
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

static void add_number(wm_table *table, double value, wm_text_format format, const char *reason)
{
    wm_result result = {WM_RESULT_NUMBER, value, NULL};
    char text[WM_TEXT_SIZE];
    if (!(fabs(value) <= 1.7976931348623157e308)) {
        wm_table_add(table, NULL, reason, WM_EMPHASIS_NONE);
        return;
    }
    wm_text_write(&result, format, "1", text);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* The last item before `index` with a floor of the same kind and a smaller k, or NULL. */
static const wm_results_item *smaller_sibling(const wm_results *results, size_t index)
{
    const wm_item *item = &results->item[index].item;
    while (index-- > 0) {
        const wm_item *other = &results->item[index].item;
        if (other->variant == item->variant && other->fault.kind == WM_FAULT_NONE &&
            other->dimension[2] < item->dimension[2])
            return &results->item[index];
    }
    return NULL;
}

static double number_of(wm_claims *claims, const char *label, const char *quantity)
{
    const wm_claim *claim = wm_claims_find(claims, label, quantity);
    return claim == NULL || claim->value == NULL ? (double)NAN : strtod(claim->value, NULL);
}

/* A floor over that of the size before, beside what the square root of k grew by. */
static void add_growth(wm_table *table, wm_results *results, size_t index)
{
    const wm_results_item *item = &results->item[index];
    const wm_results_item *before = smaller_sibling(results, index);
    const char *reason = before == NULL ? "the smallest k" : "a floor is not there";
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    add_quantity(table, results, item, "floor");
    add_number(table,
               before == NULL ? (double)NAN
                              : number_of(&results->claims, item->label, "floor") /
                                    number_of(&results->claims, before->label, "floor"),
               WM_TEXT_FIXED2, reason);
    add_number(table,
               before == NULL
                   ? (double)NAN
                   : sqrt((double)item->item.dimension[2] / (double)before->item.dimension[2]),
               WM_TEXT_FIXED2, reason);
    add_quantity(table, results, item, "tolerance");
}

/* Floors without a prediction that holds at all sizes: with how they grow from one size to the next. */
static wm_status print_growth(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Floors that grow with k (fp8_fast: no prediction, an a-priori tolerance)";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Floor", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Growth", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "sqrt(k) grew", WM_TABLE_RIGHT, true);
    wm_table_add_column(&table, "Tolerance", WM_TABLE_RIGHT, false);
    for (i = 0; i < results->item_count; i++)
        if (has_growing_floor(&results->item[i].item))
            add_growth(&table, results, i);
    if (wm_table_rows(&table) > 0)
        fputc('\n', out);
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

/* What was done. The aligned table has its first words, and all of them in a note. */
static void add_operation(wm_table *table, const wm_results_form *form, const char *operation)
{
    char first[OPERATION_WIDTH + 1];
    size_t size = strcspn(operation, ",;(:");
    if (form->table != WM_TABLE_PLAIN || strlen(operation) <= OPERATION_WIDTH) {
        wm_table_add(table, operation, NULL, WM_EMPHASIS_NONE);
        return;
    }
    if (size > OPERATION_WIDTH)
        size = OPERATION_WIDTH;
    while (size > 0 && (operation[size] & 0xc0) == 0x80)
        size--;
    (void)snprintf(first, sizeof first, "%.*s", (int)size, operation);
    wm_table_add(table, first, operation, WM_EMPHASIS_NONE);
}

static void add_stage(wm_table *table, const wm_results_form *form, wm_results *results,
                      const wm_results_stage *stage)
{
    wm_table_add(table, results->item[stage->item].label, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, stage->stage, NULL, WM_EMPHASIS_NONE);
    add_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    wm_table_add(table, stage->decision, NULL, emphasis_of(stage->decision));
    add_operation(table, form, stage->operation);
}

/* Whether an item's transcript is worth its rows: everything but acquire, witness, accept. */
static bool is_eventful(wm_results *results, size_t item)
{
    const wm_claim *claim =
        wm_claims_find(&results->claims, results->item[item].label, "transcript");
    size_t i, count = 0;
    for (i = 0; i < results->stage_count; i++)
        count += results->stage[i].item == item;
    return count > 1 || claim == NULL || claim->value == NULL ||
           strcmp(claim->value, "accept") != 0;
}

static wm_status print_transcripts(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    size_t item, i, quiet = 0;
    table.title = "Transcripts";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Stage", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Residual", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Decision", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Operation", WM_TABLE_LEFT, false);
    for (item = 0; item < results->item_count; item++) {
        if (!form->all_transcripts && !is_eventful(results, item)) {
            quiet++;
            continue;
        }
        for (i = 0; i < results->stage_count; i++)
            if (results->stage[i].item == item)
                add_stage(&table, form, results, &results->stage[i]);
    }
    if (wm_table_rows(&table) > 0)
        fputc('\n', out);
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    if (quiet > 0)
        fprintf(out, "\nTranscripts of %zu item%s: acquired, witnessed, accepted%s\n", quiet,
                quiet == 1 ? "" : "s", wm_table_rows(&table) > 0 ? " (not listed)" : "");
    wm_table_clear(&table);
    return status;
}

/* Whether the fault of an item was noticed. */
static void add_caught(wm_table *table, wm_results *results, const wm_results_item *item)
{
    const wm_tally_fault became = wm_tally_judge(results, item).fault;
    if (became == WM_TALLY_NOT_JUDGED)
        wm_table_add(table, NULL, "the check could not be decided", WM_EMPHASIS_ODD);
    else if (became == WM_TALLY_CAUGHT)
        wm_table_add(table, "yes", NULL, WM_EMPHASIS_GOOD);
    else
        wm_table_add(table, "no", NULL, WM_EMPHASIS_BAD);
}

/* One injected fault: what the output was without it, and whether the witness noticed. */
static void add_fault(wm_table *table, wm_results *results, const wm_results_stage *stage)
{
    static const char *const names[] = {"divergence", "residual", "tolerance", NULL};
    const wm_results_item *item = &results->item[stage->item];
    const char *words = strchr(stage->operation, ':'); /* behind `fault: ` */
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    add_quantities(table, results, item, names);
    add_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    add_caught(table, results, item);
    wm_table_add(table, words != NULL ? words + 2 : stage->operation, NULL, WM_EMPHASIS_NONE);
}

/* The item without a fault that is otherwise the same, or NULL. */
static const wm_results_item *sound_twin(const wm_results *results, const wm_results_item *item)
{
    size_t i;
    for (i = 0; i < results->item_count; i++) {
        const wm_item *other = &results->item[i].item;
        if (other->fault.kind == WM_FAULT_NONE && other->variant == item->item.variant &&
            memcmp(other->dimension, item->item.dimension, sizeof other->dimension) == 0)
            return &results->item[i];
    }
    return NULL;
}

/* A fault in every repeat: what the same item without it read, and whether the repeats' own check noticed. */
static void add_consistent(wm_table *table, wm_results *results, const wm_results_item *item)
{
    const wm_results_item *twin = sound_twin(results, item);
    char words[64];
    (void)snprintf(words, sizeof words, "%s, in every repeat",
                   wm_quantity_fault(item->item.fault.kind));
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    add_quantity(table, results, item, "divergence");
    if (twin != NULL)
        add_quantity(table, results, twin, "residual");
    else
        wm_table_add(table, NULL, "the plan has no such item without the fault", WM_EMPHASIS_NONE);
    add_quantity(table, results, item, "tolerance");
    add_quantity(table, results, item, "residual");
    add_caught(table, results, item);
    wm_table_add(table, words, NULL, WM_EMPHASIS_NONE);
}

/* Faults that were made on purpose, as in the paper's Table 2. */
static wm_status print_faults(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Faults made on purpose";
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Divergence", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Without fault", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Tolerance", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "With fault", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Caught", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Fault", WM_TABLE_LEFT, false);
    for (i = 0; i < results->stage_count; i++)
        if (strcmp(results->stage[i].stage, "inject") == 0)
            add_fault(&table, results, &results->stage[i]);
    for (i = 0; i < results->item_count; i++)
        if (results->item[i].item.fault.in_repeats &&
            wm_tally_judge(results, &results->item[i]).fault != WM_TALLY_NO_FAULT)
            add_consistent(&table, results, &results->item[i]);
    if (wm_table_rows(&table) > 0)
        fputc('\n', out);
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

/* Numbers from elsewhere: the producer's word. */
static wm_status print_own(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    size_t i;
    table.title = "Numbers from elsewhere (the producer's word)";
    wm_table_add_column(&table, "Claim", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Text", WM_TABLE_RIGHT, false);
    for (i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        if (strncmp(claim->name, "x.", 2) != 0)
            continue;
        wm_table_add(&table, claim->name, NULL, WM_EMPHASIS_NONE);
        add_claim(&table, results, NULL, claim);
    }
    if (wm_table_rows(&table) > 0)
        fputc('\n', out);
    status = wm_table_print(&table, form->table, form->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

/* Who measured what on which device. */
static void print_heading(const wm_results *results, const wm_results_form *form, FILE *out)
{
    const char *lead = form->table == WM_TABLE_MARKDOWN ? "- " : "";
    fprintf(out, "%svalid %s\n", lead, results->report.root);
    fprintf(out,
            "%sintegrity and arithmetic hold; times, residuals and digests are the producer's word "
            "until re-verified\n",
            lead);
    fprintf(out, "%sdevice: %s%s%s\n", lead, results->device, results->uuid[0] != '\0' ? ", " : "",
            results->uuid);
    fprintf(out, "%switness: %s\n", lead,
            strcmp(results->witness, results->device) == 0 ? "the device itself"
                                                           : results->witness);
    fprintf(out, "%smade by: %s\n", lead, results->producer);
    fprintf(out, "%splan: %s, %zu item%s\n", lead, results->plan, results->item_count,
            results->item_count == 1 ? "" : "s");
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

void wm_overview_findings(wm_results *results, const wm_results_form *form, FILE *out)
{
    size_t i;
    for (i = 0; i < results->finding_count; i++) {
        static const char *const notes[] = {
            [WM_TALLY_NO_FAULT] = "",
            [WM_TALLY_CAUGHT] = " (a fault made on purpose, caught)",
            [WM_TALLY_MISSED] = " (a fault made on purpose, missed)",
            [WM_TALLY_NOT_JUDGED] = " (a fault made on purpose, not judged)"};
        const wm_tally_fault fault = wm_tally_about(results, &results->finding[i]);
        const wm_emphasis emphasis = fault == WM_TALLY_CAUGHT ? WM_EMPHASIS_GOOD : WM_EMPHASIS_BAD;
        fprintf(out, "%s%sfinding: %s is %s%s%s\n", form->table == WM_TABLE_MARKDOWN ? "- " : "",
                wm_style_on(emphasis, form->is_coloured), results->finding[i].claim,
                results->finding[i].text, notes[fault], wm_style_off(emphasis, form->is_coloured));
    }
    print_missed(results, form, out);
}

wm_status wm_overview_print(wm_results *results, const wm_results_form *form, FILE *out)
{
    wm_status status;
    print_heading(results, form, out);
    wm_overview_findings(results, form, out);
    status = print_rates(results, form, out);
    if (status == WM_OK && results->item_count > 0)
        status = print_checks(results, form, out);
    if (status == WM_OK)
        status = print_floors(results, form, out);
    if (status == WM_OK)
        status = print_growth(results, form, out);
    if (status == WM_OK)
        status = print_transcripts(results, form, out);
    if (status == WM_OK)
        status = print_faults(results, form, out);
    if (status == WM_OK)
        status = print_own(results, form, out);
    return status;
}
