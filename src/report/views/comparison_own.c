/* Reads an own number of one record: its claim, with an interval from its series. */
#include "report/views/comparison.h"

#include "base/status.h"
#include "record/laws/statistic.h"
#include "report/views/warnings.h"

#include <math.h>
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

/* Reads the reduction that a claim asserts. */
static wm_status read_source(const wm_model *model, const wm_claim *claim, source *from,
                             wm_error *err)
{
    wm_content content;
    wm_list inputs;
    uint32_t line;
    wm_status status = wm_reader_read(model->reader, claim->line, &content, err);
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

/* Reads the range of a claim, and its reduction. A claim that is null, or no median, has no
 * interval. */
static wm_status read_range(const wm_model *model, const wm_claim *claim, source *from,
                            wm_comparison_range *range, wm_error *err)
{
    const wm_status status = read_source(model, claim, from, err);
    range->median = range->low = range->high = wm_result_null(claim->reason);
    if (status != WM_OK || claim->value == NULL)
        return status;
    range->median = wm_result_number(strtod(claim->value, NULL));
    range->low = range->high = wm_result_null("only a median has an interval");
    return from->function == WM_FUNCTION_MEDIAN_OF ? find_ends(model, from, range, err) : WM_OK;
}

/* ---- what it means --------------------------------------------------------------------------- */

wm_comparison_meaning wm_comparison_own_meaning(const char *unit)
{
    static const char *const UNITS[] = {"s", "ms", "us", "ns", "min", "h"};
    const size_t size = strlen(unit);
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++)
        if (strcmp(unit, UNITS[i]) == 0)
            return WM_COMPARISON_TIME;
    return size > 2 && strcmp(unit + size - 2, "/s") == 0 ? WM_COMPARISON_RATE
                                                          : WM_COMPARISON_QUANTITY;
}

/* Why it names no direction. `wrap` records how long tasks waited for a processor, and what the
 * flags of its repeats follow from. */
static const char *bar_of(const wm_comparison_run *run)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_pressure(run->model->pressure.mean, words);
    if (run->range.median.kind != WM_RESULT_NUMBER)
        return run->range.median.text;
    if (!(run->range.median.number > 0))
        return "a value is not above zero";
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
        if (run->flags[flag] > 0 && wm_wrapped_flags_bar(1u << flag))
            return wm_rule_flag_word((wm_flag)flag);
    if (run->unknown > 0)
        return "flags unknown";
    return run->model->item_count == 0 && words[0] != '\0' ? "machine busy" : NULL;
}

/* Counts the flags of the repeats of `wrap` behind a claim. A ratio of pairs has no time of its
 * own: the flags of all repeats go with it. */
static wm_status count_flags(const wm_model *model, const source *from, wm_comparison_run *run,
                             wm_error *err)
{
    wm_wrapped_flags flags = {.measured = 0};
    wm_content content;
    for (size_t i = 0; i < from->count && model->wrapped_flags.measured > 0; i++) {
        const uint32_t line = wm_reader_find(model->reader, from->inputs[i]);
        const wm_status status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        wm_wrapped_flags_add(&flags, wm_wrapped_flags_of(&content.of.external.values));
    }
    if (flags.measured == 0)
        flags = model->wrapped_flags;
    memcpy(run->flags, flags.count, sizeof flags.count);
    run->unknown = flags.unknown;
    return WM_OK;
}

wm_status wm_comparison_own_run(const wm_model *model, const wm_claim *claim, wm_document *to,
                                wm_comparison_run *run, wm_error *err)
{
    source from = {WM_FUNCTION_NONE, "", NULL, 0};
    wm_status status;
    *run = (wm_comparison_run){.model = model, .claim = claim, .ratio = (double)NAN};
    status = read_range(model, claim, &from, &run->range, err);
    run->length = from.count;
    run->function = from.function;
    run->field = wm_document_text(to, "%s", from.field);
    if (status == WM_OK)
        status = count_flags(model, &from, run, err);
    run->bar = bar_of(run);
    free(from.inputs);
    return status;
}
