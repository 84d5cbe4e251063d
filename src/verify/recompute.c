/* Recomputes a product's elements and compares them with an output. */
#include "verify/recompute.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = WM_RECOMPUTE_COLUMNS, PANEL = 1024 };

/* Sums over l for each column. */
typedef struct {
    double sum[COLUMNS];    /* of the products */
    double low[COLUMNS];    /* f64 only: the sum's rounding errors */
    double square[COLUMNS]; /* of the products squared */
    double stored[COLUMNS]; /* tf32 only: the sum over the operands as stored */
    double tie[COLUMNS];    /* tf32 only: the total effect of the ties */
} sums;

typedef enum { PLAIN, COMPENSATED, TWICE } manner;

static manner manner_of(const wm_regenerate *operands)
{
    if (operands->product->arithmetic == WM_ARITHMETIC_F64)
        return COMPENSATED;
    return operands->tie != NULL ? TWICE : PLAIN;
}

/* Adds a * b to column j and accumulates the rounding errors of product and sum. Source: Ogita,
 * Rump, Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26 (2005), algorithm 5.3. */
static void add_compensated(sums *s, size_t j, double a, double b)
{
    const double product = a * b;
    const double sum = s->sum[j] + product;
    const double part = sum - s->sum[j];
    s->low[j] += fma(a, b, -product) + ((s->sum[j] - (sum - part)) + (product - part));
    s->sum[j] = sum;
    s->square[j] += product * product;
}

static void add_twice(sums *s, size_t j, const wm_regenerate *o, uint16_t a, uint16_t b)
{
    const double product = o->value[a] * o->value[b];
    s->sum[j] += product;
    s->square[j] += product * product;
    s->stored[j] += o->stored[a] * o->stored[b];
    s->tie[j] += fabs(o->value[a]) * o->tie[b] + o->tie[a] * (fabs(o->value[b]) + o->tie[b]);
}

/* Layout nn: for one l, the elements b[l][first + j] of all columns. */
static void add_row(sums *s, const wm_regenerate *o, manner how, uint16_t a,
                    const uint16_t *indices, size_t count)
{
    const double left = o->value[a];
    for (size_t j = 0; j < count; j++) {
        if (how == PLAIN) {
            const double product = left * o->value[indices[j]];
            s->sum[j] += product;
            s->square[j] += product * product;
        } else if (how == COMPENSATED) {
            add_compensated(s, j, left, o->value[indices[j]]);
        } else {
            add_twice(s, j, o, a, indices[j]);
        }
    }
}

/* Layout tn: for one column j, the elements of a panel of l. No variant with this layout is
 * compensated or tf32. */
static void add_column(sums *s, size_t j, const wm_regenerate *o, const uint16_t *left,
                       const uint16_t *right, size_t length)
{
    double sum = 0, square = 0;
    for (size_t l = 0; l < length; l++) {
        const double product = o->value[left[l]] * o->value[right[l]];
        sum += product;
        square += product * product;
    }
    s->sum[j] += sum;
    s->square[j] += square;
}

static void add_panel(sums *s, const wm_regenerate *o, uint64_t row, uint64_t first, size_t count,
                      size_t from, size_t length)
{
    uint16_t left[PANEL], right[PANEL];
    const manner how = manner_of(o);
    wm_regenerate_indices(&o->A, row * o->k + from, length, left);
    if (o->is_transposed) {
        for (size_t j = 0; j < count; j++) {
            wm_regenerate_indices(&o->B, (first + j) * o->k + from, length, right);
            add_column(s, j, o, left, right, length);
        }
        return;
    }
    for (size_t l = 0; l < length; l++) {
        wm_regenerate_indices(&o->B, (from + l) * o->n + first, count, right);
        add_row(s, o, how, left[l], right, count);
    }
}

/* u, g and w of the rule, for sums that are not exact. A matrix unit computes every product except
 * those of f32 and f64. */
typedef struct {
    double unit, steps, block;
} roundings;

static roundings roundings_of(const wm_product_variant *product, double k)
{
    roundings r = {0x1p-24, 8 * sqrt(k), 0};
    switch (product->arithmetic) {
    case WM_ARITHMETIC_F64:
        r.unit = 0x1p-53;
        break;
    case WM_ARITHMETIC_F32_FAST:
        r.unit = 0x1p-14;
        break;
    case WM_ARITHMETIC_TF32:
        r.steps += k / 4;
        break;
    default:
        if (product->operand != WM_FORMAT_F32)
            r.steps += k / 4;
        if (product->operand == WM_FORMAT_E4M3)
            r.block = 0x1p-10 * (1 + 4 * fmin(k / 128, sqrt(128 / k)));
    }
    return r;
}

/* E of the rule. */
static double allowance(const wm_regenerate *o, double exact, double square, double tie)
{
    const double k = (double)o->k, S = sqrt(square);
    const roundings r = roundings_of(o->product, k);
    if (wm_tables_has(o->item->variant, WM_TRAIT_EXACT))
        return 0;
    if (o->product->arithmetic == WM_ARITHMETIC_F64)
        return r.unit * r.steps * S + 0x1p-52 * fabs(exact) + k * k * sqrt(k) * 0x1p-104 * S;
    return r.unit * r.steps * S + r.block * S + tie + k * sqrt(k) * 0x1p-53 * S;
}

double wm_recompute_rounded(wm_format format, double value)
{
    double room = 0;
    if (format == WM_FORMAT_I32 || format == WM_FORMAT_U32)
        return value;
    wm_format_store(format, &room, 0, value);
    return wm_format_load(format, &room, 0);
}

wm_recompute_element wm_recompute_range(wm_format format, double exact, double allowance)
{
    return (wm_recompute_element){.exact = exact,
                                  .stored = exact,
                                  .allowance = allowance,
                                  .low = wm_recompute_rounded(format, exact - allowance),
                                  .high = wm_recompute_rounded(format, exact + allowance),
                                  .format = format};
}

void wm_recompute_elements(const wm_regenerate *operands, uint64_t row, uint64_t first,
                           size_t count, wm_recompute_element *elements)
{
    sums s;
    memset(&s, 0, sizeof s);
    for (size_t from = 0; from < operands->k; from += PANEL) {
        const size_t left = operands->k - from;
        add_panel(&s, operands, row, first, count, from, left < PANEL ? left : PANEL);
    }
    for (size_t j = 0; j < count; j++) {
        const double exact = s.sum[j] + s.low[j];
        elements[j] = wm_recompute_range(operands->output_format, exact,
                                         allowance(operands, exact, s.square[j], s.tie[j]));
        elements[j].has_bits = wm_tables_has(operands->item->variant, WM_TRAIT_INTEGERS);
        if (operands->tie != NULL)
            elements[j].stored = s.stored[j];
    }
}

/* The value's neighbour in the output's format, in the direction of another value. */
static double neighbour(wm_format format, double value, double toward)
{
    uint64_t code = 0;
    if (format == WM_FORMAT_F64)
        return nextafter(value, toward);
    if (format == WM_FORMAT_F32)
        return (double)nextafterf((float)value, toward < value ? -INFINITY : INFINITY);
    wm_format_store(format, &code, 0, value == 0 ? 0.0 : value);
    if (value == 0)
        code = toward < 0 ? 0x8001 : 1;
    else
        code = (value > 0) == (toward > value) ? code + 1 : code - 1;
    return wm_format_load(format, &code, 0);
}

/* The distance of `exact` from the interval of values that round to `given`. */
static double least_error(const wm_recompute_element *element, double given)
{
    const double exact = element->exact;
    double middle;
    if (element->format == WM_FORMAT_I32 || element->format == WM_FORMAT_U32)
        return fabs(given - exact);
    middle = given + (neighbour(element->format, given, exact) - given) / 2;
    return (given < exact) == (middle < exact) ? fabs(exact - middle) : 0;
}

double wm_recompute_ratio(const wm_recompute_element *element, double given)
{
    const bool is_right = given >= element->low && given <= element->high;
    double ratio;
    if (element->has_bits) /* 0 is +0 */
        return is_right && (given != 0 || !signbit(given)) ? 0 : (double)INFINITY;
    if (given == element->exact)
        return is_right ? 0 : (double)INFINITY;
    ratio = least_error(element, given) / element->allowance;
    if (is_right)
        return ratio <= 1 ? ratio : 1; /* correct by a tie, or correctly infinite */
    return ratio > 1 ? ratio : (double)INFINITY;
}

void wm_recompute_compare(const wm_recompute_element *element, double given, uint64_t row,
                          uint64_t column, wm_recompute_result *result)
{
    const double ratio = wm_recompute_ratio(element, given);
    const double error = given - element->stored;
    const wm_recompute_result one = {1,     ratio <= 1 ? 0 : 1, ratio,         row,          column,
                                     given, element->exact,     given * given, error * error};
    wm_recompute_add(result, &one);
}

wm_status wm_recompute_chunk(const wm_regenerate *operands, uint64_t row, uint64_t chunk,
                             const uint8_t *data, size_t size, wm_recompute_result *result)
{
    wm_recompute_element elements[COLUMNS];
    double aligned[WM_TABLES_CHUNK_BYTES / sizeof(double)];
    const size_t element = wm_format_size(operands->output_format);
    const uint64_t per_chunk = WM_TABLES_CHUNK_BYTES / element, first = chunk * per_chunk;
    size_t count;
    *result = (wm_recompute_result){0};
    if (row >= operands->m || first >= operands->n)
        return WM_E_ARG;
    count = (size_t)(operands->n - first < per_chunk ? operands->n - first : per_chunk);
    if (size != count * element)
        return WM_E_ARG;
    memcpy(aligned, data, size);
    wm_recompute_elements(operands, row, first, count, elements);
    for (size_t j = 0; j < count; j++)
        wm_recompute_compare(&elements[j], wm_format_load(operands->output_format, aligned, j), row,
                             first + j, result);
    return WM_OK;
}

/* Whether a part's worst element is worse than that of the sum. Of equal ones it is the first by
 * row and column, whatever the order in which threads finish. */
static bool is_worse(const wm_recompute_result *part, const wm_recompute_result *sum)
{
    if (part->elements == 0 || sum->elements == 0)
        return sum->elements == 0;
    if (part->worst_ratio != sum->worst_ratio)
        return part->worst_ratio > sum->worst_ratio;
    if (part->worst_row != sum->worst_row)
        return part->worst_row < sum->worst_row;
    return part->worst_column < sum->worst_column;
}

void wm_recompute_add(wm_recompute_result *sum, const wm_recompute_result *part)
{
    if (is_worse(part, sum)) {
        sum->worst_ratio = part->worst_ratio;
        sum->worst_row = part->worst_row;
        sum->worst_column = part->worst_column;
        sum->worst_given = part->worst_given;
        sum->worst_exact = part->worst_exact;
    }
    sum->elements += part->elements;
    sum->wrong += part->wrong;
    sum->value_square += part->value_square;
    sum->error_square += part->error_square;
}
