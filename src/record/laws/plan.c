/* Computes labels, work, outputs and bounds of items.
 *
 * All of them follow from the item alone. No measured value enters, so nothing that a device
 * returns can widen a bound, and the audit computes them again. workloads.tsv says which formula a
 * variant has. The switches have no default, so that the compiler names a new word without a
 * formula. Where there is none the result is NaN, which loses every comparison. */
#include "record/laws/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether the label has one number for all dimensions. */
static bool is_square(const wm_item *item)
{
    if (!wm_tables_has(item->variant, WM_TRAIT_SQUARE))
        return false;
    for (unsigned i = 1; i < item->variant->dimension_count; i++)
        if (item->dimension[i] != item->dimension[0])
            return false;
    return true;
}

wm_procedure_name wm_plan_procedure(const wm_item *item)
{
    return item->trial.word != WM_TRIAL_NOT ? WM_PROCEDURE_TRIALS : item->variant->procedure;
}

bool wm_plan_has_output(const wm_item *item)
{
    return wm_tables_procedure(wm_plan_procedure(item))->has_output;
}

uint32_t wm_plan_first_repeat(const wm_item *item)
{
    return item->point != WM_POINT_NONE ? 1 : 0;
}

bool wm_plan_has_slope(const wm_item *item)
{
    return wm_plan_procedure(item) == WM_PROCEDURE_REPEATS &&
           item->repeats >= WM_THRESHOLD_SLOPE_REPEATS;
}

/* k r^2 <= 2^bits keeps every partial sum exact. For an output of few bits, a sum beyond `finite`
 * has to be rare: a product of two uniform integers has the variance proxy r^3 (r + 1) / 3, so
 * Hoeffding's bound on all m n sums is below 2^-40 if 15 finite^2 is at least the right side. */
unsigned wm_plan_integers(const wm_item *item)
{
    const wm_integer_rule *rule = &item->variant->integers;
    const uint64_t m = item->dimension[0], n = item->dimension[1], k = item->dimension[2];
    unsigned bits = 0;
    while (bits < 63 && (uint64_t)1 << bits < m * n)
        bits++;
    for (uint64_t r = rule->most; r > 0; r--) {
        const uint64_t finite = rule->finite;
        if (k * r * r <= (uint64_t)1 << rule->sum_bits &&
            (finite == 0 || 7 * k * (r * r * r * (r + 1)) * (41 + bits) <= 15 * finite * finite))
            return (unsigned)r;
    }
    return 0;
}

bool wm_plan_suits(const wm_item *item, wm_function function)
{
    const unsigned needs = wm_tables_function_needs(function);
    const wm_procedure_name by = wm_tables_function_procedure(function);
    const bool is_of_attack =
        function >= WM_FUNCTION_ATTACK_ERROR && function <= WM_FUNCTION_ATTACK_DERIVED;
    const bool is_of_rate =
        function >= WM_FUNCTION_SEEN_FLAGS && function <= WM_FUNCTION_SEEN_FLAGS_HIGH;
    const bool is_of_pair =
        (function >= WM_FUNCTION_SEEN_BEFORE && function <= WM_FUNCTION_SEEN_HONEST_HIGH) ||
        (function >= WM_FUNCTION_PAIR_DIVERGENCE_LEAST &&
         function <= WM_FUNCTION_PAIR_HONEST_RESIDUAL);
    const bool is_of_slope =
        function >= WM_FUNCTION_CLOCK_SLOPE && function <= WM_FUNCTION_CLOCK_VARIATION;
    return (needs == 0 || (item->variant->traits & needs) != 0) &&
           (by == WM_PROCEDURE_NONE || by == wm_plan_procedure(item)) &&
           (!is_of_attack || wm_tables_trial(item->trial.word)->is_attack) &&
           (!is_of_rate || wm_tables_trial(item->trial.word)->is_rate) &&
           (!is_of_pair || wm_tables_trial(item->trial.word)->is_pair) &&
           (!is_of_slope || wm_plan_has_slope(item));
}

uint32_t wm_plan_observations(const wm_item *item, wm_procedure_name procedure)
{
    const wm_procedure_by of = wm_tables_procedure(procedure)->of;
    if (of != WM_BY_POINT)
        return wm_plan_procedure(item) != procedure ? 0 : of == WM_BY_TRIAL ? 1 : item->repeats;
    if (item->point == WM_POINT_NONE)
        return 0;
    return item->minutes == 0 ? 1 : item->minutes;
}

bool wm_plan_is_same_item(const wm_item *a, const wm_item *b)
{
    if (a->variant != b->variant)
        return false;
    for (unsigned i = 0; i < a->variant->dimension_count; i++)
        if (a->dimension[i] != b->dimension[i])
            return false;
    return a->fault.kind == b->fault.kind && a->fault.in_repeats == b->fault.in_repeats &&
           a->fault.row == b->fault.row && a->fault.column == b->fault.column &&
           a->point == b->point && a->minutes == b->minutes && a->trial.word == b->trial.word &&
           a->trial.size == b->trial.size;
}

bool wm_plan_is_plain(const wm_item *item)
{
    return item->point == WM_POINT_NONE && item->fault.kind == WM_FAULT_NONE &&
           item->trial.word == WM_TRIAL_NOT;
}

size_t wm_plan_named(const wm_item *items, size_t index)
{
    wm_item named = items[index];
    named.variant = named.tolerance_of;
    if (named.variant == NULL || !wm_plan_is_plain(&named) ||
        !wm_tables_has(items[index].variant, WM_TRAIT_CALIBRATION) ||
        !wm_tables_has(named.variant, WM_TRAIT_CALIBRATION))
        return index;
    for (size_t i = 0; i < index; i++)
        if (wm_plan_is_same_item(&named, &items[i]))
            return i;
    return index;
}

void wm_plan_label(const wm_item *item, char label[WM_PLAN_LABEL_SIZE])
{
    const wm_variant *variant = item->variant;
    const unsigned count = is_square(item) ? 0 : variant->dimension_count;
    size_t used =
        (size_t)snprintf(label, WM_PLAN_LABEL_SIZE, "%s.%s.", variant->workload, variant->variant);
    if (count == 0)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "n%llu",
                                 (unsigned long long)item->dimension[0]);
    for (unsigned i = 0; i < count; i++)
        used +=
            (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "%c%llu",
                             variant->dimension[i].letter, (unsigned long long)item->dimension[i]);
    if (item->point != WM_POINT_NONE)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, ".%s",
                                 wm_tables_point(item->point));
    if (item->minutes != 0)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "_%lumin",
                                 (unsigned long)item->minutes);
    if (item->fault.kind != WM_FAULT_NONE)
        snprintf(label + used, WM_PLAN_LABEL_SIZE - used, ".%s_%s",
                 item->fault.in_repeats ? "faulty" : "injected", wm_tables_fault(item->fault.kind));
    if (item->trial.word != WM_TRIAL_NOT)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, ".trial_%s",
                                 wm_tables_trial(item->trial.word)->word);
    if (wm_tables_trial(item->trial.word)->most > 0)
        snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "_%lu", (unsigned long)item->trial.size);
}

double wm_plan_work(const wm_item *item)
{
    const double x0 = (double)item->dimension[0], x1 = (double)item->dimension[1],
                 x2 = (double)item->dimension[2], x3 = (double)item->dimension[3];
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return 2 * x0 * x1 * x2;
    case WM_WORK_TRIAD:
        return 12 * x0;
    case WM_WORK_COPY:
        return 8 * x0;
    case WM_WORK_ATTENTION:
        return 4 * x0 * x1 * x2 * x2 * x3;
    case WM_WORK_ATTENTION_CAUSAL:
        return 2 * x0 * x1 * x2 * (x2 + 1) * x3;
    case WM_WORK_REDUCTION:
        return 4 * x0;
    case WM_WORK_SCATTER:
        return x0;
    case WM_WORK_INDEX:
        return x0 * x1;
    case WM_WORK_ACCESS:
        return x1 * x2;
    case WM_WORK_STEPS:
        return x0;
    }
    return (double)NAN;
}

static double at_least_one(double value)
{
    return value < 1 ? 1 : value;
}

/* The number of roundings that add up. For a product: the k terms of an element, and the n terms of
 * the witness's sums where it has no more digits than the output. For a histogram: the mean hits of
 * a bucket. */
static double terms_of(const wm_item *item)
{
    const double x0 = (double)item->dimension[0], x1 = (double)item->dimension[1],
                 x2 = (double)item->dimension[2];
    switch (item->variant->terms) {
    case WM_TERMS_NONE:
        break;
    case WM_TERMS_DEPTH:
        return x2;
    case WM_TERMS_DEPTH_AND_COLUMNS:
        return x2 + x1;
    case WM_TERMS_HITS:
        return at_least_one(x0 / x1);
    case WM_TERMS_ROW_HITS:
        return at_least_one(x0 / x2);
    }
    return (double)NAN;
}

double wm_plan_rounding(const wm_item *item)
{
    switch (item->variant->bound) {
    case WM_BOUND_FAST: /* of the output, and of the reduced accumulator's sum */
        return sqrt(1.66e-3 * 1.66e-3 + (double)item->dimension[2] * (1.0 / 1073741824));
    case WM_BOUND_TERMS_F32:
        return sqrt(terms_of(item)) * (1.0 / 16777216);
    case WM_BOUND_TERMS_F64:
        return sqrt(terms_of(item)) * (1.0 / 9007199254740992.0);
    case WM_BOUND_NONE:
    case WM_BOUND_ZERO:
    case WM_BOUND_CONSTANT:
    case WM_BOUND_LEVELS:
        break;
    }
    return (double)NAN;
}

double wm_plan_widening(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_CALIBRATION) &&
                   (item->dimension[0] < WM_THRESHOLD_THIN ||
                    item->dimension[2] < WM_THRESHOLD_THIN)
               ? WM_THRESHOLD_WIDENING
               : 1;
}

/* The bound of any workload, without the widening of thin products. */
static double bound_of(const wm_item *item)
{
    switch (item->variant->bound) {
    case WM_BOUND_ZERO:
        return 0;
    case WM_BOUND_CONSTANT:
        return 1.0 / 128;
    case WM_BOUND_LEVELS:
        return 9 * (1.0 / 16777216);
    case WM_BOUND_FAST:
    case WM_BOUND_TERMS_F32:
    case WM_BOUND_TERMS_F64: /* a power of two times a rounding: exact */
        return 4 * wm_plan_rounding(item);
    case WM_BOUND_NONE:
        break;
    }
    return (double)NAN;
}

double wm_plan_bound(const wm_item *item)
{
    return wm_plan_widening(item) * bound_of(item);
}

double wm_plan_link_tolerance(const wm_item *item)
{
    const double k = (double)item->dimension[2], sum = k * (1.0 / 33554432); /* k * 2^-25 */
    switch (item->variant->link) {
    case WM_LINK_ZERO:
        return 0;
    case WM_LINK_HALF:
        return 1.0 / 1024 + sum;
    case WM_LINK_BFLOAT:
        return 1.0 / 128 + sum;
    case WM_LINK_EIGHTH:
        return 1.0 / 64 + sum;
    case WM_LINK_FAST:
        return 8 * sqrt(1.66e-3 * 1.66e-3 + k * (1.0 / 1073741824));
    case WM_LINK_OPERANDS:
        return 1.0 / 512;
    case WM_LINK_TERMS_F32:
        return 8 * sqrt(k) * (1.0 / 16777216);
    case WM_LINK_TERMS_F64:
        return 8 * sqrt(k) * (1.0 / 9007199254740992.0);
    case WM_LINK_ATTENTION:
        return 1.0 / 64;
    case WM_LINK_LEVELS:
        return 1.0 / 65536;
    case WM_LINK_HITS:
        return 32 * sqrt(terms_of(item)) * (1.0 / 16777216);
    }
    return (double)NAN;
}

/* The layout of an output that is a vector: rows of VECTOR_ROW elements. */
static void vector_output(uint64_t count, wm_output *output)
{
    output->columns = count < WM_TABLES_VECTOR_ROW ? count : WM_TABLES_VECTOR_ROW;
    output->rows = (count + WM_TABLES_VECTOR_ROW - 1) / WM_TABLES_VECTOR_ROW;
    output->last_columns = count - (output->rows - 1) * output->columns;
}

unsigned wm_plan_levels(uint64_t n, uint64_t sums[WM_PLAN_LEVELS])
{
    uint64_t count = (n + WM_PLAN_ADDENDS - 1) / WM_PLAN_ADDENDS;
    unsigned levels = 0;
    for (; count > 1; count = (count + WM_PLAN_FAN - 1) / WM_PLAN_FAN)
        sums[levels++] = count;
    sums[levels++] = 1;
    return levels;
}

uint64_t wm_plan_sums(uint64_t n)
{
    uint64_t sums[WM_PLAN_LEVELS], all = 0;
    const unsigned levels = wm_plan_levels(n, sums);
    for (unsigned level = 0; level < levels; level++)
        all += sums[level];
    return all;
}

/* The layout of a reduction's output. Its tail: the chunks with more than sums of level 0, or the
 * last of many; all are opened, in one line of evidence. */
static void reduction_output(uint64_t n, wm_output *output)
{
    const uint64_t in_chunk = WM_TABLES_CHUNK_BYTES / 4, all = wm_plan_sums(n);
    uint64_t sums[WM_PLAN_LEVELS];
    (void)wm_plan_levels(n, sums);
    vector_output(all, output);
    output->tail = (all + in_chunk - 1) / in_chunk - sums[0] / in_chunk;
    if (output->tail > WM_PLAN_TAIL)
        output->tail = WM_PLAN_TAIL;
}

/* The product of three dimensions of an attention, UINT64_MAX in place of more: each is below 2^31,
 * so that of two fits. */
static uint64_t attention_rows(const uint64_t dimension[3])
{
    const uint64_t heads = dimension[0] * dimension[1];
    return heads > UINT64_MAX / dimension[2] ? UINT64_MAX : heads * dimension[2];
}

void wm_plan_output(const wm_item *item, wm_output *output)
{
    const uint64_t *dimension = item->dimension;
    output->last_columns = 0;
    output->tail = 0;
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        output->rows = dimension[0];
        output->columns = dimension[1];
        break;
    case WM_WORK_ATTENTION:
    case WM_WORK_ATTENTION_CAUSAL:
        output->rows = attention_rows(dimension);
        output->columns = dimension[3];
        break;
    case WM_WORK_TRIAD:
    case WM_WORK_COPY:
        vector_output(dimension[0], output);
        break;
    case WM_WORK_REDUCTION:
        reduction_output(dimension[0], output);
        break;
    case WM_WORK_SCATTER:
    case WM_WORK_ACCESS:
        vector_output(dimension[1], output);
        break;
    case WM_WORK_INDEX:
        output->rows = dimension[2];
        output->columns = dimension[1];
        break;
    case WM_WORK_STEPS: /* no output */
        output->rows = output->columns = 0;
        break;
    }
    if (output->last_columns == 0)
        output->last_columns = output->columns;
    output->row_bytes = output->columns * item->variant->output_size_bytes;
    output->chunks = (output->row_bytes + WM_TABLES_CHUNK_BYTES - 1) / WM_TABLES_CHUNK_BYTES;
}

bool wm_plan_fault_fits(const wm_item *item, const wm_planned_fault *fault)
{
    wm_output output;
    if (!wm_tables_fault_has_place(fault->kind))
        return fault->row == 0 && fault->column == 0;
    wm_plan_output(item, &output);
    return fault->row < output.rows &&
           fault->column < (fault->row + 1 == output.rows ? output.last_columns : output.columns);
}

bool wm_plan_shape_read(const wm_json_value *shape, const wm_variant *variant,
                        uint64_t dimension[WM_TABLES_DIMENSIONS])
{
    if (shape == NULL || shape->kind != WM_JSON_OBJECT || shape->count != variant->dimension_count)
        return false;
    for (unsigned i = 0; i < variant->dimension_count; i++) {
        const wm_json_value *value = wm_json_member(shape, variant->dimension[i].name);
        if (value == NULL || value->kind != WM_JSON_NUMBER || !value->is_integer ||
            !(value->number >= 1 && value->number <= (double)wm_tables_dimension_max(variant)))
            return false;
        dimension[i] = (uint64_t)value->number;
    }
    return true;
}

wm_status wm_plan_shape_json(const wm_item *item, wm_buffer *out)
{
    const wm_variant *variant = item->variant;
    const char *written = "";
    wm_status status = wm_buffer_putc(out, '{');
    for (unsigned n = 0; n < variant->dimension_count && status == WM_OK; n++) {
        unsigned next = variant->dimension_count;
        for (unsigned i = 0; i < variant->dimension_count; i++) {
            const char *name = variant->dimension[i].name;
            if (strcmp(name, written) > 0 && (next == variant->dimension_count ||
                                              strcmp(name, variant->dimension[next].name) < 0))
                next = i;
        }
        written = variant->dimension[next].name;
        status = wm_buffer_printf(out, "%s\"%s\":%llu", n == 0 ? "" : ",", written,
                                  (unsigned long long)item->dimension[next]);
    }
    return status != WM_OK ? status : wm_buffer_putc(out, '}');
}
