/* The table of a summary, and what its repeats show. */
#include "report/views/summary.h"

#include "report/views/cells.h"
#include "report/views/reasons.h"
#include "report/document/sparkline.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "model/tally.h"

#include <math.h>

/* A repeat is far from the median if one is this many times the other. */
static const double FAR = 2;

/* The speed of each repeat of an item; NaN for a failed one. */
static void speeds_of(const wm_model_item *item, double value[WM_TABLES_REPEATS])
{
    const wm_observations *repeats = &item->series[WM_OBSERVATIONS_REPEATS];
    for (size_t i = 0; i < item->item->repeats; i++)
        value[i] = i < repeats->count ? repeats->at[i].speed : (double)NAN;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Adds the cells of an item that has a rate. A number has the digits of its claim, as everywhere.
 */
static void add_measured(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    double value[WM_TABLES_REPEATS];
    wm_cells_quantity(table, model, item, "rate");
    wm_cells_interval(table, model, item);
    if (item->item->repeats == 1)
        wm_table_add(table, NULL, "one repeat", WM_EMPHASIS_NONE);
    else
        wm_cells_quantity(table, model, item, "dispersion");
    speeds_of(item, value);
    wm_table_series(table, value, item->item->repeats);
    wm_cells_quantity(table, model, item, "performance_class");
}

/* An item without a rate has its reason once; all that are over the budget have the same one. */
static void add_absent(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    const char *over = wm_reasons_budget(item);
    if (over != NULL)
        wm_table_add(table, NULL, over, WM_EMPHASIS_NONE);
    else
        wm_cells_quantity(table, model, item, "rate");
    for (size_t i = 0; i < 4; i++)
        wm_table_text(table, NULL);
}

/* Where a wrong item's output is wrong, as its witness found it; NULL: the item is not wrong. */
static const char *wrong_of(const wm_model *model, const wm_model_item *item,
                            char words[WM_WRONG_ELEMENT_WORDS])
{
    if (!item->verdict.is_wrong)
        return NULL;
    for (size_t i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *row = &model->transcripts.row[i];
        if (row->item == item->index && row->wrong.is_there) {
            wm_wrong_element_words(&row->wrong, words);
            return words;
        }
    }
    return "its output failed the check";
}

/* Adds the item's label. A wrong item is marked, and a note names the element. */
static void add_label(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    char words[WM_WRONG_ELEMENT_WORDS];
    const char *wrong = wrong_of(model, item, words);
    if (wrong == NULL)
        wm_table_text(table, item->label);
    else
        wm_table_add(table, wm_document_text(table->document, "%s WRONG", item->label), wrong,
                     WM_EMPHASIS_BAD);
}

/* ---- far repeats ----------------------------------------------------------------------------- */

/* Prints how many repeats are far above or below the median, and how far the farthest is. */
static void say_far(const wm_model_item *item, const double *value, bool is_faster, wm_document *to)
{
    const double median = wm_sparkline_median(value, item->item->repeats);
    double most = 1;
    size_t count = 0;
    for (size_t i = 0; i < item->item->repeats; i++) {
        const double times = is_faster ? value[i] / median : median / value[i];
        if (!(times >= FAR))
            continue;
        count++;
        most = fmax(most, times);
    }
    if (count == 0)
        return;
    wm_words_say(to, "%s: %zu repeat%s of %lu %s %s%.*f times %s", item->label, count,
                 wm_style_plural(count), (unsigned long)item->item->repeats,
                 count == 1 ? "is" : "are", count == 1 ? "" : "up to ", most < 9.95 ? 1 : 0, most,
                 is_faster ? "faster: do not quote this median" : "slower");
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Whether an item has no row because its output is faulty on purpose. */
static bool is_faulty(const wm_model_item *item)
{
    return item->item->fault.kind != WM_FAULT_NONE;
}

static bool is_timed(const wm_model_item *item)
{
    return wm_tables_has_output(item->item->variant);
}

void wm_summary_rates_add(const wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    size_t sound = 0, faulty = 0;
    for (size_t i = 0; i < model->item_count; i++) {
        sound += is_timed(&model->item[i]) && !is_faulty(&model->item[i]);
        faulty += is_timed(&model->item[i]) && is_faulty(&model->item[i]);
    }
    table->is_one_block = true;
    wm_table_columns(table, "item", ">rate", ">?95 % interval", NULL);
    wm_table_rank_column(table, 3);
    wm_table_columns(table, ">?spread", NULL);
    wm_table_rank_column(table, 1);
    wm_table_columns(table, "repeats", NULL);
    wm_table_rank_column(table, 2);
    wm_table_columns(table, "?class", NULL);
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        if (!is_timed(item) || (sound > 0 && is_faulty(item)))
            continue;
        add_label(table, model, item);
        if (isfinite(wm_claims_number(wm_claims_on(&item->claims, "rate"))))
            add_measured(table, model, item);
        else
            add_absent(table, model, item);
    }
    for (size_t i = 0; i < model->item_count; i++)
        if (is_timed(&model->item[i]) && !(sound > 0 && is_faulty(&model->item[i]))) {
            double value[WM_TABLES_REPEATS];
            speeds_of(&model->item[i], value);
            say_far(&model->item[i], value, true, to);
            say_far(&model->item[i], value, false, to);
        }
    if (sound > 0 && faulty > 0)
        wm_words_say(to, "not in this table: %zu item%s with a fault on purpose; -v shows %s",
                     faulty, wm_style_plural(faulty), faulty == 1 ? "it" : "them");
}
