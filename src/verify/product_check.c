/* wm_product_check: whether a product is right, by probes of its own content.
 *
 * Three steps. The pass gives each cell, a row and a probe, a residual and what usual data let it
 * be. The cells that stand out are computed again, element by element: only an element that no
 * usual order of sums explains makes a product wrong. Last, a bound that holds for any data says
 * whether the residuals that are left are explained, and where they say nothing. */
#include "verify/product_judge.h"

#include "base/sized.h"
#include "base/status.h"
#include "verify/content_seed.h"
#include "verify/product_integers.h"
#include "verify/workers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double HUGE_ELEMENT = 0x1p62; /* whose square overflows binary32 */

enum {
    PROBES = WM_PRODUCT_PASS_PROBES,
    BAD_MOST = 64, /* elements of C of a kind that are computed again if the check is not finite */
    DIGITS = 53,
    INTEGER_LIMIT = 24, /* sums of integers are exact up to 2^24 */
    SHORT_LIMIT = 14    /* in a matrix unit's short accumulator */
};

/* ---- arguments ---- */

static wm_status refuse(wm_error *err, const char *place, const char *words)
{
    return wm_error_set(err, WM_E_ARG, place, "%s", words);
}

static wm_status check_matrix(const wm_matrix *matrix, const char *name, wm_error *err)
{
    if (matrix->data == NULL)
        return refuse(err, name, "data is NULL");
    if (matrix->row_stride < 0 || matrix->column_stride < 0 || matrix->batch_stride < 0)
        return refuse(err, name, "negative stride: copy the matrix, or give its first element");
    if (matrix->row_stride == 0 && matrix->column_stride == 0 && matrix->batch_stride != 0)
        return refuse(err, name, "batch_stride without row_stride and column_stride");
    return WM_OK;
}

static const wm_product_variant *variant_named(const char *name)
{
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS && name != NULL; i++)
        if (strcmp(wm_product_variants[i].name, name) == 0)
            return &wm_product_variants[i];
    return NULL;
}

static wm_status check_sizes(const wm_matrix_product *of, const wm_product_variant *variant,
                             wm_error *err)
{
    const uint64_t most = INT32_MAX;
    const bool is_plain = of->alpha == 1 && of->beta == 0 && of->bias == NULL;
    if (of->m == 0 || of->n == 0 || of->k == 0 || of->batch == 0)
        return refuse(err, "size", "m, n, k and batch are at least 1");
    if (of->m > most || of->n > most || of->k > most)
        return wm_error_set(err, WM_E_UNSUPPORTED, "size", "m, n and k are at most %d", INT32_MAX);
    if (variant->operand == WM_FORMAT_I8 && of->k > WM_TABLES_INT8_DEPTH)
        return wm_error_set(err, WM_E_UNSUPPORTED, "k", "int8: at most %d", WM_TABLES_INT8_DEPTH);
    if (variant->operand == WM_FORMAT_I8 && !is_plain)
        return wm_error_set(err, WM_E_UNSUPPORTED, "alpha", "int8 takes no alpha, beta or bias");
    if (!isfinite(of->alpha) || !isfinite(of->beta) || of->alpha == 0)
        return refuse(err, "alpha", "alpha and beta are finite, and alpha is not 0");
    return WM_OK;
}

static wm_status check_arguments(const wm_matrix_product *of, wm_error *err)
{
    const wm_product_variant *variant = variant_named(of->variant);
    wm_status status;
    if (variant == NULL)
        return wm_error_set(err, WM_E_ARG, "variant", "no variant %.40s of gemm",
                            of->variant != NULL ? of->variant : "NULL");
    status = check_sizes(of, variant, err);
    if (status == WM_OK)
        status = check_matrix(&of->a, "a", err);
    if (status == WM_OK)
        status = check_matrix(&of->b, "b", err);
    if (status == WM_OK)
        status = check_matrix(&of->c, "c", err);
    if (status == WM_OK && of->batch > 1 && of->c.batch_stride == 0 &&
        (of->c.row_stride != 0 || of->c.column_stride != 0))
        status = refuse(err, "c", "batch_stride is 0: each product has its own C");
    if (status == WM_OK && of->beta != 0)
        status = check_matrix(&of->c0, "c0", err);
    if (status == WM_OK && of->beta != 0 && of->c0.data == of->c.data)
        status = refuse(err, "c0", "C0 is C's memory: keep what C held before the product");
    return status;
}

/* ---- the problem ---- */

static wm_operand operand_of(const wm_matrix *matrix, wm_format format, size_t rows, size_t columns,
                             uint64_t index)
{
    const bool is_packed = matrix->row_stride == 0 && matrix->column_stride == 0;
    const size_t step = is_packed ? rows * columns : (size_t)matrix->batch_stride;
    return (wm_operand){.format = format,
                        .data =
                            (const uint8_t *)matrix->data + index * step * wm_format_size(format),
                        .rows = rows,
                        .columns = columns,
                        .row_stride = is_packed ? columns : (size_t)matrix->row_stride,
                        .column_stride = is_packed ? 1 : (size_t)matrix->column_stride};
}

/* Product number `index`. If C is stored by columns, it is C^T = B^T A^T. */
static wm_product_problem problem_of(const wm_matrix_product *of, uint64_t index,
                                     bool *is_transposed)
{
    const wm_product_variant *variant = variant_named(of->variant);
    const size_t m = of->m, n = of->n, k = of->k;
    wm_product_problem problem = {.a = operand_of(&of->a, variant->operand, m, k, index),
                                  .b = operand_of(&of->b, variant->operand, k, n, index),
                                  .c = operand_of(&of->c, variant->output, m, n, index),
                                  .alpha = of->alpha,
                                  .beta = of->beta};
    const wm_operand bias = {variant->output, of->bias, 1, n, n, 1};
    *is_transposed = problem.c.column_stride != 1 && problem.c.row_stride == 1;
    if (of->beta != 0)
        problem.c0 = operand_of(&of->c0, variant->output, m, n, index);
    if (*is_transposed) {
        const wm_operand a = problem.a;
        problem.a = wm_operand_transposed(&problem.b);
        problem.b = wm_operand_transposed(&a);
        problem.c = wm_operand_transposed(&problem.c);
        problem.c0 = wm_operand_transposed(&problem.c0);
        problem.bias_rows = wm_operand_transposed(&bias);
    } else {
        problem.bias_columns = bias;
    }
    problem.threads = of->threads > 0 ? of->threads : wm_workers_default();
    if (problem.threads > WM_WORKERS_MOST)
        problem.threads = WM_WORKERS_MOST;
    problem.rule = wm_product_rule_of(variant, (double)k, (double)problem.c.columns / PROBES);
    return problem;
}

/* Whether a variant adds k products of integers up to `product` without rounding, in any order. A
 * Hopper matrix unit keeps 13 fraction bits of an fp8 sum: of 128 terms in fp8, of all in fp8_fast.
 * So such sums are exact up to 2^14. */
static bool is_exact_sum(const wm_product_variant *variant, double k, double product)
{
    const bool is_short = variant->operand == WM_FORMAT_E4M3;
    const bool is_fast = variant->arithmetic == WM_ARITHMETIC_F32_FAST;
    const double terms = is_fast ? k : fmin(k, WM_PRODUCT_RULE_SHORT_TERMS);
    if (variant->operand == WM_FORMAT_I8)
        return true;
    return k * product <= ldexp(1, INTEGER_LIMIT) &&
           (!is_short || terms * product <= ldexp(1, SHORT_LIMIT));
}

/* Whether alpha, beta, C0 and the bias keep sums of integers exact, and what no element of C
 * exceeds if no sum of A B exceeds *largest. Beside A B a sum may be rounded to C's format in
 * between: then none may need it. */
static bool is_beside_exact(const wm_matrix_product *of, const wm_product_problem *problem,
                            double *largest)
{
    const wm_operand *bias =
        problem->bias_rows.data != NULL ? &problem->bias_rows : &problem->bias_columns;
    double c0 = 0, added = 0;
    if (of->alpha != nearbyint(of->alpha) || of->beta != nearbyint(of->beta))
        return false;
    if (problem->c0.data != NULL && !wm_product_integers_only(&problem->c0, problem->threads, &c0))
        return false;
    if (bias->data != NULL && !wm_product_integers_only(bias, problem->threads, &added))
        return false;
    added += fabs(of->beta) * c0;
    if (of->alpha == 1 && added == 0)
        return true;
    *largest = fabs(of->alpha) * *largest + added;
    return *largest <= fmin(1 / problem->rule.output, ldexp(1, INTEGER_LIMIT));
}

/* The bits of integer probes with which every sum fits 53 bits; 0: not all elements are integers,
 * or a sum may be rounded. *largest: what no element of C exceeds. */
static unsigned integer_bits(const wm_matrix_product *of, const wm_product_problem *problem,
                             double *largest)
{
    const bool is_int8 = problem->a.format == WM_FORMAT_I8;
    const size_t columns = problem->c.columns / PROBES + 1; /* of a probe, at most */
    double a = 128, b = 128;
    int value_bits, column_bits, bits;
    if (!is_int8 && (!wm_product_integers_only(&problem->a, problem->threads, &a) ||
                     !wm_product_integers_only(&problem->b, problem->threads, &b)))
        return 0;
    if (problem->rule.variant->arithmetic == WM_ARITHMETIC_TF32 && fmax(a, b) > 2048)
        return 0;
    if (!is_exact_sum(problem->rule.variant, (double)of->k, a * b))
        return 0;
    *largest = (double)of->k * a * b;
    if (!is_beside_exact(of, problem, largest))
        return 0;
    (void)frexp(fmax(*largest, 1), &value_bits);
    (void)frexp((double)columns, &column_bits);
    bits = DIGITS - 1 - value_bits - column_bits;
    if (bits > 24)
        bits = 24;
    return bits >= 8 ? (unsigned)bits : is_int8 && bits > 0 ? (unsigned)bits : 0;
}

/* Exact sums of integers up to `largest` leave integers in C, and none beyond it. Another number is
 * wrong, and might be lost in sums of 53 bits. *is_wrong: there is one. */
static wm_status judge_beyond(const wm_product_problem *problem, double largest,
                              wm_product_report *report, bool *is_wrong)
{
    const wm_format format = problem->c.format;
    size_t row, column;
    wm_product_element element;
    wm_status status;
    double bound = largest;
    if (format != WM_FORMAT_I32) {
        wm_format_store(format, &bound, 0, largest);
        bound = wm_format_load(format, &bound, 0);
    }
    *is_wrong = false;
    if (!wm_product_integers_find_beyond(&problem->c, problem->threads, bound, &row, &column))
        return WM_OK;
    status = wm_product_cell_worst(problem, row, column, problem->c.columns, &element);
    *is_wrong = status == WM_OK && element.is_wrong;
    if (*is_wrong)
        wm_product_judge_wrong(report, &element);
    return status;
}

/* ---- numbers that are not finite ---- */

/* Says that an operand has a NaN or an infinity, if it has. */
static bool is_bad_operand(const wm_operand *of, const char *name, bool is_transposed,
                           wm_product_report *report)
{
    size_t row, column;
    if (of->data == NULL || !wm_operand_find_bad(of, &row, &column))
        return false;
    report->answer = WM_PRODUCT_NOT_JUDGED;
    (void)snprintf(report->reason, sizeof report->reason,
                   "%s has a NaN or an infinity at row %zu, column %zu", name,
                   is_transposed ? column : row, is_transposed ? row : column);
    return true;
}

/* What the check's arithmetic cannot hold. Each kind is looked for on its own: there may be more of
 * one than are computed again. */
typedef enum bad_kind { BAD_NAN, BAD_INFINITY, BAD_LARGE, BAD_KINDS } bad_kind;

static bool is_kind(double found, bad_kind kind)
{
    return kind == BAD_NAN        ? isnan(found)
           : kind == BAD_INFINITY ? isinf(found)
                                  : isfinite(found) && fabs(found) >= HUGE_ELEMENT;
}

/* Computes the first elements of a kind again. *is_wrong: one has another exact value. */
static wm_status judge_kind(const wm_product_problem *problem, bad_kind kind, size_t *found,
                            wm_product_report *report, bool *is_wrong)
{
    *found = 0;
    for (size_t i = 0; i < problem->c.rows; i++)
        for (size_t j = 0; j < problem->c.columns && *found < BAD_MOST; j++) {
            wm_product_element element;
            wm_status status;
            if (!is_kind(wm_operand_element(&problem->c, i, j), kind))
                continue;
            ++*found;
            status = wm_product_cell_worst(problem, i, j, problem->c.columns, &element);
            if (status != WM_OK)
                return status;
            *is_wrong = element.is_wrong;
            if (*is_wrong) {
                wm_product_judge_wrong(report, &element);
                return WM_OK;
            }
        }
    return WM_OK;
}

/* Elements of C that are not finite, or so large that the check overflows: one whose exact value is
 * another is wrong. */
static wm_status judge_bad_output(const wm_product_problem *problem, wm_product_report *report)
{
    size_t found[BAD_KINDS] = {0};
    bool is_wrong = false;
    for (int kind = 0; kind < BAD_KINDS; kind++) {
        const wm_status status =
            judge_kind(problem, (bad_kind)kind, &found[kind], report, &is_wrong);
        if (status != WM_OK || is_wrong)
            return status;
    }
    wm_product_judge_say(
        report, WM_PRODUCT_NOT_JUDGED,
        found[BAD_INFINITY] > 0
            ? "C overflows its format: infinities hide the other elements of their rows"
            : "the numbers are too large for the check's arithmetic");
    return WM_OK;
}

static wm_status judge_not_finite(const wm_product_problem *problem, bool is_transposed,
                                  wm_product_report *report)
{
    const wm_operand *bias = is_transposed ? &problem->bias_rows : &problem->bias_columns;
    if (is_bad_operand(&problem->a, is_transposed ? "B" : "A", is_transposed, report) ||
        is_bad_operand(&problem->b, is_transposed ? "A" : "B", is_transposed, report) ||
        is_bad_operand(&problem->c0, "C0", is_transposed, report) ||
        is_bad_operand(bias, "the bias", is_transposed, report))
        return WM_OK;
    return judge_bad_output(problem, report);
}

/* ---- one product ---- */

static wm_status calibrate(const wm_product_problem *problem, wm_product_report *report)
{
    wm_product_careful careful;
    const wm_status status = wm_product_cell_all(problem, &careful);
    if (status != WM_OK)
        return status;
    (void)snprintf(report->method, sizeof report->method, "every element");
    report->not_nearest = careful.not_nearest;
    if (careful.gap_square > 0) {
        report->rounding = careful.found_square / careful.gap_square;
        report->careful_rounding = careful.careful_square / careful.gap_square;
    }
    if (careful.wrong > 0)
        wm_product_judge_wrong(report, &careful.first);
    else
        wm_product_judge_right(report, careful.blind_rows, problem->c.rows);
    return WM_OK;
}

static wm_status seed_of(const wm_matrix_product *of, const wm_product_problem *problem,
                         uint8_t seed[WM_SHA256_SIZE], wm_product_report *report)
{
    /* In the order that leaves in the caches what the pass reads first. */
    const wm_operand all[] = {
        problem->bias_rows, problem->bias_columns, problem->c0, problem->c, problem->a, problem->b};
    wm_operand operands[sizeof all / sizeof *all];
    size_t count = 0;
    char words[160];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].data != NULL)
            operands[count++] = all[i];
    (void)snprintf(words, sizeof words,
                   "witnessmark product\n%s %" PRIu64 "x%" PRIu64 "x%" PRIu64 " %a %a\n",
                   of->variant, of->m, of->n, of->k, of->alpha, of->beta);
    const wm_status status =
        wm_content_seed(wm_cpu_kernels_vectors(), problem->threads, words, operands, count, seed);
    if (status == WM_OK)
        wm_sha256_to_hex(seed, report->seed);
    return status;
}

/* By probes, and by every element if that is asked for. */
static wm_status judge(const wm_matrix_product *of, const wm_product_problem *problem,
                       const uint8_t seed[WM_SHA256_SIZE], bool is_transposed,
                       wm_product_report *report)
{
    wm_product_pass pass;
    wm_status status = wm_product_pass_run(problem, seed, &pass);
    if (status == WM_OK)
        status = pass.is_finite ? wm_product_judge(problem, &pass, report)
                                : judge_not_finite(problem, is_transposed, report);
    if (status == WM_OK && of->calibrate != 0 && pass.is_finite)
        status = calibrate(problem, report);
    wm_product_pass_clear(&pass);
    return status;
}

static wm_status check_one(const wm_matrix_product *of, uint64_t index, wm_product_report *report)
{
    bool is_transposed, is_wrong = false;
    wm_product_problem problem = problem_of(of, index, &is_transposed);
    uint8_t seed[WM_SHA256_SIZE];
    double largest = 0;
    wm_status status = seed_of(of, &problem, seed, report);
    report->batch_index = index;
    problem.integer_bits = integer_bits(of, &problem, &largest);
    (void)snprintf(report->method, sizeof report->method, "%s",
                   problem.integer_bits > 0 ? "integers" : "probes");
    if (status == WM_OK && problem.integer_bits > 0)
        status = judge_beyond(&problem, largest, report, &is_wrong);
    if (status == WM_OK && !is_wrong)
        status = judge(of, &problem, seed, is_transposed, report);
    if (is_transposed) {
        const uint64_t row = report->row;
        report->row = report->column;
        report->column = row;
    }
    return status;
}

static wm_product_report blank(void)
{
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    report.found = report.recomputed = report.allowed = (double)NAN;
    report.rounding = report.careful_rounding = report.sees = report.missed = (double)NAN;
    return report;
}

/* Whether a right product says less than another: probes say less than exact sums. */
static bool is_weaker(const wm_product_report *one, const wm_product_report *other)
{
    if (isnan(one->missed) != isnan(other->missed))
        return isnan(one->missed);
    if (!isnan(one->missed))
        return one->missed > other->missed;
    return one->sees > other->sees || (isnan(other->sees) && !isnan(one->sees));
}

/* Of two right products the weaker, with the counts of both. */
static wm_product_report weakest(const wm_product_report *so_far, const wm_product_report *next)
{
    wm_product_report report = is_weaker(next, so_far) ? *next : *so_far;
    report.cells = so_far->cells + next->cells;
    report.blind = so_far->blind + next->blind;
    report.suspects = so_far->suspects + next->suspects;
    report.not_nearest = so_far->not_nearest + next->not_nearest;
    return report;
}

/* The answer for a batch is that of its first wrong product, else of its first that is not judged,
 * else of its weakest. */
static wm_status check_all(const wm_matrix_product *of, wm_product_report *answer)
{
    *answer = blank();
    for (uint64_t i = 0; i < of->batch; i++) {
        wm_product_report one = blank();
        const wm_status status = check_one(of, i, &one);
        if (status != WM_OK)
            return status;
        if (i > 0 && one.answer == WM_PRODUCT_RIGHT && answer->answer == WM_PRODUCT_RIGHT)
            *answer = weakest(answer, &one);
        else if (i == 0 || one.answer == WM_PRODUCT_WRONG || answer->answer == WM_PRODUCT_RIGHT)
            *answer = one;
        if (one.answer == WM_PRODUCT_WRONG)
            break;
    }
    return WM_OK;
}

wm_status wm_product_check(const wm_matrix_product *product, wm_product_report *report,
                           wm_error *err)
{
    static const wm_sized IN = {"wm_matrix_product", sizeof(wm_matrix_product),
                                sizeof(wm_matrix_product)};
    static const wm_sized OUT = {"wm_product_report", sizeof(wm_product_report),
                                 sizeof(wm_product_report)};
    wm_matrix_product own;
    wm_product_report answer;
    wm_status status = wm_sized_take(&IN, product, &own, err);
    if (status == WM_OK)
        status = wm_sized_check(&OUT, report, err);
    if (status == WM_OK)
        status = check_arguments(&own, err);
    if (status != WM_OK)
        return status;
    status = check_all(&own, &answer);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    wm_sized_give(&OUT, &answer, report);
    return WM_OK;
}
