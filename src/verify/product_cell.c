/* The elements of one cell of a product, computed again and compared.
 *
 * A cell only raises a suspicion. An element decides: its exact sum, and the largest partial sum of
 * the orders in use, bound what a correct product can have there. An element beyond that is
 * computed once more for the running bound of a plain sum, which holds for any data. So no data
 * make a sum in order or in reverse wrong. Another order can exceed both: if it sorts terms by
 * size, or if its blocks have far larger sums than the plain order. */
#include "verify/product_cell.h"

#include "verify/workers.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Sums are long double: with 64 bits their own error is far below that of binary64. */
enum { LANES = 16, COLUMNS = 64 };

/* On the way of a plain sum: its partial sum, that of a short accumulator, and the sums of the
 * magnitudes of both, and of those in reverse order. */
typedef struct running {
    long double sum, part, forward, reverse, parts;
} running;

/* The sum of one element, and the sums on its way: those in order, whose complements are those in
 * reverse order, and those of 16 interleaved lanes. */
typedef struct sums {
    long double sum, square, magnitude;
    long double least, most; /* partial sums */
    long double lane[LANES];
    double signs; /* of all products */
    running plain;
} sums;

static double rounded(wm_format format, double value)
{
    double room = 0;
    if (format == WM_FORMAT_I32)
        return value;
    wm_format_store(format, &room, 0, value);
    return wm_format_load(format, &room, 0);
}

static void add(sums *s, size_t l, double a, double b)
{
    const long double product = (long double)a * b;
    s->sum += product;
    s->square += product * product;
    s->magnitude += fabsl(product);
    s->signs += (product > 0) - (product < 0);
    s->lane[l % LANES] += product;
    if (s->sum < s->least)
        s->least = s->sum;
    if (s->sum > s->most)
        s->most = s->sum;
}

/* The largest partial sum in the usual orders; at least the size of random ones, at most that of
 * all magnitudes. */
static long double partial_of(const sums *s)
{
    const long double root = sqrtl(s->square);
    const long double low = fmaxl(fabsl(s->least), fabsl(s->sum - s->least));
    const long double high = fmaxl(fabsl(s->most), fabsl(s->sum - s->most));
    long double lanes = 0, largest;
    for (size_t i = 0; i < LANES; i++)
        lanes += s->lane[i] * s->lane[i];
    largest = fmaxl(fmaxl(low, high), fmaxl(root, sqrtl(lanes)));
    return fminl(largest, s->magnitude);
}

/* The running bound of a plain sum; 0: it was not computed. */
static long double plain_of(const wm_product_rule *rule, double k, const sums *s)
{
    const long double each = rule->each, ways = fmaxl(s->plain.forward, s->plain.reverse);
    return ways > 0 ? each * (ways + s->magnitude) * (1 + each * (long double)k) +
                          (long double)rule->lost * s->plain.parts
                    : 0;
}

/* What is added to alpha A B: its exact value, and its magnitude for the roundings of the end. */
static double beside(const wm_product_problem *of, size_t i, size_t j, double *magnitude)
{
    double value = 0;
    *magnitude = 0;
    if (of->c0.data != NULL) {
        value += of->beta * wm_operand_element(&of->c0, i, j);
        *magnitude += fabs(value);
    }
    if (of->bias_columns.data != NULL || of->bias_rows.data != NULL) {
        const double bias = of->bias_rows.data != NULL
                                ? wm_operand_element(&of->bias_rows, i, 0)
                                : wm_operand_element(&of->bias_columns, 0, j);
        value += bias;
        *magnitude += fabs(bias);
    }
    return value;
}

/* Fills in the range of an element. With integers the sum is exact. */
static void finish(const wm_product_problem *of, const sums *s, size_t i, size_t j,
                   wm_product_element *element)
{
    const wm_product_rule *rule = &of->rule;
    const double k = (double)of->a.columns, alpha = fabs(of->alpha);
    double magnitude;
    const double added = beside(of, i, j, &magnitude);
    const long double exact = (long double)of->alpha * s->sum + (long double)added;
    const long double root = sqrtl(s->square), beyond = fabsl(exact) + (long double)magnitude;
    const double unit = rule->steps / (8 * sqrt(k) + 0.375 * k);
    long double allowed = 0; /* a sum of binary64 numbers may overflow that format */
    if (of->integer_bits == 0 && rule->steps > 0) {
        /* What is flushed is at most all that is added: each term is lost once. */
        const long double tiny = fminl((long double)rule->tiny, s->magnitude);
        const double steps = rule->steps - rule->equal + rule->drift * fabs(s->signs) / k;
        const long double largest = partial_of(s);
        allowed = (long double)alpha *
                  (fmaxl((long double)steps * largest, plain_of(rule, k, s)) +
                   (long double)rule->equal * largest + (long double)rule->operands * root + tiny +
                   (long double)k * LDBL_EPSILON * s->magnitude);
        if (of->alpha != 1 || magnitude > 0) /* a sum may be rounded before what follows it */
            allowed += (long double)(4 * unit + rule->output) * beyond;
    }
    *element = (wm_product_element){.row = i,
                                    .column = j,
                                    .found = wm_operand_element(&of->c, i, j),
                                    .exact = (double)exact,
                                    .allowed = (double)allowed,
                                    .low = rounded(of->c.format, (double)(exact - allowed)),
                                    .high = rounded(of->c.format, (double)(exact + allowed))};
    /* A unit may flush subnormal results to zero. */
    if (fabs(element->exact) < rule->tiny / k && element->low > -rule->tiny)
        element->low = fmin(element->low, 0), element->high = fmax(element->high, 0);
    element->is_wrong = !(element->found >= element->low && element->found <= element->high);
}

/* How far a wrong element is out, in allowances and roundings; what is not finite is the farthest.
 */
static double excess(const wm_product_problem *of, const wm_product_element *element)
{
    const double distance = fabs(element->found - element->exact);
    const double allowed = element->allowed + of->rule.output * fabs(element->exact) + DBL_MIN;
    const double out = distance / allowed;
    return isfinite(out) ? out : (double)INFINITY;
}

/* The sums of `count` elements of a row, `step` columns apart. */
static void add_up(const wm_product_problem *of, size_t row, size_t first, size_t step,
                   size_t count, sums *s)
{
    for (size_t i = 0; i < count; i++)
        s[i] = (sums){.sum = 0};
    for (size_t l = 0; l < of->a.columns; l++) {
        const double a = wm_operand_element(&of->a, row, l);
        for (size_t i = 0; i < count; i++)
            add(&s[i], l, a, wm_operand_element(&of->b, l, first + i * step));
    }
}

/* Where an element is wrong by its largest partial sum, all of them get the running bound. */
static void add_plain(const wm_product_problem *of, size_t row, size_t first, size_t step,
                      size_t count, sums *s)
{
    const size_t terms = of->rule.terms > 0 ? (size_t)of->rule.terms : SIZE_MAX;
    bool is_wrong = false;
    for (size_t i = 0; i < count && !is_wrong; i++) {
        wm_product_element one;
        finish(of, &s[i], row, first + i * step, &one);
        is_wrong = one.is_wrong;
    }
    if (!is_wrong || of->integer_bits > 0)
        return;
    for (size_t l = 0; l < of->a.columns; l++) {
        const long double a = (long double)wm_operand_element(&of->a, row, l);
        for (size_t i = 0; i < count; i++) {
            running *plain = &s[i].plain;
            const long double product = a * wm_operand_element(&of->b, l, first + i * step);
            plain->reverse += fabsl(s[i].sum - plain->sum); /* of the terms from here on */
            plain->sum += product;
            plain->forward += fabsl(plain->sum);
            plain->part = (l % terms == 0 ? 0 : plain->part) + product;
            plain->parts += fabsl(plain->part);
        }
    }
}

wm_status wm_product_cell_worst(const wm_product_problem *problem, size_t row, size_t first,
                                size_t step, wm_product_element *element)
{
    const size_t n = problem->c.columns;
    const size_t count = (n - first + step - 1) / step;
    double worst = -1, farthest = 0;
    long double hidden = 0, shown = 0; /* squares of what may be off, and of exact elements */
    bool is_blind = false;
    sums *s = malloc(count * sizeof *s);
    if (s == NULL)
        return WM_E_NOMEM;
    add_up(problem, row, first, step, count, s);
    add_plain(problem, row, first, step, count, s);
    for (size_t i = 0; i < count; i++) {
        wm_product_element one;
        finish(problem, &s[i], row, first + i * step, &one);
        const double out = one.is_wrong ? excess(problem, &one) : 0;
        const double distance = fabs(one.found - one.exact);
        if (out > worst) {
            worst = out;
            *element = one;
        }
        if (distance > farthest) {
            farthest = distance;
            is_blind = one.allowed >= fabs(one.exact);
        }
        hidden += (long double)one.allowed * one.allowed;
        shown += (long double)one.exact * one.exact;
    }
    element->is_blind = is_blind || (hidden > 0 && !(hidden < shown));
    free(s);
    return WM_OK;
}

void wm_product_cell_allowed(const wm_product_problem *problem, size_t row, size_t column,
                             size_t count, double *allowed)
{
    sums s[WM_PRODUCT_PASS_PROBES];
    assert(count <= WM_PRODUCT_PASS_PROBES);
    add_up(problem, row, column, 1, count, s);
    for (size_t i = 0; i < count; i++) {
        wm_product_element one;
        finish(problem, &s[i], row, column + i, &one);
        allowed[i] = one.allowed;
    }
}

/* ---- every element ---- */

typedef struct all_elements {
    const wm_product_problem *of;
    wm_product_careful *each; /* of every row, so that threads change no bit */
} all_elements;

static double gap_of(const wm_product_problem *of, double value)
{
    int exponent;
    (void)frexp(value, &exponent);
    return value == 0 || !isfinite(value) ? 0 : ldexp(of->rule.output, exponent);
}

static void note(const wm_product_problem *of, const wm_product_element *one,
                 wm_product_careful *to)
{
    const double nearest = rounded(of->c.format, one->exact), gap = gap_of(of, one->found);
    if (one->is_wrong && to->wrong++ == 0)
        to->first = *one;
    to->not_nearest += one->found != nearest ? 1 : 0;
    to->gap_square += gap * gap / 12;
    to->found_square += (one->found - one->exact) * (one->found - one->exact);
    to->careful_square += (nearest - one->exact) * (nearest - one->exact);
}

static void one_row(void *context, unsigned worker, size_t row)
{
    all_elements *all = context;
    const size_t n = all->of->c.columns;
    sums s[COLUMNS];
    wm_product_careful *to = &all->each[row];
    long double hidden = 0, shown = 0; /* squares of what may be off, and of exact elements */
    (void)worker;
    for (size_t j = 0; j < n; j += COLUMNS) {
        const size_t count = n - j < COLUMNS ? n - j : COLUMNS;
        add_up(all->of, row, j, 1, count, s);
        add_plain(all->of, row, j, 1, count, s);
        for (size_t i = 0; i < count; i++) {
            wm_product_element one;
            finish(all->of, &s[i], row, j + i, &one);
            note(all->of, &one, to);
            hidden += (long double)one.allowed * one.allowed;
            shown += (long double)one.exact * one.exact;
        }
    }
    to->blind_rows = hidden > 0 && !(hidden < shown) ? 1 : 0;
}

wm_status wm_product_cell_all(const wm_product_problem *problem, wm_product_careful *careful)
{
    all_elements all = {problem, calloc(problem->c.rows, sizeof *all.each)};
    *careful = (wm_product_careful){.wrong = 0};
    if (all.each == NULL)
        return WM_E_NOMEM;
    wm_workers_run(problem->threads, problem->c.rows, one_row, &all);
    for (size_t i = 0; i < problem->c.rows; i++) {
        const wm_product_careful *one = &all.each[i];
        if (one->wrong > 0 && careful->wrong == 0)
            careful->first = one->first;
        careful->wrong += one->wrong;
        careful->not_nearest += one->not_nearest;
        careful->blind_rows += one->blind_rows;
        careful->gap_square += one->gap_square;
        careful->found_square += one->found_square;
        careful->careful_square += one->careful_square;
    }
    free(all.each);
    return WM_OK;
}
