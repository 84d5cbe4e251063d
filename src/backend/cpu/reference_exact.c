/* The reference loops of exact products. */
#include "backend/cpu/reference_exact.h"

#include <math.h>
#include <string.h>

#include "standards/philox.h"

static const uint64_t P = ((uint64_t)1 << 61) - 1; /* the modulus */

void wm_reference_exact_fill(const wm_integers *integers, const uint8_t seed[32], void *elements)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    const uint64_t choices = 2 * (uint64_t)integers->range + 1;
    for (size_t i = 0; i < integers->rows; i++)
        for (size_t j = 0; j < integers->columns; j++) {
            const size_t at = i * integers->columns + j;
            const uint64_t e = integers->by_columns ? (uint64_t)j * integers->rows + i : at;
            const uint64_t choice = wm_philox_index16(&stream, e) * choices / 65536;
            wm_format_store(integers->format, elements, at,
                            (double)choice - (double)integers->range);
        }
}

/* a * b, one bit of b at a time. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product = 0;
    for (; b != 0; b >>= 1) {
        if (b % 2 == 1)
            product = (product + a) % P;
        a = 2 * a % P;
    }
    return product;
}

/* integer * x. */
static uint64_t integer_times(int32_t integer, uint64_t x)
{
    const int64_t wide = integer;
    return wide >= 0 ? times(x, (uint64_t)wide) : (P - times(x, (uint64_t)-wide)) % P;
}

static uint64_t number(const wm_philox *stream, uint64_t j)
{
    const uint64_t high = wm_philox_word(stream, 2 * j + 1);
    return (high << 32 | wm_philox_word(stream, 2 * j)) % P;
}

/* Row i of A times B x. */
static uint64_t row_of_product(const wm_gemm *gemm, const int8_t *A, const int8_t *B,
                               const wm_philox *stream, size_t i)
{
    uint64_t sum = 0;
    for (size_t l = 0; l < gemm->k; l++) {
        uint64_t y = 0;
        if (A[i * gemm->k + l] == 0)
            continue;
        for (size_t j = 0; j < gemm->n; j++)
            y = (y + integer_times(B[j * gemm->k + l], number(stream, j))) % P;
        sum = (sum + integer_times(A[i * gemm->k + l], y)) % P;
    }
    return sum;
}

uint64_t wm_reference_exact_rows(const wm_gemm *gemm, const int8_t *A, const int8_t *B,
                                 const int32_t *C, const uint8_t seed[32])
{
    const wm_philox stream = wm_philox_from_seed(seed);
    uint64_t wrong = 0;
    for (size_t i = 0; i < gemm->m; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < gemm->n; j++)
            sum = (sum + integer_times(C[i * gemm->n + j], number(&stream, j))) % P;
        wrong += sum != row_of_product(gemm, A, B, &stream, i);
    }
    return wrong;
}

wm_exact_difference wm_reference_exact_compare(wm_format format, size_t count, const void *output,
                                               const int32_t *exact)
{
    const size_t size = wm_format_size(format);
    wm_exact_difference result = {0};
    for (size_t i = 0; i < count; i++) {
        uint64_t found = 0, expected = 0;
        memcpy(&found, (const char *)output + i * size, size);
        wm_format_store(format, &expected, 0, exact[i]);
        result.too_large += isinf(wm_format_load(format, &expected, 0)) != 0;
        if (found == expected)
            continue;
        if (result.wrong++ == 0) {
            result.first = i;
            result.found = found;
            result.expected = expected;
        }
    }
    return result;
}

uint64_t wm_reference_exact_take(size_t count, const float *output, uint32_t most,
                                 int32_t *integers)
{
    uint64_t refused = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = (double)output[i];
        const bool is_good =
            fabs(value) <= most && value == floor(value) && !(value == 0 && signbit(value));
        integers[i] = is_good ? (int32_t)value : 0;
        refused += !is_good;
    }
    return refused;
}
