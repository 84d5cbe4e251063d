/* The rows of a run on several devices: an item on one device, compared with the first device. */
#include "report/views/cards_row.h"

#include <stdio.h>
#include <string.h>

/* A record of a card, of the first pass if it has one. */
static wm_model *record_of(const wm_cards_report *report, size_t card)
{
    return report->record[0][card] != NULL ? report->record[0][card] : report->record[1][card];
}

static const wm_model_item *find_item(const wm_model *model, const char *label)
{
    return model != NULL ? wm_model_item_named(model, label) : NULL;
}

/* Whether a card before this one has the item. */
static bool is_earlier(const wm_cards_report *report, size_t owner, const char *label)
{
    for (size_t card = 0; card < owner; card++)
        if (find_item(record_of(report, card), label) != NULL)
            return true;
    return false;
}

/* The claim of a link between the first card and this one, or NULL. */
static const wm_claim *find_link(const wm_model *differential, size_t card, const char *label,
                                 const char *quantity)
{
    char name[WM_SUBJECT_NAME_SIZE];
    if (differential == NULL || card == 0)
        return NULL;
    (void)snprintf(name, sizeof name, "link.%zu.%s.%s", card + 1, label, quantity);
    return wm_claims_named(&differential->claims, name);
}

static void fill(const wm_cards_report *report, const char *label, size_t card, wm_cards_row *row)
{
    double low[WM_CARDS_PASSES], high[WM_CARDS_PASSES];
    *row = (wm_cards_row){.label = label, .card = card};
    for (size_t i = 0; i < WM_CARDS_PASSES; i++) {
        const wm_model *differential = report->differential[i];
        const wm_model_item *item = find_item(report->record[i][card], label);
        if (item != NULL)
            row->rate[i] = wm_claims_on(&item->claims, "rate");
        row->ratio[i] = find_link(differential, card, label, "rate_ratio");
        row->low[i] = find_link(differential, card, label, "rate_ratio_low");
        row->high[i] = find_link(differential, card, label, "rate_ratio_high");
        row->agreement[i] = find_link(differential, card, label, "agreement");
        row->methods[i] = find_link(differential, card, label, "methods");
        low[i] = wm_claims_number(row->low[i]);
        high[i] = wm_claims_number(row->high[i]);
    }
    row->sign = wm_cards_compare(low, high);
}

/* The item at which the rows are; NULL at the end. */
static const wm_model_item *current(wm_cards_rows *rows)
{
    for (; rows->owner < rows->report->cards->count; rows->owner++, rows->item = 0) {
        const wm_model *model = record_of(rows->report, rows->owner);
        for (; model != NULL && rows->item < model->item_count; rows->item++)
            if (rows->card > 0 ||
                !is_earlier(rows->report, rows->owner, model->item[rows->item].label))
                return &model->item[rows->item];
    }
    return NULL;
}

bool wm_cards_row_next(wm_cards_rows *rows, wm_cards_row *row)
{
    const wm_model_item *item = current(rows);
    if (item == NULL)
        return false;
    fill(rows->report, item->label, rows->card, row);
    if (++rows->card == rows->report->cards->count) {
        rows->card = 0;
        rows->item++;
    }
    return true;
}
