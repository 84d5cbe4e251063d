/* The tables of profiles and of their recalls. */
#include "report/views/overview_tables.h"

#include "model/model_read.h"
#include "report/views/cells.h"
#include "report/print/prose.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum { KEY_SHOWN = 16, DIGITS_LINE = 66 };

/* Adds the first digits of a key. */
static void add_key(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    char text[KEY_SHOWN + 1];
    if (claim == NULL || claim->value == NULL) {
        wm_cells_claim(table, model, claim);
        return;
    }
    (void)snprintf(text, sizeof text, "%s", claim->value);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* ---- profiles -------------------------------------------------------------------------------- */

static wm_status print_profiles(wm_model *model, const wm_view *view, FILE *out)
{
    static const char *const names[] = {"units",  "latency",        "spread",
                                        "within", "discriminating", NULL};
    wm_table table = {.title = "Profiles of the device"};
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Units", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Latency", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Spread", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Within", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Discriminating", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Key", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (item->item->variant->procedure != WM_PROCEDURE_PROFILE)
            continue;
        wm_table_add(&table, item->label, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantities(&table, model, item, names);
        add_key(&table, model, wm_model_claim(model, item, "key"));
    }
    return wm_cells_print(&table, view, out);
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

/* Prints a digit for each unit, from 0 for the least latency to 9 for the largest. */
static void print_digits(const char *label, wm_list latencies, const wm_view *view, FILE *out)
{
    const char *lead = view->form == WM_TABLE_MARKDOWN ? "    " : "  ";
    const size_t room = (size_t)wm_view_width(view) - strlen(lead);
    const size_t digits = room < DIGITS_LINE ? room : DIGITS_LINE;
    double low, high, one;
    char title[256];
    size_t column = 0;
    range_of(latencies, &low, &high);
    (void)snprintf(title, sizeof title,
                   "%.128s, repeat 0, each unit from 0 (%.6g) to 9 (%.6g):", label, low, high);
    fputc('\n', out);
    wm_prose_print(title, "", "  ", wm_view_width(view), out);
    fputs(view->form == WM_TABLE_MARKDOWN ? "\n" : "", out);
    while (wm_member_next_number(&latencies, &one)) {
        const double share = high > low ? (one - low) / (high - low) : 0;
        if (column % digits == 0)
            fprintf(out, "%s%s", column > 0 ? "\n" : "", lead);
        fputc('0' + (int)(share * 9.999), out);
        column++;
    }
    fputc('\n', out);
}

static wm_status print_all_digits(wm_model *model, const wm_view *view, FILE *out)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_observations *profiles = &model->item[i].series[WM_OBSERVATIONS_PROFILES];
        wm_content content;
        if (profiles->count == 0 || profiles->at[0].has_failed)
            continue;
        status = wm_reader_read(model->reader, profiles->at[0].line, &content, NULL);
        if (status == WM_OK && content.of.profile.latencies.count > 1)
            print_digits(model->item[i].label, content.of.profile.latencies, view, out);
    }
    return status;
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

static wm_status print_recalls(wm_model *model, const wm_view *view, FILE *out)
{
    wm_table table = {.title = "Recalls: the profiles of a prior, measured here"};
    wm_status status = WM_OK, printed;
    wm_table_add_column(&table, "Prior", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Distance", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Recalled", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Key", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < model->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        char prior[2] = "";
        if (claim->subject != WM_SUBJECT_RECALL ||
            claim->quantity->function != WM_FUNCTION_DISTANCE)
            continue;
        prior[0] = claim->label[strlen("link.")];
        wm_table_add(&table, prior, NULL, WM_EMPHASIS_NONE);
        wm_table_add(&table, claim->label + strlen("link.1."), NULL, WM_EMPHASIS_NONE);
        wm_cells_claim(&table, model, claim);
        wm_cells_claim(&table, model, find(model, i, "recalled"));
        status = add_recalled_key(&table, model, find(model, i, "recalled_key"));
    }
    printed = wm_cells_print(&table, view, out);
    return status == WM_OK ? printed : status;
}

wm_status wm_overview_profiles_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_status status = print_profiles(model, view, out);
    if (status == WM_OK && wm_model_profiles(model) > 0)
        status = print_all_digits(model, view, out);
    return status == WM_OK ? print_recalls(model, view, out) : status;
}
