/* Tests a device's checks but the residual: each on a correct output and on one with a known fault.
 */
#include <math.h>
#include <string.h>

#include "backend/cpu/reference.h"
#include "backend/guard.h"
#include "record/laws/plan.h"
#include "standards/merkle.h"
#include "verify/selftest_case.h"

typedef enum { RIGHT, WRONG, NOT_A_NUMBER } fault;

static const char *const FAULTS[] = {"right", "one element wrong", "one element NaN"};

static void expect_difference(wm_selftest_case *test, const wm_difference *got, double difference,
                              double reference, double relative)
{
    wm_selftest_expect(test,
                       wm_selftest_near(got->difference_max, difference, relative * reference),
                       "difference_max is %.9g, wanted %.9g", got->difference_max, difference);
    wm_selftest_expect(test, wm_selftest_near(got->reference_max, reference, relative * reference),
                       "reference_max is %.9g, wanted %.9g", got->reference_max, reference);
}

static void triad_checks(wm_selftest_case *test)
{
    enum { COUNT = 100003, AT = 77777 };
    for (int spoiled = RIGHT; spoiled <= NOT_A_NUMBER; spoiled++) {
        double largest = 0;
        wm_selftest_begin(test, "triad_residual", "%d elements, %s", COUNT, FAULTS[spoiled]);
        const float *b = wm_selftest_draw(test, WM_FORMAT_F32, COUNT, 40);
        const float *c = wm_selftest_draw(test, WM_FORMAT_F32, COUNT, 41);
        float *a = wm_selftest_host(test, COUNT * sizeof *a);
        for (size_t i = 0; i < COUNT; i++) {
            a[i] = fmaf(3, c[i], b[i]);
            largest = fmax(largest, fabs((double)a[i]));
        }
        const float right = a[AT];
        if (spoiled != RIGHT)
            a[AT] = spoiled == WRONG ? nextafterf(right, 100) : NAN;
        wm_difference got = {NAN, NAN};
        const wm_device_buffer *A = wm_selftest_put(test, a, COUNT * sizeof *a);
        const wm_device_buffer *B = wm_selftest_put(test, b, COUNT * sizeof *b);
        const wm_device_buffer *C = wm_selftest_put(test, c, COUNT * sizeof *c);
        if (WM_SELFTEST_OK(test, triad_residual, A, B, C, COUNT, &got))
            expect_difference(test, &got, fabs((double)a[AT] - (double)right), largest, 0);
        wm_selftest_end(test);
    }
}

static void comparisons(wm_selftest_case *test)
{
    enum { COUNT = 5001, AT = 4321 };
    for (int format = 0; format < WM_FORMAT_COUNT; format++)
        for (int spoiled = RIGHT; spoiled <= NOT_A_NUMBER; spoiled++) {
            const wm_format kind = (wm_format)format;
            double largest = 0;
            if (spoiled == NOT_A_NUMBER && kind > WM_FORMAT_F64)
                continue;
            wm_selftest_begin(test, "compare", "%s, %s", wm_format_name(kind), FAULTS[spoiled]);
            const size_t size = COUNT * wm_format_size(kind);
            const void *b = wm_selftest_draw(test, kind, COUNT, 42);
            void *a = wm_selftest_draw(test, kind, COUNT, 42);
            for (size_t i = 0; i < COUNT; i++)
                largest = fmax(largest, fabs(wm_format_load(kind, b, i)));
            if (spoiled != RIGHT)
                wm_format_store(kind, a, AT, spoiled == WRONG ? 13 : (double)NAN);
            const double difference =
                fabs(wm_format_load(kind, a, AT) - wm_format_load(kind, b, AT));
            wm_difference got = {NAN, NAN};
            const wm_device_buffer *A = wm_selftest_put(test, a, size);
            const wm_device_buffer *B = wm_selftest_put(test, b, size);
            if (WM_SELFTEST_OK(test, compare, A, B, kind, COUNT, &got))
                expect_difference(test, &got, difference, largest, 0);
            wm_selftest_end(test);
        }
}

/* What a call must count, and what it must leave in the output. */
static size_t expect_bits(uint8_t *output, const uint8_t *wanted, size_t size, unsigned spoil)
{
    size_t words = 0;
    for (size_t at = 0; at < size; at += 4) {
        const size_t end = size - at < 4 ? size : at + 4;
        words += memcmp(output + at, wanted + at, end - at) != 0;
        for (size_t i = at; i < end && at / 4 % WM_BACKEND_SPOIL_WORDS == spoil; i++)
            output[i] = (uint8_t)~wanted[i];
    }
    return words;
}

static void expect_tally(wm_selftest_case *test, const wm_device_buffer *tally,
                         const size_t words[3])
{
    uint64_t got[WM_BACKEND_TALLY_BYTES / 8];
    uint64_t different = 0, sum = 0;
    for (int call = 0; call < 3; call++) {
        different += words[call] != 0;
        sum += words[call];
    }
    if (wm_selftest_fetch(test, tally, got, sizeof got))
        wm_selftest_expect(test, got[0] == 3 && got[1] == different && got[2] == sum,
                           "%llu calls, %llu different, %llu words", (unsigned long long)got[0],
                           (unsigned long long)got[1], (unsigned long long)got[2]);
}

/* Three calls: equal bytes; after two bytes were changed; after what the calls before spoiled. */
static void one_bit_comparison(wm_selftest_case *test, size_t size, unsigned spoil)
{
    size_t words[3] = {0};
    wm_selftest_begin(test, "compare_bits", "%zu bytes, spoils word %u", size, spoil);
    const uint8_t *wanted = wm_selftest_draw(test, WM_FORMAT_I8, size, 61);
    uint8_t *output = wm_selftest_host(test, size), *got = wm_selftest_host(test, size);
    const wm_bits bits = {wm_selftest_output(test, size), wm_selftest_put(test, wanted, size), size,
                          spoil, wm_selftest_output(test, WM_BACKEND_TALLY_BYTES)};
    memcpy(output, wanted, size);
    bool good = WM_SELFTEST_OK(test, fill_bytes, bits.tally, WM_BACKEND_TALLY_BYTES, 0);
    for (int call = 0; call < 3 && good; call++) {
        output[size - 1] ^= call == 1 ? 1 : 0;
        output[size / 2] ^= call == 1 ? 0x80 : 0;
        if (call < 2)
            good = WM_SELFTEST_OK(test, upload, bits.output, 0, output, size);
        words[call] = expect_bits(output, wanted, size, spoil);
        good = good && WM_SELFTEST_OK(test, compare_bits, &bits);
    }
    expect_tally(test, bits.tally, words);
    if (wm_selftest_fetch(test, bits.output, got, size))
        wm_selftest_expect(test, memcmp(got, output, size) == 0, "other words are spoiled");
    wm_selftest_end(test);
}

static void bit_comparisons(wm_selftest_case *test)
{
    static const size_t SIZES[] = {1, 3, 18, 4096, 70001, (5 << 20) + 6};
    static const unsigned SPOILS[] = {0, 77, 127, WM_BACKEND_NO_SPOIL};
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++)
        for (size_t p = 0; p < sizeof SPOILS / sizeof *SPOILS; p++)
            one_bit_comparison(test, SIZES[s], SPOILS[p]);
}

/* The largest error of the sums by the reference; NaN if one is not finite. */
static double reduction_error(size_t count, const float *x, const float *out)
{
    double largest = 0;
    for (size_t i = 0; i < wm_plan_sums(count); i++) {
        const wm_reference_sum sum = wm_reference_reduce_sum(count, x, out, i);
        const double error = fabs((double)out[i] - sum.sum) / (sqrt((double)sum.count) * sum.norm);
        largest = isnan(largest) || error <= largest ? largest : error;
    }
    return isfinite(largest) ? largest : (double)NAN;
}

/* One sum of each level is wrong in turn. */
static void one_reduction_check(wm_selftest_case *test, fault spoiled, size_t place)
{
    enum { COUNT = 4500011 };
    const size_t size = (size_t)wm_plan_sums(COUNT) * sizeof(float);
    wm_selftest_begin(test, "reduction_residual", "sum %zu, %s", place, FAULTS[spoiled]);
    const float *x = wm_selftest_draw(test, WM_FORMAT_F32, COUNT, 43);
    float *out = wm_selftest_host(test, size);
    wm_reference_reduce(COUNT, x, out);
    if (spoiled != RIGHT)
        out[place] = spoiled == NOT_A_NUMBER ? NAN : out[place] + 2.75f;
    const wm_reduction reduction = {false, COUNT, wm_selftest_put(test, x, COUNT * sizeof *x),
                                    wm_selftest_put(test, out, size)};
    wm_difference got = {spoiled == NOT_A_NUMBER ? 0 : NAN, NAN};
    if (WM_SELFTEST_OK(test, reduction_residual, &reduction, &got))
        expect_difference(test, &got, reduction_error(COUNT, x, out), 1, 1e-14);
    wm_selftest_end(test);
}

static void reduction_checks(wm_selftest_case *test)
{
    static const size_t PLACES[] = {0, 274, 275, 276, 277}; /* level 0: 275, level 1: 2, level 2 */
    one_reduction_check(test, RIGHT, 0);
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        one_reduction_check(test, WRONG, PLACES[i]);
        one_reduction_check(test, NOT_A_NUMBER, PLACES[i]);
    }
}

enum { OUTSIDE = NOT_A_NUMBER + 1 }; /* a fault of scatters only: an index without a bucket */

static void scatter_checks(wm_selftest_case *test)
{
    static const size_t SHAPES[][3] = {{1, 1, 1}, {40000, 1, 700}, {500, 33, 21}};
    for (size_t s = 0; s < 3; s++)
        for (int spoiled = RIGHT; spoiled <= OUTSIDE; spoiled++) {
            uint8_t seed[32];
            const size_t rows = SHAPES[s][0], columns = SHAPES[s][1], buckets = SHAPES[s][2];
            const size_t sources = rows * columns, targets = buckets * columns;
            wm_selftest_begin(test, "scatter_residual", "%zu rows of %zu into %zu, %s", rows,
                              columns, buckets,
                              spoiled == OUTSIDE ? "one index outside" : FAULTS[spoiled]);
            wm_selftest_seed(44, seed);
            const float *src = wm_selftest_draw(test, WM_FORMAT_F32, sources, 45);
            uint32_t *index = wm_selftest_host(test, rows * 4);
            double *sums = wm_selftest_host(test, 2 * targets * sizeof *sums);
            float *out = wm_selftest_host(test, targets * sizeof *out);
            wm_reference_fill_index(rows, buckets, seed, index);
            wm_scatter scatter = {false, rows, columns, buckets, NULL, NULL, NULL};
            wm_reference_scatter(&scatter, src, index, sums, sums + targets);
            for (size_t i = 0; i < targets; i++)
                out[i] = (float)sums[i];
            if (spoiled == OUTSIDE)
                index[rows / 2] = (uint32_t)buckets + 7;
            else if (spoiled != RIGHT)
                out[targets / 2] = spoiled == WRONG ? out[targets / 2] + 0.5f : NAN;
            scatter.src = wm_selftest_put(test, src, sources * sizeof *src);
            scatter.index = wm_selftest_put(test, index, rows * 4);
            scatter.out = wm_selftest_put(test, out, targets * sizeof *out);
            wm_difference wanted, got = {NAN, NAN};
            if (wm_selftest_ok(test, wm_reference_scatter_residual(&scatter, src, index, out, seed,
                                                                   &wanted)) &&
                WM_SELFTEST_OK(test, scatter_residual, &scatter, seed, &got))
                expect_difference(test, &got, wanted.difference_max, wanted.reference_max, 1e-13);
            wm_selftest_end(test);
        }
}

static void random_access_checks(wm_selftest_case *test)
{
    enum { COUNT = 5003, LANES = 90, STEPS = 40, KINDS = 4 };
    for (int kind = 0; kind < KINDS; kind++)
        for (uint64_t wrong = 0; wrong < 3; wrong++) {
            const bool dependent = kind % 2 == 1;
            const size_t stride = kind / 2 == 1 ? 32 : 1, words = COUNT * stride;
            uint8_t seed[32];
            wm_selftest_begin(test, "random_access_residual", "%s, stride %zu, %llu lanes wrong",
                              dependent ? "dependent" : "independent", stride,
                              (unsigned long long)wrong);
            wm_selftest_seed(46, seed);
            uint32_t *table = wm_selftest_host(test, words * 4);
            uint32_t *out = wm_selftest_host(test, LANES * 4);
            wm_reference_fill_index(COUNT, 1ull << 32, seed, table);
            for (size_t e = COUNT; e-- > 1;) /* word e goes to its place, never below e */
                table[e * stride] = table[e];
            wm_random_access access = {dependent, COUNT, stride, LANES, STEPS, NULL, NULL};
            wm_reference_random_access(&access, table, out);
            for (uint64_t w = 0; w < wrong; w++)
                out[LANES - 1 - 31 * w] ^= 4;
            access.table = wm_selftest_put(test, table, words * 4);
            access.out = wm_selftest_put(test, out, LANES * 4);
            uint64_t got = 99;
            if (WM_SELFTEST_OK(test, random_access_residual, &access, seed, &got))
                wm_selftest_expect(test, got == wrong, "says %llu", (unsigned long long)got);
            wm_selftest_end(test);
        }
}

enum { ROWS = 300, DEPTH = 24, ASKED = 40, SPOILED_ROW = 217 };

/* The reference's result for these rows. */
static wm_attention_result attention_answer(wm_selftest_case *test, const wm_attention *attention,
                                            const uint16_t *const operands[4], const uint64_t *rows)
{
    wm_attention_result wanted = {-1, 0, 0, 0};
    double *row = wm_selftest_host(test, DEPTH * sizeof *row);
    for (size_t i = 0; i < ASKED; i++) {
        const double keys = (double)wm_backend_keys(attention, (size_t)rows[i]);
        const double weight = attention->causal ? sqrt(keys) : 1;
        wm_reference_attention_row(attention, operands[0], operands[1], operands[2], rows[i], row);
        for (size_t t = 0; t < DEPTH; t++) {
            const double O = (double)wm_format_bf16_to_f32(operands[3][rows[i] * DEPTH + t]);
            const double difference = fabs(O - row[t]) * weight;
            if (!(difference <= wanted.difference_max) && !isnan(wanted.difference_max)) {
                wanted.difference_max = difference;
                wanted.worst_row = rows[i];
            }
            wanted.reference_max = fmax(wanted.reference_max, fabs(row[t]) * weight);
        }
    }
    return wanted;
}

/* Draws Q, K and V; O is correct except for the fault in a row. */
static void draw_attention(wm_selftest_case *test, const wm_attention *attention, fault spoiled,
                           size_t spoiled_row, uint16_t *operands[4])
{
    const size_t depth = attention->depth;
    const size_t rows = attention->batch * attention->heads * attention->sequence;
    double row[WM_GUARD_DEPTH];
    for (uint32_t i = 0; i < 4; i++)
        operands[i] = wm_selftest_draw(test, WM_FORMAT_BF16, rows * depth, 47 + i);
    for (size_t r = 0; r < rows; r++) {
        wm_reference_attention_row(attention, operands[0], operands[1], operands[2], r, row);
        for (size_t t = 0; t < depth; t++)
            wm_format_store(WM_FORMAT_BF16, operands[3], r * depth + t, row[t]);
    }
    if (spoiled != RIGHT)
        wm_format_store(WM_FORMAT_BF16, operands[3], spoiled_row * depth + depth / 4,
                        spoiled == WRONG ? 9.25 : (double)NAN);
}

/* Puts operands on the device. */
static void put_attention(wm_selftest_case *test, wm_attention *attention, uint16_t *operands[4])
{
    const size_t rows = attention->batch * attention->heads * attention->sequence;
    wm_device_buffer *buffers[4];
    for (int i = 0; i < 4; i++)
        buffers[i] = wm_selftest_put(test, operands[i], rows * attention->depth * 2);
    attention->Q = buffers[0];
    attention->K = buffers[1];
    attention->V = buffers[2];
    attention->O = buffers[3];
}

/* The ratios of all rows, by the reference: the largest, and what is a suspect. */
static wm_attention_guard guard_answer(const wm_attention *attention,
                                       const uint16_t *const operands[4], const uint8_t seed[32])
{
    wm_attention_guard wanted = {.suspects = 0};
    for (size_t r = 0; r < attention->batch * attention->heads * attention->sequence; r++)
        wm_guard_take(&wanted, r, wm_reference_attention_ratio(attention, operands, seed, r));
    return wanted;
}

static void expect_guard(wm_selftest_case *test, const wm_attention_guard *got,
                         const wm_attention_guard *wanted, uint64_t suspect)
{
    wm_selftest_expect(
        test, wm_selftest_near(got->ratio_max, wanted->ratio_max, 4e-3 + 1e-3 * wanted->ratio_max),
        "the largest ratio is %.6g, wanted %.6g", got->ratio_max, wanted->ratio_max);
    wm_selftest_expect(test, got->suspects == wanted->suspects, "%llu suspects, wanted %llu",
                       (unsigned long long)got->suspects, (unsigned long long)wanted->suspects);
    wm_selftest_expect(test, got->suspects == 0 || got->rows[0] == suspect,
                       "suspects row %llu, wanted %llu", (unsigned long long)got->rows[0],
                       (unsigned long long)suspect);
    wm_selftest_expect(test, got->row_sum_error >= 0 && got->row_sum_error < 4e-6,
                       "row sums are off by %.2g", got->row_sum_error);
}

static void guard_checks(wm_selftest_case *test)
{
    static const size_t SHAPES[][4] = {{2, 3, 50, 24},  {1, 1, 300, 40}, {1, 2, 129, 7},
                                       {2, 1, 33, 130}, {1, 1, 70, 256}, {1, 2, 1, 8}};
    for (size_t s = 0; s < sizeof SHAPES / sizeof *SHAPES; s++)
        for (int kind = 0; kind < 2 * (NOT_A_NUMBER + 1); kind++) {
            const size_t *shape = SHAPES[s];
            const bool causal = kind % 2 != 0;
            const int spoiled = kind / 2;
            const size_t row = shape[0] * shape[1] * shape[2] * 2 / 3;
            wm_attention attention = {causal, shape[0], shape[1], shape[2], shape[3],
                                      NULL,   NULL,     NULL,     NULL};
            uint16_t *operands[4];
            uint8_t seed[32];
            wm_attention_guard got = {.ratio_max = NAN, .suspects = 99};
            wm_selftest_begin(test, "attention_guard", "%zux%zux%zux%zu%s, %s", shape[0], shape[1],
                              shape[2], shape[3], causal ? " causal" : "", FAULTS[spoiled]);
            wm_selftest_seed(51, seed);
            draw_attention(test, &attention, (fault)spoiled, row, operands);
            put_attention(test, &attention, operands);
            const wm_attention_guard wanted =
                guard_answer(&attention, (const uint16_t *const *)operands, seed);
            if (WM_SELFTEST_OK(test, attention_guard, &attention, seed, &got))
                expect_guard(test, &got, &wanted, row);
            wm_selftest_end(test);
        }
}

static void attention_checks(wm_selftest_case *test)
{
    for (int kind = 0; kind < 2 * (NOT_A_NUMBER + 1); kind++) {
        const bool causal = kind % 2 != 0;
        const int spoiled = kind / 2;
        wm_selftest_begin(test, "attention_residual", "%d rows of %d%s, %s", ASKED, ROWS,
                          causal ? ", causal" : "", FAULTS[spoiled]);
        uint16_t *operands[4];
        wm_attention attention = {causal, 2, 3, ROWS / 6, DEPTH, NULL, NULL, NULL, NULL};
        uint64_t rows[ASKED];
        for (uint64_t i = 0; i < ASKED; i++)
            rows[i] = (SPOILED_ROW + 7 * i) % ROWS;
        draw_attention(test, &attention, (fault)spoiled, SPOILED_ROW, operands);
        put_attention(test, &attention, operands);
        wm_attention_result got = {.difference_max = NAN};
        const wm_attention_result wanted =
            attention_answer(test, &attention, (const uint16_t *const *)operands, rows);
        if (WM_SELFTEST_OK(test, attention_residual, &attention, rows, ASKED, &got)) {
            const wm_difference difference = {got.difference_max, got.reference_max};
            expect_difference(test, &difference, wanted.difference_max, wanted.reference_max, 1e-9);
            wm_selftest_expect(test, got.worst_row == wanted.worst_row,
                               "worst row is %llu, wanted %llu", (unsigned long long)got.worst_row,
                               (unsigned long long)wanted.worst_row);
            wm_selftest_expect(test, got.row_sum_error >= 0 && got.row_sum_error < 1e-5,
                               "row sums are off by %.2g", got.row_sum_error);
        }
        wm_selftest_end(test);
    }
}

/* An output that is digested and opened. */
typedef struct {
    const uint8_t *bytes; /* in the device's layout */
    const wm_device_buffer *buffer;
    wm_device_buffer *tree;
    size_t size, row, rows;
    uint8_t *digest; /* from the reference, followed by the digests of the rows */
} digested;

static digested draw_output(wm_selftest_case *test, size_t size, size_t row, uint32_t seed)
{
    digested d = {.size = size, .row = row, .rows = (size - 1) / row + 1};
    d.bytes = wm_selftest_draw(test, WM_FORMAT_I8, size, seed);
    d.buffer = wm_selftest_put(test, d.bytes, size);
    d.tree = wm_selftest_output(test, wm_backend_tree_bytes(size, row));
    d.digest = wm_selftest_host(test, (d.rows + 1) * 32);
    wm_reference_digest(d.bytes, size, row, d.digest, d.digest + 32);
    return d;
}

/* Checks an opening: its chunk, and each leaf as the digest of a row of that chunk alone. */
static void expect_opening(wm_selftest_case *test, const uint8_t *row, size_t size, size_t chunk,
                           const uint8_t *got_chunk, const uint8_t *got_leaves, size_t leaves)
{
    enum { CHUNK = WM_TABLES_CHUNK_BYTES };
    for (size_t c = 0; c < leaves; c++) {
        uint8_t digest[32], leaf[32] = {0}, bytes[CHUNK] = {0};
        const size_t at = c * CHUNK, left = at >= size ? 0 : size - at < CHUNK ? size - at : CHUNK;
        if (left > 0)
            wm_reference_digest(row + at, left, left, digest, leaf);
        wm_selftest_expect(test, memcmp(got_leaves + c * 32, leaf, 32) == 0, "wrong leaf");
        memcpy(bytes, row + at, left);
        wm_selftest_expect(test, c != chunk || memcmp(got_chunk, bytes, CHUNK) == 0, "wrong chunk");
    }
}

/* Checks that the siblings lead from the row's leaf to the digest, and are zeros if the tree has
 * none. */
static void expect_siblings(wm_selftest_case *test, const digested *d, size_t row,
                            const uint8_t *siblings)
{
    static const uint8_t zeros[32];
    uint8_t path[64 * 32], leaf[32];
    size_t used = 0, at = row, count = d->rows;
    for (; count > 1; at /= 2, count = (count + 1) / 2, siblings += 32) {
        if ((at ^ 1) < count)
            memcpy(path + 32 * used++, siblings, 32);
        else
            wm_selftest_expect(test, memcmp(siblings, zeros, 32) == 0,
                               "a sibling is not zero where the tree has none");
    }
    wm_merkle_leaf(d->digest + 32 + row * 32, 32, leaf);
    wm_selftest_expect(
        test, wm_merkle_check_inclusion(leaf, row, d->rows, path, used, d->digest) == WM_OK,
        "the siblings do not lead to the digest");
}

/* Opens some places of the tree that the digest made. */
static void expect_openings(wm_selftest_case *test, const digested *d)
{
    enum { PLACES = 5 };
    const size_t leaves = (d->row - 1) / WM_TABLES_CHUNK_BYTES + 1;
    const unsigned levels = wm_backend_tree_levels(d->rows);
    wm_backend_place places[PLACES] = {{d->rows - 1, 0}};
    for (size_t i = 1; i < PLACES; i++)
        places[i] = (wm_backend_place){i * 7 % d->rows, d->rows > 1 ? i % leaves : 0};
    places[PLACES - 1].row = 0;
    if (places[PLACES - 1].chunk * WM_TABLES_CHUNK_BYTES >= d->size)
        places[PLACES - 1].chunk = 0;
    for (size_t i = 1; i < PLACES; i++)
        if (places[i].row == d->rows - 1)
            places[i].chunk = 0; /* the only chunk that a short last row has for certain */
    const wm_openings o = {.buffer = d->buffer,
                           .tree = d->tree,
                           .size_bytes = d->size,
                           .row_bytes = d->row,
                           .count = PLACES,
                           .places = places,
                           .chunks = wm_selftest_host(test, (size_t)PLACES * WM_TABLES_CHUNK_BYTES),
                           .leaves = wm_selftest_host(test, PLACES * leaves * 32),
                           .siblings = wm_selftest_host(test, PLACES * (levels + 1) * 32)};
    uint8_t none; /* of the tree, which may have gaps: only the margin behind it is checked */
    if (WM_SELFTEST_OK(test, open_chunks, &o) && wm_selftest_fetch(test, d->tree, &none, 0))
        for (size_t i = 0; i < PLACES; i++) {
            const size_t row = (size_t)places[i].row, at = row * d->row;
            expect_opening(test, d->bytes + at, d->size - at < d->row ? d->size - at : d->row,
                           (size_t)places[i].chunk, o.chunks + i * WM_TABLES_CHUNK_BYTES,
                           o.leaves + i * leaves * 32, leaves);
            expect_siblings(test, d, row, o.siblings + i * levels * 32);
        }
    places[0].row = d->rows;
    wm_selftest_expect(test, test->ops->open_chunks(test->device, &o) == WM_E_ARG,
                       "a row past the end was not refused");
}

static void digests(wm_selftest_case *test)
{
    static const size_t SIZES[][2] = {
        {1, 1},          {1023, 1023},      {1024, 1024},    {1025, 1025},
        {5000, 1000},    {5000, 4999},      {70000, 3000},   {262145, 65536},
        {1 << 20, 8192}, {200000, 1 << 20}, {700000, 600000}};
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++)
        for (int with_tree = 0; with_tree < 2; with_tree++) {
            uint8_t got[32];
            wm_selftest_begin(test, "digest", "%zu bytes in rows of %zu%s", SIZES[s][0],
                              SIZES[s][1], with_tree ? ", with its tree" : "");
            const digested d = draw_output(test, SIZES[s][0], SIZES[s][1], 51);
            if (WM_SELFTEST_OK(test, digest, d.buffer, d.size, d.row, got,
                               with_tree ? d.tree : NULL)) {
                wm_selftest_expect(test, memcmp(got, d.digest, 32) == 0, "wrong digest");
                if (with_tree)
                    expect_openings(test, &d);
            }
            wm_selftest_end(test);
        }
}

static void openings(wm_selftest_case *test)
{
    static const size_t SIZES[][2] = {
        {1, 1}, {5000, 1000}, {70000, 3000}, {1 << 20, 8192}, {300000, 1100}};
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++) {
        uint8_t digest[32];
        wm_selftest_begin(test, "open_chunks", "%zu bytes in rows of %zu", SIZES[s][0],
                          SIZES[s][1]);
        const digested d = draw_output(test, SIZES[s][0], SIZES[s][1], 53);
        if (WM_SELFTEST_OK(test, digest, d.buffer, d.size, d.row, digest, d.tree))
            expect_openings(test, &d);
        wm_selftest_end(test);
    }
}

void wm_selftest_checks_run(wm_selftest_case *test)
{
    static const wm_selftest_group GROUPS[] = {
        {{"triad_residual"}, triad_checks},
        {{"compare"}, comparisons},
        {{"compare_bits"}, bit_comparisons},
        {{"reduction_residual"}, reduction_checks},
        {{"scatter_residual"}, scatter_checks},
        {{"random_access_residual"}, random_access_checks},
        {{"attention_residual"}, attention_checks},
        {{"attention_guard"}, guard_checks},
        {{"digest"}, digests},
        {{"open_chunks"}, openings},
    };
    wm_selftest_groups(test, GROUPS, sizeof GROUPS / sizeof *GROUPS);
}
