/* The tables of profiles and of their recalls. */
#include "report/views/overview_tables.h"

#include "model/model_read.h"
#include "report/views/cells.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { KEY_SHOWN = 16 };

/* Adds the first digits of a key. */
static void add_key(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    if (claim == NULL || claim->value == NULL)
        wm_cells_claim(table, model, claim);
    else
        wm_table_write(table, "%.*s", KEY_SHOWN, claim->value)->claim = claim;
}

/* ---- profiles -------------------------------------------------------------------------------- */

static void add_profiles(wm_model *model, wm_document *to)
{
    static const char *const names[] = {"units",  "latency",        "spread",
                                        "within", "discriminating", NULL};
    wm_table *table = wm_table_apart(to, "Profiles of the device");
    wm_table_columns(table, "Item", ">Units", ">Latency", ">Spread", ">Within", "Discriminating",
                     "Key", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (item->item->variant->procedure != WM_PROCEDURE_PROFILE)
            continue;
        wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(table, model, item, names);
        add_key(table, model, wm_claims_on(&item->claims, "key"));
    }
}

/* ---- the latencies of repeat 0 --------------------------------------------------------------- */

/* The least and the largest of a list of numbers. */
static void range_of(wm_list latencies, double *low, double *high)
{
    double one;
    *low = DBL_MAX;
    *high = 0;
    while (wm_member_next_number(&latencies, &one)) {
        *low = one < *low ? one : *low;
        *high = one > *high ? one : *high;
    }
}

/* Adds a digit for each unit, from 0 for the least latency to 9 for the largest. */
static void add_digits(const char *label, wm_list latencies, wm_document *to)
{
    wm_series_point *point;
    wm_words *line;
    double low, high, one;
    range_of(latencies, &low, &high);
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_new(to);
    line->breaks = WM_BREAKS_WIDTH;
    wm_words_add(line, "%.128s, repeat 0, each unit from 0 (%.6g) to 9 (%.6g):", label, low, high);
    point = wm_words_series(to, WM_SERIES_DIGITS, NULL, latencies.count);
    while (point != NULL && wm_member_next_number(&latencies, &one))
        (point++)->number = one;
}

static void add_all_digits(wm_model *model, wm_document *to)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_observations *profiles = &model->item[i].series[WM_OBSERVATIONS_PROFILES];
        wm_content content;
        if (profiles->count == 0 || profiles->at[0].has_failed)
            continue;
        status = wm_reader_read(model->reader, profiles->at[0].line, &content, NULL);
        if (status == WM_OK && content.of.profile.latencies.count > 1)
            add_digits(model->item[i].label, content.of.profile.latencies, to);
    }
    wm_document_fail(to, status);
}

/* ---- recalls --------------------------------------------------------------------------------- */

/* The claim on a quantity of the recall that begins at claim number `first`. */
static const wm_claim *find(const wm_model *model, size_t first, const char *quantity)
{
    const wm_claim *of = &model->claims.claim[first];
    for (size_t i = first; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_RECALL || strcmp(claim->label, of->label) != 0)
            break;
        if (strcmp(claim->quantity->name, quantity) == 0)
            return claim;
    }
    return NULL;
}

/* Adds whether the key of the prior came again. */
static wm_status add_recalled_key(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    bool is_same = false;
    wm_status status;
    if (claim == NULL || claim->value == NULL) {
        wm_cells_claim(table, model, claim);
        return WM_OK;
    }
    status = wm_model_read_is_recalled(model, claim, &is_same, NULL);
    if (is_same)
        wm_table_add(table, "the same", NULL, WM_EMPHASIS_GOOD);
    else
        wm_table_add(table, "another", NULL, WM_EMPHASIS_ODD);
    return status;
}

static void add_recalls(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Recalls: the profiles of a prior, measured here");
    wm_table_columns(table, "Prior", "Item", ">Distance", "Recalled", "Key", NULL);
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_RECALL ||
            claim->quantity->function != WM_FUNCTION_DISTANCE)
            continue;
        wm_table_write(table, "%.1s", claim->label + strlen("link."));
        wm_table_add(table, claim->label + strlen("link.1."), NULL, WM_EMPHASIS_NONE);
        wm_cells_claim(table, model, claim);
        wm_cells_claim(table, model, find(model, i, "recalled"));
        wm_document_fail(to, add_recalled_key(table, model, find(model, i, "recalled_key")));
    }
}

void wm_overview_profiles_add(wm_model *model, wm_document *to)
{
    add_profiles(model, to);
    if (wm_model_profiles(model) > 0)
        add_all_digits(model, to);
    add_recalls(model, to);
}
