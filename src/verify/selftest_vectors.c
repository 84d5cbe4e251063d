/* Tests a device's workloads that are not products. */
#include <math.h>
#include <string.h>

#include "backend/cpu/reference.h"
#include "record/laws/plan.h"
#include "standards/philox.h"
#include "verify/selftest_case.h"

/* Whether both are equal or both are NaN. */
static bool same(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* binary32 numbers of every exponent, with infinities and NaN. */
static float *draw_bits(wm_selftest_case *test, size_t count, uint32_t number)
{
    uint8_t seed[32];
    float *values = wm_selftest_host(test, count * sizeof *values);
    wm_selftest_seed(number, seed);
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t i = 0; i < count; i++) {
        const uint32_t bits = wm_philox_word(&stream, i);
        memcpy(&values[i], &bits, sizeof bits);
    }
    return values;
}

static void triad_case(wm_selftest_case *test, const float *b, const float *c, size_t count)
{
    const size_t size = count * sizeof(float);
    float *got = wm_selftest_host(test, size);
    wm_device_buffer *to = wm_selftest_output(test, size);
    const wm_device_buffer *from_b = wm_selftest_put(test, b, size);
    const wm_device_buffer *from_c = wm_selftest_put(test, c, size);
    if (WM_SELFTEST_OK(test, triad, to, from_b, from_c, count) &&
        wm_selftest_fetch(test, to, got, size))
        for (size_t i = 0; i < count; i++)
            if (!wm_selftest_expect(test, same(got[i], fmaf(3, c[i], b[i])),
                                    "a[%zu] is %.9g, wanted %.9g", i, (double)got[i],
                                    (double)fmaf(3, c[i], b[i])))
                break;
    wm_selftest_end(test);
}

/* Arbitrary bits, and b close to -3 c. A product that is rounded before the sum then gives another
 * result. */
static void triads(wm_selftest_case *test)
{
    static const size_t COUNTS[] = {1, 15, 1000, 200003};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        const size_t count = COUNTS[i];
        wm_selftest_begin(test, "triad", "%zu elements of arbitrary bits", count);
        const float *b = draw_bits(test, count, 1), *c = draw_bits(test, count, 2);
        triad_case(test, b, c, count);
        wm_selftest_begin(test, "triad", "%zu elements that cancel", count);
        float *nearly = wm_selftest_host(test, count * sizeof *nearly);
        c = wm_selftest_draw(test, WM_FORMAT_F32, count, 3);
        for (size_t e = 0; e < count; e++)
            nearly[e] = -3 * c[e];
        triad_case(test, nearly, c, count);
    }
}

/* The format's order gives the reference's bits. Any other order is within the bound of
 * docs/formats/inputs.md section 8, which is 0 for integers: their sums are exact. */
static void expect_sums(wm_selftest_case *test, const float *x, size_t count, bool deterministic,
                        bool integers, const float *got)
{
    const size_t sums = (size_t)wm_plan_sums(count);
    float *wanted = wm_selftest_host(test, sums * sizeof *wanted);
    wm_reference_reduce(count, x, wanted);
    for (size_t i = 0; i < sums; i++) {
        const wm_reference_sum sum = wm_reference_reduce_sum(count, x, got, i);
        const double terms = sum.count > 2 ? (double)sum.count - 2 : 0;
        const double bound = 0x1p-24 * (8 * sqrt(terms) * sum.norm + fabs(sum.sum));
        const bool good = deterministic
                              ? memcmp(&got[i], &wanted[i], sizeof got[i]) == 0
                              : wm_selftest_near((double)got[i], sum.sum, integers ? 0 : bound);
        if (!wm_selftest_expect(test, good, "sum %zu is %.9g, wanted %.9g", i, (double)got[i],
                                deterministic ? (double)wanted[i] : sum.sum))
            break;
    }
}

/* Three runs must give the same bits. */
static void reduce_case(wm_selftest_case *test, const float *x, size_t count, bool deterministic,
                        bool integers)
{
    const size_t size = (size_t)wm_plan_sums(count) * sizeof *x;
    float *got = wm_selftest_host(test, size), *again = wm_selftest_host(test, size);
    const wm_reduction reduction = {deterministic, count,
                                    wm_selftest_put(test, x, count * sizeof *x),
                                    wm_selftest_output(test, size)};
    for (int i = 0; i < 3; i++)
        if (!WM_SELFTEST_OK(test, reduce, &reduction) ||
            !wm_selftest_fetch(test, reduction.out, i == 0 ? got : again, size) ||
            !wm_selftest_expect(test, i == 0 || memcmp(got, again, size) == 0, "three runs differ"))
            break;
    if (test->verdict == WM_SELFTEST_NONE)
        expect_sums(test, x, count, deterministic, integers, got);
    wm_selftest_end(test);
}

static void reductions(wm_selftest_case *test)
{
    /* One block, a part of one, several; two sums of level 1, and three levels. */
    static const size_t COUNTS[] = {1, 17, 1024, 4097, 16384, 16385, 262147, 5000011};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++)
        for (int deterministic = 0; deterministic < 2; deterministic++) {
            const char *mode = deterministic ? "deterministic" : "default";
            const size_t count = COUNTS[i];
            wm_selftest_begin(test, "reduce", "%s, %zu integers", mode, count);
            const int8_t *small = wm_selftest_draw(test, WM_FORMAT_I8, count, 4);
            float *x = wm_selftest_host(test, count * sizeof *x);
            for (size_t e = 0; e < count; e++)
                x[e] = (float)small[e];
            reduce_case(test, x, count, deterministic, true);
            wm_selftest_begin(test, "reduce", "%s, %zu normal numbers", mode, count);
            x = wm_selftest_draw(test, WM_FORMAT_F32, count, 5);
            reduce_case(test, x, count, deterministic, false);
        }
}

static const size_t SCATTERS[][3] = {{1, 1, 1},    {1000, 1, 1},   {5000, 1, 3}, {100003, 1, 1000},
                                     {999, 7, 13}, {300, 128, 50}, {2, 1, 70000}};
enum { SCATTER_COUNT = sizeof SCATTERS / sizeof *SCATTERS };

typedef wm_status scatter_operation(wm_device *device, const wm_scatter *scatter);

/* Draws, runs and compares. `integers`: small ones, whose sums are exact in any order. `outside`:
 * every third index of the second half is out of range, by one or by far. */
static void scatter_case(wm_selftest_case *test, scatter_operation *run, const size_t shape[3],
                         bool fixed, bool integers, bool outside)
{
    uint8_t seed[32];
    const size_t sources = shape[0] * shape[1], targets = shape[2] * shape[1];
    wm_selftest_seed(6, seed);
    float *src = wm_selftest_draw(test, WM_FORMAT_F32, sources, 7);
    for (size_t i = 0; integers && i < sources; i++)
        src[i] = nearbyintf(src[i] * 2);
    uint32_t *index = wm_selftest_host(test, shape[0] * sizeof *index);
    wm_reference_fill_index(shape[0], shape[2], seed, index);
    for (size_t r = shape[0] / 2; outside && r < shape[0]; r += 3)
        index[r] = r % 2 == 0 ? (uint32_t)shape[2] : index[r] | 0x80000000u;
    double *wanted = wm_selftest_host(test, targets * sizeof *wanted);
    double *magnitude = wm_selftest_host(test, targets * sizeof *magnitude);
    float *got = wm_selftest_host(test, targets * sizeof *got);
    float *exact = wm_selftest_host(test, targets * sizeof *exact);
    const wm_scatter scatter = {fixed,
                                shape[0],
                                shape[1],
                                shape[2],
                                wm_selftest_put(test, src, sources * sizeof *src),
                                wm_selftest_put(test, index, shape[0] * sizeof *index),
                                wm_selftest_output(test, targets * sizeof *got)};
    wm_reference_scatter(&scatter, src, index, wanted, magnitude);
    if (fixed)
        wm_reference_scatter_fixed(&scatter, src, index, exact);
    if (wm_selftest_ok(test, run(test->device, &scatter)) &&
        wm_selftest_fetch(test, scatter.out, got, targets * sizeof *got))
        for (size_t i = 0; i < targets; i++) {
            /* A bucket's sum has at most as many roundings as addends. */
            const double bound = integers ? 0 : (double)shape[0] * 0x1p-24 * magnitude[i];
            const bool good =
                fixed ? got[i] == exact[i] : wm_selftest_near((double)got[i], wanted[i], bound);
            if (!wm_selftest_expect(test, good, "out[%zu] is %.9g, wanted %.9g", i, (double)got[i],
                                    wanted[i]))
                break;
        }
    wm_selftest_end(test);
}

static void scatters(wm_selftest_case *test)
{
    for (size_t s = 0; s < SCATTER_COUNT; s++) {
        const size_t *shape = SCATTERS[s];
        for (int integers = 0; integers < 2; integers++) {
            const char *values = integers ? "integers" : "normal numbers";
            wm_selftest_begin(test, "index_add", "%zu rows of %zu into %zu, %s", shape[0], shape[1],
                              shape[2], values);
            scatter_case(test, test->ops->index_add, shape, false, integers, false);
            for (int fixed = 0; fixed < 2 && shape[1] == 1; fixed++) {
                wm_selftest_begin(test, "scatter_add", "%s, %zu into %zu, %s",
                                  fixed ? "fixed" : "atomic", shape[0], shape[2], values);
                scatter_case(test, test->ops->scatter_add, shape, fixed, integers, false);
            }
        }
        wm_selftest_begin(test, "index_add", "%zu rows of %zu into %zu, some of them outside",
                          shape[0], shape[1], shape[2]);
        scatter_case(test, test->ops->index_add, shape, false, true, true);
        for (int fixed = 0; fixed < 2 && shape[1] == 1; fixed++) {
            wm_selftest_begin(test, "scatter_add", "%s, %zu into %zu, some of them outside",
                              fixed ? "fixed" : "atomic", shape[0], shape[2]);
            scatter_case(test, test->ops->scatter_add, shape, fixed, true, true);
        }
    }
}

/* One table; every word of it is random, so that a read of a wrong place changes the sum. */
static void random_case(wm_selftest_case *test, bool dependent, const size_t shape[4])
{
    const size_t count = shape[0], stride = shape[1], lanes = shape[2], words = count * stride;
    wm_selftest_begin(test, "random_access", "%s, %zu lanes of %zu steps over %zu, stride %zu",
                      dependent ? "dependent" : "independent", lanes, shape[3], count, stride);
    uint32_t *table = wm_selftest_host(test, words * sizeof *table);
    uint32_t *wanted = wm_selftest_host(test, lanes * sizeof *wanted);
    uint32_t *got = wm_selftest_host(test, lanes * sizeof *got);
    uint8_t seed[32];
    wm_selftest_seed(8, seed);
    wm_reference_fill_index(words, 1ull << 32, seed, table);
    const wm_random_access access = {dependent,
                                     count,
                                     stride,
                                     lanes,
                                     shape[3],
                                     wm_selftest_put(test, table, words * 4),
                                     wm_selftest_output(test, lanes * 4)};
    wm_reference_random_access(&access, table, wanted);
    if (WM_SELFTEST_OK(test, random_access, &access) &&
        wm_selftest_fetch(test, access.out, got, lanes * 4))
        wm_selftest_expect(test, memcmp(got, wanted, lanes * 4) == 0, "wrong sums");
    wm_selftest_end(test);
}

static void random_accesses(wm_selftest_case *test)
{
    /* elements, stride, lanes, steps */
    static const size_t SHAPES[][4] = {{1, 1, 1, 1},        {1000, 1, 3, 77}, {65537, 1, 100, 50},
                                       {4096, 1, 1, 2000},  {1, 32, 1, 1},    {4099, 32, 100, 50},
                                       {4096, 32, 1, 2000}, {1000, 5, 17, 40}};
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
        for (int dependent = 0; dependent < 2; dependent++)
            random_case(test, dependent != 0, SHAPES[s]);
}

/* A method to compute attention with its error bound: a fraction of the row's largest plus a
 * fraction of the element. */
typedef struct {
    const char *operation;
    wm_status (*run)(wm_device *device, const wm_attention *attention);
    double of_largest, of_element;
} attention_path;

static void attention_case(wm_selftest_case *test, const attention_path *path,
                           const size_t shape[4], bool causal, float query_scale)
{
    const size_t rows = shape[0] * shape[1] * shape[2], depth = shape[3];
    const size_t count = rows * depth, size = count * 2;
    uint16_t *Q = wm_selftest_draw(test, WM_FORMAT_BF16, count, 9);
    const uint16_t *K = wm_selftest_draw(test, WM_FORMAT_BF16, count, 10);
    const uint16_t *V = wm_selftest_draw(test, WM_FORMAT_BF16, count, 11);
    uint16_t *O = wm_selftest_host(test, size);
    for (size_t i = 0; i < count; i++)
        Q[i] = wm_format_bf16_from_f64((double)(wm_format_bf16_to_f32(Q[i]) * query_scale));
    double *wanted = wm_selftest_host(test, depth * sizeof *wanted);
    const wm_attention attention = {causal,
                                    shape[0],
                                    shape[1],
                                    shape[2],
                                    depth,
                                    wm_selftest_put(test, Q, size),
                                    wm_selftest_put(test, K, size),
                                    wm_selftest_put(test, V, size),
                                    wm_selftest_output(test, size)};
    if (!wm_selftest_ok(test, path->run(test->device, &attention)) ||
        !wm_selftest_fetch(test, attention.O, O, size))
        return;
    for (size_t r = 0; r < rows; r++) {
        double largest = 0;
        wm_reference_attention_row(&attention, Q, K, V, r, wanted);
        for (size_t t = 0; t < depth; t++)
            largest = fmax(largest, fabs(wanted[t]));
        for (size_t t = 0; t < depth; t++) {
            const double got = (double)wm_format_bf16_to_f32(O[r * depth + t]);
            const double bound = path->of_largest * largest + path->of_element * fabs(wanted[t]);
            if (!wm_selftest_expect(test, wm_selftest_near(got, wanted[t], bound),
                                    "O[%zu][%zu] is %.6g, wanted %.6g", r, t, got, wanted[t]))
                return;
        }
    }
}

/* Scores near 0, and (queries times 40) scores of hundreds. With the latter a softmax without its
 * maximum would overflow. */
static void attentions_by(wm_selftest_case *test, const attention_path *path)
{
    static const size_t SHAPES[][4] = {{1, 1, 1, 8},     {2, 3, 67, 64},  {1, 2, 130, 40},
                                       {1, 1, 200, 128}, {1, 1, 33, 256}, {1, 1, 300, 64}};
    if (!wm_selftest_wanted(test, path->operation))
        return;
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
        for (int kind = 0; kind < 4; kind++) {
            const size_t *shape = SHAPES[s];
            const bool causal = kind / 2 != 0, large = kind % 2 != 0;
            wm_selftest_begin(test, path->operation, "b%zu h%zu s%zu d%zu%s%s", shape[0], shape[1],
                              shape[2], shape[3], causal ? ", causal" : "",
                              large ? ", large scores" : "");
            attention_case(test, path, shape, causal, large ? 40 : 1);
            wm_selftest_end(test);
        }
}

/* The format's a-priori tolerance is 2^-7 of the row's largest: bfloat16 probabilities and output.
 * The careful path rounds only the output, by at most 2^-8. Its scores of hundreds are at least
 * binary32, for which 2^-10 is allowed. */
static void attentions(wm_selftest_case *test)
{
    const attention_path paths[] = {
        {"attention", test->ops->attention, 0x1p-7, 0},
        {"attention_careful", test->ops->attention_careful, 0x1p-10, 0x1p-8}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        attentions_by(test, &paths[i]);
}

void wm_selftest_vectors_run(wm_selftest_case *test)
{
    static const wm_selftest_group GROUPS[] = {
        {{"triad"}, triads},
        {{"reduce"}, reductions},
        {{"scatter_add", "index_add"}, scatters},
        {{"random_access"}, random_accesses},
        {{"attention", "attention_careful"}, attentions},
    };
    wm_selftest_groups(test, GROUPS, sizeof GROUPS / sizeof *GROUPS);
}
