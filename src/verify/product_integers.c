/* Scans of matrices for integers, by all threads.
 *
 * They read A, B and C once more, so they must be about as fast as memory: vectors compare numbers
 * with their integers. What that does not decide, as numbers above 2^30, is looked at one by one.
 */
#include "verify/product_integers.h"

#include "verify/workers.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum {
    ROWS = 16 /* of a block */
};

static const double CERTAIN = 0x1p30; /* what int32 holds */

static bool is_integer(double value)
{
    return value == nearbyint(value);
}

static bool are_wide_integers(const uint8_t *from, size_t count, double *largest)
{
    for (size_t j = 0; j < count; j++) {
        double value;
        memcpy(&value, from + j * sizeof value, sizeof value);
        const double magnitude = fabs(value);
        if (!(magnitude <= CERTAIN && (double)(int64_t)value == value))
            return false;
        *largest = magnitude > *largest ? magnitude : *largest;
    }
    return true;
}

static bool are_words(const uint8_t *from, size_t count, double *largest)
{
    int32_t low = 0, high = 0;
    for (size_t j = 0; j < count; j++) {
        int32_t value;
        memcpy(&value, from + j * sizeof value, sizeof value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    *largest = fmax(*largest, fmax((double)high, -(double)low));
    return true;
}

/* Whether a row whose elements follow each other has certain integers alone; then *largest is at
 * least their largest magnitude. */
static bool is_row_certain(const wm_operand *of, size_t row, double *largest)
{
    const uint8_t *from = of->data + row * of->row_stride * wm_format_size(of->format);
    float narrow = 0;
    if (of->format == WM_FORMAT_F64)
        return are_wide_integers(from, of->columns, largest);
    if (of->format == WM_FORMAT_I32)
        return are_words(from, of->columns, largest);
    if (!wm_cpu_kernels_vectors()->integers(of->format, from, of->columns, &narrow))
        return false;
    *largest = (double)narrow;
    return true;
}

typedef struct scan {
    const wm_operand *of;
    double bound;                    /* of an integer */
    atomic_size_t other;             /* the first row known to have another number; rows: none */
    double largest[WM_WORKERS_MOST]; /* magnitude that each thread has met */
} scan;

/* Whether a row has integers up to the bound alone, and their largest magnitude. */
static bool is_row_good(const scan *on, size_t row, double *largest)
{
    const wm_operand *of = on->of;
    double most = 0;
    if ((of->column_stride == 1 || of->columns == 1) && is_row_certain(of, row, &most) &&
        most <= on->bound) {
        *largest = fmax(*largest, most);
        return true;
    }
    for (size_t j = 0; j < of->columns; j++) {
        const double value = wm_operand_element(of, row, j);
        if (!(is_integer(value) && fabs(value) <= on->bound))
            return false;
        *largest = fmax(*largest, fabs(value));
    }
    return true;
}

static void scan_block(void *context, unsigned worker, size_t block)
{
    scan *on = context;
    for (size_t row = block * ROWS; row < on->of->rows && row < (block + 1) * ROWS; row++) {
        size_t other = atomic_load(&on->other);
        if (row >= other)
            return;
        if (is_row_good(on, row, &on->largest[worker]))
            continue;
        while (row < other && !atomic_compare_exchange_weak(&on->other, &other, row))
            ;
        return;
    }
}

/* Scans until no row before the first with another number is left. */
static void run(scan *on, const wm_operand *of, unsigned threads, double bound)
{
    on->of = of;
    on->bound = bound;
    atomic_init(&on->other, of->rows);
    memset(on->largest, 0, sizeof on->largest);
    wm_workers_run(threads, (of->rows + ROWS - 1) / ROWS, scan_block, on);
}

bool wm_product_integers_only(const wm_operand *of, unsigned threads, double *largest)
{
    const wm_operand turned = wm_operand_transposed(of);
    const bool is_by_columns = of->column_stride != 1 && of->row_stride == 1;
    scan on;
    run(&on, is_by_columns ? &turned : of, threads, (double)INFINITY);
    *largest = 0;
    for (size_t i = 0; i < WM_WORKERS_MOST; i++)
        *largest = fmax(*largest, on.largest[i]);
    return atomic_load(&on.other) == on.of->rows;
}

bool wm_product_integers_find_beyond(const wm_operand *of, unsigned threads, double bound,
                                     size_t *row, size_t *column)
{
    scan on;
    run(&on, of, threads, bound);
    *row = atomic_load(&on.other);
    for (*column = 0; *row < of->rows && *column < of->columns; ++*column) {
        const double value = wm_operand_element(of, *row, *column);
        if (!(is_integer(value) && fabs(value) <= bound))
            return true;
    }
    return false;
}
