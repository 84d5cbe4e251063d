/* The guard of attention: all rows tested by signs, in binary32.
 *
 * Scores and probabilities of a block of queries are computed for all keys, then multiplied with
 * the columns x . v in place of all columns of V. So it costs little more than the half of
 * attention; of causal attention, panels of keys that no query of the block sees are left out.
 * Heads go in groups that give all threads work. What the rows of a head share, its keys transposed
 * and x . v, is made once. */
#include "backend/cpu/cpu_device.h"
#include "backend/guard.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum {
    QUERIES = 32, /* of a block */
    KEYS = 128,   /* of a panel */
    COLUMNS = WM_CPU_KERNELS_TILE_COLUMNS,
    DEPTH = WM_GUARD_DEPTH
};

typedef struct {
    wm_cpu_device *cpu;
    const wm_attention *attention;
    size_t padded; /* depth rounded up to 16 */
    size_t keys;   /* sequence rounded up to KEYS */
    size_t group;  /* heads at a time */
    size_t blocks; /* of queries in a head */
    float X[DEPTH * COLUMNS];
    float *panels;  /* group x keys / KEYS x padded x KEYS: K transposed */
    float *columns; /* group x keys x COLUMNS: x . v */
    float *norms;   /* group x keys: the norm of x . v */
    float *largest; /* group x keys / KEYS: the largest |v|^2 of a panel */
    float *rooms;   /* a room for each thread: Q, scores, result */
} context;

static size_t panels_of(const context *c)
{
    return c->keys / KEYS;
}

static size_t room_floats(const context *c)
{
    return QUERIES * (c->padded + c->keys + COLUMNS);
}

/* One row of a bfloat16 matrix. */
static void widen(const context *c, const wm_device_buffer *from, size_t row, float *to)
{
    const size_t depth = c->attention->depth;
    c->cpu->kernels->to_f32(WM_FORMAT_BF16, from->bytes + row * depth * 2, to, depth);
}

/* Rows [first, first + count) of a matrix, padded, and their numbers x . row; count at most
 * QUERIES. */
static void project(const context *c, const wm_device_buffer *from, size_t first, size_t count,
                    float *rows, float *to)
{
    for (size_t i = 0; i < count; i++)
        widen(c, from, first + i, rows + i * c->padded);
    c->cpu->kernels->multiply_f32(&(wm_cpu_multiply){rows, c->X, to, c->padded, COLUMNS, COLUMNS,
                                                     count, COLUMNS, c->attention->depth, false});
}

/* The sum of the squares of `count` numbers, in four parts. */
static double square_of(const float *x, size_t count)
{
    double sum[4] = {0};
    for (size_t j = 0; j < count; j++)
        sum[j % 4] += (double)x[j] * (double)x[j];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* The keys from number `from` of a head on, at most KEYS; keys past the end are zero. */
static void load_keys(const context *c, size_t head, size_t from, float *K)
{
    const size_t sequence = c->attention->sequence;
    const size_t count = sequence - from < KEYS ? sequence - from : KEYS;
    float row[DEPTH];
    memset(K, 0, c->padded * KEYS * sizeof *K);
    for (size_t j = 0; j < count; j++) {
        widen(c, c->attention->K, head + from + j, row);
        for (size_t t = 0; t < c->attention->depth; t++)
            K[t * KEYS + j] = row[t];
    }
}

/* The values of these keys: x . v, its norm, and the largest |v|^2. */
static float load_values(const context *c, size_t head, size_t from, float *room, float *columns,
                         float *norms)
{
    const size_t sequence = c->attention->sequence;
    const size_t count = sequence - from < KEYS ? sequence - from : KEYS;
    float largest = 0;
    memset(columns, 0, (size_t)KEYS * COLUMNS * sizeof *columns);
    memset(norms, 0, KEYS * sizeof *norms);
    for (size_t j = 0; j < count; j++) {
        if (j % QUERIES == 0)
            project(c, c->attention->V, head + from + j, count - j < QUERIES ? count - j : QUERIES,
                    room, columns + j * COLUMNS);
        const float *value = room + j % QUERIES * c->padded;
        const float square = (float)square_of(value, c->attention->depth);
        largest = square <= largest ? largest : square;
        norms[j] = (float)sqrt(square_of(columns + j * COLUMNS, WM_GUARD_SIGNS));
    }
    return largest;
}

/* Panel number `panel` of the group whose first head is `first`. */
static void load_panel(const context *c, size_t first, size_t panel, float *room)
{
    const size_t head = (first + panel / panels_of(c)) * c->attention->sequence;
    const size_t from = panel % panels_of(c) * KEYS;
    load_keys(c, head, from, c->panels + panel * c->padded * KEYS);
    c->largest[panel] = load_values(c, head, from, room, c->columns + panel * KEYS * COLUMNS,
                                    c->norms + panel * KEYS);
}

static double largest_of(const context *c, size_t slot)
{
    float largest = 0;
    for (size_t p = 0; p < panels_of(c); p++) {
        const float panel = c->largest[slot * panels_of(c) + p];
        largest = panel <= largest ? largest : panel;
    }
    return sqrt((double)largest);
}

/* The square of the largest power of two that is not above |x|. */
static double binade(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0x7f800000;
    memcpy(&x, &bits, sizeof x);
    return (double)x * (double)x;
}

/* The ratio of a row O of `keys` keys. l has its numbers x . O, r the sums of its probabilities
 * with x . v. */
static double ratio_of(const context *c, const float *O, const float *l, const float *r,
                       const wm_cpu_softmax *sums, double largest, size_t keys)
{
    const size_t depth = c->attention->depth;
    float off[WM_GUARD_SIGNS];
    wm_guard_row found = {.weighed = (double)sums->weighed,
                          .squares = (double)sums->squares,
                          .weighed_squares = (double)sums->weighed_squares,
                          .projected_squares = square_of(r, WM_GUARD_SIGNS),
                          .output_squares = square_of(O, depth),
                          .largest = largest};
    for (size_t j = 0; j < depth; j++)
        found.binades += binade(O[j]);
    for (unsigned q = 0; q < WM_GUARD_SIGNS; q++)
        off[q] = l[q] - r[q];
    found.off = sqrt(square_of(off, WM_GUARD_SIGNS));
    return wm_guard_ratio(&found, (double)keys);
}

/* The scores of `count` queries, from number `from` of the head in this slot on, over its first
 * panels of keys. */
static void score(const context *c, size_t slot, const float *Q, float *S, size_t from,
                  size_t count, size_t panels)
{
    for (size_t p = 0; p < panels; p++) {
        const float *K = c->panels + (slot * panels_of(c) + p) * c->padded * KEYS;
        c->cpu->kernels->multiply_f32(&(wm_cpu_multiply){
            Q, K, S + p * KEYS, c->padded, KEYS, c->keys, count, KEYS, c->attention->depth, false});
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = wm_backend_keys(c->attention, from + i); j < panels * KEYS; j++)
            S[i * c->keys + j] = -INFINITY;
}

/* Queries from number `from` on of a head in a slot; takes their ratios. */
static void guard_block(const context *c, size_t first, size_t slot, size_t from, float *room,
                        wm_attention_guard *guard)
{
    const size_t sequence = c->attention->sequence, head = (first + slot) * sequence;
    const size_t count = sequence - from < QUERIES ? sequence - from : QUERIES;
    const size_t seen = wm_backend_keys(c->attention, from + count - 1);
    const size_t panels = (seen + KEYS - 1) / KEYS;
    float *Q = room, *S = Q + QUERIES * c->padded, *r = S + QUERIES * c->keys;
    const float scale = 1.0f / sqrtf((float)c->attention->depth);
    const double largest = largest_of(c, slot);
    wm_cpu_softmax sums[QUERIES];
    float l[QUERIES * COLUMNS];
    double ratios[QUERIES];
    for (size_t i = 0; i < count; i++)
        widen(c, c->attention->Q, head + from + i, Q + i * c->padded);
    score(c, slot, Q, S, from, count, panels);
    for (size_t i = 0; i < count; i++)
        c->cpu->kernels->softmax_f32(S + i * c->keys, scale, c->norms + slot * c->keys,
                                     panels * KEYS, &sums[i]);
    for (size_t p = 0; p < panels; p++) {
        const float *w = c->columns + (slot * c->keys + p * KEYS) * COLUMNS;
        c->cpu->kernels->multiply_f32(&(wm_cpu_multiply){S + p * KEYS, w, r, c->keys, COLUMNS,
                                                         COLUMNS, count, COLUMNS, KEYS, p > 0});
    }
    project(c, c->attention->O, head + from, count, Q, l);
    for (size_t i = 0; i < count; i++)
        ratios[i] = ratio_of(c, Q + i * c->padded, l + i * COLUMNS, r + i * COLUMNS, &sums[i],
                             largest, wm_backend_keys(c->attention, from + i));
#pragma omp critical
    for (size_t i = 0; i < count; i++) {
        const double row_sum = fabs(1.0 - (double)sums[i].total);
        if (!(row_sum <= guard->row_sum_error))
            guard->row_sum_error = isfinite(row_sum) ? row_sum : (double)INFINITY;
        wm_guard_take(guard, head + from + i, ratios[i]);
    }
}

/* Heads [first, first + count), at most a group. */
static void guard_heads(const context *c, size_t first, size_t count, wm_attention_guard *guard)
{
    const size_t panels = count * panels_of(c), tasks = count * c->blocks;
    const size_t work = tasks * QUERIES * c->attention->sequence;
#pragma omp parallel num_threads(wm_cpu_device_threads(c->cpu, work))
    {
        float *room = c->rooms + (size_t)omp_get_thread_num() * room_floats(c);
#pragma omp for schedule(static)
        for (size_t p = 0; p < panels; p++)
            load_panel(c, first, p, room);
#pragma omp for schedule(dynamic)
        for (size_t t = 0; t < tasks; t++)
            guard_block(c, first, t / c->blocks, t % c->blocks * QUERIES, room, guard);
    }
}

static void draw_signs(context *c, const uint8_t seed[32])
{
    uint8_t signs[DEPTH];
    wm_guard_signs(seed, c->attention->depth, signs);
    for (size_t j = 0; j < c->attention->depth; j++)
        for (unsigned q = 0; q < WM_GUARD_SIGNS; q++)
            c->X[j * COLUMNS + q] = (signs[j] >> q & 1) != 0 ? -1.0f : 1.0f;
}

/* Shares scratch memory out. */
static bool make_room(context *c)
{
    const size_t panels = c->group * panels_of(c), keys = c->group * c->keys;
    const size_t sizes[] = {keys * c->padded, keys * COLUMNS, keys, (panels + 15) / 16 * 16,
                            (size_t)c->cpu->threads * room_floats(c)};
    float **parts[] = {&c->panels, &c->columns, &c->norms, &c->largest, &c->rooms};
    size_t all = 0;
    for (size_t i = 0; i < 5; i++)
        all += sizes[i];
    float *at = wm_cpu_device_scratch(c->cpu, all * sizeof *at);
    for (size_t i = 0; at != NULL && i < 5; i++) {
        *parts[i] = at;
        at += sizes[i];
    }
    return at != NULL;
}

wm_status wm_cpu_guard_run(wm_device *device, const wm_attention *attention, const uint8_t seed[32],
                           wm_attention_guard *result)
{
    const wm_status status = wm_cpu_attention_check(device, attention);
    if (status != WM_OK)
        return status;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (seed == NULL || result == NULL)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "the guard needs a seed and room for its result");
    const size_t heads = attention->batch * attention->heads, sequence = attention->sequence;
    context c = {.cpu = cpu,
                 .attention = attention,
                 .padded = (attention->depth + 15) / 16 * 16,
                 .keys = (sequence + KEYS - 1) / KEYS * KEYS,
                 .blocks = (sequence + QUERIES - 1) / QUERIES};
    c.group = ((size_t)cpu->threads * 4 + c.blocks - 1) / c.blocks;
    c.group = c.group < heads ? c.group : heads;
    draw_signs(&c, seed);
    if (!make_room(&c))
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the guard of attention");
    wm_attention_guard found = {.suspects = 0};
    for (size_t first = 0; first < heads; first += c.group)
        guard_heads(&c, first, heads - first < c.group ? heads - first : c.group, &found);
    *result = found;
    return WM_OK;
}
