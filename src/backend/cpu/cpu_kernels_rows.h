/* Rows of a matrix against eight probes, over one type of number. cpu_kernels_body.h includes this
 * file twice and defines:
 *
 * OF(name)     the name with the type's suffix, for every name below
 * NUMBER       float or double; VECTOR of WIDTH of them
 * DOT_COLUMNS  columns whose probes fit the first-level cache
 * STRIP        most columns of rows_axpy
 * LOAD, LOAD_AS, SPLAT, MULTIPLY_ADD, SUM */

#define add_lanes OF(add_lanes)
#define ahead_of OF(ahead_of)
#define axpy_columns OF(axpy_columns)
#define axpy_rows OF(axpy_rows)
#define dot_block OF(dot_block)
#define dot_rows OF(dot_rows)
#define dot_step OF(dot_step)
#define row_block OF(row_block)
#define row_sums OF(row_sums)
#define widen_rows OF(widen_rows)

/* The running sums of a group of rows, lane by lane. */
typedef struct {
    VECTOR dots[DOT_ROWS][PROBES], squares[DOT_ROWS];
} row_sums;

/* Adds one vector of columns of `count` rows to the sums. `probes` points to this vector's
 * probes. */
INLINE void dot_step(wm_format format, size_t count, const uint8_t *const at[DOT_ROWS],
                     const NUMBER *probes, bool with_squares, VECTOR dots[DOT_ROWS][PROBES],
                     VECTOR squares[DOT_ROWS])
{
    VECTOR a[DOT_ROWS];
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++)
        a[r] = LOAD_AS(format, at[r]);
#pragma GCC unroll 8
    for (size_t p = 0; p < PROBES; p++) {
        VECTOR x = LOAD(probes + p * WM_CPU_KERNELS_PAD);
        KEEP(x);
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            dots[r][p] = MULTIPLY_ADD(a[r], x, dots[r][p]);
    }
    if (with_squares)
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            squares[r] = MULTIPLY_ADD(a[r], a[r], squares[r]);
}

/* A block of columns [first, end) of some rows, and the distance in bytes to the rows two groups
 * later. */
typedef struct {
    const wm_cpu_rows *rows;
    const NUMBER *probes;
    size_t first, end;
    ptrdiff_t ahead;
} row_block;

/* `count` rows from `row` on (at most DOT_ROWS, a constant in every inlined copy). Prefetches later
 * rows meanwhile. */
INLINE void dot_block(wm_format format, size_t size, size_t count, bool with_squares,
                      const row_block *block, size_t row, row_sums *running)
{
    VECTOR dots[DOT_ROWS][PROBES], squares[DOT_ROWS];
    const uint8_t *at[DOT_ROWS];
    uint8_t rest[DOT_ROWS][WIDTH * sizeof(NUMBER)] = {0};
    const size_t length = block->end - block->first, whole = length / WIDTH * WIDTH;
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++) {
        at[r] = block->rows->rows + (row + r) * block->rows->row_bytes + block->first * size;
        squares[r] = running->squares[r];
#pragma GCC unroll 8
        for (size_t p = 0; p < PROBES; p++)
            dots[r][p] = running->dots[r][p];
    }
    for (size_t l = block->first; l < block->first + whole; l += WIDTH) {
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            __builtin_prefetch(at[r] + block->ahead);
        dot_step(format, count, at, block->probes + wm_cpu_kernels_probe_at(0, l), with_squares,
                 dots, squares);
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            at[r] += WIDTH * size;
    }
    if (whole < length) {
        for (size_t r = 0; r < count; r++) {
            memcpy(rest[r], at[r], (length - whole) * size);
            at[r] = rest[r];
        }
        dot_step(format, count, at,
                 block->probes + wm_cpu_kernels_probe_at(0, block->first + whole), with_squares,
                 dots, squares);
    }
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++) {
        running->squares[r] = squares[r];
#pragma GCC unroll 8
        for (size_t p = 0; p < PROBES; p++)
            running->dots[r][p] = dots[r][p];
    }
}

/* The distance from the rows at `row` to those two groups later: in the same block, in the next
 * block, or in the rows after all of these. */
INLINE ptrdiff_t ahead_of(const row_block *block, size_t size, size_t row)
{
    const wm_cpu_rows *rows = block->rows;
    ptrdiff_t columns = 0, down = 2 * DOT_ROWS;
    if (row + 2 * DOT_ROWS >= rows->row_count) {
        const bool is_last = block->end == rows->length;
        columns = is_last ? -(ptrdiff_t)block->first : DOT_COLUMNS;
        down -= is_last ? 0 : (ptrdiff_t)rows->row_count;
    }
    return down * (ptrdiff_t)rows->row_bytes + columns * (ptrdiff_t)size;
}

/* Adds up the lanes of `count` rows. */
INLINE void add_lanes(const row_sums *running, size_t count, NUMBER *out, NUMBER *norms)
{
    for (size_t r = 0; r < count; r++) {
        for (size_t p = 0; p < PROBES; p++)
            out[r * PROBES + p] = SUM(running->dots[r][p]);
        if (norms != NULL)
            norms[r] = SUM(running->squares[r]);
    }
}

/* Column blocks in turn, all rows for each, so that a block's probes are read from the first-level
 * cache. */
INLINE void dot_rows(wm_format format, size_t size, const wm_cpu_rows *rows, const NUMBER *probes,
                     NUMBER *out, NUMBER *norms)
{
    row_sums sums[DOT_GROUPS];
    const size_t grouped = rows->row_count / DOT_ROWS * DOT_ROWS;
    memset(sums, 0, sizeof sums);
    for (size_t l = 0; l < rows->length; l += DOT_COLUMNS) {
        const size_t left = rows->length - l;
        row_block block = {rows, probes, l, l + (left < DOT_COLUMNS ? left : DOT_COLUMNS), 0};
        for (size_t r = 0; r < grouped; r += DOT_ROWS) {
            block.ahead = ahead_of(&block, size, r);
            dot_block(format, size, DOT_ROWS, norms != NULL, &block, r, &sums[r / DOT_ROWS]);
        }
        block.ahead = 0;
        for (size_t r = grouped; r < rows->row_count; r++)
            dot_block(format, size, 1, norms != NULL, &block, r,
                      &sums[grouped / DOT_ROWS + r - grouped]);
    }
    for (size_t r = 0; r < grouped; r += DOT_ROWS)
        add_lanes(&sums[r / DOT_ROWS], DOT_ROWS, out + r * PROBES,
                  norms != NULL ? norms + r : NULL);
    for (size_t r = grouped; r < rows->row_count; r++)
        add_lanes(&sums[grouped / DOT_ROWS + r - grouped], 1, out + r * PROBES,
                  norms != NULL ? norms + r : NULL);
}

/* `vectors` vectors of columns (a constant in every inlined copy) from `widened` and `sums` on, for
 * `count` rows that are STRIP apart. */
INLINE void axpy_columns(size_t vectors, const NUMBER *widened, size_t count, const NUMBER *x,
                         NUMBER *sums, size_t stride)
{
    VECTOR sum[PROBES][AXPY_VECTORS];
#pragma GCC unroll 8
    for (size_t p = 0; p < PROBES; p++)
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; v++)
            sum[p][v] = LOAD(sums + p * stride + v * WIDTH);
    for (size_t j = 0; j < count; j++) {
        VECTOR b[AXPY_VECTORS];
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; v++)
            b[v] = LOAD(widened + j * STRIP + v * WIDTH);
#pragma GCC unroll 8
        for (size_t p = 0; p < PROBES; p++) {
            VECTOR factor = SPLAT(x[j * PROBES + p]);
            KEEP(factor);
#pragma GCC unroll 8
            for (size_t v = 0; v < vectors; v++)
                sum[p][v] = MULTIPLY_ADD(factor, b[v], sum[p][v]);
        }
    }
#pragma GCC unroll 8
    for (size_t p = 0; p < PROBES; p++)
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; v++)
            memcpy(sums + p * stride + v * WIDTH, &sum[p][v], sizeof sum[p][v]);
}

/* Widens `count` rows from `first` on and pads them with zeros to a whole vector. Prefetches the
 * rows after them meanwhile. */
INLINE void widen_rows(wm_format format, size_t size, const wm_cpu_rows *rows, size_t first,
                       size_t count, NUMBER *widened)
{
    const size_t whole = rows->length / WIDTH * WIDTH;
    for (size_t j = 0; j < count; j++) {
        const uint8_t *from = rows->rows + (first + j) * rows->row_bytes;
        for (size_t l = 0; l < whole; l += WIDTH) {
            __builtin_prefetch(from + AXPY_ROWS * rows->row_bytes + l * size);
            const VECTOR v = LOAD_AS(format, from + l * size);
            memcpy(widened + j * STRIP + l, &v, sizeof v);
        }
        if (whole < rows->length) {
            uint8_t rest[WIDTH * sizeof(NUMBER)] = {0};
            memcpy(rest, from + whole * size, (rows->length - whole) * size);
            const VECTOR v = LOAD_AS(format, rest);
            memcpy(widened + j * STRIP + whole, &v, sizeof v);
        }
    }
}

/* A few rows at a time: whole cache lines are widened into the first-level cache and added to the
 * sums from there. */
INLINE void axpy_rows(wm_format format, size_t size, const wm_cpu_rows *rows, const NUMBER *x,
                      NUMBER *sums, size_t stride)
{
    NUMBER widened[AXPY_ROWS * STRIP];
    for (size_t j = 0; j < rows->row_count; j += AXPY_ROWS) {
        const size_t left = rows->row_count - j, count = left < AXPY_ROWS ? left : AXPY_ROWS;
        size_t l = 0;
        widen_rows(format, size, rows, j, count, widened);
        for (; l + AXPY_VECTORS * WIDTH <= rows->length; l += AXPY_VECTORS * WIDTH)
            axpy_columns(AXPY_VECTORS, widened + l, count, x + j * PROBES, sums + l, stride);
        for (; l < rows->length; l += WIDTH)
            axpy_columns(1, widened + l, count, x + j * PROBES, sums + l, stride);
    }
}

#undef add_lanes
#undef ahead_of
#undef axpy_columns
#undef axpy_rows
#undef dot_block
#undef dot_rows
#undef dot_step
#undef row_block
#undef row_sums
#undef widen_rows
