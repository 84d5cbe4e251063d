/* Compares two records: items by the functions of links, own numbers and facts. */
#include "report/views/comparison.h"

#include "base/status.h"
#include "record/tables/exit_status.h"

#include <math.h>
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

const char *wm_comparison_why(wm_document *to, const char *base, const char *other,
                              const wm_result *ratio)
{
    enum { MOST = 159 }; /* bytes of a note */
    const char *lead = "", *why = ratio->kind != WM_RESULT_NUMBER ? ratio->text : NULL;
    if (base != NULL) {
        lead = other == NULL || strcmp(base, other) != 0 ? "A: " : "";
        why = base;
    } else if (other != NULL) {
        lead = "B: ";
        why = other;
    }
    return why != NULL ? wm_document_text(to, "%s%.*s", lead, MOST - (int)strlen(lead), why) : NULL;
}

/* ---- a side ---------------------------------------------------------------------------------- */

/* The result that a claim of an item states; null for the reason `none` if there is no claim. */
static wm_result result_of(const wm_model_item *item, const char *quantity, const char *none)
{
    const wm_claim *claim = wm_claims_on(&item->claims, quantity);
    if (claim == NULL)
        return wm_result_null(none);
    if (claim->value == NULL)
        return wm_result_null(claim->reason);
    return claim->is_word ? wm_result_word(claim->value)
                          : wm_result_number(strtod(claim->value, NULL));
}

/* Takes the device of an environment. Most repeats have that of line 1, which is in memory. */
static wm_status take_device(const wm_model *model, uint32_t line, wm_link_side *side,
                             wm_error *err)
{
    const wm_environment_node *node = wm_model_environment(model);
    wm_content content;
    if (line > 1) {
        const wm_status status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        node = &content.of.environment;
        if (!wm_contents_is_of(&content, &wm_kind_environment))
            return WM_OK;
    }
    side->has_device = wm_kind_environment_device(node, side->device);
    return WM_OK;
}

/* Takes what the repeats of an item say. Repeat 0 has the digest, the method and the device. */
static wm_status take_repeats(const wm_model *model, const wm_observations *repeats,
                              wm_link_side *side, wm_error *err)
{
    const wm_workload_node *node;
    wm_content content;
    wm_status status;
    for (size_t i = 0; i < repeats->count; i++)
        side->has_failed = side->has_failed || repeats->at[i].has_failed;
    if (repeats->count == 0)
        return WM_OK;
    status = wm_reader_read(model->reader, repeats->at[0].line, &content, err);
    if (status != WM_OK)
        return status;
    node = &content.of.workload;
    side->has_first = !repeats->at[0].has_failed && node->output_digest.is_there;
    if (side->has_first)
        memcpy(side->digest, node->output_digest.bytes, sizeof side->digest);
    if (node->method.bytes != NULL)
        wm_sha256_hash(node->method.bytes, node->method.size, side->method);
    return take_device(model, wm_reader_find(model->reader, node->environment.id), side, err);
}

/* Fills the side of an item, without a profile's summary. */
static wm_status fill_side(const wm_model *model, const wm_model_item *item, wm_link_side *side,
                           wm_error *err)
{
    static const char NO_RATE[] = "this workload has no rate";
    *side = (wm_link_side){
        .item = *item->item,
        .rate = result_of(item, "rate", NO_RATE),
        .rate_low = result_of(item, "rate_low", NO_RATE),
        .rate_high = result_of(item, "rate_high", NO_RATE),
        .floor = result_of(item, "floor", "no floor"),
        .performance_class = result_of(item, "performance_class", NO_RATE),
        .numerical_class = result_of(item, "numerical_class", "no output"),
    };
    return take_repeats(model, &item->series[WM_OBSERVATIONS_REPEATS], side, err);
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

static bool is_correlated(const wm_model_item *item)
{
    const wm_claim *claim = wm_claims_on(&item->claims, "independence");
    return claim != NULL && claim->value != NULL && strncmp(claim->value, "correlated", 10) == 0;
}

/* Warns of repeats that depend on each other: the interval is then too narrow. NULL: they do
 * not. */
static const char *remark_on(wm_document *to, const wm_model_item *base, const wm_model_item *other)
{
    const bool of_base = is_correlated(base);
    const bool of_other = is_correlated(other);
    if (!of_base && !of_other)
        return NULL;
    return wm_document_text(to, "%s: repeats are correlated, the interval is too narrow",
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

static wm_status compare_item(const wm_comparison *comparison, const wm_model_item *base,
                              const wm_model_item *other, wm_comparison_row *row, wm_error *err)
{
    const wm_model *of_base = comparison->base, *of_other = comparison->other;
    wm_link_side *sides = wm_document_alloc(comparison->to, 2 * sizeof *sides);
    wm_link link = {.here = sides + 1, .there = sides};
    wm_status status = sides != NULL ? fill_side(of_base, base, sides, err) : WM_E_NOMEM;
    if (status == WM_OK)
        status = fill_side(of_other, other, sides + 1, err);
    if (status != WM_OK)
        return status;
    link.is_other_nonce = strcmp(of_base->plan.nonce, of_other->plan.nonce) != 0;
    row->label = base->label;
    row->base = wm_claims_on(&base->claims, "rate");
    row->other = wm_claims_on(&other->claims, "rate");
    row->base_side = &sides[0];
    row->other_side = &sides[1];
    row->base_range = (wm_comparison_range){sides[0].rate, sides[0].rate_low, sides[0].rate_high};
    row->other_range = (wm_comparison_range){sides[1].rate, sides[1].rate_low, sides[1].rate_high};
    row->ratio.median = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO);
    row->ratio.low = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO_LOW);
    row->ratio.high = wm_link_reduce(&link, WM_FUNCTION_RATE_RATIO_HIGH);
    row->floor_ratio = wm_link_reduce(&link, WM_FUNCTION_FLOOR_RATIO);
    row->is_same_method = memcmp(sides[0].method, sides[1].method, sizeof sides->method) == 0;
    row->change = wm_comparison_direction(&row->ratio, false, true);
    row->why = wm_comparison_why(comparison->to, null_of(&row->base_range),
                                 null_of(&row->other_range), &row->ratio.median);
    row->remark = remark_on(comparison->to, base, other);
    compare_output(&link, row);
    return WM_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds an empty row; NULL when out of memory. */
static wm_comparison_row *add_row(wm_comparison *comparison)
{
    wm_comparison_row *row =
        wm_document_grow(comparison->to, comparison->row, &comparison->row_capacity,
                         comparison->row_count + 1, sizeof *row);
    if (row == NULL)
        return NULL;
    comparison->row = row;
    row += comparison->row_count++;
    *row = (wm_comparison_row){.label = NULL};
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

static wm_status compare_items(wm_comparison *comparison, wm_error *err)
{
    const wm_model *base = comparison->base, *other = comparison->other;
    wm_status status = WM_OK;
    for (size_t i = 0; i < base->item_count && status == WM_OK; i++) {
        const wm_model_item *there = find_item(other, base->item[i].item);
        wm_comparison_row *row = there != NULL ? add_row(comparison) : NULL;
        if (there == NULL)
            add_name(comparison->to, &comparison->only_base, base->item[i].label);
        else if (row != NULL)
            status = compare_item(comparison, &base->item[i], there, row, err);
    }
    for (size_t i = 0; i < other->item_count; i++)
        if (find_item(base, other->item[i].item) == NULL)
            add_name(comparison->to, &comparison->only_other, other->item[i].label);
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

static wm_status compare_own(wm_comparison *comparison, wm_error *err)
{
    const wm_model *base = comparison->base, *other = comparison->other;
    wm_status status = WM_OK;
    size_t from = 0;
    for (size_t i = 0; i < base->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &base->claims.claim[i], *there;
        wm_comparison_row *row;
        if (claim->subject != WM_SUBJECT_OWN)
            continue;
        there = find_own(other, claim->name, &from);
        row = there != NULL ? add_row(comparison) : NULL;
        if (there == NULL)
            add_name(comparison->to, &comparison->only_base, claim->name);
        if (row == NULL)
            continue;
        row->label = claim->name;
        row->base = claim;
        row->other = there;
        status = wm_comparison_own_compare(comparison, row, err);
    }
    from = 0;
    for (size_t i = 0; i < other->claims.count; i++) {
        const wm_claim *claim = &other->claims.claim[i];
        if (claim->subject == WM_SUBJECT_OWN && find_own(base, claim->name, &from) == NULL)
            add_name(comparison->to, &comparison->only_other, claim->name);
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

wm_status wm_comparison_make(const wm_model *base, const wm_model *other, wm_document *to,
                             wm_comparison *comparison, wm_error *err)
{
    wm_status status;
    *comparison = (wm_comparison){.base = base, .other = other, .to = to};
    status = compare_items(comparison, err);
    if (status == WM_OK)
        status = compare_own(comparison, err);
    wm_comparison_facts_find(comparison);
    summarise(comparison);
    if (status == WM_E_NOMEM || to->status != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, other->path, "out of memory");
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
