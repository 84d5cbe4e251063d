/* Compares records: rows of what all have, the summary, the exit status. */
#include "report/views/comparison.h"

#include "base/status.h"
#include "record/tables/exit_status.h"

#include <math.h>
#include <string.h>

const char *wm_comparison_change_word(wm_comparison_change change)
{
    static const char *const WORDS[WM_COMPARISON_CHANGES] = {
        [WM_COMPARISON_NOT_SHOWN] = "no difference shown",
        [WM_COMPARISON_FASTER] = "faster",
        [WM_COMPARISON_SLOWER] = "slower",
        [WM_COMPARISON_HIGHER] = "higher",
        [WM_COMPARISON_LOWER] = "lower",
    };
    return WORDS[change];
}

const char *wm_comparison_output_word(wm_comparison_output output)
{
    static const char *const WORDS[WM_COMPARISON_OUTPUTS] = {
        [WM_COMPARISON_IDENTICAL] = "identical",
        [WM_COMPARISON_DIFFERENT] = "different",
        [WM_COMPARISON_NOT_COMPARED] = "not compared",
    };
    return WORDS[output];
}

const char *wm_comparison_name(const wm_comparison *comparison, size_t record)
{
    const bool is_b = record >= comparison->split;
    const size_t first = is_b ? comparison->split : 0;
    const size_t end = is_b ? comparison->count : comparison->split;
    if (comparison->split == 0)
        return comparison->model[record].path;
    if (end - first == 1)
        return is_b ? "B" : "A";
    return wm_document_text(comparison->to, "%s%zu", is_b ? "B" : "A", record - first + 1);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds a row without runs; NULL when out of memory. */
static wm_comparison_row *add_row(wm_comparison *comparison, const char *label)
{
    wm_comparison_row *row =
        wm_document_grow(comparison->to, comparison->row, &comparison->row_capacity,
                         comparison->row_count + 1, sizeof *row);
    if (row == NULL)
        return NULL;
    comparison->row = row;
    row += comparison->row_count;
    *row = (wm_comparison_row){.label = label};
    row->run = wm_document_alloc(comparison->to, comparison->count * sizeof *row->run);
    if (row->run == NULL)
        return NULL;
    comparison->row_count++;
    return row;
}

static void add_name(wm_document *to, wm_comparison_names *names, const char *name)
{
    const char **grown =
        wm_document_grow(to, names->name, &names->capacity, names->count + 1, sizeof *grown);
    if (grown == NULL)
        return;
    names->name = grown;
    grown[names->count++] = name;
}

/* The item of a record that is the same but for its repeats; NULL: there is none. */
static const wm_model_item *find_item(const wm_model *model, const wm_item *item)
{
    for (size_t i = 0; i < model->item_count; i++)
        if (wm_plan_is_same_item(model->item[i].item, item))
            return &model->item[i];
    return NULL;
}

/* The own claim of a record with this name, or NULL. Searches from claim *from on, where it is if
 * both records have one order, and leaves the next one there. */
static const wm_claim *find_own(const wm_model *model, const char *name, size_t *from)
{
    const size_t count = model->claims.count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = (*from + i) % count;
        const wm_claim *claim = &model->claims.claim[at];
        if (claim->subject == WM_SUBJECT_OWN && strcmp(claim->name, name) == 0) {
            *from = at + 1;
            return claim;
        }
    }
    return NULL;
}

/* Which records have an item or an own number. */
typedef struct {
    const void **found; /* of each record; NULL: it has none */
    size_t count, of_a; /* how many have it, and how many of A */
    bool is_asked;      /* for --fail-slower, in any of them */
} holders;

/* Counts the holders, and notes the label if a record lacks it. Whether all have it. */
static bool is_everywhere(wm_comparison *comparison, holders *of, const char *label)
{
    of->count = of->of_a = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        of->count += of->found[i] != NULL;
        of->of_a += of->found[i] != NULL && i < comparison->split;
    }
    if (of->count == comparison->count)
        return true;
    comparison->lacking += of->is_asked && of->of_a > 0;
    add_name(comparison->to,
             comparison->split == 0 || (of->of_a > 0 && of->of_a < of->count) ? &comparison->partial
             : of->of_a > 0 ? &comparison->only_base
                            : &comparison->only_other,
             label);
    return false;
}

/* Adds a row for each item that all records have. A label that an earlier record has was met. */
static wm_status take_items(wm_comparison *comparison, size_t record, holders *of, wm_error *err)
{
    const wm_model *model = &comparison->model[record];
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        bool is_met = false;
        wm_comparison_row *row;
        of->is_asked = false;
        for (size_t j = 0; j < comparison->count; j++) {
            const wm_model_item *found = find_item(&comparison->model[j], model->item[i].item);
            of->found[j] = found;
            of->is_asked = of->is_asked || (found != NULL && wm_comparison_run_is_asked(found));
            is_met = is_met || (j < record && found != NULL);
        }
        if (is_met || !is_everywhere(comparison, of, model->item[i].label))
            continue;
        row = add_row(comparison, model->item[i].label);
        for (size_t j = 0; row != NULL && j < comparison->count && status == WM_OK; j++)
            status = wm_comparison_run_of_item(&comparison->model[j], of->found[j], comparison->to,
                                               &row->run[j], err);
        if (row == NULL)
            return WM_E_NOMEM;
        row->meaning = WM_COMPARISON_RATE;
        row->unit = row->run[0].claim != NULL ? row->run[0].claim->unit : NULL;
    }
    return status;
}

/* The same for own numbers. cursor: where the next claim of each record is expected. */
static wm_status take_own(wm_comparison *comparison, size_t record, holders *of, size_t *cursor,
                          wm_error *err)
{
    const wm_model *model = &comparison->model[record];
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        bool is_met = false;
        wm_comparison_row *row;
        if (claim->subject != WM_SUBJECT_OWN)
            continue;
        of->is_asked = wm_comparison_own_meaning(claim->unit) != WM_COMPARISON_QUANTITY;
        for (size_t j = 0; j < comparison->count; j++) {
            of->found[j] = find_own(&comparison->model[j], claim->name, &cursor[j]);
            is_met = is_met || (j < record && of->found[j] != NULL);
        }
        if (is_met || !is_everywhere(comparison, of, claim->name))
            continue;
        row = add_row(comparison, claim->name);
        for (size_t j = 0; row != NULL && j < comparison->count && status == WM_OK; j++)
            status = wm_comparison_own_run(&comparison->model[j], of->found[j], comparison->to,
                                           &row->run[j], err);
        if (row == NULL)
            return WM_E_NOMEM;
        row->unit = claim->unit;
        row->meaning = wm_comparison_own_meaning(claim->unit);
    }
    return status;
}

static wm_status take_rows(wm_comparison *comparison, wm_error *err)
{
    const size_t count = comparison->count;
    holders of = {wm_document_alloc(comparison->to, count * sizeof *of.found), 0, 0, false};
    size_t *cursor = wm_document_alloc(comparison->to, count * sizeof *cursor);
    wm_status status = of.found != NULL && cursor != NULL ? WM_OK : WM_E_NOMEM;
    for (size_t i = 0; i < count && status == WM_OK; i++)
        status = take_items(comparison, i, &of, err);
    for (size_t i = 0; i < count && status == WM_OK; i++)
        status = take_own(comparison, i, &of, cursor, err);
    return status;
}

/* ---- a comparison ---------------------------------------------------------------------------- */

/* Counts the rows by their words, and takes the mean of the items' ratios. */
static void summarise(wm_comparison *comparison)
{
    double sum = 0;
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        comparison->changes[row->change]++;
        comparison->outputs[row->output]++;
        if (row->run[0].item == NULL || row->ratio.median.kind != WM_RESULT_NUMBER)
            continue;
        sum += log(row->ratio.median.number);
        comparison->ratio_count++;
    }
    comparison->geometric_mean = comparison->ratio_count > 0
                                     ? wm_result_number(exp(sum / (double)comparison->ratio_count))
                                     : wm_result_null("no item has a ratio");
}

wm_status wm_comparison_make(const wm_comparison_request *request, wm_document *to,
                             wm_comparison *comparison, wm_error *err)
{
    wm_status status;
    *comparison = (wm_comparison){.model = request->model,
                                  .count = request->count,
                                  .split = request->split,
                                  .slower = request->slower,
                                  .to = to};
    status = take_rows(comparison, err);
    wm_comparison_facts_find(comparison);
    for (size_t i = 0; i < comparison->row_count && status == WM_OK; i++) {
        wm_comparison_row *row = &comparison->row[i];
        wm_comparison_conditions_check(comparison, row);
        wm_comparison_outputs_compare(comparison, row);
        if (comparison->split > 0)
            wm_comparison_sides_compare(comparison, row);
    }
    if (comparison->split == 0 && status == WM_OK)
        wm_comparison_fleet_compare(comparison);
    summarise(comparison);
    if (status == WM_E_NOMEM || to->status != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, request->model->path, "out of memory");
    return status;
}

wm_comparison_output wm_comparison_record_output(const wm_comparison *comparison, size_t record)
{
    size_t counts[WM_COMPARISON_OUTPUTS] = {0};
    for (size_t i = 0; i < comparison->row_count; i++)
        counts[comparison->row[i].run[record].output]++;
    if (counts[WM_COMPARISON_DIFFERENT] > 0)
        return WM_COMPARISON_DIFFERENT;
    if (counts[WM_COMPARISON_IDENTICAL] > 0)
        return WM_COMPARISON_IDENTICAL;
    return counts[WM_COMPARISON_NOT_COMPARED] > 0 ? WM_COMPARISON_NOT_COMPARED : WM_COMPARISON_NONE;
}

size_t wm_comparison_records(const wm_comparison *comparison, wm_comparison_output output)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        count += wm_comparison_record_output(comparison, i) == output;
    return count;
}

/* ---- the exit status ------------------------------------------------------------------------- */

static size_t count_limits(const wm_comparison *comparison, wm_comparison_limit limit)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->row_count; i++)
        count += comparison->row[i].limit == limit;
    return count;
}

/* Whether a direction may be named of any number, or any record could be odd. */
static bool is_decided(const wm_comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; i++)
        if (comparison->row[i].why == NULL)
            return true;
    return false;
}

int wm_comparison_exit(const wm_comparison *comparison)
{
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] > 0 ||
        count_limits(comparison, WM_COMPARISON_BEYOND) > 0)
        return WM_EXIT_NO;
    if (isnan(comparison->slower))
        return is_decided(comparison) ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
    return count_limits(comparison, WM_COMPARISON_OPEN) == 0 &&
                   count_limits(comparison, WM_COMPARISON_WITHIN) > 0 && comparison->lacking == 0
               ? WM_EXIT_YES
               : WM_EXIT_INCONCLUSIVE;
}

const char *wm_comparison_status(const wm_comparison *comparison)
{
    const int answer = wm_comparison_exit(comparison);
    if (answer == WM_EXIT_INCONCLUSIVE)
        return "inconclusive";
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] > 0)
        return "different";
    if (isnan(comparison->slower))
        return "compared";
    return answer == WM_EXIT_NO ? "slower" : "not slower";
}
