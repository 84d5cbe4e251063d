/* Rows of a matrix against the probes, over one type of number. cpu_kernels_body.h includes this
 * file twice. OF(name) is the name with the type's suffix, for every name below, and for load,
 * load_as, splat and power of cpu_kernels_convert.h. NUMBER is float or double; VECTOR has WIDTH of
 * them. The probes of DOT_COLUMNS columns of one group fit the first-level cache; fewer where the
 * rows are wide. PERIOD vectors begin and end at a multiple of 24 columns. FORMATS lists the
 * formats of rows. SUM_EIGHT gives the sums of the lanes of eight vectors. */

#define add_lanes OF(add_lanes)
#define ahead_of OF(ahead_of)
#define axpy_columns OF(axpy_columns)
#define axpy_probe OF(axpy_probe)
#define axpy_rows OF(axpy_rows)
#define dot_block OF(dot_block)
#define dot_group OF(dot_group)
#define dot_rows OF(dot_rows)
#define dot_step OF(dot_step)
#define first_probe_at OF(first_probe_at)
#define norm_rows OF(norm_rows)
#define row_block OF(row_block)
#define row_sums OF(row_sums)
#define split_row OF(split_row)
#define split_rows OF(split_rows)
#define split_step OF(split_step)

/* The running sums of a group of rows with a group of probes, lane by lane. */
typedef struct {
    VECTOR dots[DOT_ROWS][GROUP];
} row_sums;

/* Adds one vector of columns of `count` rows to the sums. `probes` points to this vector's
 * probes. */
INLINE void dot_step(wm_format format, size_t count, const uint8_t *const at[DOT_ROWS],
                     const NUMBER *probes, VECTOR dots[DOT_ROWS][GROUP])
{
    VECTOR a[DOT_ROWS];
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++) {
        a[r] = OF(load_as)(format, at[r]);
        KEEP(a[r]);
    }
#pragma GCC unroll 8
    for (size_t p = 0; p < GROUP; p++) {
        VECTOR x = OF(load)(probes + p * WM_CPU_KERNELS_PAD);
        KEEP(x);
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            dots[r][p] = MULTIPLY_ADD(a[r], x, dots[r][p]);
    }
}

/* A block of columns [first, end) of some rows, a group of probes, and where to fetch: the distance
 * in bytes from each row. */
typedef struct {
    const wm_cpu_rows *rows;
    const NUMBER *probes;
    size_t first, end;
    ptrdiff_t ahead;
    size_t stride; /* numbers of all probes for WM_CPU_KERNELS_PAD columns */
} row_block;

/* The position of column l of a group's first probe. */
INLINE size_t first_probe_at(const row_block *block, size_t l)
{
    return l / WM_CPU_KERNELS_PAD * block->stride + l % WM_CPU_KERNELS_PAD;
}

/* `count` rows from `row` on (at most DOT_ROWS, a constant in every inlined copy). Fetches later
 * rows meanwhile. */
INLINE void dot_block(wm_format format, size_t size, size_t count, const row_block *block,
                      size_t row, row_sums *running)
{
    VECTOR dots[DOT_ROWS][GROUP];
    const uint8_t *at[DOT_ROWS];
    uint8_t rest[DOT_ROWS][WIDTH * sizeof(NUMBER)] = {0};
    const size_t length = block->end - block->first, whole = length / WIDTH * WIDTH;
    const ptrdiff_t ahead = block->ahead;
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++) {
        at[r] = block->rows->rows + (row + r) * block->rows->row_bytes + block->first * size;
#pragma GCC unroll 8
        for (size_t p = 0; p < GROUP; p++)
            dots[r][p] = running->dots[r][p];
    }
    for (size_t l = block->first; l < block->first + whole; l += WIDTH) {
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            __builtin_prefetch(at[r] + ahead);
        dot_step(format, count, at, block->probes + first_probe_at(block, l), dots);
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            at[r] += WIDTH * size;
    }
    if (whole < length) {
        for (size_t r = 0; r < count; r++) {
            memcpy(rest[r], at[r], (length - whole) * size);
            at[r] = rest[r];
        }
        dot_step(format, count, at, block->probes + first_probe_at(block, block->first + whole),
                 dots);
    }
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++)
#pragma GCC unroll 8
        for (size_t p = 0; p < GROUP; p++)
            running->dots[r][p] = dots[r][p];
}

/* Adds up the lanes of `count` rows. */
INLINE void add_lanes(const row_sums *running, size_t count, size_t stride, NUMBER *out)
{
    for (size_t r = 0; r < count; r++)
        SUM_EIGHT(running->dots[r], out + r * stride);
}

/* The distance from a row of this block to what is fetched during the group: the block's later
 * rows, the next block's, or the same columns of the rows beside. Those of the last block are
 * followed by the rows after all of these. */
INLINE ptrdiff_t ahead_of(const row_block *block, size_t size, size_t group,
                          const wm_cpu_rows *beside)
{
    const wm_cpu_rows *rows = block->rows;
    if (group == 0)
        return 2 * DOT_ROWS * (ptrdiff_t)rows->row_bytes;
    if (group == 1 || beside == NULL)
        return block->end < rows->length ? (ptrdiff_t)((block->end - block->first) * size)
                                         : (ptrdiff_t)(rows->row_count * rows->row_bytes) -
                                               (ptrdiff_t)(block->first * size);
    return (ptrdiff_t)((uintptr_t)beside->rows - (uintptr_t)rows->rows);
}

/* One block of columns of all rows with one group of probes. */
INLINE void dot_group(wm_format format, size_t size, const row_block *block, row_sums *sums)
{
    const size_t row_count = block->rows->row_count, grouped = row_count / DOT_ROWS * DOT_ROWS;
    for (size_t r = 0; r < grouped; r += DOT_ROWS)
        dot_block(format, size, DOT_ROWS, block, r, &sums[r / DOT_ROWS]);
    for (size_t r = grouped; r < row_count; r++)
        dot_block(format, size, 1, block, r, &sums[grouped / DOT_ROWS + r - grouped]);
}

/* Column blocks in turn, all rows for each, so that a block's probes are read from the first-level
 * cache. `groups` is a constant in every inlined copy. */
INLINE void dot_rows(wm_format format, size_t size, size_t groups, const wm_cpu_rows *rows,
                     const NUMBER *probes, const wm_cpu_rows *beside, NUMBER *out)
{
    row_sums sums[GROUPS][DOT_GROUPS];
    const size_t grouped = rows->row_count / DOT_ROWS * DOT_ROWS;
    const size_t columns = DOT_COLUMNS * size > ROW_PART ? ROW_PART / size : DOT_COLUMNS;
    memset(sums, 0, groups * sizeof *sums);
    for (size_t l = 0; l < rows->length; l += columns) {
        const size_t left = rows->length - l;
        row_block block = {
            rows, NULL, l, l + (left < columns ? left : columns), 0, groups * GROUP * PAD};
        for (size_t g = 0; g < groups; g++) {
            block.probes = probes + g * GROUP * PAD;
            block.ahead = ahead_of(&block, size, g, beside);
            dot_group(format, size, &block, sums[g]);
        }
    }
    for (size_t g = 0; g < groups; g++) {
        for (size_t r = 0; r < grouped; r += DOT_ROWS)
            add_lanes(&sums[g][r / DOT_ROWS], DOT_ROWS, groups * GROUP,
                      out + (r * groups + g) * GROUP);
        for (size_t r = grouped; r < rows->row_count; r++)
            add_lanes(&sums[g][grouped / DOT_ROWS + r - grouped], 1, groups * GROUP,
                      out + (r * groups + g) * GROUP);
    }
}

/* A period of columns at `at`: adds to the sums of products and, if asked for, to those of squares.
 */
INLINE void split_step(wm_format format, size_t size, squared of, NUMBER least, const uint8_t *at,
                       const NUMBER *x, VECTOR sums[PERIOD], VECTOR squares[PERIOD])
{
#pragma GCC unroll 16
    for (size_t v = 0; v < PERIOD; v++) {
        const VECTOR c = OF(load_as)(format, at + v * WIDTH * size);
        if (of == OF_ELEMENTS_ALONE) {
            squares[v] = MULTIPLY_ADD(c, c, squares[v]);
            continue;
        }
        const VECTOR factor = OF(load)(x + v * WIDTH);
        sums[v] = MULTIPLY_ADD(c, factor, sums[v]);
        if (of != OF_NOTHING) {
            const VECTOR one = (of == OF_GAPS ? OF(power)(c, least) : c) * factor;
            squares[v] = MULTIPLY_ADD(one, one, squares[v]);
        }
    }
}

/* One row: lane i of the sums belongs to probe i mod 24. */
INLINE void split_row(wm_format format, size_t size, squared of, const uint8_t *row, size_t length,
                      const NUMBER *x, double *out, double *added)
{
    enum { COLUMNS = PERIOD * WIDTH, FETCH_AHEAD = 2048 };
    VECTOR sums[PERIOD] = {0}, squares[PERIOD] = {0};
    NUMBER lanes[COLUMNS];
    const wm_cpu_gap gap = wm_cpu_kernels_gap(format);
    const NUMBER least = (NUMBER)gap.least;
    const size_t whole = length / COLUMNS * COLUMNS;
    for (size_t l = 0; l < whole; l += COLUMNS) {
#pragma GCC unroll 8
        for (size_t b = 0; b < COLUMNS * size; b += 64)
            __builtin_prefetch(row + l * size + b + FETCH_AHEAD);
        split_step(format, size, of, least, row + l * size, x == NULL ? NULL : x + l, sums,
                   squares);
    }
    if (whole < length) {
        uint8_t rest[COLUMNS * sizeof(NUMBER)] = {0};
        memcpy(rest, row + whole * size, (length - whole) * size);
        split_step(format, size, of, least, rest, x == NULL ? NULL : x + whole, sums, squares);
    }
    memcpy(lanes, sums, sizeof lanes);
    for (size_t p = 0; p < PROBES; p++)
        out[p] = (double)lanes[p];
    for (size_t i = PROBES; i < COLUMNS; i++)
        out[i % PROBES] += (double)lanes[i];
    if (of == OF_NOTHING)
        return;
    memcpy(lanes, squares, sizeof lanes);
    for (size_t p = 0; p < PROBES; p++)
        added[p] = (double)lanes[p];
    for (size_t i = PROBES; i < COLUMNS; i++)
        added[i % PROBES] += (double)lanes[i];
    for (size_t p = 0; p < PROBES && of == OF_GAPS; p++)
        added[p] *= gap.unit * gap.unit / 12;
}

INLINE void split_rows(wm_format format, size_t size, const wm_cpu_rows *rows, const NUMBER *x,
                       double *out, double *roundings)
{
    for (size_t r = 0; r < rows->row_count; r++) {
        const uint8_t *row = rows->rows + r * rows->row_bytes;
        if (roundings != NULL)
            split_row(format, size, OF_GAPS, row, rows->length, x, out + r * PROBES,
                      roundings + r * PROBES);
        else
            split_row(format, size, OF_NOTHING, row, rows->length, x, out + r * PROBES, NULL);
    }
}

INLINE void norm_rows(wm_format format, size_t size, const wm_cpu_rows *rows, const NUMBER *x,
                      double *out, double *norms)
{
    double unused[PROBES];
    for (size_t r = 0; r < rows->row_count; r++) {
        const uint8_t *row = rows->rows + r * rows->row_bytes;
        if (x == NULL)
            split_row(format, size, OF_ELEMENTS_ALONE, row, rows->length, NULL, unused,
                      norms + r * PROBES);
        else
            split_row(format, size, OF_ELEMENTS, row, rows->length, x, out + r * PROBES,
                      norms + r * PROBES);
    }
}

/* A vector of columns of `count` rows of one probe (a constant in every inlined copy). */
INLINE void axpy_columns(wm_format format, size_t count, const uint8_t *const at[AXPY_ROWS],
                         const VECTOR factors[AXPY_ROWS], NUMBER *sums)
{
    VECTOR sum = OF(load)(sums);
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++)
        sum = MULTIPLY_ADD(factors[r], OF(load_as)(format, at[r]), sum);
    memcpy(sums, &sum, sizeof sum);
}

/* Rows first, first + 24, ...: `count` rows of one probe (a constant in every inlined copy), whose
 * sums are read and written once. Fetches the rows of the next round meanwhile. */
INLINE void axpy_probe(wm_format format, size_t size, const wm_cpu_rows *rows, size_t first,
                       size_t count, const NUMBER *x, NUMBER *sums)
{
    const uint8_t *at[AXPY_ROWS];
    VECTOR factors[AXPY_ROWS];
    uint8_t rest[AXPY_ROWS][WIDTH * sizeof(NUMBER)] = {0};
    const size_t whole = rows->length / WIDTH * WIDTH;
    const size_t ahead = AXPY_ROWS * PROBES * rows->row_bytes;
#pragma GCC unroll 8
    for (size_t r = 0; r < count; r++) {
        at[r] = rows->rows + (first + r * PROBES) * rows->row_bytes;
        factors[r] = OF(splat)(x[first + r * PROBES]);
    }
    for (size_t l = 0; l < whole; l += WIDTH) {
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            __builtin_prefetch(at[r] + ahead);
        axpy_columns(format, count, at, factors, sums + l);
#pragma GCC unroll 8
        for (size_t r = 0; r < count; r++)
            at[r] += WIDTH * size;
    }
    if (whole == rows->length)
        return;
    for (size_t r = 0; r < count; r++) {
        memcpy(rest[r], at[r], (rows->length - whole) * size);
        at[r] = rest[r];
    }
    axpy_columns(format, count, at, factors, sums + whole);
}

/* Rounds of AXPY_ROWS rows for each probe, then the rows that are left. */
INLINE void axpy_rows(wm_format format, size_t size, const wm_cpu_rows *rows, size_t first,
                      const NUMBER *x, NUMBER *sums, size_t stride)
{
    enum { ROUND = AXPY_ROWS * PROBES };
    const size_t rounds = rows->row_count / ROUND * ROUND;
    for (size_t j = 0; j < rounds; j += j % ROUND == PROBES - 1 ? ROUND - PROBES + 1 : 1)
        axpy_probe(format, size, rows, j, AXPY_ROWS, x, sums + (first + j) % PROBES * stride);
    for (size_t j = rounds; j < rows->row_count; j++)
        axpy_probe(format, size, rows, j, 1, x, sums + (first + j) % PROBES * stride);
}

static void OF(rows_dot)(const wm_cpu_rows *rows, const NUMBER *probes, const wm_cpu_rows *beside,
                         NUMBER *out)
{
    BY_FORMAT(dot_rows, GROUPS, rows, probes, beside, out)
}

static void OF(rows_dot_eight)(const wm_cpu_rows *rows, const NUMBER *probes, NUMBER *out)
{
    BY_FORMAT(dot_rows, 1, rows, probes, NULL, out)
}

static void OF(rows_split)(const wm_cpu_rows *rows, const NUMBER *x, double *out, double *roundings)
{
    BY_FORMAT(split_rows, rows, x, out, roundings)
}

static void OF(rows_norm)(const wm_cpu_rows *rows, const NUMBER *x, double *out, double *norms)
{
    BY_FORMAT(norm_rows, rows, x, out, norms)
}

static void OF(rows_axpy)(const wm_cpu_rows *rows, size_t first, const NUMBER *x, NUMBER *sums,
                          size_t sum_stride)
{
    BY_FORMAT(axpy_rows, rows, first, x, sums, sum_stride)
}
