/* Profiles: the latencies of repeat 0, and recalls. */
#include "base/code_point.h"
#include "report/views/overview_tables.h"

#include "model/model_read.h"
#include "report/views/cells.h"
#include "report/views/claim_sides.h"
#include "report/views/row_label.h"

#include <float.h>
#include <string.h>

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
    wm_words_add(line, "%.*s, repeat 0, each unit from 0 (%.6g) to 9 (%.6g):", WM_FIT(label, 128),
                 low, high);
    point = wm_words_series(to, WM_SERIES_DIGITS, NULL, latencies.count);
    while (point != NULL && wm_member_next_number(&latencies, &one))
        (point++)->number = one;
}

static void add_all_digits(const wm_model *model, wm_document *to)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_observations *profiles = &model->item[i].series[WM_OBSERVATIONS_PROFILES];
        wm_content content;
        if (profiles->count == 0 || profiles->at[0].has_failed)
            continue;
        status = wm_reader_read(model->reader, profiles->at[0].line, &content, NULL);
        if (status == WM_OK && wm_contents_is(&content, &wm_kind_profile_ok) &&
            content.of.profile.latencies.count > 1)
            add_digits(model->item[i].label, content.of.profile.latencies, to);
    }
    wm_document_fail(to, status);
}

/* ---- recalls --------------------------------------------------------------------------------- */

/* Adds whether the key of the prior came again. */
static wm_status add_recalled_key(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    bool is_same = false;
    wm_status status;
    if (!wm_claims_has_value(claim)) {
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

/* Adds whether the profile came again; if not, a note has what was compared. */
static void add_recalled(wm_table *table, const wm_model *model, const wm_claims_group *recall)
{
    const wm_claim *claim = wm_claims_on(recall, "recalled"), *spread = NULL;
    wm_document *to = table->document;
    wm_claim_sides all;
    wm_error err;
    wm_status status;
    if (!wm_claims_has_value(claim) || strcmp(claim->text, "no") != 0) {
        wm_cells_claim(table, model, claim);
        return;
    }
    status = wm_claim_sides_find(model, claim, &all, &err);
    wm_document_fail(to, status);
    if (status == WM_OK && all.at[all.count - 1].item != NULL)
        spread = wm_model_claim_of(wm_claim_sides_model(&all.at[all.count - 1], model),
                                   WM_SUBJECT_PROFILE, all.at[all.count - 1].item->index, "spread");
    wm_table_add(table, claim->text,
                 wm_document_text(to, "16 times the distance is above the spread in the prior%s%s",
                                  wm_claims_has_value(spread) ? ", " : "",
                                  wm_claims_has_value(spread) ? spread->text : ""),
                 WM_EMPHASIS_ODD)
        ->claim = claim;
}

static void add_recalls(const wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Recalls: the profiles of a prior, measured here");
    wm_claims_group recall = {NULL, 0};
    wm_table_columns(table, "Prior", "Item", ">Distance", "Recalled", "Key", NULL);
    while (wm_claims_next(&model->claims, &recall)) {
        const char *label = recall.claim->label;
        if (recall.claim->subject != WM_SUBJECT_RECALL)
            continue;
        wm_table_write(table, "%.1s", label + strlen("link."));
        wm_row_label_add(table, model, wm_model_item_behind(model, recall.claim), recall.claim,
                         label + strlen("link.1."));
        wm_cells_claim(table, model, wm_claims_on(&recall, "distance"));
        add_recalled(table, model, &recall);
        wm_document_fail(to, add_recalled_key(table, model, wm_claims_on(&recall, "recalled_key")));
    }
}

void wm_overview_profiles_add(const wm_model *model, wm_document *to)
{
    wm_overview_items_add_profiles(model, to);
    add_all_digits(model, to);
    add_recalls(model, to);
}
