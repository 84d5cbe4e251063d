/* The result of a run on several devices: what each record claims, side by side. */
#include "report/views/cards_report.h"

#include "model/model_read.h"
#include "record/tables/exit_status.h"
#include "report/views/cards_row.h"
#include "report/views/cells.h"
#include "report/print/json_output.h"
#include "report/views/reasons.h"

#include "base/status.h"

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

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Adds a claim's value: a number or a word; null if there is none. */
static void add_value(wm_node *node, const char *key, const wm_claim *claim)
{
    if (claim == NULL || claim->value == NULL)
        wm_node_null(node, key);
    else if (claim->is_word)
        wm_node_text(node, key, claim->value);
    else
        wm_node_json(node, key, claim->value, strlen(claim->value));
}

static void add_exit(wm_node *node, int status)
{
    if (status == WM_CARDS_ABSENT)
        wm_node_null(node, "exit");
    else
        wm_node_count(node, "exit", (uint64_t)status);
}

/* Adds a record of a pass: its path, its root and its exit status. */
static void add_record(wm_node *node, const wm_model *model, int status)
{
    add_exit(node, status);
    if (model == NULL) {
        wm_node_null(node, "record");
        return;
    }
    wm_json_output_text(node, "record", model->path);
    wm_node_text(node, "root", model->report.root);
}

static void add_pass(wm_node *node, const wm_cards_report *report, unsigned pass)
{
    const unsigned i = pass - 1;
    wm_node_open_object(node, NULL);
    wm_node_count(node, "pass", pass);
    wm_node_open_array(node, "cards");
    for (size_t card = 0; card < report->cards->count; card++) {
        wm_node_open_object(node, NULL);
        wm_node_text(node, "card", report->cards->card[card].name);
        add_record(node, report->record[i][card], report->outcome.exits[i][card]);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
    wm_node_open_object(node, "differential");
    add_record(node, report->differential[i], report->outcome.differential[i]);
    wm_node_close_object(node);
    wm_node_close_object(node);
}

static void add_row(wm_node *node, const wm_cards_report *report, const wm_cards_row *row)
{
    wm_node_open_object(node, NULL);
    wm_node_text(node, "item", row->label);
    wm_node_text(node, "card", report->cards->card[row->card].name);
    wm_node_open_array(node, "passes");
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        wm_node_open_object(node, NULL);
        add_value(node, "rate", row->rate[i]);
        if (row->rate[i] != NULL)
            wm_node_text(node, "unit", row->rate[i]->unit);
        if (row->card > 0) {
            add_value(node, "agreement", row->agreement[i]);
            add_value(node, "methods", row->methods[i]);
            add_value(node, "rate_ratio", row->ratio[i]);
            add_value(node, "rate_ratio_low", row->low[i]);
            add_value(node, "rate_ratio_high", row->high[i]);
        }
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
    if (row->card > 0)
        wm_node_text(node, "difference", wm_cards_words(row->sign));
    wm_node_close_object(node);
}

wm_status wm_cards_report_export(wm_cards_report *report, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    wm_cards_rows rows = {.report = report};
    wm_cards_row row;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-cards/1");
    wm_node_text(&node, "status", verdict(report, true));
    wm_json_output_text(&node, "folder", report->folder);
    wm_node_text(&node, "mode", wm_cards_mode(report->cards));
    wm_node_open_array(&node, "cards");
    for (size_t i = 0; i < report->cards->count; i++) {
        wm_node_open_object(&node, NULL);
        wm_node_text(&node, "card", report->cards->card[i].name);
        wm_node_text(&node, "uuid", report->cards->card[i].uuid);
        wm_node_close_object(&node);
    }
    wm_node_close_array(&node);
    wm_node_open_array(&node, "passes");
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES; pass++)
        add_pass(&node, report, pass);
    wm_node_close_array(&node);
    wm_node_open_array(&node, "items");
    while (wm_cards_row_next(&rows, &row))
        add_row(&node, report, &row);
    wm_node_close_array(&node);
    return wm_json_output_print(&node, out);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_claim(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    if (model == NULL)
        wm_table_add(table, NULL, "no record", WM_EMPHASIS_ODD);
    else if (claim == NULL)
        wm_table_add(table, NULL, NULL, WM_EMPHASIS_NONE);
    else
        wm_cells_claim(table, model, claim);
}

/* Adds the ratio of the rates of one pass, with its interval if it has one. */
static void add_ratio(wm_table *table, const wm_cards_report *report, const wm_cards_row *row,
                      size_t i)
{
    const wm_claim *ratio = row->ratio[i], *low = row->low[i], *high = row->high[i];
    char text[128];
    if (row->card == 0) {
        wm_table_add(table, "first", NULL, WM_EMPHASIS_NONE);
        return;
    }
    if (ratio == NULL || ratio->value == NULL || low == NULL || low->value == NULL ||
        high == NULL || high->value == NULL) {
        add_claim(table, report->differential[i], ratio);
        return;
    }
    (void)snprintf(text, sizeof text, "%s (%s .. %s)", ratio->text, low->text, high->text);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* Adds the agreement of the outputs: one word if both passes have the same. */
static void add_agreement(wm_table *table, const wm_cards_row *row)
{
    const char *one = row->agreement[0] != NULL ? row->agreement[0]->text : NULL;
    const char *two = row->agreement[1] != NULL ? row->agreement[1]->text : NULL;
    const bool is_bad = (one != NULL && strncmp(one, "different", 9) == 0) ||
                        (two != NULL && strncmp(two, "different", 9) == 0);
    const wm_emphasis emphasis = is_bad ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE;
    char text[192];
    if (row->card == 0 || (one == NULL && two == NULL)) {
        wm_table_add(table, row->card == 0 ? "first" : NULL, NULL, WM_EMPHASIS_NONE);
        return;
    }
    if (one != NULL && two != NULL && strcmp(one, two) == 0)
        (void)snprintf(text, sizeof text, "%s", one);
    else
        (void)snprintf(text, sizeof text, "%s, then %s", one != NULL ? one : "none",
                       two != NULL ? two : "none");
    wm_table_add(table, text, NULL, emphasis);
}

/* Adds whether the rates differ. A note says why there is no interval, or that the methods differ.
 */
static void add_sign(wm_table *table, const wm_cards_report *report, const wm_cards_row *row)
{
    char room[WM_REASONS_SIZE];
    const char *reason = NULL;
    if (row->card == 0) {
        wm_table_add(table, "first", NULL, WM_EMPHASIS_NONE);
        return;
    }
    for (size_t i = 0; i < WM_CARDS_PASSES && reason == NULL; i++) {
        if (report->differential[i] == NULL)
            reason = "a pass has no differential";
        else if (row->low[i] != NULL && row->low[i]->value == NULL)
            reason = wm_reasons_find(report->differential[i], row->low[i], room);
        else if (row->methods[i] != NULL && row->methods[i]->value != NULL &&
                 strcmp(row->methods[i]->value, "other") == 0)
            reason = "the cards used other methods";
    }
    wm_table_add(table, wm_cards_words(row->sign), reason,
                 row->sign == WM_CARDS_UNKNOWN || row->sign == WM_CARDS_CHANGES ? WM_EMPHASIS_ODD
                                                                                : WM_EMPHASIS_NONE);
}

static wm_status print_table(const wm_cards_report *report, const wm_view *view,
                             size_t counts[WM_CARDS_SIGNS], FILE *out)
{
    static const struct {
        const char *title;
        wm_table_side side;
    } columns[] = {{"Item", WM_TABLE_LEFT},          {"Card", WM_TABLE_LEFT},
                   {"Rate, pass 1", WM_TABLE_RIGHT}, {"Rate, pass 2", WM_TABLE_RIGHT},
                   {"First/card, 1", WM_TABLE_LEFT}, {"First/card, 2", WM_TABLE_LEFT},
                   {"Rate", WM_TABLE_LEFT},          {"Output", WM_TABLE_LEFT}};
    wm_table table = {.title = "Cards"};
    wm_cards_rows rows = {.report = report};
    wm_cards_row row;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        wm_table_add_column(&table, columns[i].title, columns[i].side, false);
    while (wm_cards_row_next(&rows, &row)) {
        wm_table_add(&table, row.label, NULL, WM_EMPHASIS_NONE);
        wm_table_add(&table, report->cards->card[row.card].name, NULL, WM_EMPHASIS_NONE);
        for (size_t i = 0; i < WM_CARDS_PASSES; i++)
            add_claim(&table, report->record[i][row.card], row.rate[i]);
        for (size_t i = 0; i < WM_CARDS_PASSES; i++)
            add_ratio(&table, report, &row, i);
        add_sign(&table, report, &row);
        add_agreement(&table, &row);
        counts[row.sign] += row.card > 0;
    }
    return wm_cells_print(&table, view, out);
}

/* Prints the records of a pass: exit status and path. */
static void print_pass(const wm_cards_report *report, unsigned pass, FILE *out)
{
    const wm_cards *cards = report->cards;
    for (size_t card = 0; card <= cards->count; card++) {
        const bool is_card = card < cards->count;
        const int status = is_card ? report->outcome.exits[pass - 1][card]
                                   : report->outcome.differential[pass - 1];
        const wm_model *model =
            is_card ? report->record[pass - 1][card] : report->differential[pass - 1];
        char words[32] = "not run", path[WM_STYLE_MASKED];
        if (status != WM_CARDS_ABSENT)
            (void)snprintf(words, sizeof words, "exit %d", status);
        fprintf(out, "pass %u  %-*s  %-7s  %s\n", pass, (int)strlen(cards->card[0].name),
                is_card ? cards->card[card].name : "differential", words,
                model != NULL ? wm_style_masked(model->path, path) : "no record");
    }
}

wm_status wm_cards_report_print(wm_cards_report *report, const wm_view *view, FILE *out)
{
    size_t counts[WM_CARDS_SIGNS] = {0};
    char path[WM_STYLE_MASKED];
    wm_status status;
    const char *lead = "\nrates against the first card: ";
    fprintf(out, "%s: %zu cards, %s, %d passes\n\n", verdict(report, false), report->cards->count,
            wm_cards_mode(report->cards), WM_CARDS_PASSES);
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES; pass++)
        print_pass(report, pass, out);
    status = print_table(report, view, counts, out);
    for (unsigned i = 0; i < WM_CARDS_SIGNS; i++) {
        if (counts[i] == 0)
            continue;
        fprintf(out, "%s%zu %s", lead, counts[i], wm_cards_words((wm_cards_sign)i));
        lead = ", ";
    }
    fprintf(out, "%s%s\n", lead[0] == ',' ? "\n" : "", wm_style_masked(report->folder, path));
    return status;
}
