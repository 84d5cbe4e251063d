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

static void add_exit(wm_document *to, int status)
{
    if (status == WM_CARDS_ABSENT)
        wm_data_null(to, "exit");
    else
        wm_data_count(to, "exit", (uint64_t)status);
}

/* Adds a record of a pass: its path, its root and its exit status. */
static void add_record(wm_document *to, const wm_model *model, int status)
{
    add_exit(to, status);
    if (model == NULL) {
        wm_data_null(to, "record");
        return;
    }
    wm_data_text(to, "record", model->path);
    wm_data_text(to, "root", model->report.root);
}

static void add_pass(wm_document *to, const wm_cards_report *report, unsigned pass)
{
    const unsigned i = pass - 1;
    wm_data_object(to, NULL);
    wm_data_count(to, "pass", pass);
    wm_data_list(to, "cards");
    for (size_t card = 0; card < report->cards->count; card++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "card", report->cards->card[card].name);
        add_record(to, report->record[i][card], report->outcome.exits[i][card]);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_object(to, "differential");
    add_record(to, report->differential[i], report->outcome.differential[i]);
    wm_data_end_object(to);
    wm_data_end_object(to);
}

static void add_row_data(wm_document *to, const wm_cards_report *report, const wm_cards_row *row)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "item", row->label);
    wm_data_text(to, "card", report->cards->card[row->card].name);
    wm_data_list(to, "passes");
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        wm_data_object(to, NULL);
        wm_export_value(to, "rate", row->rate[i]);
        if (row->rate[i] != NULL)
            wm_data_text(to, "unit", row->rate[i]->unit);
        if (row->card > 0) {
            wm_export_value(to, "agreement", row->agreement[i]);
            wm_export_value(to, "methods", row->methods[i]);
            wm_export_value(to, "rate_ratio", row->ratio[i]);
            wm_export_value(to, "rate_ratio_low", row->low[i]);
            wm_export_value(to, "rate_ratio_high", row->high[i]);
        }
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    if (row->card > 0)
        wm_data_text(to, "difference", wm_cards_words(row->sign));
    wm_data_end_object(to);
}

static void add_data(wm_cards_report *report, wm_document *to)
{
    wm_cards_rows rows = {.report = report};
    wm_cards_row row;
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
        add_pass(to, report, pass);
    wm_data_end_list(to);
    wm_data_list(to, "items");
    while (wm_cards_row_next(&rows, &row))
        add_row_data(to, report, &row);
    wm_data_end_list(to);
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
    if (row->card == 0)
        wm_table_add(table, "first", NULL, WM_EMPHASIS_NONE);
    else if (ratio == NULL || ratio->value == NULL || low == NULL || low->value == NULL ||
             high == NULL || high->value == NULL)
        add_claim(table, report->differential[i], ratio);
    else
        wm_table_write(table, "%s (%s .. %s)", ratio->text, low->text, high->text)->claim = ratio;
}

/* Adds the agreement of the outputs: one word if both passes have the same. */
static void add_agreement(wm_table *table, const wm_cards_row *row)
{
    const char *one = row->agreement[0] != NULL ? row->agreement[0]->text : NULL;
    const char *two = row->agreement[1] != NULL ? row->agreement[1]->text : NULL;
    const bool is_bad = (one != NULL && strncmp(one, "different", 9) == 0) ||
                        (two != NULL && strncmp(two, "different", 9) == 0);
    wm_cell *cell;
    if (row->card == 0 || (one == NULL && two == NULL)) {
        wm_table_add(table, row->card == 0 ? "first" : NULL, NULL, WM_EMPHASIS_NONE);
        return;
    }
    if (one != NULL && two != NULL && strcmp(one, two) == 0)
        cell = wm_table_write(table, "%s", one);
    else
        cell = wm_table_write(table, "%s, then %s", one != NULL ? one : "none",
                              two != NULL ? two : "none");
    cell->emphasis = is_bad ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE;
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

static void add_table(const wm_cards_report *report, size_t counts[WM_CARDS_SIGNS], wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Cards");
    wm_cards_rows rows = {.report = report};
    wm_cards_row row;
    wm_table_columns(table, "Item", "Card", ">Rate, pass 1", ">Rate, pass 2", "First/card, 1",
                     "First/card, 2", "Rate", "Output", NULL);
    while (wm_cards_row_next(&rows, &row)) {
        wm_table_add(table, row.label, NULL, WM_EMPHASIS_NONE);
        wm_table_add(table, report->cards->card[row.card].name, NULL, WM_EMPHASIS_NONE);
        for (size_t i = 0; i < WM_CARDS_PASSES; i++)
            add_claim(table, report->record[i][row.card], row.rate[i]);
        for (size_t i = 0; i < WM_CARDS_PASSES; i++)
            add_ratio(table, report, &row, i);
        add_sign(table, report, &row);
        add_agreement(table, &row);
        counts[row.sign] += row.card > 0;
    }
}

/* Adds the records of a pass: exit status and path. */
static void add_pass_words(const wm_cards_report *report, unsigned pass, wm_document *to)
{
    const wm_cards *cards = report->cards;
    for (size_t card = 0; card <= cards->count; card++) {
        const bool is_card = card < cards->count;
        const int status = is_card ? report->outcome.exits[pass - 1][card]
                                   : report->outcome.differential[pass - 1];
        const wm_model *model =
            is_card ? report->record[pass - 1][card] : report->differential[pass - 1];
        wm_words *line = wm_words_new(to);
        wm_words_add(line, "pass %u  %-*s  %-7s  ", pass, (int)strlen(cards->card[0].name),
                     is_card ? cards->card[card].name : "differential",
                     status != WM_CARDS_ABSENT ? wm_document_text(to, "exit %d", status)
                                               : "not run");
        wm_words_data(line, model != NULL ? model->path : "no record");
    }
}

static void add_words(wm_cards_report *report, wm_document *to)
{
    size_t counts[WM_CARDS_SIGNS] = {0};
    wm_words *line = wm_words_new(to);
    bool is_first = true;
    wm_words_add(line, "%s: %zu cards, %s, %d passes", verdict(report, false), report->cards->count,
                 wm_cards_mode(report->cards), WM_CARDS_PASSES);
    wm_words_gap(to, WM_GAP_PART);
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES; pass++)
        add_pass_words(report, pass, to);
    add_table(report, counts, to);
    for (unsigned i = 0; i < WM_CARDS_SIGNS; i++) {
        if (counts[i] == 0)
            continue;
        if (is_first) {
            wm_words_gap(to, WM_GAP_PART);
            line = wm_words_new(to);
        }
        wm_words_add(line, "%s%zu %s", is_first ? "rates against the first card: " : ", ",
                     counts[i], wm_cards_words((wm_cards_sign)i));
        is_first = false;
    }
    wm_words_data(wm_words_new(to), report->folder);
}

void wm_cards_report_add(wm_cards_report *report, wm_document *to)
{
    add_words(report, to);
    add_data(report, to);
}
