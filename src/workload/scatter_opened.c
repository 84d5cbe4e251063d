/* Sums the addends of opened buckets. */
#include "workload/scatter_opened.h"

#include "standards/normal.h"

#include <math.h>
#include <stdlib.h>

enum { STEP = 1 << 20, FILTER = 1 << 16, ELEMENTS = WM_TABLES_CHUNK_BYTES / sizeof(float) };

/* The sums of one chunk. Integers, so that the order of threads changes no bit. An addend is a
 * multiple of 2^-40: no entry of the normal table is below 2^-16. */
typedef struct {
    uint64_t sum[ELEMENTS];    /* 2^40 times the sum, modulo 2^64 */
    uint64_t square[ELEMENTS]; /* 2^30 times the sum of squares, each square rounded down */
    uint64_t count[ELEMENTS];
} chunk_sums;

typedef struct {
    uint64_t indices, buckets, columns;
    bool is_matrix;
    uint8_t filter[FILTER]; /* 1: an opened chunk has a key with these low bits */
    chunk_sums chunks[];
} sums;

/* What an index must equal for a chunk to be hit: a bucket, or the chunk of a vector with it. */
static uint64_t key_of_chunk(const wm_opened *opened, const sums *s, unsigned t)
{
    return s->is_matrix ? opened->chunks[t].row : wm_opened_first(opened, t) / ELEMENTS;
}

static wm_status open_sums(wm_opened *opened)
{
    const uint32_t *dimension = opened->item->dimension;
    sums *s = calloc(1, sizeof *s + opened->count * sizeof s->chunks[0]);
    opened->state = s;
    if (s == NULL)
        return WM_E_NOMEM;
    s->is_matrix = opened->item->variant->work == WM_WORK_INDEX;
    s->indices = dimension[0];
    s->columns = s->is_matrix ? dimension[1] : 1;
    s->buckets = s->is_matrix ? dimension[2] : dimension[1];
    for (unsigned t = 0; t < opened->count; t++)
        s->filter[key_of_chunk(opened, s, t) % FILTER] = 1;
    opened->steps = (s->indices + STEP - 1) / STEP;
    return WM_OK;
}

static void add_to(chunk_sums *of, size_t j, float addend)
{
    const uint64_t scaled = (uint64_t)(int64_t)((double)addend * 0x1p40);
    const uint64_t square = (uint64_t)((double)addend * (double)addend * 0x1p30);
#pragma omp atomic
    of->sum[j] += scaled;
#pragma omp atomic
    of->square[j] += square;
#pragma omp atomic
    of->count[j]++;
}

/* Adds what index number `row` sends to chunk t. */
static void add_index(const wm_opened *opened, sums *s, unsigned t, uint64_t row, uint64_t bucket)
{
    float addends[ELEMENTS];
    const uint64_t column = s->is_matrix ? wm_opened_column(opened, t) : 0;
    const size_t count = s->is_matrix ? wm_opened_elements(opened, t) : 1;
    const size_t at = s->is_matrix ? 0 : (size_t)(bucket % ELEMENTS);
    wm_normal_fill(opened->normal, &opened->operand[0], row * s->columns + column, count,
                   WM_FORMAT_F32, addends);
    for (size_t j = 0; j < count; j++)
        add_to(&s->chunks[t], at + j, addends[j]);
}

static void take_index(const wm_opened *opened, sums *s, uint64_t row, uint32_t word)
{
    const uint64_t bucket = word * s->buckets >> 32;
    const uint64_t key = s->is_matrix ? bucket : bucket / ELEMENTS;
    if (s->filter[key % FILTER] == 0)
        return;
    for (unsigned t = 0; t < opened->count; t++)
        if (key_of_chunk(opened, s, t) == key)
            add_index(opened, s, t, row, bucket);
}

static void step(const wm_opened *opened, uint64_t number)
{
    sums *s = opened->state;
    const uint64_t end = (number + 1) * STEP < s->indices ? (number + 1) * STEP : s->indices;
    for (uint64_t row = number * STEP; row < end; row += 4) {
        uint32_t words[4];
        wm_philox_block(&opened->operand[1], row / 4, words);
        for (unsigned i = 0; i < 4 && row + i < end; i++)
            take_index(opened, s, row + i, words[i]);
    }
}

static wm_status compare_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    const sums *s = opened->state;
    const bool is_exact = wm_tables_has(opened->item->variant, WM_TRAIT_EXACT);
    const size_t count = wm_opened_elements(opened, t);
    for (size_t j = 0; j < count; j++) {
        const chunk_sums *of = &s->chunks[t];
        const int64_t sum = (int64_t)of->sum[j];
        const double k = (double)of->count[j];
        /* one rounding from 64 bits to binary32 */
        const double exact = is_exact ? (double)((float)sum * 0x1p-40f) : (double)sum * 0x1p-40;
        const double S = sqrt(((double)of->square[j] + k) * 0x1p-30);
        wm_opened_compare(opened, t, j, exact, is_exact ? 0 : wm_opened_sum_allowance(k, S),
                          result);
    }
    return WM_OK;
}

static void close_sums(wm_opened *opened)
{
    free(opened->state);
}

static double work(const wm_item *item, unsigned openings)
{
    (void)openings;
    return item->dimension[0];
}

const wm_opened_kind wm_scatter_opened_kind = {
    .work = work, .open = open_sums, .step = step, .chunk = compare_chunk, .close = close_sums};
