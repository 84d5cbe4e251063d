/* Tables with a row for each item: which items, and which claim each column shows. */
#include "report/views/overview_tables.h"

#include "model/tally.h"
#include "report/views/cells.h"
#include "report/views/reasons.h"
#include "report/views/row_label.h"

#include <math.h>
#include <stdio.h>

typedef void add_cell(wm_table *table, const wm_model *model, const wm_model_item *item);

/* A column: its title, as for wm_table_columns, and the quantity that it shows, or how its cells
 * are made. */
typedef struct {
    const char *title, *quantity;
    add_cell *add;
} column;

enum { COLUMNS_MOST = 10 };

/* Adds the items that belong into a table. Unused columns have no title. */
static void add_labelled_items(wm_table *table, const wm_model *model,
                               bool (*belongs)(const wm_model_item *item),
                               const column columns[COLUMNS_MOST], bool is_marked)
{
    const column *end = columns + COLUMNS_MOST;
    wm_table_columns(table, "Item", NULL);
    for (const column *at = columns; at < end && at->title != NULL; at++)
        wm_table_columns(table, at->title, NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!belongs(item))
            continue;
        if (is_marked)
            wm_row_label_add(table, model, item, NULL, item->label);
        else
            wm_table_text(table, item->label);
        for (const column *at = columns; at < end && at->title != NULL; at++) {
            if (at->add != NULL)
                at->add(table, model, item);
            else
                wm_cells_quantity(table, model, item, at->quantity);
        }
    }
}

static void add_items(wm_table *table, const wm_model *model,
                      bool (*belongs)(const wm_model_item *item),
                      const column columns[COLUMNS_MOST])
{
    add_labelled_items(table, model, belongs, columns, false);
}

static bool has_output(const wm_model_item *item)
{
    return wm_plan_has_output(item->item);
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* Disturbed repeats. They count like the others. */
static void add_disturbed(const wm_model *model, wm_document *to)
{
    char words[WM_REASONS_SIZE];
    if (model->disturbed_count == 0)
        return;
    wm_words_gap(to, WM_GAP_LIST);
    wm_words_add(wm_words_new(to), "Disturbed repeats (they count like the others):");
    wm_words_gap(to, WM_GAP_LIST);
    for (size_t i = 0; i < model->item_count; i++) {
        wm_reasons_disturbed(&model->item[i], words);
        if (words[0] != '\0')
            wm_words_say(to, "  %s: %s", model->item[i].label, words);
    }
}

/* Source: paper, Table 3, quantities and device state. The interval is ours. */
void wm_overview_items_add_rates(const wm_model *model, wm_document *to)
{
    static const column columns[COLUMNS_MOST] = {{">Median rate", "rate", NULL},
                                                 {"?95 % interval", NULL, wm_cells_interval},
                                                 {">?Spread", "dispersion", NULL},
                                                 {">?Clock", "clock", NULL},
                                                 {">?rho_clk", "clock_correlation", NULL},
                                                 {"?Class", "performance_class", NULL},
                                                 {">?Power", "power", NULL},
                                                 {">?Temp.", "temperature", NULL},
                                                 {">?Peak mem.", "peak_memory", NULL}};
    if (model->item_count > 0)
        wm_words_gap(to, WM_GAP_PART);
    add_items(wm_table_new(to, "Rates"), model, has_output, columns);
    add_disturbed(model, to);
}

/* ---- slopes ---------------------------------------------------------------------------------- */

static bool has_slope(const wm_model_item *item)
{
    return wm_plan_has_slope(item->item);
}

static void add_of_slope(wm_table *table, const wm_model *model, const wm_model_item *item,
                         const char *quantity)
{
    wm_cells_claim(table, model, wm_model_claim_of(model, WM_SUBJECT_SLOPE, item->index, quantity));
}

static void add_slope(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    add_of_slope(table, model, item, "clock_slope");
}

static void add_variation(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    add_of_slope(table, model, item, "clock_variation");
}

static void add_slope_interval(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const char *ends = wm_cells_slope_ends(table->document, model, item);
    if (ends == NULL)
        add_of_slope(table, model, item, "clock_slope_low");
    else
        wm_table_text(table, ends);
}

/* Source: paper, figure 2. The slope and its interval are ours. Of the repeats' clocks, powers and
 * temperatures only the medians are claims, so no range of them is shown. */
void wm_overview_items_add_slopes(const wm_model *model, bool is_marked, wm_document *to)
{
    static const column columns[COLUMNS_MOST] = {{">Slope", NULL, add_slope},
                                                 {"95 % interval", NULL, add_slope_interval},
                                                 {">Clock varied", NULL, add_variation},
                                                 {">rho_clk", "clock_correlation", NULL},
                                                 {"Class", "performance_class", NULL},
                                                 {">?Clock", "clock", NULL},
                                                 {">?Power", "power", NULL},
                                                 {">?Temp.", "temperature", NULL}};
    add_labelled_items(wm_table_apart(to, "Rate against clock (1: in proportion, 0: not at all)"),
                       model, has_slope, columns, is_marked);
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Whether a check of the item failed, or should have failed. */
static bool has_failed(const wm_model_item *item)
{
    return has_output(item) &&
           (item->verdict.is_wrong || item->verdict.fault == WM_PLANNED_FAULTS_MISSED);
}

/* Source: paper, Table 3, numerics. The thresholds are ours. */
void wm_overview_items_add_checks(const wm_model *model, bool only_failed, wm_document *to)
{
    static const column columns[COLUMNS_MOST] = {{"Output", "numerical_class", NULL},
                                                 {">Divergence", "divergence", NULL},
                                                 {">Residual", "residual", NULL},
                                                 {">Tolerance", "tolerance", NULL},
                                                 {">?Row stat.", "row_statistic", NULL},
                                                 {">?Threshold", "row_threshold", NULL},
                                                 {">?G", "rounding", NULL},
                                                 {"Verified", "verified", NULL},
                                                 {"Transcript", "transcript", NULL}};
    add_items(wm_table_apart(to, only_failed ? "Failed checks" : "Checks"), model,
              only_failed ? has_failed : has_output, columns);
}

/* ---- residual floors ------------------------------------------------------------------------- */

static bool has_growing_floor(const wm_model_item *item)
{
    return has_output(item) && wm_tables_has(item->item->variant, WM_TRAIT_GROWING);
}

static bool has_steady_floor(const wm_model_item *item)
{
    return has_output(item) && wm_tables_has(item->item->variant, WM_TRAIT_CALIBRATION) &&
           !has_growing_floor(item);
}

/* The last item before this one of the same variant with a smaller k, or NULL. */
static const wm_model_item *smaller_sibling(const wm_model *model, const wm_model_item *of)
{
    for (size_t i = of->index; i-- > 0;) {
        const wm_item *item = of->item, *other = model->item[i].item;
        if (other->variant == item->variant && other->fault.kind == WM_FAULT_NONE &&
            other->dimension[2] < item->dimension[2])
            return &model->item[i];
    }
    return NULL;
}

static double floor_of(const wm_model_item *item)
{
    return wm_claims_number(wm_claims_on(&item->claims, "floor"));
}

/* The ratio of a floor to that of the next smaller size, and the ratio of the square roots of k. */
static void add_growth(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const wm_model_item *before = smaller_sibling(model, item);
    wm_cells_number(table, before == NULL ? (double)NAN : floor_of(item) / floor_of(before),
                    WM_TEXT_FIXED2,
                    before == NULL ? "no item with a smaller k" : "a floor is absent");
}

static void add_expected_growth(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const wm_model_item *before = smaller_sibling(model, item);
    const double k = (double)item->item->dimension[2];
    wm_cells_number(table,
                    before == NULL ? (double)NAN : sqrt(k / (double)before->item->dimension[2]),
                    WM_TEXT_FIXED2, "no item with a smaller k");
}

void wm_overview_items_add_floors(const wm_model *model, wm_document *to)
{
    static const column steady[COLUMNS_MOST] = {{">Floor", "floor", NULL},
                                                {">?Predicted", "predicted_floor", NULL},
                                                {">G", "calibrated_rounding", NULL},
                                                {"Basis", "basis", NULL},
                                                {">Tolerance", "tolerance", NULL}};
    static const column growing[COLUMNS_MOST] = {{">Floor", "floor", NULL},
                                                 {">Growth", NULL, add_growth},
                                                 {">?sqrt(k) grew", NULL, add_expected_growth},
                                                 {">Tolerance", "tolerance", NULL}};
    add_items(wm_table_apart(to, wm_document_text(to, "Residual floors (median over %d probe sets)",
                                                  WM_TABLES_PROBES)),
              model, has_steady_floor, steady);
    add_items(wm_table_apart(
                  to, "Floors that grow with k (fp8_fast: no prediction, an a-priori tolerance)"),
              model, has_growing_floor, growing);
}

/* ---- profiles -------------------------------------------------------------------------------- */

static bool is_profile(const wm_model_item *item)
{
    return wm_plan_procedure(item->item) == WM_PROCEDURE_PROFILE;
}

/* Adds the first digits of a key. */
static void add_key(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const wm_claim *claim = wm_claims_on(&item->claims, "key");
    if (!wm_claims_has_value(claim))
        wm_cells_claim(table, model, claim);
    else
        wm_table_write(table, "%.16s", claim->value)->claim = claim;
}

void wm_overview_items_add_profiles(const wm_model *model, wm_document *to)
{
    static const column columns[COLUMNS_MOST] = {{">Units", "units", NULL},
                                                 {">Latency", "latency", NULL},
                                                 {">Spread", "spread", NULL},
                                                 {">Within", "within", NULL},
                                                 {"Discriminating", "discriminating", NULL},
                                                 {"Key", NULL, add_key}};
    add_items(wm_table_apart(to, "Profiles of the device"), model, is_profile, columns);
}
