/* Compares own numbers: the ratio of two claims, with an interval from their series. */
#include "report/views/comparison.h"

#include "base/status.h"
#include "record/laws/statistic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reduction behind an own claim. */
typedef struct {
    wm_function function;
    char field[512];
    uint8_t (*inputs)[WM_SHA256_SIZE];
    size_t count;
} source;

static wm_status no_memory(const wm_model *model, wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
}

/* ---- the interval ---------------------------------------------------------------------------- */

/* For many values: the same sum of binomial terms, of which the first ones are below the smallest
 * binary64 number. They are added by their logarithms. */
static size_t interval_of_many(size_t count)
{
    double term = -(double)count * log(2), sum = 0;
    size_t low = 0;
    for (size_t i = 0; i <= count; i++) {
        sum += exp(term);
        if (!(2 * sum <= WM_THRESHOLD_INTERVAL))
            break;
        low = i + 1;
        term += log((double)(count - i) / (double)(i + 1));
    }
    return low;
}

size_t wm_comparison_own_interval(size_t count)
{
    return count <= WM_TABLES_REPEATS ? wm_statistic_interval(count) : interval_of_many(count);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void clear_source(source *from)
{
    free(from->inputs);
    memset(from, 0, sizeof *from);
}

/* Reads the reduction that a claim asserts. */
static wm_status read_source(const wm_model *model, const wm_claim *claim, source *from,
                             wm_error *err)
{
    wm_content content;
    wm_list inputs;
    uint32_t line;
    wm_status status = wm_reader_read(model->reader, claim->line, &content, err);
    memset(from, 0, sizeof *from);
    if (status != WM_OK)
        return status;
    line = wm_reader_find(model->reader, content.of.claim.asserts.id);
    status = wm_reader_read(model->reader, line, &content, err);
    if (status != WM_OK)
        return status;
    if (!wm_contents_is(&content, &wm_kind_reduction_series))
        return wm_error_set(err, WM_E_INVALID, model->path, "%s is of no series", claim->name);
    from->function =
        wm_tables_function(content.of.reduction.function.bytes, content.of.reduction.function.size);
    (void)wm_member_copy(content.of.reduction.field, from->field, sizeof from->field);
    inputs = content.of.reduction.inputs;
    from->inputs = calloc(inputs.count + (size_t)1, sizeof *from->inputs);
    if (from->inputs == NULL)
        return no_memory(model, err);
    while (wm_member_next_hex(&inputs, from->inputs[from->count]))
        from->count++;
    return WM_OK;
}

/* The value of a field in an external observation; NaN if it is null. */
static double value_of(const wm_content *content, const char *field)
{
    wm_list numbers = content->of.external.values.numbers;
    wm_named_number number;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, field))
            return number.number;
    return (double)NAN;
}

/* Reads the values of a series, in its order. */
static wm_status read_values(const wm_model *model, const source *from, double *values,
                             wm_error *err)
{
    wm_content content;
    for (size_t i = 0; i < from->count; i++) {
        const uint32_t line = wm_reader_find(model->reader, from->inputs[i]);
        const wm_status status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        values[i] = value_of(&content, from->field);
    }
    return WM_OK;
}

/* Fills the ends of the interval of a median. */
static wm_status find_ends(const wm_model *model, const source *from, wm_comparison_range *range,
                           wm_error *err)
{
    const size_t low = wm_comparison_own_interval(from->count);
    double *values;
    wm_status status;
    range->low = range->high = wm_result_null("fewer than 6 values");
    if (low == 0)
        return WM_OK;
    values = calloc(from->count, sizeof *values);
    if (values == NULL)
        return no_memory(model, err);
    status = read_values(model, from, values, err);
    if (status == WM_OK) {
        wm_statistic_sort(values, from->count);
        range->low = wm_result_number(values[low - 1]);
        range->high = wm_result_number(values[from->count - low]);
    }
    free(values);
    return status;
}

/* Fills the range of a claim. A claim that is null, or no median, has no interval. */
static wm_status find_range(const wm_model *model, const wm_claim *claim, const source *from,
                            wm_comparison_range *range, wm_error *err)
{
    range->median = range->low = range->high = wm_result_null(claim->reason);
    if (claim->value == NULL)
        return WM_OK;
    range->median = wm_result_number(strtod(claim->value, NULL));
    range->low = range->high = wm_result_null("only a median has an interval");
    return from->function == WM_FUNCTION_MEDIAN_OF ? find_ends(model, from, range, err) : WM_OK;
}

/* ---- the ratio ------------------------------------------------------------------------------- */

/* One value by another. Null unless both are above zero: only then a ratio says which is larger. */
static wm_result ratio(const wm_result *other, const wm_result *base)
{
    if (other->kind != WM_RESULT_NUMBER)
        return wm_result_null(other->text);
    if (base->kind != WM_RESULT_NUMBER)
        return wm_result_null(base->text);
    if (!(other->number > 0 && base->number > 0))
        return wm_result_null("a value is not above zero");
    return wm_result_number(other->number / base->number);
}

/* Says why a result of the sides is null, if it is. */
static void explain_side(const wm_result *base, const wm_result *other, const wm_result *ratio_of,
                         wm_comparison_row *row)
{
    const bool no_base = base->kind != WM_RESULT_NUMBER, no_other = other->kind != WM_RESULT_NUMBER;
    if (row->why[0] != '\0')
        return;
    if (no_base && no_other && strcmp(base->text, other->text) == 0)
        (void)snprintf(row->why, sizeof row->why, "%s", base->text);
    else if (no_base)
        (void)snprintf(row->why, sizeof row->why, "A: %s", base->text);
    else if (no_other)
        (void)snprintf(row->why, sizeof row->why, "B: %s", other->text);
    else if (ratio_of->kind != WM_RESULT_NUMBER)
        (void)snprintf(row->why, sizeof row->why, "%s", ratio_of->text);
}

/* Says why there is no ratio, else why it has no interval. */
static void explain(wm_comparison_row *row)
{
    const wm_comparison_range *base = &row->base_range, *other = &row->other_range;
    explain_side(&base->median, &other->median, &row->ratio.median, row);
    explain_side(&base->low, &other->low, &row->ratio.low, row);
    explain_side(&base->high, &other->high, &row->ratio.high, row);
}

static bool is_time(const char *unit)
{
    static const char *const UNITS[] = {"s", "ms", "us", "ns", "min", "h"};
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++)
        if (strcmp(unit, UNITS[i]) == 0)
            return true;
    return false;
}

static bool is_rate(const char *unit)
{
    const size_t size = strlen(unit);
    return size > 2 && strcmp(unit + size - 2, "/s") == 0;
}

/* Why two claims of one name are not about the same quantity; NULL: they are. */
static const char *why_other(const wm_comparison_row *row, const source *base, const source *other)
{
    if (strcmp(row->base->unit, row->other->unit) != 0)
        return "the units differ";
    if (base->function != other->function)
        return "the functions differ";
    return strcmp(base->field, other->field) == 0 ? NULL : "the fields differ";
}

static void fill_ratio(wm_comparison_row *row)
{
    row->ratio.median = ratio(&row->other_range.median, &row->base_range.median);
    row->ratio.low = ratio(&row->other_range.low, &row->base_range.high);
    row->ratio.high = ratio(&row->other_range.high, &row->base_range.low);
    row->change =
        wm_comparison_direction(&row->ratio, is_time(row->base->unit), is_rate(row->base->unit));
    explain(row);
}

wm_status wm_comparison_own_compare(const wm_comparison *comparison, wm_comparison_row *row,
                                    wm_error *err)
{
    const wm_model *of_base = comparison->base->model, *of_other = comparison->other->model;
    source base = {WM_FUNCTION_NONE, "", NULL, 0}, other = {WM_FUNCTION_NONE, "", NULL, 0};
    const char *apart;
    wm_status status = read_source(of_base, row->base, &base, err);
    if (status == WM_OK)
        status = read_source(of_other, row->other, &other, err);
    if (status == WM_OK)
        status = find_range(of_base, row->base, &base, &row->base_range, err);
    if (status == WM_OK)
        status = find_range(of_other, row->other, &other, &row->other_range, err);
    apart = status == WM_OK ? why_other(row, &base, &other) : NULL;
    if (apart != NULL)
        (void)snprintf(row->why, sizeof row->why, "%s", apart);
    else if (status == WM_OK)
        fill_ratio(row);
    clear_source(&base);
    clear_source(&other);
    return status;
}
