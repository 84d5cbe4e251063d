/* Attention in blocks of queries and keys with a running softmax, and its check row by row. */
#include "backend/cpu/cpu_device.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Source of the running softmax: Milakov and Gimelshein, "Online normalizer calculation for
 * softmax", arXiv:1805.02867, section 3. */
enum { QUERIES = 64, KEYS = 128, DEPTH_MAX = 256 };

/* One thread's blocks as binary32. depth is rounded up to 16 and padded with zeros. */
typedef struct {
    float Q[QUERIES * DEPTH_MAX];
    float row[DEPTH_MAX];
    float K[DEPTH_MAX * KEYS]; /* transposed: depth x keys */
    float V[KEYS * DEPTH_MAX];
    float S[QUERIES * KEYS];
    float O[QUERIES * DEPTH_MAX];
    float maximum[QUERIES], sum[QUERIES];
} blocks;

typedef struct {
    const wm_cpu_device *cpu;
    const wm_attention *attention;
    size_t padded; /* depth rounded up to 16 */
} context;

wm_status wm_cpu_attention_check(wm_device *device, const wm_attention *a)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || a == NULL)
        return WM_E_ARG;
    const size_t rows = wm_cpu_device_product(a->batch, a->heads, a->sequence);
    const size_t count = wm_cpu_device_product(rows, a->depth, 1);
    if (a->depth > DEPTH_MAX)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, "attention supports depths up to 256");
    if (!wm_cpu_device_holds(a->Q, WM_FORMAT_BF16, count) ||
        !wm_cpu_device_holds(a->K, WM_FORMAT_BF16, count) ||
        !wm_cpu_device_holds(a->V, WM_FORMAT_BF16, count) ||
        !wm_cpu_device_holds(a->O, WM_FORMAT_BF16, count) || a->O == a->Q || a->O == a->K ||
        a->O == a->V)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "sizes and buffers do not fit together");
    return WM_OK;
}

/* Rows [first, first + count) of a bfloat16 matrix of `depth` columns, padded. */
static void widen_rows(const context *job, const wm_device_buffer *from, size_t first, size_t count,
                       float *to)
{
    const size_t depth = job->attention->depth;
    for (size_t r = 0; r < count; r++) {
        job->cpu->kernels->to_f32(WM_FORMAT_BF16, from->bytes + (first + r) * depth * 2,
                                  to + r * job->padded, depth);
        memset(to + r * job->padded + depth, 0, (job->padded - depth) * sizeof *to);
    }
}

static void load_keys(const context *job, blocks *b, size_t first, size_t count)
{
    const size_t depth = job->attention->depth;
    memset(b->K, 0, sizeof b->K);
    for (size_t j = 0; j < count; j++) {
        widen_rows(job, job->attention->K, first + j, 1, b->row);
        for (size_t t = 0; t < depth; t++)
            b->K[t * KEYS + j] = b->row[t];
    }
    memset(b->V, 0, sizeof b->V);
    widen_rows(job, job->attention->V, first, count, b->V);
}

/* Updates the running maximum, sum and output with one row of scores, of which it sees the first
 * `keys`: none of a block, some, or all. The scores become probabilities times the sum. */
static void take_scores(const context *job, blocks *b, size_t row, size_t keys)
{
    float *scores = b->S + row * KEYS, *O = b->O + row * job->padded;
    const float scale = 1.0f / sqrtf((float)job->attention->depth);
    float maximum = b->maximum[row], sum = 0;
    for (size_t j = 0; j < KEYS; j++)
        scores[j] = j < keys ? scores[j] * scale : -INFINITY;
    for (size_t j = 0; j < KEYS; j++)
        maximum = scores[j] > maximum ? scores[j] : maximum;
    for (size_t j = 0; j < KEYS; j++)
        scores[j] -= maximum;
    job->cpu->kernels->exp_f32(scores, KEYS);
    for (size_t j = 0; j < KEYS; j++)
        sum += scores[j];
    const float fade = expf(b->maximum[row] - maximum);
    b->sum[row] = b->sum[row] * fade + sum;
    b->maximum[row] = maximum;
    for (size_t t = 0; t < job->padded; t++)
        O[t] *= fade;
}

static void begin_block(const context *job, blocks *b, size_t first, size_t count)
{
    widen_rows(job, job->attention->Q, first, count, b->Q);
    memset(b->O, 0, sizeof b->O);
    for (size_t i = 0; i < QUERIES; i++) {
        b->maximum[i] = -INFINITY;
        b->sum[i] = 0;
    }
}

/* Queries [first, first + count) of the head whose rows begin at `head`. */
static void attend_block(const context *job, blocks *b, size_t head, size_t first, size_t count)
{
    const size_t depth = job->attention->depth, padded = job->padded;
    const size_t seen = wm_backend_keys(job->attention, first + count - 1);
    begin_block(job, b, head + first, count);
    for (size_t j = 0; j < seen; j += KEYS) {
        const size_t keys = seen - j < KEYS ? seen - j : KEYS;
        load_keys(job, b, head + j, keys);
        job->cpu->kernels->multiply_f32(
            &(wm_cpu_multiply){b->Q, b->K, b->S, padded, KEYS, KEYS, count, KEYS, depth, false});
        for (size_t i = 0; i < count; i++) {
            const size_t own = wm_backend_keys(job->attention, first + i);
            take_scores(job, b, i, own < j ? 0 : own - j);
        }
        job->cpu->kernels->multiply_f32(
            &(wm_cpu_multiply){b->S, b->V, b->O, KEYS, padded, padded, count, padded, keys, true});
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < depth; t++)
            b->O[i * padded + t] /= b->sum[i];
        job->cpu->kernels->from_f32(WM_FORMAT_BF16, b->O + i * padded,
                                    job->attention->O->bytes + (head + first + i) * depth * 2,
                                    depth);
    }
}

wm_status wm_cpu_attention_run(wm_device *device, const wm_attention *attention)
{
    const wm_status status = wm_cpu_attention_check(device, attention);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const context job = {cpu, attention, (attention->depth + 15) / 16 * 16};
    const size_t sequence = attention->sequence;
    const size_t parts = (sequence + QUERIES - 1) / QUERIES;
    const size_t tasks = attention->batch * attention->heads * parts;
    bool failed = false;
#pragma omp parallel num_threads(wm_cpu_device_threads(cpu, tasks *QUERIES *sequence)) \
    reduction(||                                                                       \
              : failed)
    {
        blocks *room = malloc(sizeof *room);
        failed = room == NULL;
#pragma omp for schedule(dynamic)
        for (size_t task = 0; task < tasks; task++) {
            if (room == NULL)
                continue;
            const size_t first = task % parts * QUERIES;
            const size_t count = sequence - first < QUERIES ? sequence - first : QUERIES;
            attend_block(&job, room, task / parts * sequence, first, count);
        }
        free(room);
    }
    return failed ? wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for attention's blocks") : WM_OK;
}

/* A bfloat16 is the upper half of a float. Inline: a careful repetition loads each element
 * thousands of times. */
static inline double element(const wm_device_buffer *buffer, size_t row, size_t depth, size_t t)
{
    const uint32_t bits = (uint32_t)((const uint16_t *)(const void *)buffer->bytes)[row * depth + t]
                          << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* The scores of one row, in binary64: p[j] = exp(q k_j / sqrt(d) - maximum). Returns their sum. */
static double row_weights(const wm_attention *a, size_t row, double *p)
{
    const size_t head = row / a->sequence * a->sequence, keys = wm_backend_keys(a, row);
    double maximum = -(double)INFINITY, sum = 0;
    for (size_t j = 0; j < keys; j++) {
        double dot = 0;
        for (size_t t = 0; t < a->depth; t++)
            dot += element(a->Q, row, a->depth, t) * element(a->K, head + j, a->depth, t);
        p[j] = dot / sqrt((double)a->depth);
        maximum = fmax(maximum, p[j]);
    }
    for (size_t j = 0; j < keys; j++) {
        p[j] = exp(p[j] - maximum);
        sum += p[j];
    }
    return sum;
}

/* Element t of a row's output, from its weights and their sum. */
static double weigh(const wm_attention *a, size_t row, const double *p, double sum, size_t t)
{
    const size_t head = row / a->sequence * a->sequence, keys = wm_backend_keys(a, row);
    double weighed = 0;
    for (size_t j = 0; j < keys; j++)
        weighed += p[j] * element(a->V, head + j, a->depth, t);
    return weighed / sum;
}

wm_status wm_cpu_attention_careful(wm_device *device, const wm_attention *attention)
{
    const wm_status status = wm_cpu_attention_check(device, attention);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const size_t sequence = attention->sequence, depth = attention->depth;
    const size_t rows = attention->batch * attention->heads * sequence;
    const int threads = wm_cpu_device_threads(cpu, rows * sequence * depth);
    double *room = wm_cpu_device_scratch(cpu, (size_t)threads * sequence * sizeof *room);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for attention's weights");
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t row = 0; row < rows; row++) {
        double *p = room + (size_t)omp_get_thread_num() * sequence;
        const double sum = row_weights(attention, row, p);
        for (size_t t = 0; t < depth; t++)
            wm_format_store(WM_FORMAT_BF16, attention->O->bytes, row * depth + t,
                            weigh(attention, row, p, sum, t));
    }
    return WM_OK;
}

/* |1 - sum of the probabilities|, each rounded to binary32 and added in binary32, in 64 partial
 * sums. */
static double row_sum_error(const double *p, size_t count, double sum)
{
    float sums[64] = {0}, total = 0;
    for (size_t j = 0; j < count; j++)
        sums[j % 64] += (float)p[j] / (float)sum;
    for (int i = 0; i < 64; i++)
        total += sums[i];
    return fabs(1.0 - (double)total);
}

/* The largest |O - ref| and |ref| of one row, as in backend.h. If one is not finite, the difference
 * is NaN. */
static wm_attention_result check_row(const wm_attention *a, size_t row, double *p)
{
    wm_attention_result result = {0, 0, 0, row};
    const size_t keys = wm_backend_keys(a, row);
    const double sum = row_weights(a, row, p), weight = a->causal ? sqrt((double)keys) : 1;
    for (size_t t = 0; t < a->depth; t++) {
        const double reference = weigh(a, row, p, sum, t);
        const double difference = fabs(element(a->O, row, a->depth, t) - reference) * weight;
        if (!(difference <= result.difference_max))
            result.difference_max = isfinite(difference) ? difference : (double)NAN;
        if (isnan(result.difference_max))
            return result;
        result.reference_max = fmax(result.reference_max, fabs(reference) * weight);
    }
    result.row_sum_error = row_sum_error(p, keys, sum);
    return result;
}

/* The order of the rows does not affect the result: maxima, the first NaN, of equal differences the
 * lower row. */
static void join(wm_attention_result *all, const wm_attention_result *row)
{
    all->reference_max = fmax(all->reference_max, row->reference_max);
    all->row_sum_error = fmax(all->row_sum_error, row->row_sum_error);
    const bool worse =
        isnan(row->difference_max)
            ? !isnan(all->difference_max) || row->worst_row < all->worst_row
            : row->difference_max > all->difference_max ||
                  (row->difference_max == all->difference_max && row->worst_row < all->worst_row);
    if (worse) {
        all->difference_max = row->difference_max;
        all->worst_row = row->worst_row;
    }
}

wm_status wm_cpu_attention_residual(wm_device *device, const wm_attention *attention,
                                    const uint64_t *rows, size_t row_count,
                                    wm_attention_result *result)
{
    const wm_status status = wm_cpu_attention_check(device, attention);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    bool sensible = rows != NULL && result != NULL && row_count > 0;
    for (size_t i = 0; sensible && i < row_count; i++)
        sensible = rows[i] < attention->batch * attention->heads * attention->sequence;
    if (!sensible)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "no rows, or a row that does not exist");
    const size_t sequence = attention->sequence;
    double *room = wm_cpu_device_scratch(cpu, (size_t)cpu->threads * sequence * sizeof *room);
    if (room == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for rows of probabilities");
    wm_attention_result all = {-1, 0, 0, UINT64_MAX};
#pragma omp parallel num_threads(wm_cpu_device_threads(cpu, row_count *sequence * attention->depth))
    {
        double *p = room + (size_t)omp_get_thread_num() * sequence;
#pragma omp for schedule(static)
        for (size_t i = 0; i < row_count; i++) {
            const wm_attention_result row = check_row(attention, rows[i], p);
#pragma omp critical
            join(&all, &row);
        }
    }
    *result = all;
    return WM_OK;
}
