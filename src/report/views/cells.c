/* Table cells for claims. */
#include "report/views/cells.h"

#include "report/views/reasons.h"
#include "standards/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

wm_emphasis wm_cells_emphasis(const char *word)
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
        {"identical", WM_EMPHASIS_GOOD},
        {"within rounding", WM_EMPHASIS_GOOD},
        {"different", WM_EMPHASIS_BAD},
        {"not comparable", WM_EMPHASIS_ODD},
        {"changed", WM_EMPHASIS_ODD},
        {"correlated, interval too narrow", WM_EMPHASIS_ODD},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].word, word) == 0)
            return known[i].emphasis;
    return WM_EMPHASIS_NONE;
}

void wm_cells_value(wm_table *table, const wm_claim *claim)
{
    const char *reason = claim->is_word ? strstr(claim->text, ": ") : NULL;
    char word[32];
    if (reason == NULL || (size_t)(reason - claim->text) >= sizeof word) {
        wm_table_add(table, claim->text, NULL,
                     claim->is_word ? wm_cells_emphasis(claim->value) : WM_EMPHASIS_NONE)
            ->claim = claim;
        return;
    }
    (void)snprintf(word, sizeof word, "%.*s", (int)(reason - claim->text), claim->text);
    wm_table_add(table, word, reason + 2, wm_cells_emphasis(word))->claim = claim;
}

void wm_cells_claim(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    char room[WM_REASONS_SIZE];
    if (claim == NULL)
        wm_table_add(table, NULL, "not for this workload", WM_EMPHASIS_NONE);
    else if (claim->value == NULL)
        wm_table_add(table, NULL, wm_reasons_find(model, claim, room), WM_EMPHASIS_ODD)->claim =
            claim;
    else
        wm_cells_value(table, claim);
}

void wm_cells_quantity(wm_table *table, const wm_model *model, const wm_model_item *item,
                       const char *name)
{
    wm_cells_claim(table, model, wm_claims_on(&item->claims, name));
}

const char *wm_cells_ends(wm_document *to, const wm_claim *rate, const wm_claim *low,
                          const wm_claim *high)
{
    const char *unit, *low_unit, *high_unit;
    if (rate == NULL || low == NULL || high == NULL || low->value == NULL || high->value == NULL)
        return NULL;
    unit = rate->value != NULL ? strchr(rate->text, ' ') : NULL;
    low_unit = strchr(low->text, ' ');
    high_unit = strchr(high->text, ' ');
    if (unit != NULL && low_unit != NULL && high_unit != NULL && strcmp(unit, low_unit) == 0 &&
        strcmp(unit, high_unit) == 0)
        return wm_document_text(to, "%.*s .. %.*s", (int)(low_unit - low->text), low->text,
                                (int)(high_unit - high->text), high->text);
    return wm_document_text(to, "%s .. %s", low->text, high->text);
}

const char *wm_cells_slope_ends(wm_document *to, const wm_model *model, const wm_model_item *item)
{
    static const char *const NAMES[] = {"clock_slope", "clock_slope_low", "clock_slope_high"};
    const wm_claim *claim[3];
    for (size_t i = 0; i < 3; i++)
        claim[i] = wm_model_claim_of(model, WM_SUBJECT_SLOPE, item->index, NAMES[i]);
    return wm_cells_ends(to, claim[0], claim[1], claim[2]);
}

void wm_cells_interval(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const wm_claim *low = wm_claims_on(&item->claims, "rate_low");
    const char *ends = wm_cells_ends(table->document, wm_claims_on(&item->claims, "rate"), low,
                                     wm_claims_on(&item->claims, "rate_high"));
    if (ends == NULL)
        wm_cells_claim(table, model, low);
    else
        wm_table_add(table, ends, wm_reasons_narrow(item), WM_EMPHASIS_NONE);
}

void wm_cells_number(wm_table *table, double value, wm_text_format format, const char *reason)
{
    wm_result result = {WM_RESULT_NUMBER, value, NULL};
    char text[WM_TEXT_SIZE];
    if (!(fabs(value) <= 1.7976931348623157e308)) {
        wm_table_add(table, NULL, reason, WM_EMPHASIS_NONE);
        return;
    }
    wm_text_write(&result, format, "1", text);
    wm_table_text(table, text);
}

void wm_cells_digits(wm_table *table, double number)
{
    char text[WM_NUMBER_TEXT_SIZE];
    wm_table_text(table, wm_number_format(number, text) != 0 ? text : "");
}
