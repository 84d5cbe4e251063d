/* One pass over A, B and C of a product. B and C are read against one number a column, A against 8
 * probes. The inner loops are those of the CPU backend.
 *
 * The seed's hash has read C, A and B, in this order and by rows. The pass takes B first, and the
 * last rows first: what a cache has kept is read from there. */
#include "verify/product_pass.h"

#include "verify/workers.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = WM_CPU_KERNELS_ROWS,
    LANES = WM_CPU_KERNELS_PROBES, /* of rows_split, three for each probe */
    PROBES = WM_PRODUCT_PASS_PROBES,
    PAD = WM_CPU_KERNELS_PAD,
    STRIP = WM_CPU_KERNELS_STRIP,
    STRIP_ROWS = 96
};

typedef struct running {
    const wm_product_problem *of;
    wm_product_pass *pass;
    const wm_cpu_kernels *kernels, *widen; /* widen: rows become binary32; else NULL */
    bool wide;
    void *x, *Y;
    double bias_sum[PROBES], bias_square[PROBES], X_sum[PROBES];
    uint8_t *room;
    size_t room_each;
    double (*squares)[PROBES]; /* of B, a row for each block, so that threads change no bit */
    atomic_bool is_bad;
} running;

static size_t entries(size_t n)
{
    const size_t pad = WM_CPU_KERNELS_ENTRIES_PAD;
    return (n + pad - 1) / pad * pad;
}

static void set(const running *run, void *numbers, size_t index, double value)
{
    if (run->wide)
        ((double *)numbers)[index] = value;
    else
        ((float *)numbers)[index] = (float)value;
}

static double entry(const running *run, size_t j)
{
    return run->wide ? ((const double *)run->x)[j] : (double)((const float *)run->x)[j];
}

/* Y's element l of probe p (cpu_kernels.h, rows_dot_eight). */
static void set_Y(const running *run, size_t p, size_t l, double value)
{
    set(run, run->Y, l / PAD * (PROBES * PAD) + p * PAD + l % PAD, value);
}

/* Adds lane q of a row's sums to probe q mod 8. */
static void fold_lanes(const double lanes[LANES], double probes[PROBES])
{
    for (size_t p = 0; p < PROBES; p++)
        probes[p] = lanes[p] + lanes[PROBES + p] + lanes[2 * PROBES + p];
}

/* The 2^bits integers whose magnitude is in [2^(bits - 1), 2^bits): none hides a change that others
 * would show. */
static double integer_entry(uint32_t word, unsigned bits)
{
    const uint32_t half = 1u << (bits - 1);
    const double magnitude = half + (word >> 1 & (half - 1));
    return (word & 1) != 0 ? -magnitude : magnitude;
}

/* The entries of X: those of inputs.md section 6, or integers. */
static void draw(running *run, const uint8_t seed[WM_SHA256_SIZE])
{
    const wm_philox stream = wm_philox_from_seed(seed);
    const size_t n = run->of->c.columns;
    const unsigned bits = run->of->integer_bits;
    uint32_t words[4];
    for (size_t j = 0; j < n; j++) {
        double value;
        if (bits > 0) {
            if (j % 4 == 0)
                wm_philox_block(&stream, j / 4, words);
            value = integer_entry(words[j % 4], bits);
        } else {
            if (j % 8 == 0)
                wm_philox_block(&stream, j / 8, words);
            const unsigned index = words[j % 8 / 2] >> 16 * (j % 2) & 0xFFFF;
            value = (48 + index % 32) / 64.0 * ((index & 32) != 0 ? -1 : 1);
        }
        set(run, run->x, j, value);
        run->pass->X_square[j % PROBES] += value * value;
        run->X_sum[j % PROBES] += value;
    }
    for (size_t j = n; j < entries(n); j++)
        set(run, run->x, j, 0);
}

static void split(const running *run, const wm_cpu_rows *rows, double *out, double *roundings)
{
    if (run->wide)
        run->kernels->rows_split_f64(rows, run->x, out, roundings);
    else
        run->kernels->rows_split_f32(rows, run->x, out, roundings);
}

static void norms(const running *run, const wm_cpu_rows *rows, const void *x, double *out,
                  double *squares)
{
    if (run->wide)
        run->kernels->rows_norm_f64(rows, x, out, squares);
    else
        run->kernels->rows_norm_f32(rows, x, out, squares);
}

static wm_cpu_rows take(const running *run, const wm_operand *of, size_t first, size_t count,
                        unsigned worker)
{
    const bool is_narrow = wm_format_size(of->format) <= 2 && of->format != WM_FORMAT_I8;
    return wm_operand_rows(of, is_narrow ? run->widen : NULL, first, count,
                           run->room + worker * run->room_each);
}

/* Of the blocks of 24 rows, the one that is as far from the end as `block` is from 0. */
static size_t from_end(const wm_operand *of, size_t block)
{
    return (of->rows + ROWS - 1) / ROWS - 1 - block;
}

/* Y = B X for 24 rows of B. */
static void multiply_rows(void *context, unsigned worker, size_t turn)
{
    running *run = context;
    const size_t block = from_end(&run->of->b, turn);
    const wm_operand *b = &run->of->b;
    double out[ROWS * LANES], squares[ROWS * LANES], sums[PROBES];
    const size_t first = block * ROWS;
    const size_t count = b->rows - first < ROWS ? b->rows - first : ROWS;
    const wm_cpu_rows rows = take(run, b, first, count, worker);
    norms(run, &rows, run->x, out, squares);
    for (size_t r = 0; r < count; r++) {
        fold_lanes(out + r * LANES, sums);
        for (size_t p = 0; p < PROBES; p++)
            set_Y(run, p, first + r, sums[p]);
        fold_lanes(squares + r * LANES, sums);
        for (size_t p = 0; p < PROBES; p++)
            run->squares[block][p] += sums[p];
    }
}

/* Adds the weighted squares of some stored columns of B. */
static void add_strip_squares(running *run, const wm_cpu_rows *rows, size_t column, size_t block)
{
    for (size_t done = 0; done < rows->row_count; done += ROWS) {
        double squares[ROWS * LANES], sums[PROBES];
        wm_cpu_rows part = *rows;
        part.rows += done * rows->row_bytes;
        part.row_count = rows->row_count - done < ROWS ? rows->row_count - done : ROWS;
        norms(run, &part, NULL, NULL, squares);
        for (size_t r = 0; r < part.row_count; r++) {
            const size_t j = column + done + r;
            double square = 0;
            fold_lanes(squares + r * LANES, sums);
            for (size_t p = 0; p < PROBES; p++)
                square += sums[p];
            run->squares[block][j % PROBES] += entry(run, j) * entry(run, j) * square;
        }
    }
}

/* Y = B X for a strip of B stored by columns. */
static void multiply_strip(void *context, unsigned worker, size_t block)
{
    running *run = context;
    const wm_operand stored = wm_operand_transposed(&run->of->b);
    const size_t size = wm_format_size(stored.format), width = run->wide ? STRIP / 2 : STRIP;
    const size_t l = block * width;
    (void)worker;
    union {
        float narrow[LANES * STRIP];
        double wide[LANES * STRIP / 2];
    } sums;
    wm_cpu_rows rows = {stored.format, NULL, stored.row_stride * size, 0,
                        stored.columns - l < width ? stored.columns - l : width};
    memset(&sums, 0, sizeof sums);
    for (size_t j = 0; j < stored.rows; j += STRIP_ROWS) {
        rows.rows = stored.data + (j * stored.row_stride + l) * size;
        rows.row_count = stored.rows - j < STRIP_ROWS ? stored.rows - j : STRIP_ROWS;
        if (run->wide)
            run->kernels->rows_axpy_f64(&rows, j % LANES, (const double *)run->x + j, sums.wide,
                                        width);
        else
            run->kernels->rows_axpy_f32(&rows, j % LANES, (const float *)run->x + j, sums.narrow,
                                        width);
        add_strip_squares(run, &rows, j, block);
    }
    for (size_t c = 0; c < rows.length; c++) {
        double lanes[LANES], probes[PROBES];
        for (size_t q = 0; q < LANES; q++)
            lanes[q] = run->wide ? sums.wide[q * width + c] : (double)sums.narrow[q * width + c];
        fold_lanes(lanes, probes);
        for (size_t p = 0; p < PROBES; p++)
            set_Y(run, p, l + c, probes[p]);
    }
}

/* A Y for some rows of A, and their |a_i|^2. */
static void dots(running *run, const wm_cpu_rows *rows, size_t first, double out[ROWS * PROBES])
{
    double squares[ROWS * LANES];
    if (run->wide) {
        run->kernels->rows_dot_eight_f64(rows, run->Y, out);
    } else {
        float narrow[ROWS * PROBES];
        run->kernels->rows_dot_eight_f32(rows, run->Y, narrow);
        for (size_t i = 0; i < rows->row_count * PROBES; i++)
            out[i] = (double)narrow[i];
    }
    norms(run, rows, NULL, NULL, squares);
    for (size_t r = 0; r < rows->row_count; r++) {
        double square = 0;
        for (size_t q = 0; q < LANES; q++)
            square += squares[r * LANES + q];
        run->pass->row_square[first + r] = square;
    }
}

/* Of rounded integers. Where no gap of a row is 2 or more, none of them is rounded. */
static void integer_roundings(const running *run, const wm_cpu_rows *rows, double *roundings)
{
    const double scale = 2 * run->of->rule.output;
    for (size_t r = 0; r < rows->row_count; r++) {
        const float *row = (const float *)(const void *)(rows->rows + r * rows->row_bytes);
        float largest = 0;
        if (run->kernels->integers(WM_FORMAT_F32, row, rows->length, &largest) &&
            (double)largest * scale < 2)
            continue;
        run->kernels->integer_gaps(row, run->x, rows->length, scale, roundings + r * LANES);
        for (size_t p = 0; p < PROBES; p++)
            roundings[r * LANES + p] /= 12;
    }
}

static void split_output(const running *run, const wm_cpu_rows *rows, double *out,
                         double *roundings)
{
    if (run->of->integer_bits > 0 || rows->format == WM_FORMAT_I32) {
        memset(roundings, 0, ROWS * LANES * sizeof *roundings);
        split(run, rows, out, NULL);
        if (run->widen != NULL)
            integer_roundings(run, rows, roundings);
    } else {
        split(run, rows, out, roundings);
    }
}

/* Adds beta C0 X and the bias to rows of r, and their size. */
static void add_beside(running *run, size_t first, size_t count, unsigned worker,
                       double r[ROWS * PROBES])
{
    const wm_product_problem *of = run->of;
    double lanes[ROWS * LANES] = {0}, squares[ROWS * LANES] = {0};
    if (of->c0.data != NULL) {
        const wm_cpu_rows rows = take(run, &of->c0, first, count, worker);
        norms(run, &rows, run->x, lanes, squares);
    }
    for (size_t t = 0; t < count; t++) {
        const double bias =
            of->bias_rows.data != NULL ? wm_operand_element(&of->bias_rows, first + t, 0) : 0;
        double sums[PROBES], square[PROBES];
        fold_lanes(lanes + t * LANES, sums);
        fold_lanes(squares + t * LANES, square);
        for (size_t p = 0; p < PROBES; p++) {
            r[t * PROBES + p] += of->beta * sums[p] + run->bias_sum[p] + bias * run->X_sum[p];
            run->pass->beside[(first + t) * PROBES + p] =
                2 * (of->beta * of->beta * square[p] + run->bias_square[p] +
                     bias * bias * run->pass->X_square[p]);
        }
    }
}

static void judge_rows(void *context, unsigned worker, size_t turn)
{
    running *run = context;
    const wm_product_problem *of = run->of;
    const size_t block = from_end(&of->c, turn);
    double r[ROWS * PROBES] = {0}, lanes[ROWS * LANES], roundings[ROWS * LANES];
    const size_t first = block * ROWS;
    const size_t count = of->c.rows - first < ROWS ? of->c.rows - first : ROWS;
    wm_cpu_rows rows = take(run, &of->a, first, count, worker);
    bool is_bad = false;
    dots(run, &rows, first, r);
    for (size_t i = 0; i < count * PROBES; i++)
        r[i] *= of->alpha;
    if (run->pass->beside != NULL)
        add_beside(run, first, count, worker, r);
    rows = take(run, &of->c, first, count, worker);
    split_output(run, &rows, lanes, roundings);
    for (size_t t = 0; t < count; t++) {
        double sums[PROBES], rounding[PROBES];
        fold_lanes(lanes + t * LANES, sums);
        fold_lanes(roundings + t * LANES, rounding);
        is_bad = is_bad || !isfinite(run->pass->row_square[first + t]);
        for (size_t p = 0; p < PROBES; p++) {
            const size_t cell = (first + t) * PROBES + p;
            run->pass->residual[cell] = p < of->c.columns ? r[t * PROBES + p] - sums[p] : 0;
            run->pass->rounding[cell] = rounding[p];
            is_bad = is_bad || !isfinite(run->pass->residual[cell]) || !isfinite(rounding[p]);
        }
    }
    if (is_bad)
        atomic_store(&run->is_bad, true);
}

static void sum_bias(running *run)
{
    const wm_operand *bias = &run->of->bias_columns;
    for (size_t j = 0; bias->data != NULL && j < bias->columns; j++) {
        const double value = wm_operand_element(bias, 0, j) * entry(run, j);
        run->bias_sum[j % PROBES] += value;
        run->bias_square[j % PROBES] += value * value;
    }
}

static void sum_Y(running *run, size_t k)
{
    for (size_t l = 0; l < k; l++)
        for (size_t p = 0; p < PROBES; p++) {
            const size_t at = l / PAD * (PROBES * PAD) + p * PAD + l % PAD;
            const double y =
                run->wide ? ((const double *)run->Y)[at] : (double)((const float *)run->Y)[at];
            run->pass->Y_square[p] += y * y;
        }
}

/* The largest room that a thread needs for 24 rows of any matrix that is copied. */
static size_t room_of(const running *run)
{
    const wm_operand *all[] = {&run->of->a, &run->of->b, &run->of->c, &run->of->c0};
    size_t most = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const size_t room = all[i]->data != NULL ? wm_operand_room(all[i], ROWS) : 0;
        if ((run->widen != NULL || all[i]->column_stride != 1) && room > most)
            most = room;
    }
    return (most + 63) / 64 * 64;
}

static bool get_memory(running *run)
{
    const wm_product_problem *of = run->of;
    wm_product_pass *pass = run->pass;
    const size_t number = run->wide ? sizeof(double) : sizeof(float);
    const bool has_beside =
        of->c0.data != NULL || of->bias_columns.data != NULL || of->bias_rows.data != NULL;
    run->room_each = room_of(run);
    run->x = calloc(entries(of->c.columns), number);
    run->Y = calloc((of->a.columns + PAD - 1) / PAD * PAD * PROBES, number);
    run->room = malloc(run->room_each * of->threads + 1);
    run->squares = calloc((of->b.rows + ROWS - 1) / ROWS, sizeof *run->squares);
    pass->residual = malloc(of->c.rows * PROBES * sizeof(double));
    pass->rounding = malloc(of->c.rows * PROBES * sizeof(double));
    pass->beside = has_beside ? malloc(of->c.rows * PROBES * sizeof(double)) : NULL;
    pass->row_square = malloc(of->c.rows * sizeof(double));
    return run->x != NULL && run->Y != NULL && run->room != NULL && run->squares != NULL &&
           pass->residual != NULL && pass->rounding != NULL &&
           (pass->beside != NULL || !has_beside) && pass->row_square != NULL;
}

static void run_all(running *run, const uint8_t seed[WM_SHA256_SIZE])
{
    const wm_product_problem *of = run->of;
    const bool is_by_columns = of->b.column_stride != 1 && of->b.row_stride == 1 &&
                               of->b.columns > 1 && run->widen == NULL;
    const size_t width = run->wide ? STRIP / 2 : STRIP;
    draw(run, seed);
    sum_bias(run);
    if (is_by_columns)
        wm_workers_run(of->threads, (of->b.rows + width - 1) / width, multiply_strip, run);
    else
        wm_workers_run(of->threads, (of->b.rows + ROWS - 1) / ROWS, multiply_rows, run);
    for (size_t t = 0; t < (of->b.rows + ROWS - 1) / ROWS; t++)
        for (size_t p = 0; p < PROBES; p++)
            run->pass->B_square[p] += run->squares[t][p];
    sum_Y(run, of->b.rows);
    wm_workers_run(of->threads, (of->c.rows + ROWS - 1) / ROWS, judge_rows, run);
    run->pass->is_finite = !atomic_load(&run->is_bad);
    for (size_t p = 0; p < PROBES; p++)
        if (!isfinite(run->pass->B_square[p]) || !isfinite(run->pass->Y_square[p]))
            run->pass->is_finite = false;
}

wm_status wm_product_pass_run(const wm_product_problem *problem, const uint8_t seed[WM_SHA256_SIZE],
                              wm_product_pass *pass)
{
    const bool is_wide = problem->rule.witness == WM_FORMAT_F64 || problem->integer_bits > 0;
    const wm_cpu_kernels *kernels = wm_cpu_kernels_vectors();
    const bool must_widen =
        is_wide && wm_format_size(problem->a.format) <= 2 && problem->a.format != WM_FORMAT_I8;
    running run = {.of = problem,
                   .pass = pass,
                   .kernels = kernels,
                   .widen = must_widen ? kernels : NULL,
                   .wide = is_wide};
    *pass = (wm_product_pass){.is_finite = false};
    const bool has_memory = get_memory(&run);
    if (has_memory)
        run_all(&run, seed);
    free(run.x);
    free(run.Y);
    free(run.room);
    free(run.squares);
    return has_memory ? WM_OK : WM_E_NOMEM;
}

void wm_product_pass_clear(wm_product_pass *pass)
{
    free(pass->residual);
    free(pass->rounding);
    free(pass->beside);
    free(pass->row_square);
    *pass = (wm_product_pass){.is_finite = false};
}
