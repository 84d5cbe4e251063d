/* The tables of trials: how often each check rejected, and what attacks took.
 *
 * Source: paper, sections 4 and 11. A share stands with its interval: few trials tell little. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/row_label.h"
#include "report/views/trial_marks.h"

#include <string.h>

/* ---- columns --------------------------------------------------------------------------------- */

typedef struct share {
    const char *title;
    wm_check_word check;
} share;

typedef struct number {
    const char *title, *quantity;
    wm_subject_kind subject;
} number;

static const share SHARES[] = {
    {">Paper's check", WM_CHECK_PAPER_8},
    {">?Largest", WM_CHECK_LARGEST},
    {">?Rows", WM_CHECK_ROWS},
    {">?G", WM_CHECK_ROUNDING},
    {">?Openings", WM_CHECK_OPENINGS},
    {">Any of ours", WM_CHECK_ANY},
    {">?Digest", WM_CHECK_DIGEST},
};

static const share BESIDE_NUMBERS[] = {{">?Paper's check, %", WM_CHECK_PAPER_8},
                                       {">Any of ours, %", WM_CHECK_ANY}};

static const number NUMBERS[] = {{">Error", "attack_error", WM_SUBJECT_ATTACK},
                                 {">Cost", "attack_cost", WM_SUBJECT_ATTACK},
                                 {">Known probes", "attack_committed", WM_SUBJECT_ATTACK},
                                 {">Derived probes", "attack_derived", WM_SUBJECT_ATTACK},
                                 {">?Flagged", "seen_flags", WM_SUBJECT_RATE_ATTACK}};

static const number OF_PAIRS[] = {
    {">Differed before", "seen_before", WM_SUBJECT_PAIR},
    {">Least divergence", "pair_divergence_least", WM_SUBJECT_PAIR},
    {">Largest", "pair_divergence_most", WM_SUBJECT_PAIR},
    {">Honest residual", "pair_honest_residual", WM_SUBJECT_PAIR},
    {">Faulty", "pair_faulty_residual", WM_SUBJECT_PAIR},
    {">Honest, in tolerances", "pair_honest_derived", WM_SUBJECT_PAIR},
    {">Honest, paper rejects", "seen_honest_paper", WM_SUBJECT_PAIR},
    {">Honest, ours reject", "seen_honest", WM_SUBJECT_PAIR}};

enum {
    PAIR_COUNT = sizeof OF_PAIRS / sizeof OF_PAIRS[0],
    SHARE_COUNT = sizeof SHARES / sizeof SHARES[0],
    BESIDE_COUNT = sizeof BESIDE_NUMBERS / sizeof BESIDE_NUMBERS[0],
    NUMBER_COUNT = sizeof NUMBERS / sizeof NUMBERS[0]
};

/* The share of trials in which a check rejected, in percent, with its interval. */
static void add_share(wm_table *table, const wm_model *model, const wm_model_item *item,
                      wm_check_word check)
{
    const wm_claim *claim = wm_trial_marks_seen(item, check, "");
    if (!wm_claims_has_value(claim))
        wm_cells_claim(table, model, claim);
    else
        wm_table_write(table, "%.3g (%.3g..%.3g)", 100 * wm_claims_number(claim),
                       100 * wm_claims_number(wm_trial_marks_seen(item, check, "_low")),
                       100 * wm_claims_number(wm_trial_marks_seen(item, check, "_high")))
            ->claim = claim;
}

/* The same trial of the format's exact item, if the record has it: what any of our checks sees
 * there. A narrower format passes there, and not in the normal item. */
static void add_exact(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const char *variant = item->item->variant->variant;
    const char *behind = item->label + strlen(item->item->variant->workload) + 1 + strlen(variant);
    const wm_model_item *exact = wm_model_item_named(
        model, wm_document_text(table->document, "%s.%s_exact%s", item->item->variant->workload,
                                variant, behind));
    if (exact == NULL)
        wm_table_text(table, NULL);
    else
        add_share(table, model, exact, WM_CHECK_ANY);
}

static void begin_shares(wm_table *table, const char *first)
{
    wm_table_columns(table, first, ">Trials", NULL);
    for (size_t i = 0; i < SHARE_COUNT; i++)
        wm_table_columns(table, SHARES[i].title, NULL);
    wm_table_columns(table, ">?Exact item, any", NULL);
}

static void add_shares(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    wm_cells_quantity(table, model, item, "trials");
    for (size_t i = 0; i < SHARE_COUNT; i++)
        add_share(table, model, item, SHARES[i].check);
    add_exact(table, model, item);
}

static void begin_numbers(wm_table *table, const number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wm_table_columns(table, numbers[i].title, NULL);
}

static void add_numbers(wm_table *table, const wm_model *model, const wm_model_item *item,
                        const number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wm_cells_claim(
            table, model,
            wm_model_claim_of(model, numbers[i].subject, item->index, numbers[i].quantity));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool is_attack(const wm_model_item *item)
{
    return wm_trial_marks_has(item) && wm_trial_marks_is_attack(item);
}

void wm_overview_trials_add(const wm_model *model, wm_document *to)
{
    wm_table *shares = wm_table_apart(to, "Outputs rejected, % of the trials (95 % interval)");
    wm_table *attacks =
        wm_table_apart(to, "Attacks: error as a part of the output or rate, cost in products, "
                           "residuals of the paper's check in tolerances");
    wm_table *pairs = wm_table_apart(to, "Pairs of witnesses, one with a flipped bit: digests that "
                                         "differed before, divergence, and both residuals");
    begin_shares(shares, "Item");
    wm_table_columns(attacks, "Item", NULL);
    begin_numbers(attacks, NUMBERS, NUMBER_COUNT);
    wm_table_columns(pairs, "Item", NULL);
    begin_numbers(pairs, OF_PAIRS, PAIR_COUNT);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_trial_marks_has(item))
            continue;
        wm_table_text(shares, item->label);
        add_shares(shares, model, item);
        if (!is_attack(item))
            continue;
        wm_table_text(attacks, item->label);
        add_numbers(attacks, model, item, NUMBERS, NUMBER_COUNT);
        if (!wm_tables_trial(item->item->trial.word)->is_pair)
            continue;
        wm_table_text(pairs, item->label);
        add_numbers(pairs, model, item, OF_PAIRS, PAIR_COUNT);
    }
}

/* The table of the output that an item tries. */
static void add_output(const wm_model *model, const wm_model_item *first, bool of_attacks,
                       wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    const char *title = wm_trial_marks_title(to, first);
    if (of_attacks)
        wm_table_columns(table, title, NULL);
    else
        begin_shares(table, wm_document_text(to, "%s: rejected, %%", title));
    for (size_t i = 0; of_attacks && i < BESIDE_COUNT; i++)
        wm_table_columns(table, BESIDE_NUMBERS[i].title, NULL);
    if (of_attacks)
        wm_table_columns(table, ">?Exact item, any, %", NULL);
    if (of_attacks)
        begin_numbers(table, NUMBERS, NUMBER_COUNT);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!wm_trial_marks_has(item) || !wm_trial_marks_is_like(item, first) ||
            (of_attacks && !is_attack(item)))
            continue;
        wm_row_label_add(table, model, item, NULL, wm_trial_marks_name(item));
        if (!of_attacks) {
            add_shares(table, model, item);
            continue;
        }
        for (size_t k = 0; k < BESIDE_COUNT; k++)
            add_share(table, model, item, BESIDE_NUMBERS[k].check);
        add_exact(table, model, item);
        add_numbers(table, model, item, NUMBERS, NUMBER_COUNT);
    }
}

void wm_overview_trials_add_apart(const wm_model *model, bool of_attacks, wm_document *to)
{
    bool (*takes)(const wm_model_item *) = of_attacks ? is_attack : wm_trial_marks_has;
    for (size_t i = 0; i < model->item_count; i++)
        if (takes(&model->item[i]) && wm_trial_marks_is_first(model, i, takes))
            add_output(model, &model->item[i], of_attacks, to);
}
