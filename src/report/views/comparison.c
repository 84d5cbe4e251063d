/* Compares two records: items by the functions of links, own numbers and facts. */
#include "report/views/comparison.h"

#include "base/array.h"
#include "base/status.h"
#include "record/tables/exit_status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

wm_comparison_change wm_comparison_direction(const wm_comparison_range *ratio, bool is_time,
                                             bool is_rate)
{
    if (ratio->low.kind != WM_RESULT_NUMBER || ratio->high.kind != WM_RESULT_NUMBER)
        return WM_COMPARISON_UNKNOWN;
    if (ratio->low.number > 1)
        return is_time   ? WM_COMPARISON_SLOWER
               : is_rate ? WM_COMPARISON_FASTER
                         : WM_COMPARISON_HIGHER;
    if (ratio->high.number < 1)
        return is_time   ? WM_COMPARISON_FASTER
               : is_rate ? WM_COMPARISON_SLOWER
                         : WM_COMPARISON_LOWER;
    return WM_COMPARISON_NOT_SHOWN;
}

/* ---- an item --------------------------------------------------------------------------------- */

/* The reason of the first null of a side; NULL: it has none. */
static const char *null_of(const wm_comparison_range *range)
{
    const wm_result *const results[] = {&range->median, &range->low, &range->high};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (results[i]->kind != WM_RESULT_NUMBER)
            return results[i]->text;
    return NULL;
}

/* Says which side has no interval, and why. */
static void explain_ratio(wm_comparison_row *row)
{
    const char *base = null_of(&row->base_range), *other = null_of(&row->other_range);
    if (base != NULL && other != NULL && strcmp(base, other) == 0)
        (void)snprintf(row->why, sizeof row->why, "%s", base);
    else if (base != NULL)
        (void)snprintf(row->why, sizeof row->why, "A: %s", base);
    else if (other != NULL)
        (void)snprintf(row->why, sizeof row->why, "B: %s", other);
    else if (row->ratio.median.kind != WM_RESULT_NUMBER)
        (void)snprintf(row->why, sizeof row->why, "%s", row->ratio.median.text);
}

static bool is_correlated(const wm_model_item *item)
{
    const wm_claim *claim = wm_claims_on(&item->claims, "independence");
    return claim != NULL && claim->value != NULL && strncmp(claim->value, "correlated", 10) == 0;
}

/* Warns of repeats that depend on each other: the interval is then too narrow. */
static void remark_on(const wm_model_item *base, const wm_model_item *other, wm_comparison_row *row)
{
    const bool of_base = is_correlated(base);
    const bool of_other = is_correlated(other);
    if (of_base || of_other)
        (void)snprintf(row->remark, sizeof row->remark,
                       "%s: repeats are correlated, the interval is too narrow",
                       !of_other  ? "A"
                       : !of_base ? "B"
                                  : "A and B");
}

/* Why outputs must be identical. */
static const char *why_identical(const wm_link *link)
{
    return wm_tables_has(link->there->item.variant, WM_TRAIT_EXACT)
               ? "exact: every correct device gives the same output"
               : "same backend, device model and method";
}

/* Why outputs that differ need not be identical. */
static const char *why_apart(const wm_link *link, bool is_same_method)
{
    if (wm_tables_has(link->there->item.variant, WM_TRAIT_CHANCE))
        return "the order of the additions is left to chance";
    if (!is_same_method)
        return "digests differ, and so do the methods";
    if (!link->here->has_device || !link->there->has_device)
        return "digests differ, and a device model is not known";
    return "digests differ, and so do the device models";
}

/* Compares the outputs by the agreement of a link. */
static void compare_output(const wm_link *link, wm_comparison_row *row)
{
    static const char NOT_COMPARABLE[] = "not comparable: ";
    const wm_result agreement = wm_link_reduce(link, WM_FUNCTION_AGREEMENT);
    const size_t lead = sizeof NOT_COMPARABLE - 1;
    if (strcmp(agreement.text, "identical") == 0) {
        row->output = WM_COMPARISON_IDENTICAL;
        return;
    }
    if (strcmp(agreement.text, "different") == 0) {
        row->output = WM_COMPARISON_DIFFERENT;
        row->output_why = why_identical(link);
        return;
    }
    row->output = WM_COMPARISON_NOT_COMPARED;
    row->output_why =
        strncmp(agreement.text, NOT_COMPARABLE, lead) == 0 ? agreement.text + lead : agreement.text;
    if (!wm_tables_has_output(link->there->item.variant))
        row->output_why = "this workload has no output";
    else if (strcmp(row->output_why, "no common places") == 0)
        row->output_why = why_apart(link, row->is_same_method);
}

static void compare_item(const wm_comparison *comparison, size_t base, size_t other,
                         wm_comparison_row *row)
{
    const wm_model *of_base = comparison->base->model, *of_other = comparison->other->model;
    const wm_link_side *there = &comparison->base->sides[base];
    const wm_link_side *here = &comparison->other->sides[other];
    wm_link link;
    memset(&link, 0, sizeof link);
    link.here = here;
    link.there = there;
    link.is_other_nonce =
        strcmp(comparison->base->model->plan.nonce, comparison->other->model->plan.nonce) != 0;
    row->label = of_base->item[base].label;
    row->base = wm_claims_on(&of_base->item[base].claims, "rate");
    row->other = wm_claims_on(&of_other->item[other].claims, "rate");
    row->base_side = there;
    row->other_side = here;
    row->base_range = (wm_comparison_range){there->rate, there->rate_low, there->rate_high};
    row->other_range = (wm_comparison_range){here->rate, here->rate_low, here->rate_high};
    row->ratio.median = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO);
    row->ratio.low = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO_LOW);
    row->ratio.high = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO_HIGH);
    row->floor_ratio = wm_link_reduce(&link, WM_FUNCTION_FLOOR_RATIO);
    row->is_same_method = memcmp(here->method, there->method, sizeof here->method) == 0;
    row->change = wm_comparison_direction(&row->ratio, false, true);
    explain_ratio(row);
    remark_on(&of_base->item[base], &of_other->item[other], row);
    compare_output(&link, row);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds an empty row; NULL when out of memory. */
static wm_comparison_row *add_row(wm_comparison *comparison)
{
    wm_comparison_row *row = wm_array_grow(comparison->row, &comparison->row_capacity,
                                           comparison->row_count + 1, sizeof *row);
    if (row == NULL)
        return NULL;
    comparison->row = row;
    row += comparison->row_count++;
    memset(row, 0, sizeof *row);
    return row;
}

static wm_status add_name(wm_comparison_names *names, const char *name)
{
    const char **grown =
        wm_array_grow(names->name, &names->capacity, names->count + 1, sizeof *grown);
    if (grown == NULL)
        return WM_E_NOMEM;
    names->name = grown;
    grown[names->count++] = name;
    return WM_OK;
}

/* The item of a record that is the same but for its repeats; its number of items if there is
 * none. */
static size_t find_item(const wm_model *model, const wm_item *item)
{
    size_t i = 0;
    while (i < model->item_count && !wm_plan_is_same_item(model->item[i].item, item))
        i++;
    return i;
}

static wm_status compare_items(wm_comparison *comparison)
{
    const wm_model *base = comparison->base->model, *other = comparison->other->model;
    wm_status status = WM_OK;
    for (size_t i = 0; i < base->item_count && status == WM_OK; i++) {
        const size_t there = find_item(other, base->item[i].item);
        wm_comparison_row *row = NULL;
        if (there == other->item_count)
            status = add_name(&comparison->only_base, base->item[i].label);
        else if ((row = add_row(comparison)) == NULL)
            status = WM_E_NOMEM;
        else
            compare_item(comparison, i, there, row);
    }
    for (size_t i = 0; i < other->item_count && status == WM_OK; i++)
        if (find_item(base, other->item[i].item) == base->item_count)
            status = add_name(&comparison->only_other, other->item[i].label);
    return status;
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

/* Compares an own claim of the base; `there` may be NULL. */
static wm_status compare_claim(wm_comparison *comparison, const wm_claim *claim,
                               const wm_claim *there, wm_error *err)
{
    wm_comparison_row *row;
    if (there == NULL)
        return add_name(&comparison->only_base, claim->name);
    row = add_row(comparison);
    if (row == NULL)
        return WM_E_NOMEM;
    row->label = claim->name;
    row->base = claim;
    row->other = there;
    return wm_comparison_own_compare(comparison, row, err);
}

static wm_status compare_own(wm_comparison *comparison, wm_error *err)
{
    const wm_model *base = comparison->base->model, *other = comparison->other->model;
    wm_status status = WM_OK;
    size_t from = 0;
    for (size_t i = 0; i < base->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &base->claims.claim[i];
        if (claim->subject == WM_SUBJECT_OWN)
            status = compare_claim(comparison, claim, find_own(other, claim->name, &from), err);
    }
    from = 0;
    for (size_t i = 0; i < other->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &other->claims.claim[i];
        if (claim->subject == WM_SUBJECT_OWN && find_own(base, claim->name, &from) == NULL)
            status = add_name(&comparison->only_other, claim->name);
    }
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
        if (row->base_side == NULL || row->ratio.median.kind != WM_RESULT_NUMBER)
            continue;
        sum += log(row->ratio.median.number);
        comparison->ratio_count++;
    }
    comparison->geometric_mean = comparison->ratio_count > 0
                                     ? wm_result_number(exp(sum / (double)comparison->ratio_count))
                                     : wm_result_null("no item has a ratio");
}

wm_status wm_comparison_make(const wm_comparison_record *base, const wm_comparison_record *other,
                             wm_comparison *comparison, wm_error *err)
{
    wm_status status;
    memset(comparison, 0, sizeof *comparison);
    comparison->base = base;
    comparison->other = other;
    status = compare_items(comparison);
    if (status == WM_OK)
        status = compare_own(comparison, err);
    if (status == WM_OK)
        status = wm_comparison_facts_find(comparison);
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, other->model->path, "out of memory");
    summarise(comparison);
    return status;
}

int wm_comparison_exit(const wm_comparison *comparison)
{
    bool is_compared = comparison->outputs[WM_COMPARISON_IDENTICAL] > 0;
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] > 0)
        return WM_EXIT_NO;
    for (size_t i = 0; i < comparison->row_count; i++)
        is_compared = is_compared || comparison->row[i].ratio.median.kind == WM_RESULT_NUMBER;
    return is_compared ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
}

int wm_comparison_exit_of(const wm_comparison *comparisons, size_t count)
{
    int worst = WM_EXIT_YES;
    for (size_t i = 0; i < count; i++) {
        const int own = wm_comparison_exit(&comparisons[i]);
        if (own == WM_EXIT_NO)
            return own;
        worst = own > worst ? own : worst;
    }
    return worst;
}

void wm_comparison_clear(wm_comparison *comparison)
{
    for (size_t i = 0; i < comparison->fact_count; i++)
        wm_comparison_facts_clear(&comparison->fact[i]);
    free(comparison->fact);
    free(comparison->row);
    free(comparison->only_base.name);
    free(comparison->only_other.name);
    memset(comparison, 0, sizeof *comparison);
}
