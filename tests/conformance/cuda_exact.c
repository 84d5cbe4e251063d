/* The operations of exact products on both devices: integers from seeds, the check of rows, the
 * comparison bit for bit, the conversion of outputs. */
#include "conformance/cuda_exact.h"
#include "conformance/cuda_pair.h"
#include "support/exact_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fill_integers ---- */

static void test_fill(const wm_integers *of, unsigned number)
{
    uint8_t seed[32];
    pair p = pair_of(of->rows * of->columns * wm_format_size(of->format));
    exact_seed(number, seed);
    if (both_ok("fill integers", cpu->ops->fill_integers(cpu, p.cpu, of, seed),
                gpu->ops->fill_integers(gpu, p.gpu, of, seed)))
        report(halves_equal(&p), "integers %s to %u, %zu x %zu, by %s", wm_format_name(of->format),
               of->range, of->rows, of->columns, of->by_columns ? "columns" : "rows");
    drop(&p);
}

static void test_integer_fills(void)
{
    static const wm_format formats[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_I8};
    static const size_t shapes[][2] = {{1, 1},       {1, 9},      {9, 1},     {7, 5},
                                       {33, 65},     {300, 257},  {3, 70001}, {70001, 3},
                                       {1000, 1031}, {8192, 4099}};
    static const unsigned ranges[] = {1, 5, WM_EXACT_RANGE_MAX_E4M3, WM_EXACT_RANGE_MAX};
    const size_t count = large ? 10 : 8;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t s = 0; s < count; s++)
            for (size_t r = 0; r < (formats[f] == WM_FORMAT_E4M3 ? 3 : 4); r++)
                for (int by_columns = 0; by_columns < 2; by_columns++) {
                    const wm_integers of = {formats[f], ranges[r], shapes[s][0], shapes[s][1],
                                            by_columns != 0};
                    test_fill(&of, (unsigned)(f * 16 + s));
                }
}

/* ---- exact_rows ---- */

typedef struct {
    pair A, B, C;
    wm_gemm of_cpu, of_gpu;
    int32_t *right; /* C */
} product;

static wm_gemm int8_product(size_t m, size_t n, size_t k)
{
    return (wm_gemm){.operand_format = WM_FORMAT_I8,
                     .output_format = WM_FORMAT_I32,
                     .arithmetic = WM_ARITHMETIC_I32,
                     .layout = WM_LAYOUT_TN,
                     .m = m,
                     .n = n,
                     .k = k};
}

/* A right product; `value` fills the operands, or 0 draws them. */
static product open_exact(size_t m, size_t n, size_t k, int value)
{
    product p = {.A = pair_of(m * k), .B = pair_of(n * k), .C = pair_of(m * n * 4)};
    p.of_cpu = p.of_gpu = int8_product(m, n, k);
    p.of_cpu.A = p.A.cpu;
    p.of_cpu.B = p.B.cpu;
    p.of_cpu.C = p.C.cpu;
    p.of_gpu.A = p.A.gpu;
    p.of_gpu.B = p.B.gpu;
    p.of_gpu.C = p.C.gpu;
    fill(&p.A, WM_FORMAT_I8, m * k, 1);
    fill(&p.B, WM_FORMAT_I8, n * k, 2);
    if (value != 0 && (cpu->ops->fill_bytes(cpu, p.A.cpu, m * k, (uint8_t)value) != WM_OK ||
                       cpu->ops->fill_bytes(cpu, p.B.cpu, n * k, 0x80) != WM_OK))
        exit(1);
    to_gpu(&p.A);
    to_gpu(&p.B);
    if (cpu->ops->gemm_careful(cpu, &p.of_cpu) != WM_OK)
        exit(1);
    to_gpu(&p.C);
    p.right = (int32_t *)(void *)bytes_of(cpu, p.C.cpu, p.C.size);
    return p;
}

static void close_exact(product *p)
{
    drop(&p->A);
    drop(&p->B);
    drop(&p->C);
    free(p->right);
}

static void put_element(const product *p, size_t at, int32_t value)
{
    if (cpu->ops->upload(cpu, p->C.cpu, at * 4, &value, 4) != WM_OK ||
        gpu->ops->upload(gpu, p->C.gpu, at * 4, &value, 4) != WM_OK)
        exit(1);
}

/* Whether both devices find so many wrong rows. */
static bool both_find(const product *p, unsigned number, uint64_t wanted, const char *what)
{
    uint8_t seed[32];
    uint64_t on_cpu = UINT64_MAX, on_gpu = UINT64_MAX;
    exact_seed(number, seed);
    if (!both_ok(what, cpu->ops->exact_rows(cpu, &p->of_cpu, seed, &on_cpu),
                 gpu->ops->exact_rows(gpu, &p->of_gpu, seed, &on_gpu)))
        return false;
    if (on_cpu != wanted || on_gpu != wanted)
        printf("     %s: %llu wrong rows on the cpu, %llu on cuda, wanted %llu\n", what,
               (unsigned long long)on_cpu, (unsigned long long)on_gpu, (unsigned long long)wanted);
    return on_cpu == wanted && on_gpu == wanted;
}

static void test_rows_of(size_t m, size_t n, size_t k, int value, unsigned changes)
{
    product p = open_exact(m, n, k, value);
    bool good = true;
    for (unsigned number = 0; number < 3; number++)
        good = both_find(&p, number, 0, "right rows") && good;
    for (unsigned change = 0; change < changes; change++) {
        const size_t at = change == 0 ? m * n - 1 : exact_draw() % (m * n);
        put_element(&p, at, exact_another(p.right[at], change));
        good = both_find(&p, change, 1, "a wrong row") && good;
        put_element(&p, at, p.right[at]);
    }
    for (size_t i = 0; i < m && i < 100; i++)
        put_element(&p, i * n + i % n, p.right[i * n + i % n] ^ 1 << i % 31);
    good = both_find(&p, 1, m < 100 ? m : 100, "many wrong rows") && good;
    report(good, "exact rows, m %zu, n %zu, k %zu, %s: %u wrong elements", m, n, k,
           value != 0 ? "extremes" : "drawn", changes);
    close_exact(&p);
}

/* Rows of int32 extremes, and rows that pass with one seed alone, against A = 0. */
static void test_rows_of_zeros(size_t n)
{
    product p = open_exact(3, n, 1, 0);
    bool good = cpu->ops->fill_bytes(cpu, p.A.cpu, 3, 0) == WM_OK &&
                cpu->ops->fill_bytes(cpu, p.C.cpu, p.C.size, 0) == WM_OK;
    to_gpu(&p.A);
    to_gpu(&p.C);
    for (unsigned number = 0; number < 30; number++) {
        uint8_t seed[32];
        int32_t a, b;
        const size_t i = exact_draw() % n, j = (i + 1 + exact_draw() % (n - 1)) % n;
        exact_seed(number, seed);
        exact_relate(seed, i, j, &a, &b);
        put_element(&p, n + i, a);
        put_element(&p, n + j, b);
        good = both_find(&p, number, 0, "a row for the seed") && good;
        good = both_find(&p, number + 1, 1, "a row for another seed") && good;
        put_element(&p, n + i, 0);
        put_element(&p, n + j, 0);
    }
    for (size_t j = 0; j < n; j++) {
        p.right[j] = INT32_MIN;
        p.right[n + j] = INT32_MAX;
        p.right[2 * n + j] = 0;
    }
    good = cpu->ops->upload(cpu, p.C.cpu, 0, p.right, p.C.size) == WM_OK && good;
    to_gpu(&p.C);
    good = both_find(&p, 1, 2, "rows of extremes") && good;
    report(good, "exact rows, the numbers of seeds and extremes, n %zu", n);
    close_exact(&p);
}

static void test_rows(void)
{
    test_rows_of(1, 1, 1, 0, 7);
    test_rows_of(5, 7, 1, 0, 20);
    test_rows_of(1, 300, 17, 0, 20);
    test_rows_of(33, 65, 129, 0, 100);
    test_rows_of(64, 64, 64, 0, 20);
    test_rows_of(211, 307, 71, 0, large ? 1000 : 50);
    test_rows_of(3, 5, WM_TABLES_INT8_DEPTH, -128, 7);
    test_rows_of(3, 5, WM_TABLES_INT8_DEPTH, 127, 7);
    test_rows_of(2, 300007, 5, -128, 7); /* more columns than a thread sums at once */
    test_rows_of(large ? 300007 : 4099, 2, 3, 0, 7);
    test_rows_of_zeros(10007);
    test_rows_of_zeros(300007);
    if (large)
        test_rows_of(1031, 2053, 1537, 0, 20);
}

/* ---- compare_exact ---- */

typedef struct {
    const exact_rounding *to;
    size_t count, size;
    int32_t *exact;
    uint8_t *output;
    uint64_t too_large;
    pair left, right;
} comparison;

static comparison open_comparison(const exact_rounding *to, size_t count)
{
    comparison c = {.to = to, .count = count, .size = wm_format_size(to->format)};
    c.exact = must(malloc(count * sizeof *c.exact));
    c.output = must(malloc(count * c.size));
    c.left = pair_of(count * c.size);
    c.right = pair_of(count * sizeof *c.exact);
    for (size_t i = 0; i < count; i++) {
        uint8_t code[4];
        c.exact[i] = i == count / 2 ? 0 : exact_integer(i);
        c.too_large += exact_round(to, c.exact[i], code);
        memcpy(c.output + i * c.size, code, c.size);
    }
    if (cpu->ops->upload(cpu, c.left.cpu, 0, c.output, c.left.size) != WM_OK ||
        cpu->ops->upload(cpu, c.right.cpu, 0, c.exact, c.right.size) != WM_OK)
        exit(1);
    to_gpu(&c.left);
    to_gpu(&c.right);
    return c;
}

static void close_comparison(comparison *c)
{
    drop(&c->left);
    drop(&c->right);
    free(c->exact);
    free(c->output);
}

static bool is_same(const wm_exact_difference *a, const wm_exact_difference *b)
{
    return a->wrong == b->wrong && a->first == b->first && a->found == b->found &&
           a->expected == b->expected && a->too_large == b->too_large;
}

static bool both_find_difference(const comparison *c, const wm_exact_difference *wanted)
{
    wm_exact_difference on_cpu = {99, 99, 99, 99, 99}, on_gpu = on_cpu;
    if (!both_ok("compare exact",
                 cpu->ops->compare_exact(cpu, c->left.cpu, c->to->format, c->right.cpu, c->count,
                                         &on_cpu),
                 gpu->ops->compare_exact(gpu, c->left.gpu, c->to->format, c->right.gpu, c->count,
                                         &on_gpu)))
        return false;
    if (!is_same(&on_gpu, wanted))
        printf("     cuda: %llu wrong, element %llu, %llx of %llx, %llu too large; wanted %llu, "
               "%llu, %llx of %llx, %llu\n",
               (unsigned long long)on_gpu.wrong, (unsigned long long)on_gpu.first,
               (unsigned long long)on_gpu.found, (unsigned long long)on_gpu.expected,
               (unsigned long long)on_gpu.too_large, (unsigned long long)wanted->wrong,
               (unsigned long long)wanted->first, (unsigned long long)wanted->found,
               (unsigned long long)wanted->expected, (unsigned long long)wanted->too_large);
    return is_same(&on_cpu, wanted) && is_same(&on_gpu, wanted);
}

static void flip(const comparison *c, size_t at, size_t bit)
{
    const size_t byte = at * c->size + bit / 8;
    const uint64_t mask = (uint64_t)1 << bit % 8;
    if (cpu->ops->flip_bits(cpu, c->left.cpu, byte, mask, 1) != WM_OK ||
        gpu->ops->flip_bits(gpu, c->left.gpu, byte, mask, 1) != WM_OK)
        exit(1);
}

/* Every bit of some elements, one at a time, then elements together. */
static void test_comparison_of(const exact_rounding *to, size_t count)
{
    comparison c = open_comparison(to, count);
    wm_exact_difference wanted = {.too_large = c.too_large};
    const size_t places[] = {0, count - 1, count / 2, exact_draw() % count};
    bool good = both_find_difference(&c, &wanted);
    for (size_t p = 0; p < 4; p++)
        for (size_t bit = 0; bit < 8 * c.size; bit++) {
            wanted = (wm_exact_difference){1, places[p], 0, 0, c.too_large};
            memcpy(&wanted.expected, c.output + places[p] * c.size, c.size);
            wanted.found = wanted.expected ^ (uint64_t)1 << bit;
            flip(&c, places[p], bit);
            good = both_find_difference(&c, &wanted) && good;
            flip(&c, places[p], bit);
        }
    wanted = (wm_exact_difference){.too_large = c.too_large};
    for (size_t at = count - 1; wanted.wrong < 9; at -= count / 9) {
        wanted.wrong++;
        wanted.first = at;
        wanted.expected = 0;
        memcpy(&wanted.expected, c.output + at * c.size, c.size);
        wanted.found = wanted.expected ^ 2;
        flip(&c, at, 1);
        if (count < 9 || at < count / 9)
            break;
    }
    good = both_find_difference(&c, &wanted) && good;
    report(good, "compare exact %s, %zu elements", wm_format_name(to->format), count);
    close_comparison(&c);
}

static void test_comparisons(void)
{
    static const size_t counts[] = {1, 2, 3, 4, 5, 1023, 70001, 5000003};
    for (size_t f = 0; f < EXACT_ROUNDINGS; f++)
        for (size_t i = 0; i < (large ? 8 : 7); i++)
            test_comparison_of(&exact_roundings[f], counts[i]);
}

/* ---- take_integers ---- */

static void test_conversion(size_t count, uint32_t most)
{
    static const float values[] = {0,        -0.0f,       1,         -1,         0.5f,    -1.5f,
                                   100,      -100,        101,       99.999f,    1e-40f,  0x1p24f,
                                   -0x1p24f, 0x1p24f + 2, 0x1p31f,   -0x1p31f,   0x1p32f, 1e30f,
                                   NAN,      INFINITY,    -INFINITY, 8388607.5f, 16777215};
    enum { VALUES = sizeof values / sizeof *values };
    uint64_t on_cpu = UINT64_MAX, on_gpu = UINT64_MAX;
    float *output = must(malloc(count * sizeof *output));
    pair from = pair_of(count * sizeof *output), to = pair_of(count * 4);
    for (size_t i = 0; i < count; i++)
        output[i] = values[(i * 7 + i / 1000) % VALUES];
    if (cpu->ops->upload(cpu, from.cpu, 0, output, from.size) != WM_OK)
        exit(1);
    to_gpu(&from);
    if (both_ok("take integers",
                cpu->ops->take_integers(cpu, from.cpu, count, most, to.cpu, &on_cpu),
                gpu->ops->take_integers(gpu, from.gpu, count, most, to.gpu, &on_gpu)))
        report(on_cpu == on_gpu && halves_equal(&to), "integers of %zu, to %u: %llu refused", count,
               (unsigned)most, (unsigned long long)on_gpu);
    drop(&from);
    drop(&to);
    free(output);
}

void exact_products(void)
{
    static const size_t counts[] = {1, 23, 1003, 300007};
    static const uint32_t most[] = {0, 100, 16777215, WM_EXACT_INTEGERS_MAX};
    test_integer_fills();
    test_rows();
    test_comparisons();
    for (size_t c = 0; c < 4; c++)
        for (size_t m = 0; m < 4; m++)
            test_conversion(counts[c], most[m]);
}
