/* scatter_add: out[index[i]] += src[i]. index_add: the same with rows in place of numbers. Both are
 * checked by a weighted checksum.
 *
 * An opened bucket is summed again: all indices are generated once, in steps, and addends for
 * opened buckets alone. A bucket of a matrix is a row, and only its opened columns are summed.
 * Variants with the trait EXACT must have these bits, others lie within a sum's allowance. Source:
 * docs/formats/inputs.md section 8. Memory: 64 KiB, and 24 bytes an opened element. */
#include "workload/workload.h"

#include "standards/normal.h"

#include <math.h>
#include <stdlib.h>

enum { STEP = 1 << 20, FILTER = 1 << 16, ELEMENTS = WM_TABLES_CHUNK_BYTES / sizeof(float) };

static const wm_workload_row VECTORS[] = {
    {WM_PLAN_QUICK, "atomic", {65536, 256}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "atomic", {4194304, 65536}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "atomic", {67108864, 1048576}},
    {WM_PLAN_QUICK, "fixed", {65536, 256}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fixed", {4194304, 65536}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "fixed", {67108864, 1048576}},
    {0, NULL, {0}},
};

/* Consistent faults (Table 2 of the paper): every repeat's output is wrong in the same way. */
static const wm_workload_demonstration DEMONSTRATIONS[] = {
    {{WM_PLAN_QUICK, "fixed", {65536, 256}}, WM_FAULT_ELEMENT, true},
    {{WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fixed", {4194304, 65536}},
     WM_FAULT_ELEMENT,
     true},
    {{0, NULL, {0}}, WM_FAULT_NONE, false},
};

static const wm_workload_row MATRICES[] = {
    {WM_PLAN_QUICK, "atomic", {4096, 16, 64}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "atomic", {65536, 128, 4096}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "atomic", {1048576, 128, 65536}},
    {0, NULL, {0}},
};

/* Fills a GPU's memory: as many rows of 128 floats as fit, added to so few target rows that these
 * stay in the cache. One iteration reads all of the memory; a product of that size would take
 * seconds. */
static const wm_workload_row FILLER = {WM_PLAN_PAPER_GPU, "atomic", {1 << 21, 128, 65536}};

static bool is_matrix(const wm_item *item)
{
    return item->variant->work == WM_WORK_INDEX;
}

static uint64_t columns_of(const wm_item *item)
{
    return is_matrix(item) ? item->dimension[1] : 1;
}

static uint64_t buckets_of(const wm_item *item)
{
    return item->dimension[is_matrix(item) ? 2 : 1];
}

static double addends_of(const wm_item *item)
{
    return (double)item->dimension[0] * (double)columns_of(item);
}

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    if (index == 0) {
        operand->count = addends_of(item);
        return;
    }
    operand->draw = WM_DRAW_INDEX;
    operand->format = WM_FORMAT_U32;
    operand->bound = buckets_of(item);
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = is_matrix(item) ? WM_OPERATION_INDEX_ADD : WM_OPERATION_SCATTER_ADD;
    job->as.scatter = (wm_scatter){.fixed = wm_tables_has(item->variant, WM_TRAIT_FIXED),
                                   .rows = item->dimension[0],
                                   .columns = columns_of(item),
                                   .buckets = buckets_of(item),
                                   .src = operand[0],
                                   .index = operand[1],
                                   .out = output};
}

static void make_careful(wm_job *job)
{
    job->as.scatter.fixed = true;
}

/* A binary64 weight or exact sum for each element of the output. */
static double check_bytes(const wm_item *item)
{
    return 8.0 * (double)columns_of(item) * (double)buckets_of(item);
}

static double slack(const wm_item *item, double reference_max)
{
    return wm_check_slack(addends_of(item), reference_max);
}

/* ---- opened buckets -------------------------------------------------------------------------- */

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
    sums *s = calloc(1, sizeof *s + opened->count * sizeof s->chunks[0]);
    opened->state = s;
    if (s == NULL)
        return WM_E_NOMEM;
    s->is_matrix = is_matrix(opened->item);
    s->indices = opened->item->dimension[0];
    s->columns = columns_of(opened->item);
    s->buckets = buckets_of(opened->item);
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

static double opening_work(const wm_item *item, unsigned openings)
{
    (void)openings;
    return (double)item->dimension[0];
}

static const wm_opened_kind OPENED = {.work = opening_work,
                                      .open = open_sums,
                                      .step = step,
                                      .chunk = compare_chunk,
                                      .close = close_sums};

const wm_workload_kind wm_scatter_add_kind = {
    .name = "scatter_add",
    .operand = set_operand,
    .job = set_job,
    .make_careful = make_careful,
    .check = wm_check_scatter,
    .opened = &OPENED,
    .check_bytes = check_bytes,
    .slack = slack,
    .cost = {.rate = 1e8, .rate_gpu = 9e10},
    .rows = VECTORS,
    .demonstrations = DEMONSTRATIONS,
};

const wm_workload_kind wm_index_add_kind = {
    .name = "index_add",
    .operand = set_operand,
    .job = set_job,
    .check = wm_check_scatter,
    .opened = &OPENED,
    .check_bytes = check_bytes,
    .slack = slack,
    .cost = {.rate = 1e8, .rate_gpu = 5e11},
    .rows = MATRICES,
    .filler = &FILLER,
};
