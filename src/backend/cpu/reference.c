/* The reference loops. */
#include "backend/cpu/reference.h"

#include "backend/guard.h"

#include <math.h>
#include <stdlib.h>

#include "standards/normal.h"
#include "standards/sha256.h"

wm_status wm_reference_fill_normal(wm_format format, size_t count, const uint8_t seed[32],
                                   void *elements)
{
    const double *table;
    const wm_philox stream = wm_philox_from_seed(seed);
    const wm_status status = wm_normal_table(&table);
    if (status == WM_OK)
        for (size_t e = 0; e < count; e++)
            wm_format_store(format, elements, e, table[wm_philox_index16(&stream, e)]);
    return status;
}

void wm_reference_fill_int8(size_t count, const uint8_t seed[32], int8_t *elements)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t e = 0; e < count; e++) {
        const int high = wm_philox_index16(&stream, e) / 256;
        elements[e] = (int8_t)(high < 128 ? high : high - 256);
    }
}

void wm_reference_fill_index(size_t count, uint64_t bound, const uint8_t seed[32],
                             uint32_t *elements)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t e = 0; e < count; e++)
        elements[e] = (uint32_t)wm_philox_bounded(&stream, e, bound);
}

static double operand(const wm_gemm *gemm, bool rounded, const void *elements, size_t index)
{
    const double value = wm_format_load(gemm->operand_format, elements, index);
    return rounded && gemm->arithmetic == WM_ARITHMETIC_TF32
               ? (double)wm_format_tf32_round((float)value)
               : value;
}

void wm_reference_widen(const wm_gemm *gemm, bool rounded, const void *A, const void *B, double *a,
                        double *b)
{
    for (size_t i = 0; i < gemm->m; i++)
        for (size_t l = 0; l < gemm->k; l++)
            a[i * gemm->k + l] = operand(gemm, rounded, A, i * gemm->k + l);
    for (size_t j = 0; j < gemm->n; j++)
        for (size_t l = 0; l < gemm->k; l++)
            b[j * gemm->k + l] = operand(
                gemm, rounded, B, gemm->layout == WM_LAYOUT_NN ? l * gemm->n + j : j * gemm->k + l);
}

double wm_reference_gemm_element(const wm_gemm *gemm, const double *a, const double *b, size_t i,
                                 size_t j, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (size_t l = 0; l < gemm->k; l++) {
        const double product = a[i * gemm->k + l] * b[j * gemm->k + l];
        sum += product;
        *magnitude += fabs(product);
    }
    return sum;
}

void wm_reference_gemm(const wm_gemm *gemm, const double *a, const double *b, void *C)
{
    double magnitude;
    for (size_t i = 0; i < gemm->m; i++)
        for (size_t j = 0; j < gemm->n; j++)
            wm_format_store(gemm->output_format, C, i * gemm->n + j,
                            wm_reference_gemm_element(gemm, a, b, i, j, &magnitude));
}

static double score(const wm_attention *a, const uint16_t *Q, const uint16_t *K, size_t row,
                    size_t key)
{
    double dot = 0;
    for (size_t t = 0; t < a->depth; t++)
        dot += (double)wm_format_bf16_to_f32(Q[row * a->depth + t]) *
               (double)wm_format_bf16_to_f32(K[key * a->depth + t]);
    return dot / sqrt((double)a->depth);
}

void wm_reference_attention_row(const wm_attention *attention, const uint16_t *Q, const uint16_t *K,
                                const uint16_t *V, size_t row, double *output)
{
    const size_t s = attention->sequence, d = attention->depth, head = row / s * s;
    const size_t keys = wm_backend_keys(attention, row);
    double largest = -(double)INFINITY, sum = 0;
    for (size_t j = 0; j < keys; j++)
        largest = fmax(largest, score(attention, Q, K, row, head + j));
    for (size_t t = 0; t < d; t++)
        output[t] = 0;
    for (size_t j = 0; j < keys; j++) {
        const double weight = exp(score(attention, Q, K, row, head + j) - largest);
        sum += weight;
        for (size_t t = 0; t < d; t++)
            output[t] += weight * (double)wm_format_bf16_to_f32(V[(head + j) * d + t]);
    }
    for (size_t t = 0; t < d; t++)
        output[t] /= sum;
}

/* x . row for the vectors of signs. */
static void project(const uint16_t *row, const uint8_t *signs, size_t depth,
                    double to[WM_GUARD_SIGNS])
{
    for (unsigned q = 0; q < WM_GUARD_SIGNS; q++) {
        to[q] = 0;
        for (size_t t = 0; t < depth; t++)
            to[q] += (double)wm_format_bf16_to_f32(row[t]) * ((signs[t] >> q & 1) != 0 ? -1 : 1);
    }
}

static double square(const double *x, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return sum;
}

/* Adds one key with its weight, the probability times the sum of all. */
static void guard_key(wm_guard_row *sums, const uint16_t *V, const uint8_t *signs, size_t depth,
                      double weight, double r[WM_GUARD_SIGNS])
{
    double w[WM_GUARD_SIGNS], value[WM_GUARD_DEPTH];
    project(V, signs, depth, w);
    for (size_t t = 0; t < depth; t++)
        value[t] = (double)wm_format_bf16_to_f32(V[t]);
    for (unsigned q = 0; q < WM_GUARD_SIGNS; q++)
        r[q] += weight * w[q];
    sums->weighed += weight * sqrt(square(w, WM_GUARD_SIGNS));
    sums->squares += weight * weight;
    sums->weighed_squares += weight * weight * square(w, WM_GUARD_SIGNS);
    sums->largest = fmax(sums->largest, sqrt(square(value, depth)));
}

double wm_reference_attention_ratio(const wm_attention *attention,
                                    const uint16_t *const operands[4], const uint8_t seed[32],
                                    size_t row)
{
    const size_t s = attention->sequence, d = attention->depth, head = row / s * s;
    const size_t keys = wm_backend_keys(attention, row);
    const uint16_t *O = operands[3] + row * d;
    double l[WM_GUARD_SIGNS], r[WM_GUARD_SIGNS] = {0}, off[WM_GUARD_SIGNS], sum = 0;
    double largest = -(double)INFINITY;
    uint8_t signs[WM_GUARD_DEPTH];
    wm_guard_row sums = {0};
    wm_guard_signs(seed, d, signs);
    for (size_t j = 0; j < keys; j++)
        largest = fmax(largest, score(attention, operands[0], operands[1], row, head + j));
    for (size_t j = 0; j < keys; j++) {
        const double weight =
            exp(score(attention, operands[0], operands[1], row, head + j) - largest);
        guard_key(&sums, operands[2] + (head + j) * d, signs, d, weight, r);
        sum += weight;
    }
    project(O, signs, d, l);
    for (unsigned q = 0; q < WM_GUARD_SIGNS; q++) {
        r[q] /= sum;
        off[q] = l[q] - r[q];
    }
    for (size_t t = 0; t < d; t++) {
        const double o = (double)wm_format_bf16_to_f32(O[t]);
        sums.output_squares += o * o;
        sums.binades += o == 0 ? 0 : exp2(2 * floor(log2(fabs(o))));
    }
    sums.weighed /= sum;
    sums.squares /= sum * sum;
    sums.weighed_squares /= sum * sum;
    sums.projected_squares = square(r, WM_GUARD_SIGNS);
    sums.off = sqrt(square(off, WM_GUARD_SIGNS));
    return wm_guard_ratio(&sums, (double)keys);
}

void wm_reference_scatter(const wm_scatter *scatter, const float *src, const uint32_t *index,
                          double *out, double *magnitude)
{
    const size_t columns = scatter->columns;
    for (size_t i = 0; i < scatter->buckets * columns; i++)
        out[i] = magnitude[i] = 0;
    for (size_t r = 0; r < scatter->rows; r++)
        for (size_t c = 0; c < columns && index[r] < scatter->buckets; c++) {
            out[index[r] * columns + c] += (double)src[r * columns + c];
            magnitude[index[r] * columns + c] += fabs((double)src[r * columns + c]);
        }
}

void wm_reference_scatter_fixed(const wm_scatter *scatter, const float *src, const uint32_t *index,
                                float *out)
{
    for (size_t b = 0; b < scatter->buckets; b++) {
        int64_t sum = 0;
        for (size_t r = 0; r < scatter->rows; r++)
            if (index[r] == b)
                sum += (int64_t)nearbyint(ldexp((double)src[r], 40));
        out[b] = (float)ldexp((double)(float)sum, -40);
    }
}

/* Adds `count` values in `width` lanes, and then the lanes in halves. */
static float add_lanes(const float *values, size_t count, size_t width)
{
    float lanes[1024] = {0};
    for (size_t i = 0; i < count; i++)
        lanes[i % width] = i < width ? values[i] : lanes[i % width] + values[i];
    for (size_t half = width / 2; half >= 1; half /= 2)
        for (size_t l = 0; l < half; l++)
            lanes[l] = lanes[l] + lanes[l + half];
    return lanes[0];
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void wm_reference_reduce(size_t count, const float *x, float *out)
{
    size_t written = 0, level = 0;
    for (size_t i = 0; i < count; i += 16384)
        out[written++] = add_lanes(x + i, least(count - i, 16384), 1024);
    while (written - level > 1) {
        const size_t end = written;
        for (size_t i = level; i < end; i += 256)
            out[written++] = add_lanes(out + i, least(end - i, 256), 256);
        level = end;
    }
}

wm_reference_sum wm_reference_reduce_sum(size_t count, const float *x, const float *out,
                                         size_t element)
{
    const float *values = x;
    size_t width = 16384, sums = (count + width - 1) / width;
    long double sum = 0, squares = 0;
    for (; element >= sums; sums = (sums + 255) / 256) {
        values = values == x ? out : values + count;
        element -= sums;
        count = sums;
        width = 256;
    }
    const size_t addends = least(count - element * width, width);
    for (size_t i = 0; i < addends; i++) {
        const long double value = (long double)values[element * width + i];
        sum += value;
        squares += value * value;
    }
    return (wm_reference_sum){addends, (double)sum, (double)sqrtl(squares)};
}

void wm_reference_random_access(const wm_random_access *access, const uint32_t *table,
                                uint32_t *out)
{
    for (size_t lane = 0; lane < access->lanes; lane++) {
        uint64_t h = lane;
        out[lane] = 0;
        for (size_t step = 0; step < access->steps; step++) {
            h = h * 6364136223846793005u + 1442695040888963407u;
            const uint32_t x = table[(((h >> 32) * access->count) >> 32) * access->stride];
            out[lane] += x;
            if (access->dependent)
                h += (uint64_t)x << 32;
        }
    }
}

double wm_reference_probe(const wm_philox *stream, size_t column)
{
    const unsigned index = wm_philox_index16(stream, column);
    const double magnitude = (double)(48 + index % 32) / 64;
    return index / 32 % 2 == 1 ? -magnitude : magnitude;
}

double wm_reference_gap(wm_format format, double value)
{
    int digits, least; /* significant bits, and the exponent of the least normal number */
    int exponent;
    switch (format) {
    case WM_FORMAT_F16:
        digits = 11, least = -14;
        break;
    case WM_FORMAT_BF16:
        digits = 8, least = -126;
        break;
    case WM_FORMAT_F32:
        digits = 24, least = -126;
        break;
    default:
        digits = 53, least = -1022;
    }
    if (!isfinite(value))
        return (double)NAN;
    (void)frexp(value, &exponent); /* of a number in [1/2, 1) */
    exponent = value == 0 || exponent - 1 < least ? least : exponent - 1;
    return ldexp(1, exponent - (digits - 1));
}

/* One probe: its entries, their squares' sum, y = B x, and for one row r = A y - C x, C x and V,
 * with bounds on the errors of an arithmetic of unit roundoff u. */
typedef struct {
    size_t p;
    double *x;           /* n: the entries of all probes */
    double *y, *y_error; /* k */
    double square;       /* X2 */
    double r, cx, rounding, error, cx_error;
} probe_room;

enum { PROBES = WM_TABLES_PROBE_COLUMNS };

/* Higham, Accuracy and Stability of Numerical Algorithms, section 3.1: in any order, a sum of n
 * products is off by at most about n u times the sum of their absolute values. */
static double sum_bound(size_t terms, double u, double magnitude)
{
    return (double)(terms + 2) * u * magnitude;
}

static void multiply_B(const wm_gemm *gemm, const double *b, double u, probe_room *room)
{
    for (size_t l = 0; l < gemm->k; l++) {
        double sum = 0, magnitude = 0;
        for (size_t j = room->p; j < gemm->n; j += PROBES) {
            const double product = b[j * gemm->k + l] * room->x[j];
            sum += product;
            magnitude += fabs(product);
        }
        room->y[l] = sum;
        room->y_error[l] = sum_bound(gemm->n / PROBES, u, magnitude);
    }
}

static void multiply_row(const wm_residual *residual, const double *a, const void *C, double u,
                         size_t i, probe_room *room)
{
    const wm_gemm *gemm = residual->gemm;
    double ay = 0, ay_error = 0, cx = 0, cx_magnitude = 0, rounding = 0;
    for (size_t l = 0; l < gemm->k; l++) {
        const double element = a[i * gemm->k + l];
        ay += element * room->y[l];
        ay_error += fabs(element) * (room->y_error[l] + sum_bound(gemm->k, u, fabs(room->y[l])));
    }
    for (size_t j = room->p; j < gemm->n; j += PROBES) {
        const double c = wm_format_load(gemm->output_format, C, i * gemm->n + j), x = room->x[j];
        cx += c * x;
        cx_magnitude += fabs(c * x);
        if (residual->has_gap) {
            const double gap = wm_reference_gap(gemm->output_format, c);
            rounding += x * x * gap * gap / 12;
        }
    }
    room->r = ay - cx;
    room->cx = cx;
    room->rounding = rounding;
    room->cx_error = sum_bound(gemm->n / PROBES, u, cx_magnitude);
    room->error = ay_error + room->cx_error + 2 * u * fabs(ay - cx);
}

/* Adds row i under one probe to the result. */
static void take_row(const wm_residual *residual, size_t i, double u, const probe_room *room,
                     wm_reference_residual *reference)
{
    wm_residual_result *result = &reference->result;
    const size_t at = i * PROBES + room->p;
    const double r = room->r, squares = (2 * fabs(r) + room->error) * room->error;
    const double D =
        fmax(residual->gap_scale * room->rounding, residual->least_square * room->square);
    const double statistic = r * r / D;
    reference->statistics[at] =
        isfinite(room->cx) && isfinite(room->rounding) ? statistic : (double)NAN;
    reference->statistic_bounds[at] =
        squares / D + (double)(residual->gemm->n / PROBES + 8) * u * statistic;
    result->difference_max = fmax(result->difference_max, fabs(r));
    result->reference_max = fmax(result->reference_max, fabs(room->cx));
    result->residual_squares += r * r;
    result->rounding_squares += room->rounding;
    reference->difference_bound = fmax(reference->difference_bound, room->error);
    reference->reference_bound = fmax(reference->reference_bound, room->cx_error);
    reference->residual_bound += squares;
}

/* The largest statistic, or the first that is not finite. */
static void find_worst(const wm_gemm *gemm, wm_reference_residual *reference)
{
    wm_residual_result *result = &reference->result;
    result->row_statistic = -1;
    for (size_t i = 0; i < gemm->m; i++)
        for (uint32_t p = 0; p < PROBES && p < gemm->n; p++) {
            const double statistic = reference->statistics[i * PROBES + p];
            if (!isfinite(statistic)) {
                const double nan = (double)NAN;
                *result =
                    (wm_residual_result){nan, nan, nan, i, 0, nan, nan, result->probe_square_max};
                return;
            }
            if (statistic > result->row_statistic) {
                result->row_statistic = statistic;
                result->worst_row = i;
                result->worst_probe = p;
            }
        }
}

wm_status wm_reference_residual_run(const wm_residual *residual, size_t set, const double *a,
                                    const double *b, const void *C, double u,
                                    wm_reference_residual *reference)
{
    const wm_gemm *gemm = residual->gemm;
    const size_t m = gemm->m, n = gemm->n, k = gemm->k;
    double *numbers = malloc((n + 2 * k) * sizeof *numbers);
    if (numbers == NULL)
        return WM_E_NOMEM;
    const wm_philox stream = wm_philox_from_seed(residual->seeds[set]);
    probe_room room = {.x = numbers, .y = numbers + n, .y_error = numbers + n + k};
    reference->result = (wm_residual_result){0};
    reference->difference_bound = reference->reference_bound = reference->residual_bound = 0;
    for (size_t j = 0; j < n; j++)
        room.x[j] = wm_reference_probe(&stream, j);
    for (size_t e = 0; e < m * PROBES; e++)
        reference->statistics[e] = reference->statistic_bounds[e] = 0;
    for (room.p = 0; room.p < PROBES && room.p < n; room.p++) {
        double *largest = &reference->result.probe_square_max;
        room.square = 0;
        for (size_t j = room.p; j < n; j += PROBES)
            room.square += room.x[j] * room.x[j];
        *largest = fmax(*largest, room.square);
        multiply_B(gemm, b, u, &room);
        for (size_t i = 0; i < m; i++) {
            multiply_row(residual, a, C, u, i, &room);
            take_row(residual, i, u, &room, reference);
        }
    }
    reference->residual_bound += 1e-6 * reference->result.residual_squares;
    reference->rounding_bound = 1e-6 * reference->result.rounding_squares;
    find_worst(gemm, reference);
    free(numbers);
    return WM_OK;
}

wm_status wm_reference_scatter_residual(const wm_scatter *scatter, const float *src,
                                        const uint32_t *index, const float *out,
                                        const uint8_t weights[32], wm_difference *result)
{
    const double *table;
    const wm_status status = wm_normal_table(&table);
    if (status != WM_OK)
        return status;
    const wm_philox stream = wm_philox_from_seed(weights);
    const size_t columns = scatter->columns;
    double got = 0, wanted = 0, squares = 0;
    for (size_t j = 0; j < scatter->buckets * columns; j++)
        got += table[wm_philox_index16(&stream, j)] * (double)out[j];
    for (size_t r = 0; r < scatter->rows; r++)
        for (size_t c = 0; c < columns; c++) {
            if (index[r] >= scatter->buckets) {
                wanted = (double)NAN;
                continue;
            }
            const double weight = table[wm_philox_index16(&stream, index[r] * columns + c)];
            const double term = weight * (double)src[r * columns + c];
            wanted += term;
            squares += term * term;
        }
    *result = (wm_difference){fabs(got - wanted), sqrt(squares)};
    return WM_OK;
}

/* SHA-256(prefix || left || right): both leaves (right empty) and nodes. */
static void hash_parts(uint8_t prefix, const uint8_t *left, size_t left_size, const uint8_t *right,
                       size_t right_size, uint8_t hash[32])
{
    wm_sha256 state;
    wm_sha256_init(&state);
    wm_sha256_update(&state, &prefix, 1);
    wm_sha256_update(&state, left, left_size);
    wm_sha256_update(&state, right, right_size);
    wm_sha256_final(&state, hash);
}

/* MTH of RFC 6962 section 2.1 over pieces of piece_bytes; the last piece may be shorter. */
static void tree_hash(const uint8_t *bytes, size_t size_bytes, size_t piece_bytes, uint8_t hash[32])
{
    const size_t pieces = (size_bytes + piece_bytes - 1) / piece_bytes;
    if (pieces <= 1) {
        hash_parts(0, bytes, size_bytes, NULL, 0, hash);
        return;
    }
    size_t split = 1;
    while (2 * split < pieces)
        split *= 2;
    uint8_t left[32], right[32];
    tree_hash(bytes, split * piece_bytes, piece_bytes, left);
    tree_hash(bytes + split * piece_bytes, size_bytes - split * piece_bytes, piece_bytes, right);
    hash_parts(1, left, sizeof left, right, sizeof right, hash);
}

void wm_reference_digest(const uint8_t *bytes, size_t size_bytes, size_t row_bytes,
                         uint8_t digest[32], uint8_t *row_digests)
{
    const size_t rows = (size_bytes + row_bytes - 1) / row_bytes;
    for (size_t r = 0; r < rows; r++) {
        const size_t rest = size_bytes - r * row_bytes;
        tree_hash(bytes + r * row_bytes, rest < row_bytes ? rest : row_bytes, WM_TABLES_CHUNK_BYTES,
                  row_digests + r * 32);
    }
    tree_hash(row_digests, rows * 32, 32, digest);
}
