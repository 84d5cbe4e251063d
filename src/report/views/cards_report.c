/* The result of a run on several devices: what each record claims, side by side. */
#include "report/views/cards_report.h"

#include "model/model_read.h"
#include "record/tables/exit_status.h"
#include "report/views/cells.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/export.h"
#include "report/views/reasons.h"

#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the records ----------------------------------------------------------------------------- */

static void close_one(wm_model **model)
{
    if (*model != NULL)
        wm_model_close(*model);
    free(*model);
    *model = NULL;
}

static wm_status open_one(const wm_cards_report *report, unsigned pass, const char *name,
                          wm_model **model, wm_error *err)
{
    char path[WM_CARDS_PATH];
    struct stat about;
    wm_status status = wm_cards_path(report->folder, pass, name, path, err);
    if (status != WM_OK || stat(path, &about) != 0)
        return status;
    *model = calloc(1, sizeof **model);
    if (*model == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    status = wm_model_read(path, NULL, *model, err);
    if (status == WM_OK || status == WM_E_NOMEM)
        return status;
    close_one(model); /* its exit status says so */
    return WM_OK;
}

wm_status wm_cards_report_open(wm_cards_report *report, wm_error *err)
{
    const wm_cards *cards = report->cards;
    wm_status status = WM_OK;
    for (unsigned i = 0; i < WM_CARDS_PASSES; i++) {
        for (size_t card = 0; card < cards->count && status == WM_OK; card++)
            status = open_one(report, i + 1, cards->card[card].name, &report->record[i][card], err);
        if (status == WM_OK)
            status = open_one(report, i + 1, "differential", &report->differential[i], err);
    }
    return status;
}

void wm_cards_report_close(wm_cards_report *report)
{
    for (unsigned i = 0; i < WM_CARDS_PASSES; i++) {
        for (size_t card = 0; card < WM_CARDS_MOST; card++)
            close_one(&report->record[i][card]);
        close_one(&report->differential[i]);
    }
}

/* The word of the verdict. */
static const char *verdict(const wm_cards_report *report, bool as_json)
{
    static const char *const words[][2] = {
        [WM_EXIT_YES] = {"PASS", "pass"},
        [WM_EXIT_NO] = {"FAIL", "fail"},
        [WM_EXIT_TROUBLE] = {"INCOMPLETE", "incomplete"},
        [WM_EXIT_INCONCLUSIVE] = {"INCONCLUSIVE", "inconclusive"}};
    return words[wm_cards_exit(report->cards, &report->outcome)][as_json];
}

/* ---- the records of a pass ------------------------------------------------------------------- */

/* Adds a record: its exit status, its path and its root; and a line that names it. */
static void add_record(const wm_cards_report *report, unsigned pass, const char *name,
                       const wm_model *model, int status, wm_document *to)
{
    const bool has_run = status != WM_CARDS_ABSENT;
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "pass %u  %-*s  %-7s  ", pass, (int)strlen(report->cards->card[0].name),
                 name, has_run ? wm_document_text(to, "exit %d", status) : "not run");
    wm_words_data(line, model != NULL ? model->path : "no record");
    if (has_run)
        wm_data_count(to, "exit", (uint64_t)status);
    else
        wm_data_null(to, "exit");
    wm_data_text(to, "record", model != NULL ? model->path : NULL);
    if (model != NULL)
        wm_data_text(to, "root", model->report.root);
}

static void add_pass(const wm_cards_report *report, unsigned pass, wm_document *to)
{
    const wm_cards *cards = report->cards;
    const unsigned i = pass - 1;
    wm_data_object(to, NULL);
    wm_data_count(to, "pass", pass);
    wm_data_list(to, "cards");
    for (size_t card = 0; card < cards->count; card++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "card", cards->card[card].name);
        add_record(report, pass, cards->card[card].name, report->record[i][card],
                   report->outcome.exits[i][card], to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_object(to, "differential");
    add_record(report, pass, "differential", report->differential[i],
               report->outcome.differential[i], to);
    wm_data_end_object(to);
    wm_data_end_object(to);
}

/* ---- an item on a card ----------------------------------------------------------------------- */

/* An item on one device. */
typedef struct {
    const wm_cards_report *report;
    const char *label; /* of the item */
    size_t card;
    /* by pass: the rate in the card's own record, and the claims of its link to the first card;
     * NULL, or empty: there are none */
    const wm_claim *rate[WM_CARDS_PASSES];
    wm_claims_group link[WM_CARDS_PASSES];
    wm_cards_sign sign;
} row;

static const wm_model_item *find_item(const wm_model *model, const char *label)
{
    return model != NULL ? wm_model_item_named(model, label) : NULL;
}

/* The claims about the link between the first card and this one. */
static wm_claims_group find_link(const wm_model *differential, size_t card, const char *label)
{
    wm_claims_group link = {NULL, 0};
    char name[WM_PLAN_LABEL_SIZE + 32];
    (void)snprintf(name, sizeof name, "link.%zu.%s", card + 1, label);
    while (differential != NULL && card > 0 && wm_claims_next(&differential->claims, &link))
        if (link.claim->subject == WM_SUBJECT_LINK && strcmp(link.claim->label, name) == 0)
            break;
    return link;
}

static row make_row(const wm_cards_report *report, const char *label, size_t card)
{
    double low[WM_CARDS_PASSES], high[WM_CARDS_PASSES];
    row made = {.report = report, .label = label, .card = card};
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        const wm_model_item *item = find_item(report->record[i][card], label);
        if (item != NULL)
            made.rate[i] = wm_claims_on(&item->claims, "rate");
        made.link[i] = find_link(report->differential[i], card, label);
        low[i] = wm_claims_number(wm_claims_on(&made.link[i], "rate_ratio_low"));
        high[i] = wm_claims_number(wm_claims_on(&made.link[i], "rate_ratio_high"));
    }
    made.sign = wm_cards_compare(low, high);
    return made;
}

static void add_data(const row *of, wm_document *to)
{
    static const char *const names[] = {"agreement", "methods", "rate_ratio", "rate_ratio_low",
                                        "rate_ratio_high"};
    wm_data_object(to, NULL);
    wm_data_text(to, "item", of->label);
    wm_data_text(to, "card", of->report->cards->card[of->card].name);
    wm_data_list(to, "passes");
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        wm_data_object(to, NULL);
        wm_export_value(to, "rate", of->rate[i]);
        if (of->rate[i] != NULL)
            wm_data_text(to, "unit", of->rate[i]->unit);
        for (size_t j = 0; of->card > 0 && j < sizeof names / sizeof names[0]; j++)
            wm_export_value(to, names[j], wm_claims_on(&of->link[i], names[j]));
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    if (of->card > 0)
        wm_data_text(to, "difference", wm_cards_words(of->sign));
    wm_data_end_object(to);
}

static void add_claim(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    if (model == NULL)
        wm_table_add(table, NULL, "no record", WM_EMPHASIS_ODD);
    else if (claim == NULL)
        wm_table_text(table, NULL);
    else
        wm_cells_claim(table, model, claim);
}

/* Adds the ratio of the rates of one pass, with its interval if it has one. */
static void add_ratio(wm_table *table, const row *of, size_t pass)
{
    const wm_claim *ratio = wm_claims_on(&of->link[pass], "rate_ratio");
    const wm_claim *low = wm_claims_on(&of->link[pass], "rate_ratio_low");
    const wm_claim *high = wm_claims_on(&of->link[pass], "rate_ratio_high");
    if (wm_claims_has_value(ratio) && wm_claims_has_value(low) && wm_claims_has_value(high))
        wm_table_write(table, "%s (%s .. %s)", ratio->text, low->text, high->text)->claim = ratio;
    else
        add_claim(table, of->report->differential[pass], ratio);
}

/* Adds the agreement of the outputs: one word if both passes have the same. */
static void add_agreement(wm_table *table, const row *of)
{
    const char *text[WM_CARDS_PASSES] = {"none", "none"};
    wm_emphasis emphasis = WM_EMPHASIS_NONE;
    bool is_there = false;
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        const wm_claim *claim = wm_claims_on(&of->link[i], "agreement");
        is_there = is_there || claim != NULL;
        text[i] = claim != NULL ? claim->text : text[i];
        if (strncmp(text[i], "different", 9) == 0)
            emphasis = WM_EMPHASIS_BAD;
    }
    if (!is_there)
        wm_table_text(table, NULL);
    else if (strcmp(text[0], text[1]) == 0)
        wm_table_add(table, text[0], NULL, emphasis);
    else
        wm_table_write(table, "%s, then %s", text[0], text[1])->emphasis = emphasis;
}

/* Adds whether the rates differ. A note says why there is no interval, or that the methods differ.
 */
static void add_sign(wm_table *table, const row *of)
{
    char room[WM_REASONS_SIZE];
    const char *reason = NULL;
    for (size_t i = 0; i < WM_CARDS_PASSES && reason == NULL; i++) {
        const wm_model *differential = of->report->differential[i];
        const wm_claim *low = wm_claims_on(&of->link[i], "rate_ratio_low");
        const wm_claim *methods = wm_claims_on(&of->link[i], "methods");
        if (differential == NULL)
            reason = "a pass has no differential";
        else if (low != NULL && low->value == NULL)
            reason = wm_reasons_find(differential, low, room);
        else if (wm_claims_has_value(methods) && strcmp(methods->value, "other") == 0)
            reason = "the cards used other methods";
    }
    wm_table_add(table, wm_cards_words(of->sign), reason,
                 of->sign == WM_CARDS_UNKNOWN || of->sign == WM_CARDS_CHANGES ? WM_EMPHASIS_ODD
                                                                              : WM_EMPHASIS_NONE);
}

static void add_cells(wm_table *table, const row *of)
{
    wm_table_text(table, of->label);
    wm_table_text(table, of->report->cards->card[of->card].name);
    for (size_t i = 0; i < WM_CARDS_PASSES; i++)
        add_claim(table, of->report->record[i][of->card], of->rate[i]);
    for (size_t i = 0; of->card == 0 && i < WM_CARDS_PASSES + 2; i++)
        wm_table_text(table, "first");
    if (of->card == 0)
        return;
    for (size_t i = 0; i < WM_CARDS_PASSES; i++)
        add_ratio(table, of, i);
    add_sign(table, of);
    add_agreement(table, of);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* A record of a card, of the first pass if it has one. */
static const wm_model *record_of(const wm_cards_report *report, size_t card)
{
    return report->record[0][card] != NULL ? report->record[0][card] : report->record[1][card];
}

/* Whether a card before this one has the item. */
static bool is_earlier(const wm_cards_report *report, size_t card, const char *label)
{
    while (card-- > 0)
        if (find_item(record_of(report, card), label) != NULL)
            return true;
    return false;
}

/* Adds the items of a card that none before it has, each on all cards. */
static void add_items(const wm_cards_report *report, size_t owner, wm_table *table,
                      size_t counts[WM_CARDS_SIGNS])
{
    const wm_model *model = record_of(report, owner);
    for (size_t i = 0; model != NULL && i < model->item_count; i++)
        for (size_t card = 0; card < report->cards->count; card++) {
            const row made = make_row(report, model->item[i].label, card);
            if (is_earlier(report, owner, made.label))
                break;
            add_data(&made, table->document);
            add_cells(table, &made);
            counts[made.sign] += card > 0;
        }
}

/* Adds the cards, and each record of both passes. */
static void add_records(const wm_cards_report *report, wm_document *to)
{
    wm_words_add(wm_words_new(to), "%s: %zu cards, %s, %d passes", verdict(report, false),
                 report->cards->count, wm_cards_mode(report->cards), WM_CARDS_PASSES);
    wm_words_gap(to, WM_GAP_PART);
    wm_data_begin(to, "cards", verdict(report, true));
    wm_data_text(to, "folder", report->folder);
    wm_data_text(to, "mode", wm_cards_mode(report->cards));
    wm_data_list(to, "cards");
    for (size_t i = 0; i < report->cards->count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "card", report->cards->card[i].name);
        wm_data_text(to, "uuid", report->cards->card[i].uuid);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_list(to, "passes");
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES; pass++)
        add_pass(report, pass, to);
    wm_data_end_list(to);
}

void wm_cards_report_add(const wm_cards_report *report, wm_document *to)
{
    size_t counts[WM_CARDS_SIGNS] = {0};
    wm_words *line = NULL;
    wm_table *table;
    add_records(report, to);
    table = wm_table_apart(to, "Cards");
    wm_table_columns(table, "Item", "Card", ">Rate, pass 1", ">Rate, pass 2", "First/card, 1",
                     "First/card, 2", "Rate", "Output", NULL);
    wm_data_list(to, "items");
    for (size_t owner = 0; owner < report->cards->count; owner++)
        add_items(report, owner, table, counts);
    wm_data_end_list(to);
    for (unsigned i = 0; i < WM_CARDS_SIGNS; i++) {
        const bool is_first = line == NULL;
        if (counts[i] == 0)
            continue;
        if (is_first) {
            wm_words_gap(to, WM_GAP_PART);
            line = wm_words_new(to);
        }
        wm_words_add(line, "%s%zu %s", is_first ? "rates against the first card: " : ", ",
                     counts[i], wm_cards_words((wm_cards_sign)i));
    }
    wm_words_data(wm_words_new(to), report->folder);
}
