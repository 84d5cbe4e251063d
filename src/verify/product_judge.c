/* The answer for a product, from the cells of its pass.
 *
 * The cells that stand out among usual data are computed again, element by element: only an element
 * that no usual order of sums explains makes a product wrong. Then a bound that holds for any data
 * says whether the residuals that are left are explained. Where that bound is as wide as C itself,
 * nothing can be said. Nor where an element may be off by its own size: a cell would show the
 * change, but the element excuses it. Some elements are computed to see how often that is so. */
#include "verify/product_judge.h"

#include "verify/workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PROBES = WM_PRODUCT_PASS_PROBES,
    SUSPECTS = 16, /* cells that are computed again */
    ROWS = 256,    /* of a block of cells */
    /* Times 8 elements of a row, one of each probe, that say what is seen. Where a tenth of all is
     * hidden, 64 have 4 or more, which BLIND_SHARE asks for, in 9 of 10 products. */
    SAMPLES = 8
};

static const char *const HIDDEN = "rounding hides changes of an element by its own size: sums "
                                  "cancel, or there are too many terms for the format";

static const double ERROR = 1e-9;       /* of a bound that holds for any data */
static const double BLIND_SHARE = 0.05; /* of the cells or rows, at most */
static const double LEAST_ENTRY = 0.75; /* of X, relative to their rms */
static const double LEAST_INTEGER = 0.65;
static const double ZERO = 1e-280; /* no size of numbers that are not 0 */

typedef struct suspect {
    size_t row, probe;
    double ratio;
} suspect;

/* What cells sum up to. */
typedef struct tally {
    suspect worst[SUSPECTS]; /* above the limit, the largest ratio first */
    size_t count;
    uint64_t above;                       /* cells whose ratio is above the limit */
    uint64_t unbounded;                   /* cells beyond what any data explain */
    uint64_t blind;                       /* cells whose limit is as large as C is there */
    suspect farthest;                     /* the first of the unbounded */
    double squares, gaps, bounds[PROBES]; /* sums of r^2, of roundings, of bounds' variances */
} tally;

/* Elements of a row, one of each probe, and how far they may be off. */
typedef struct sample {
    size_t row, column, count;
    double allowed[PROBES];
} sample;

typedef struct judge {
    const wm_product_problem *problem;
    const wm_product_pass *pass;
    size_t probes;
    double limit; /* of a cell's ratio */
    double wide;  /* of a cell's r, in standard deviations of its bound */
    double B_norm[PROBES], X_norm[PROBES], operands[PROBES], typical[PROBES];
    double columns[PROBES]; /* X's squares, relative to that of an entry which is seldom smaller */
    tally *block;           /* of each block of rows */
    tally all;
    wm_product_element element[SUSPECTS];
    wm_status status[SUSPECTS];
    sample sampled[SAMPLES];
} judge;

/* A cell: r^2 that is usual in standard normal units, the standard deviation of r that holds for
 * any data, the check's own error there, the norm of C's elements at least, and |alpha| |a_i|
 * |B_p|. */
typedef struct cell {
    double usual, bound, own, output, product;
    double rounding; /* what G is relative to */
} cell;

static cell cell_of(const judge *on, size_t i, size_t p, double row_norm)
{
    const wm_product_rule *rule = &on->problem->rule;
    const wm_product_pass *pass = on->pass;
    const double rounding = pass->rounding[i * PROBES + p], gaps = 0.5 / rule->output;
    const bool is_exact = on->problem->integer_bits > 0;
    const bool is_rounded = rule->variant->arithmetic != WM_ARITHMETIC_TF32;
    const double product = row_norm * on->B_norm[p];
    cell one = {.product = product, .output = 12 * rounding * gaps * gaps, .rounding = rounding};
    if (is_exact) { /* only a rounded output has an error, and ties may be all there is */
        one.usual = 3 * rounding;
        one.bound = sqrt(one.usual);
        return one;
    }
    /* What is flushed is at most all that is added. */
    const double tiny =
        fmin(fmax(fabs(on->problem->alpha), 1) * rule->tiny * on->X_norm[p], product);
    one.usual = (is_rounded ? rounding : 0) +
                on->typical[p] * row_norm * on->typical[p] * row_norm + tiny * tiny;
    one.bound = sqrt(3 * rounding) + rule->steps * product + on->operands[p] * row_norm + tiny;
    one.own = rule->own * 8 * row_norm * fmax(on->B_norm[p], sqrt(pass->Y_square[p]));
    if (!is_rounded)
        one.rounding = on->operands[p] * row_norm * on->operands[p] * row_norm / 144;
    if (pass->beside != NULL) {
        const double beside = rule->output * rule->output * pass->beside[i * PROBES + p];
        one.usual += beside;
        one.bound += 2 * sqrt(beside);
    }
    return one;
}

static void keep(tally *to, const suspect *one)
{
    size_t at = to->count < SUSPECTS ? to->count++ : SUSPECTS;
    if (at == SUSPECTS && !(one->ratio > to->worst[SUSPECTS - 1].ratio))
        return;
    at = at == SUSPECTS ? SUSPECTS - 1 : at;
    for (; at > 0 && to->worst[at - 1].ratio < one->ratio; at--)
        to->worst[at] = to->worst[at - 1];
    to->worst[at] = *one;
}

/* The square of the size of a cell's elements. Zeros have none of their own: that of a product of
 * such rows counts. */
static double size_of(const judge *on, const cell *one)
{
    const double k = (double)on->problem->a.columns;
    return one->output > ZERO ? one->output : one->product * one->product / k;
}

/* The square of the least change of one element that a cell shows, relative to the mean square of
 * its elements. */
static double least_seen(const judge *on, const cell *one, size_t p)
{
    return on->limit * one->usual * on->columns[p] / size_of(on, one);
}

/* Whether a cell hides a change of one element by the rms of its elements, or an element may be off
 * by as much because numbers are flushed to zero. */
static bool is_blind(const judge *on, const cell *one, size_t p)
{
    const double tiny = fmax(fabs(on->problem->alpha), 1) * on->problem->rule.tiny * on->X_norm[p];
    const double size = one->product / sqrt((double)on->problem->a.columns);
    if (on->problem->integer_bits == 0 && one->product > 0 && !(tiny < size))
        return true;
    return one->product > 0 && one->usual > 0 && !(least_seen(on, one, p) < 1);
}

static void add_cell(const judge *on, size_t i, size_t p, const cell *one, tally *to)
{
    const double r = on->pass->residual[i * PROBES + p];
    const suspect here = {i, p, r == 0 ? 0 : fmin(r * r / one->usual, 1e300)};
    to->squares += r * r;
    to->gaps += one->rounding;
    to->bounds[p] += one->bound * one->bound;
    to->blind += is_blind(on, one, p) ? 1 : 0;
    if (r == 0)
        return;
    if (!(here.ratio <= on->limit)) {
        to->above++;
        keep(to, &here);
    }
    if (!(fabs(r) <= on->wide * one->bound + one->own) && to->unbounded++ == 0)
        to->farthest = here;
}

static double row_norm_of(const judge *on, size_t i)
{
    return fabs(on->problem->alpha) * sqrt(on->pass->row_square[i]);
}

static void judge_block(void *context, unsigned worker, size_t block)
{
    judge *on = context;
    const size_t first = block * ROWS, m = on->problem->c.rows;
    tally *to = &on->block[block];
    (void)worker;
    *to = (tally){.count = 0};
    for (size_t i = first; i < m && i < first + ROWS; i++) {
        const double row_norm = row_norm_of(on, i);
        for (size_t p = 0; p < on->probes; p++) {
            const cell one = cell_of(on, i, p, row_norm);
            add_cell(on, i, p, &one, to);
        }
    }
}

static void join(tally *all, const tally *part)
{
    for (size_t i = 0; i < part->count; i++)
        keep(all, &part->worst[i]);
    if (part->unbounded > 0 && all->unbounded == 0)
        all->farthest = part->farthest;
    all->above += part->above;
    all->unbounded += part->unbounded;
    all->blind += part->blind;
    all->squares += part->squares;
    all->gaps += part->gaps;
    for (size_t p = 0; p < PROBES; p++)
        all->bounds[p] += part->bounds[p];
}

static wm_status collect(judge *on)
{
    const size_t blocks = (on->problem->c.rows + ROWS - 1) / ROWS;
    on->block = malloc(blocks * sizeof *on->block);
    if (on->block == NULL)
        return WM_E_NOMEM;
    wm_workers_run(on->problem->threads, blocks, judge_block, on);
    on->all = (tally){.count = 0};
    for (size_t i = 0; i < blocks; i++)
        join(&on->all, &on->block[i]);
    free(on->block);
    return WM_OK;
}

/* ---- what the cells say ---- */

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Whether elements of a cell may be off by more than the change that the cell shows. Its bound says
 * how far they are off, root mean square; one of them may be off by three times as much. */
static bool is_excused(const judge *on, size_t i, size_t p)
{
    const cell one = cell_of(on, i, p, row_norm_of(on, i));
    const size_t columns = (on->problem->c.columns + PROBES - 1 - p) / PROBES;
    return on->problem->rule.drift > 0 ||
           !(9 * one.bound * one.bound / (double)columns < on->limit * one.usual);
}

/* Computes sample number `at`, if it matters. They are spread over rows and columns, off the
 * diagonal. */
static void compute_sample(void *context, unsigned worker, size_t at)
{
    judge *on = context;
    const size_t n = on->problem->c.columns, groups = (n + PROBES - 1) / PROBES;
    const size_t row = (2 * at + 1) * on->problem->c.rows / (2 * SAMPLES);
    const size_t column = (2 * (3 * at % SAMPLES) + 1) * groups / (2 * SAMPLES) * PROBES;
    sample *one = &on->sampled[at];
    bool is_needed = false;
    (void)worker;
    *one = (sample){
        .row = row, .column = column, .count = n - column < on->probes ? n - column : on->probes};
    for (size_t p = 0; p < one->count; p++)
        is_needed = is_needed || is_excused(on, row, p);
    if (on->problem->integer_bits == 0 && is_needed)
        wm_product_cell_allowed(on->problem, row, column, one->count, one->allowed);
}

/* The least change of one element that is seen, in rms of the elements of its cell: the median over
 * the sampled elements. A cell must show it, and it must exceed what the element may be off. Where
 * the latter reaches the rms, the cell is blind: *blind is how many of all cells are, by that. */
static double median_seen(judge *on, uint64_t *blind)
{
    double sees[SAMPLES * PROBES];
    size_t count = 0, hidden = 0, all = 0;
    wm_workers_run(on->problem->threads, SAMPLES, compute_sample, on);
    for (size_t at = 0; at < SAMPLES; at++)
        for (size_t p = 0; p < on->sampled[at].count; p++) {
            const sample *from = &on->sampled[at];
            const cell one = cell_of(on, from->row, p, row_norm_of(on, from->row));
            const double allowed = from->allowed[p] * from->allowed[p] * on->X_norm[p] *
                                   on->X_norm[p] / size_of(on, &one);
            hidden += allowed >= 1 ? 1 : 0;
            all++;
            if (one.output > ZERO)
                sees[count++] = sqrt(fmax(least_seen(on, &one, p), allowed));
        }
    *blind = (uint64_t)((double)hidden / (double)all * (double)(on->problem->c.rows * on->probes));
    qsort(sees, count, sizeof *sees, by_size);
    return count > 0 ? sees[count / 2] : (double)NAN;
}

/* Whether all residuals together are beyond what any data explain. The chance is at most
 * exp(-z s - sum ln(1 - 2 z V_p) / 2) for any z (Chernoff): the residuals of one probe share their
 * signs, so in the worst case they are one normal value. */
static bool is_sum_beyond(const tally *all)
{
    double largest = 0, least = 0;
    for (size_t p = 0; p < PROBES; p++)
        largest = fmax(largest, all->bounds[p]);
    for (int step = 1; step < 100 && largest > 0; step++) {
        const double z = step / 100.0 / (2 * largest);
        double log_chance = -z * all->squares;
        for (size_t p = 0; p < PROBES; p++)
            log_chance -= log1p(-2 * z * all->bounds[p]) / 2;
        least = fmin(least, log_chance);
    }
    return least < log(ERROR);
}

void wm_product_judge_say(wm_product_report *report, int answer, const char *reason)
{
    report->answer = answer;
    (void)snprintf(report->reason, sizeof report->reason, "%s", reason);
}

void wm_product_judge_wrong(wm_product_report *report, const wm_product_element *element)
{
    wm_product_judge_say(report, WM_PRODUCT_WRONG, "");
    report->row = element->row;
    report->column = element->column;
    report->found = element->found;
    report->recomputed = element->exact;
    report->allowed = element->allowed;
}

void wm_product_judge_right(wm_product_report *report, uint64_t blind, uint64_t all)
{
    if ((double)blind > BLIND_SHARE * (double)all)
        wm_product_judge_say(report, WM_PRODUCT_NOT_JUDGED, HIDDEN);
    else
        wm_product_judge_say(report, WM_PRODUCT_RIGHT, "");
}

static void again(void *context, unsigned worker, size_t at)
{
    judge *on = context;
    const suspect *one = &on->all.worst[at];
    (void)worker;
    on->status[at] =
        wm_product_cell_worst(on->problem, one->row, one->probe, PROBES, &on->element[at]);
}

/* Computes the suspects again. *is_wrong: an element decides. *is_blind: there is a suspect that
 * says nothing, because what its elements may be off reaches them. */
static wm_status compute_again(judge *on, wm_product_report *report, bool *is_wrong, bool *is_blind)
{
    tally *all = &on->all;
    *is_wrong = *is_blind = false;
    if (all->count == 0 && all->unbounded > 0)
        keep(all, &all->farthest);
    report->suspects = all->count;
    wm_workers_run(on->problem->threads, all->count, again, on);
    for (size_t i = 0; i < all->count && !*is_wrong; i++) {
        if (on->status[i] != WM_OK)
            return on->status[i];
        *is_wrong = on->element[i].is_wrong;
        *is_blind = *is_blind || on->element[i].is_blind;
        if (*is_wrong)
            wm_product_judge_wrong(report, &on->element[i]);
    }
    return WM_OK;
}

static void decide(const judge *on, bool is_blind, wm_product_report *report)
{
    const tally *all = &on->all;
    if (on->problem->integer_bits > 0 && all->above > 0)
        wm_product_judge_say(
            report, WM_PRODUCT_NOT_JUDGED,
            "residuals are not 0, but the elements that were computed again are right");
    else if (all->unbounded > 0 || is_sum_beyond(all))
        wm_product_judge_say(report, WM_PRODUCT_NOT_JUDGED,
                             "the residuals are beyond every bound, but no single element is");
    else if (is_blind)
        wm_product_judge_say(report, WM_PRODUCT_NOT_JUDGED, HIDDEN);
    else
        wm_product_judge_right(report, report->blind, report->cells);
}

static void prepare(judge *on)
{
    const wm_product_rule *rule = &on->problem->rule;
    const size_t m = on->problem->c.rows, n = on->problem->c.columns;
    on->probes = n < PROBES ? n : PROBES;
    const double cells = (double)(m * on->probes);
    const double entry = on->problem->integer_bits > 0 ? LEAST_INTEGER : LEAST_ENTRY;
    on->wide = sqrt(2 * log(2 * cells / ERROR));
    on->limit = on->problem->integer_bits > 0 ? on->wide * on->wide : wm_tables_quantile(cells);
    for (size_t p = 0; p < PROBES; p++) {
        on->B_norm[p] = sqrt(on->pass->B_square[p]);
        on->X_norm[p] = sqrt(on->pass->X_square[p]);
        const size_t columns = (n + PROBES - 1 - p) / PROBES;
        on->columns[p] = (double)columns / (entry * entry);
        on->typical[p] = (rule->typical + rule->own) * on->B_norm[p];
        on->operands[p] = rule->operands / sqrt((double)on->problem->a.columns) * on->B_norm[p];
    }
}

wm_status wm_product_judge(const wm_product_problem *problem, const wm_product_pass *pass,
                           wm_product_report *report)
{
    judge on = {.problem = problem, .pass = pass};
    uint64_t hidden;
    bool is_wrong, is_blind;
    wm_status status;
    prepare(&on);
    report->cells = problem->c.rows * on.probes;
    status = collect(&on);
    if (status == WM_OK && on.all.above > SUSPECTS) {
        /* Cells with smaller ratios than the last suspect's stay unseen: that is the limit now. */
        const tally first = on.all;
        on.limit = first.worst[SUSPECTS - 1].ratio;
        status = collect(&on);
        report->blind = on.all.blind;
        on.all = first;
        on.all.blind = report->blind;
    }
    if (status != WM_OK)
        return status;
    report->sees = median_seen(&on, &hidden);
    report->blind = hidden > on.all.blind ? hidden : on.all.blind;
    if (problem->integer_bits == 0 && on.all.gaps > 0)
        report->rounding = on.all.squares / on.all.gaps;
    if (problem->integer_bits > 0 && on.all.gaps == 0)
        report->missed = ldexp(1, -(int)problem->integer_bits);
    status = compute_again(&on, report, &is_wrong, &is_blind);
    if (status == WM_OK && !is_wrong)
        decide(&on, is_blind, report);
    return status;
}
