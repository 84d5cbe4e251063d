/* The reference loops. */
#include "backend/cpu/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standards/normal.h"
#include "standards/sha256.h"

static const double EPSILON = 1e-30; /* docs/formats/inputs.md section 7 */

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
    double largest = -(double)INFINITY, sum = 0;
    for (size_t j = 0; j < s; j++)
        largest = fmax(largest, score(attention, Q, K, row, head + j));
    for (size_t t = 0; t < d; t++)
        output[t] = 0;
    for (size_t j = 0; j < s; j++) {
        const double weight = exp(score(attention, Q, K, row, head + j) - largest);
        sum += weight;
        for (size_t t = 0; t < d; t++)
            output[t] += weight * (double)wm_format_bf16_to_f32(V[(head + j) * d + t]);
    }
    for (size_t t = 0; t < d; t++)
        output[t] /= sum;
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

void wm_reference_random_access(const wm_random_access *access, const uint32_t *table,
                                uint32_t *out)
{
    for (size_t lane = 0; lane < access->lanes; lane++) {
        uint64_t h = lane;
        out[lane] = 0;
        for (size_t step = 0; step < access->steps; step++) {
            h = h * 6364136223846793005u + 1442695040888963407u;
            const uint32_t x = table[((h >> 32) * access->count) >> 32];
            out[lane] += x;
            if (access->dependent)
                h += (uint64_t)x << 32;
        }
    }
}

static double probe(const double *table, const wm_philox *stream, size_t row, size_t p)
{
    return (double)(float)table[wm_philox_index16(stream, row * WM_TABLES_PROBE_COLUMNS + p)];
}

/* One probe: y = B x, r = A y - C x and cx = C x of one row, and the bounds on their errors for an
 * arithmetic of unit roundoff u. */
typedef struct {
    double *x;           /* n */
    double *y, *y_error; /* k */
    double *c, *norms;   /* C widened, m x n; the squares of its rows' norms, m */
    double r, cx, error, cx_error;
} probe_room;

/* Higham, Accuracy and Stability of Numerical Algorithms, section 3.1: in any order, a sum of n
 * products is off by at most about n u times the sum of their absolute values. */
static void multiply_B(const wm_gemm *gemm, const double *b, double u, probe_room *room)
{
    for (size_t l = 0; l < gemm->k; l++) {
        double sum = 0, magnitude = 0;
        for (size_t j = 0; j < gemm->n; j++) {
            const double product = b[j * gemm->k + l] * room->x[j];
            sum += product;
            magnitude += fabs(product);
        }
        room->y[l] = sum;
        room->y_error[l] = (double)(gemm->n + 2) * u * magnitude;
    }
}

static void multiply_row(const wm_gemm *gemm, const double *a, double u, size_t i, probe_room *room)
{
    double ay = 0, ay_error = 0, cx = 0, cx_magnitude = 0;
    for (size_t l = 0; l < gemm->k; l++) {
        const double element = a[i * gemm->k + l];
        ay += element * room->y[l];
        ay_error +=
            fabs(element) * (room->y_error[l] + (double)(gemm->k + 2) * u * fabs(room->y[l]));
    }
    for (size_t j = 0; j < gemm->n; j++) {
        const double product = room->c[i * gemm->n + j] * room->x[j];
        cx += product;
        cx_magnitude += fabs(product);
    }
    room->r = ay - cx;
    room->cx = cx;
    room->cx_error = (double)(gemm->n + 2) * u * cx_magnitude;
    room->error = ay_error + room->cx_error + 2 * u * fabs(ay - cx);
}

static void widen_C(const wm_gemm *gemm, const void *C, probe_room *room)
{
    for (size_t i = 0; i < gemm->m; i++) {
        room->norms[i] = 0;
        for (size_t j = 0; j < gemm->n; j++) {
            const double c = wm_format_load(gemm->output_format, C, i * gemm->n + j);
            room->c[i * gemm->n + j] = c;
            room->norms[i] += c * c;
        }
    }
}

/* Adds one probe's part to every row's statistic and to the maxima. */
static void take_probe(const wm_residual *residual, const double *a, double u, probe_room *room,
                       wm_reference_residual *reference)
{
    const wm_gemm *gemm = residual->gemm;
    const double scale = residual->row_scale;
    for (size_t i = 0; i < gemm->m; i++) {
        multiply_row(gemm, a, u, i, room);
        const double least = residual->row_square;
        const double square = room->norms[i] < least ? least : room->norms[i];
        const double expected = WM_TABLES_PROBE_COLUMNS * scale * scale * square + EPSILON;
        reference->statistics[i] += room->r * room->r / expected;
        reference->statistic_bounds[i] +=
            (2 * fabs(room->r) + room->error) * room->error / expected +
            (double)(gemm->n + 8) * u * room->r * room->r / expected;
        wm_residual_result *result = &reference->result;
        if (!isfinite(room->r) || !isfinite(room->cx))
            result->difference_max = (double)NAN;
        else if (!isnan(result->difference_max))
            result->difference_max = fmax(result->difference_max, fabs(room->r));
        result->reference_max = fmax(result->reference_max, fabs(room->cx));
        reference->difference_bound = fmax(reference->difference_bound, room->error);
        reference->reference_bound = fmax(reference->reference_bound, room->cx_error);
    }
}

static void find_worst_row(const wm_gemm *gemm, wm_reference_residual *reference)
{
    wm_residual_result *result = &reference->result;
    result->row_statistic = -1;
    for (size_t i = 0; i < gemm->m; i++) {
        const double statistic = reference->statistics[i];
        if (!isfinite(statistic)) {
            result->row_statistic = (double)NAN;
            result->worst_row = i;
            return;
        }
        if (statistic > result->row_statistic) {
            result->row_statistic = statistic;
            result->worst_row = i;
        }
    }
}

wm_status wm_reference_residual_run(const wm_residual *residual, size_t set, const double *a,
                                    const double *b, const void *C, double u,
                                    wm_reference_residual *reference)
{
    const double *table;
    const wm_gemm *gemm = residual->gemm;
    const size_t m = gemm->m, n = gemm->n, k = gemm->k;
    const wm_status status = wm_normal_table(&table);
    double *numbers = malloc((n + 2 * k + m * n + m) * sizeof *numbers);
    if (status != WM_OK || numbers == NULL) {
        free(numbers);
        return status != WM_OK ? status : WM_E_NOMEM;
    }
    const wm_philox stream = wm_philox_from_seed(residual->seeds[set]);
    probe_room room = {.x = numbers,
                       .y = numbers + n,
                       .y_error = numbers + n + k,
                       .c = numbers + n + 2 * k,
                       .norms = numbers + n + 2 * k + m * n};
    reference->result = (wm_residual_result){0, 0, 0, 0};
    reference->difference_bound = reference->reference_bound = 0;
    for (size_t i = 0; i < m; i++)
        reference->statistics[i] = reference->statistic_bounds[i] = 0;
    widen_C(gemm, C, &room);
    for (size_t p = 0; p < WM_TABLES_PROBE_COLUMNS; p++) {
        for (size_t j = 0; j < n; j++)
            room.x[j] = probe(table, &stream, j, p);
        multiply_B(gemm, b, u, &room);
        take_probe(residual, a, u, &room, reference);
    }
    find_worst_row(gemm, reference);
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
