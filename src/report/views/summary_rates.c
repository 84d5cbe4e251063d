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

/* Above this many items with far repeats, they share a line. */
enum { FAR_LINES = 3 };

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
                            char room[WM_REASONS_SIZE])
{
    if (!item->verdict.is_wrong)
        return NULL;
    for (size_t i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *row = &model->transcripts.row[i];
        if (row->item == item->index && row->wrong.is_there) {
            wm_wrong_element_words(&row->wrong, room);
            return room;
        }
    }
    return wm_reasons_rejected(item, room);
}

/* Adds the item's label. A wrong item is marked, and a note names the element. */
static void add_label(wm_table *table, const wm_model *model, const wm_model_item *item)
{
    char room[WM_REASONS_SIZE];
    const char *wrong = wrong_of(model, item, room);
    if (wrong == NULL)
        wm_table_text(table, item->label);
    else
        wm_table_add(table, wm_document_text(table->document, "%s WRONG", item->label), wrong,
                     WM_EMPHASIS_BAD);
}

/* ---- the rows ------------------------------------------------------------------------------- */

/* Whether an item has no row because its output is faulty on purpose. */
static bool is_faulty(const wm_model_item *item)
{
    return item->item->fault.kind != WM_FAULT_NONE;
}

static bool is_timed(const wm_model_item *item)
{
    return wm_plan_has_output(item->item);
}

/* Whether an item has a row. sound: the number of timed items without a fault. */
static bool is_shown(const wm_model_item *item, size_t sound)
{
    return is_timed(item) && !(sound > 0 && is_faulty(item));
}

/* ---- far repeats ----------------------------------------------------------------------------- */

/* How far an item's repeats are above or below their median. */
typedef struct {
    const wm_model_item *item;
    size_t count; /* of the repeats that are far */
    double most;  /* of the farthest; 1: none is far */
} far_repeats;

static far_repeats far_of(const wm_model_item *item, bool is_faster)
{
    far_repeats far = {item, 0, 1};
    double value[WM_TABLES_REPEATS], median;
    speeds_of(item, value);
    median = wm_sparkline_median(value, item->item->repeats);
    for (size_t i = 0; i < item->item->repeats; i++) {
        const double times = is_faster ? value[i] / median : median / value[i];
        if (!(times >= FAR))
            continue;
        far.count++;
        far.most = fmax(far.most, times);
    }
    return far;
}

static const char *words_of(const far_repeats *far, bool is_faster, wm_document *to)
{
    return wm_document_text(to, "%zu repeat%s of %lu %s %s%.*f times %s", far->count,
                            wm_style_plural(far->count), (unsigned long)far->item->item->repeats,
                            far->count == 1 ? "is" : "are", far->count == 1 ? "" : "up to ",
                            far->most < 9.95 ? 1 : 0, far->most,
                            is_faster ? "faster: do not quote this median" : "slower");
}

const char *wm_summary_rates_far(const wm_model_item *item, bool is_faster, wm_document *to)
{
    const far_repeats far = far_of(item, is_faster);
    return far.count > 0 ? words_of(&far, is_faster, to) : NULL;
}

static void say_item(const far_repeats *far, bool is_faster, wm_document *to)
{
    wm_words_say(to, "%s: %s", far->item->label, words_of(far, is_faster, to));
}

/* Says which items have far repeats in one direction: each on a line, but if there are many, as on
 * a busy machine, all on one. */
static void say_far(const wm_model *model, size_t sound, bool is_faster, wm_document *to)
{
    size_t items = 0, repeats = 0, farthest = 0;
    double most = 1;
    wm_words *line = NULL;
    for (size_t i = 0; i < model->item_count; i++) {
        const far_repeats far = far_of(&model->item[i], is_faster);
        if (far.count == 0 || !is_shown(far.item, sound))
            continue;
        items++;
        repeats += far.count;
        farthest = far.most > most ? i : farthest;
        most = fmax(most, far.most);
    }
    if (items > FAR_LINES) {
        wm_words_say(to, "%zu repeats of %zu items are up to %.*f times %s (%s)", repeats, items,
                     most < 9.95 ? 1 : 0, most, is_faster ? "faster" : "slower",
                     model->item[farthest].label);
        if (!is_faster)
            return;
        line = wm_words_new(to);
        wm_words_lead(line, WM_BREAKS_WIDTH, "  ");
        wm_words_add(line, "do not quote these medians:");
    }
    for (size_t i = 0; i < model->item_count; i++) {
        const far_repeats far = far_of(&model->item[i], is_faster);
        if (far.count == 0 || !is_shown(far.item, sound))
            continue;
        if (line != NULL)
            wm_words_add(line, " %s", far.item->label);
        else
            say_item(&far, is_faster, to);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

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
        if (!is_shown(item, sound))
            continue;
        add_label(table, model, item);
        if (isfinite(wm_claims_number(wm_claims_on(&item->claims, "rate"))))
            add_measured(table, model, item);
        else
            add_absent(table, model, item);
    }
    say_far(model, sound, true, to);
    say_far(model, sound, false, to);
    if (sound > 0 && faulty > 0)
        wm_words_hint(wm_words_say(to, "not in this table: %zu item%s with a fault on purpose",
                                   faulty, wm_style_plural(faulty)),
                      faulty == 1 ? "; -v shows it" : "; -v shows them");
}
