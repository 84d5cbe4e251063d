/* Freivalds' check of an exact integer product: A (B x) against C x in the field of 2^61 - 1
 * elements.
 *
 * Elements get a bias that makes them unsigned: 2^7 for int8, 2^31 for int32. A sum of products
 * with the bias, less the bias times the sum of the numbers, is the sum without it. Numbers of the
 * field are three limbs of 21 bits (field61.h), so that 64-bit sums of products of 32-bit factors
 * need no reduction for 2048 elements. */
#include "backend/cpu/cpu_device.h"
#include "backend/product.h"

enum {
    LIMBS = WM_FIELD61_LIMBS,
    PAD = WM_CPU_KERNELS_PAD,
    ROWS = WM_CPU_KERNELS_EXACT_ROWS,
    TERMS = WM_FIELD61_TERMS,
    STRIP = 512,      /* most columns of B that a thread sums at once: 12 KiB of sums */
    STRIP_LEAST = 64, /* a line of the cache */
    BIAS_8 = 7,       /* bits */
    BIAS_32 = 31
};

/* Numbers of the field as limbs, and their sum. */
typedef struct {
    uint32_t *limbs; /* LIMBS x stride */
    size_t count, stride;
    uint64_t sum;
} numbers;

static size_t padded(size_t count)
{
    return (count + PAD - 1) / PAD * PAD;
}

static void store_number(const numbers *to, size_t at, uint64_t value)
{
    for (unsigned i = 0; i < LIMBS; i++)
        to->limbs[i * to->stride + at] = wm_field61_limb(value, i);
}

/* The x_j of a seed: a block of four words has two of them. */
static void draw_numbers(const wm_cpu_device *cpu, const uint8_t seed[32], numbers *x)
{
    enum { BLOCKS = 256 };
    const wm_philox stream = wm_philox_from_seed(seed);
    uint32_t words[BLOCKS * 4];
    for (size_t first = 0; first < x->stride; first += 2 * (size_t)BLOCKS) {
        const size_t part = wm_cpu_smaller(x->stride - first, 2 * (size_t)BLOCKS);
        cpu->kernels->philox(&stream, first / 2, (part + 1) / 2, words);
        for (size_t j = 0; j < part; j++) {
            const uint64_t word = (uint64_t)words[2 * j + 1] << 32 | words[2 * j];
            const uint64_t value = first + j < x->count ? wm_field61_reduce(word) : 0;
            x->sum = wm_field61_add(x->sum, value);
            store_number(x, first + j, value);
        }
    }
}

/* A sum without the bias that each element had. */
static uint64_t unbiased(const uint64_t sums[LIMBS], unsigned bias_bits, uint64_t sum_of_numbers)
{
    return wm_field61_subtract(wm_field61_join(sums[0], sums[1], sums[2]),
                               wm_field61_shift(sum_of_numbers, bias_bits));
}

/* y_l for columns [first, first + length) of B as it is stored, n x k. Returns their sum. */
static uint64_t sum_strip(const wm_cpu_device *cpu, const wm_gemm *gemm, const numbers *x,
                          size_t first, size_t length, const numbers *y)
{
    uint64_t sums[LIMBS * STRIP] = {0}, all = 0;
    for (size_t j = 0; j < gemm->n; j += ROWS) {
        const wm_cpu_rows rows = {WM_FORMAT_I8, gemm->B->bytes + j * gemm->k + first, gemm->k,
                                  wm_cpu_smaller(ROWS, gemm->n - j), length};
        cpu->kernels->exact_axpy(&rows, x->limbs + j, x->stride, sums, STRIP);
    }
    for (size_t l = 0; l < length; l++) {
        const size_t at = wm_cpu_kernels_exact_at(l);
        const uint64_t three[LIMBS] = {sums[at], sums[STRIP + at], sums[2 * STRIP + at]};
        const uint64_t value = unbiased(three, BIAS_8, x->sum);
        store_number(y, first + l, value);
        all = wm_field61_add(all, value);
    }
    return all;
}

/* y = B x. Narrow strips where wide ones would leave threads without work. */
static void multiply_b(const wm_cpu_device *cpu, const wm_gemm *gemm, const numbers *x, numbers *y)
{
    const int threads = wm_cpu_device_threads(cpu, gemm->n * gemm->k);
    const size_t share = gemm->k / (size_t)threads / STRIP_LEAST * STRIP_LEAST;
    const size_t strip = share > STRIP ? STRIP : share > 0 ? share : STRIP_LEAST;
    const size_t strips = (gemm->k + strip - 1) / strip;
    uint64_t all = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (size_t s = 0; s < strips; s++) {
        const size_t length = wm_cpu_smaller(strip, gemm->k - s * strip);
        const uint64_t sum = sum_strip(cpu, gemm, x, s * strip, length, y);
#pragma omp critical
        all = wm_field61_add(all, sum);
    }
    for (size_t l = gemm->k; l < y->stride; l++)
        store_number(y, l, 0);
    y->sum = all;
}

/* A row times numbers. */
static uint64_t dot(const wm_cpu_device *cpu, wm_format format, const uint8_t *row,
                    const numbers *by)
{
    uint64_t all = 0;
    for (size_t l = 0; l < by->count; l += TERMS) {
        uint64_t sums[LIMBS];
        cpu->kernels->exact_dot(format, row + l * wm_format_size(format),
                                wm_cpu_smaller(TERMS, by->count - l), by->limbs + l, by->stride,
                                sums);
        all = wm_field61_add(all, wm_field61_join(sums[0], sums[1], sums[2]));
    }
    const unsigned bias_bits = format == WM_FORMAT_I8 ? BIAS_8 : BIAS_32;
    return wm_field61_subtract(all, wm_field61_shift(by->sum, bias_bits));
}

static uint64_t count_wrong(const wm_cpu_device *cpu, const wm_gemm *gemm, const numbers *x,
                            const numbers *y)
{
    uint64_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong) \
    num_threads(wm_cpu_device_threads(cpu, gemm->m * (gemm->n + gemm->k)))
    for (size_t i = 0; i < gemm->m; i++)
        wrong += dot(cpu, WM_FORMAT_I8, gemm->A->bytes + i * gemm->k, y) !=
                 dot(cpu, WM_FORMAT_I32, gemm->C->bytes + i * gemm->n * sizeof(int32_t), x);
    return wrong;
}

wm_status wm_cpu_exact_rows(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                            uint64_t *wrong_rows)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (seed == NULL || wrong_rows == NULL)
        return WM_E_ARG;
    const wm_status status = wm_cpu_gemm_check(cpu, gemm);
    if (status != WM_OK)
        return status;
    if (gemm->arithmetic != WM_ARITHMETIC_I32 || gemm->layout != WM_LAYOUT_TN)
        return wm_cpu_device_fail(cpu, WM_E_ARG,
                                  "the check of rows is for int8 products, B transposed");
    numbers x = {NULL, gemm->n, padded(gemm->n), 0}, y = {NULL, gemm->k, padded(gemm->k), 0};
    x.limbs = wm_cpu_device_scratch(cpu, LIMBS * (x.stride + y.stride) * sizeof *x.limbs);
    if (x.limbs == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the check of rows");
    y.limbs = x.limbs + LIMBS * x.stride;
    draw_numbers(cpu, seed, &x);
    multiply_b(cpu, gemm, &x, &y);
    *wrong_rows = count_wrong(cpu, gemm, &x, &y);
    return WM_OK;
}
