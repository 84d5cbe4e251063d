/* Tests of verify/opened and the workloads' opened kinds: plain loops over the operands of a device
 * give the same ranges, to the last place. */
#include "verify/opened.h"

#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wm_device *device;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(2);
    return device != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

/* ---- what plain loops say about an output ---------------------------------------------------- */

/* An output: the exact value of each element, and its allowance. */
typedef struct {
    wm_item item;
    wm_workload workload;
    double *operand[3];
    size_t count;
    double *exact, *allowed;
} plain;

static double *read_operand(const wm_workload *workload, unsigned which)
{
    const wm_operand operand = wm_workload_operand(workload->item, which);
    const size_t count = (size_t)operand.count, stride = operand.stride;
    const size_t size = count * stride * wm_format_size(operand.format);
    double *values = malloc(count * sizeof *values), *raw = malloc(size + sizeof *raw);
    assert_true(values != NULL && raw != NULL);
    assert_int_equal(device->ops->download(device, workload->operand[which], 0, raw, size), WM_OK);
    for (size_t i = 0; i < count; i++)
        values[i] = wm_format_load(operand.format, raw, i * stride);
    free(raw);
    return values;
}

/* E of a sum, from inputs.md section 8. */
static double of_sum(double k, double squares)
{
    const double S = sqrt(squares);
    return (k > 2 ? 8 * sqrt(k - 2) * S / 16777216 : 0) + k * sqrt(k) * S / 9007199254740992;
}

static void loop_triad(plain *p)
{
    for (size_t i = 0; i < p->count; i++)
        p->exact[i] = (double)fmaf(3, (float)p->operand[1][i], (float)p->operand[0][i]);
}

static void loop_copy(plain *p)
{
    memcpy(p->exact, p->operand[0], p->count * sizeof *p->exact);
}

static void loop_access(plain *p)
{
    const uint64_t n = p->item.dimension[0];
    for (uint64_t w = 0; w < p->count; w++) {
        uint64_t h = w;
        uint32_t sum = 0;
        for (uint32_t step = 0; step < p->item.dimension[2]; step++) {
            uint32_t x;
            h = 6364136223846793005u * h + 1442695040888963407u;
            x = (uint32_t)p->operand[0][((h >> 32) * n) >> 32];
            if (wm_tables_has(p->item.variant, WM_TRAIT_DEPENDENT))
                h += 4294967296u * x;
            sum += x;
        }
        p->exact[w] = sum;
    }
}

static void loop_scatter(plain *p)
{
    const bool is_matrix = strcmp(p->item.variant->workload, "index_add") == 0;
    const bool is_fixed = strcmp(p->item.variant->variant, "fixed") == 0;
    const size_t columns = is_matrix ? p->item.dimension[1] : 1;
    double *hits = calloc(p->count, sizeof *hits), *squares = calloc(p->count, sizeof *squares);
    long double *sum = calloc(p->count, sizeof *sum);
    assert_true(hits != NULL && squares != NULL && sum != NULL);
    for (size_t r = 0; r < p->item.dimension[0]; r++)
        for (size_t c = 0; c < columns; c++) {
            const size_t to = (size_t)p->operand[1][r] * columns + c;
            const double x = p->operand[0][r * columns + c];
            sum[to] += x;
            squares[to] += x * x;
            hits[to]++;
        }
    for (size_t i = 0; i < p->count; i++) {
        p->exact[i] = is_fixed ? (double)(float)sum[i] : (double)sum[i];
        p->allowed[i] = is_fixed ? 0 : of_sum(hits[i], squares[i]);
    }
    free(hits);
    free(squares);
    free(sum);
}

/* The sums of inputs.md section 4, written out as a tree of lanes. */
static float fold(const float *x, size_t count, size_t lanes)
{
    float lane[1024];
    for (size_t l = 0; l < lanes; l++) {
        lane[l] = l < count ? x[l] : 0;
        for (size_t i = l + lanes; i < count; i += lanes)
            lane[l] = lane[l] + x[i];
    }
    for (; lanes > 1; lanes /= 2)
        for (size_t l = 0; l < lanes / 2; l++)
            lane[l] = lane[l] + lane[l + lanes / 2];
    return lane[0];
}

/* One level above `x`; returns its number of sums. `at`: the first element of the level. */
static size_t loop_level(plain *p, const float *x, size_t count, size_t fan, size_t at, float *out)
{
    const bool is_fixed = strcmp(p->item.variant->variant, "deterministic") == 0;
    size_t sums = 0;
    for (size_t first = 0; first < count; first += fan, sums++) {
        const size_t some = count - first < fan ? count - first : fan;
        double sum = 0, squares = 0;
        for (size_t i = 0; i < some; i++) {
            sum += (double)x[first + i];
            squares += (double)x[first + i] * (double)x[first + i];
        }
        out[sums] = is_fixed ? fold(x + first, some, fan == 256 ? 256 : 1024) : (float)sum;
        p->exact[at + sums] = is_fixed ? (double)out[sums] : sum;
        p->allowed[at + sums] = is_fixed ? 0 : of_sum((double)some, squares);
    }
    return sums;
}

static void loop_reduction(plain *p)
{
    const size_t n = p->item.dimension[0];
    const size_t blocks = (n + 16383) / 16384;
    float *x = malloc(n * sizeof *x), *out = malloc(p->count * sizeof *out);
    size_t at, count;
    assert_true(x != NULL && out != NULL && p->count >= blocks);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)p->operand[0][i];
    count = loop_level(p, x, n, 16384, 0, out);
    for (at = 0; count > 1;) {
        const size_t next = at + count;
        count = loop_level(p, out + at, count, 256, next, out + next);
        at = next;
    }
    assert_int_equal(at + 1, p->count);
    free(x);
    free(out);
}

static void loop_attention(plain *p)
{
    const size_t sequence = p->item.dimension[2], d = p->item.dimension[3];
    const bool causal = strcmp(p->item.variant->variant, "bf16_causal") == 0;
    long double *weight = malloc(sequence * sizeof *weight);
    assert_non_null(weight);
    for (size_t i = 0; i < p->count; i++) {
        const size_t row = i / d, head = row / sequence * sequence;
        const size_t s = causal ? row - head + 1 : sequence; /* keys */
        long double Z = 0, o = 0, A = 0, T = 0, D = 0, rounding, other;
        for (size_t j = 0; j < s; j++) {
            long double score = 0;
            for (size_t l = 0; l < d; l++)
                score += p->operand[0][row * d + l] * p->operand[1][(head + j) * d + l];
            weight[j] = expl(score / sqrtl(d));
            Z += weight[j];
        }
        for (size_t j = 0; j < s; j++) {
            const long double part = weight[j] / Z, v = p->operand[2][(head + j) * d + i % d];
            o += part * v;
            A += part * fabsl(v);
            T += part * part * v * v;
            D += part * part;
        }
        T = sqrtl(T);
        D = sqrtl(D);
        rounding = A + fabsl(o);
        other = 5 * (T + D * fabsl(o));
        p->exact[i] = (double)o;
        p->allowed[i] =
            (double)((rounding < other ? rounding : other) / 256 + (A + fabsl(o)) / 8192 +
                     ((8 * sqrtl(s) + s / 4.0L) * (T + fabsl(o)) + (s / 32.0L + 16) * A) /
                         16777216);
    }
    free(weight);
}

static void open_plain(plain *p, void (*loop)(plain *), const char *workload, const char *variant,
                       const uint64_t dimension[4])
{
    *p = (plain){
        .item = {.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                 .repeats = 1}};
    assert_non_null(p->item.variant);
    memcpy(p->item.dimension, dimension, sizeof p->item.dimension);
    assert_int_equal(wm_workload_open(&p->workload, device, &p->item), WM_OK);
    assert_int_equal(wm_workload_fill(&p->workload, "5eed"), WM_OK);
    for (unsigned i = 0; i < p->item.variant->operand_count; i++)
        p->operand[i] = read_operand(&p->workload, i);
    p->count = p->workload.output_count;
    p->exact = calloc(p->count, sizeof *p->exact);
    p->allowed = calloc(p->count, sizeof *p->allowed);
    assert_true(p->exact != NULL && p->allowed != NULL);
    loop(p);
}

static void close_plain(plain *p)
{
    wm_workload_close(&p->workload);
    for (unsigned i = 0; i < 3; i++)
        free(p->operand[i]);
    free(p->exact);
    free(p->allowed);
}

/* ---- openings of given bytes ----------------------------------------------------------------- */

enum { MOST = WM_OPENING_MOST };

/* The whole output as bytes, opened at some chunks. */
typedef struct {
    uint8_t *bytes;
    wm_opened_chunk chunks[MOST];
    unsigned count;
} openings;

/* Opens the first chunks and the last ones; all of a small output. */
static void choose_chunks(const plain *p, openings *o)
{
    const wm_output *shape = &p->workload.shape;
    const uint64_t all = wm_opening_chunks(shape);
    o->count = 0;
    for (uint64_t number = 0; number < all; number++) {
        const uint64_t row = number / shape->chunks, chunk = number % shape->chunks;
        if (number >= MOST / 2 && number + MOST / 2 < all)
            continue;
        o->chunks[o->count++] =
            (wm_opened_chunk){row, chunk, wm_opening_size(shape, row, chunk),
                              o->bytes + row * shape->row_bytes + chunk * WM_TABLES_CHUNK_BYTES};
    }
}

static wm_recompute_result recompute(const plain *p, const openings *o)
{
    const wm_opened_kind *kind = wm_workload_kind_of(&p->item)->opened;
    wm_recompute_result all = {0};
    wm_opened opened;
    assert_int_equal(wm_opened_begin(&opened, &p->item, "5eed", o->chunks, o->count), WM_OK);
    if (kind->open != NULL)
        assert_int_equal(kind->open(&opened), WM_OK);
    for (uint64_t i = 0; i < opened.steps; i++)
        kind->step(&opened, i);
    for (unsigned t = 0; t < o->count; t++) {
        wm_recompute_result part = {0};
        assert_int_equal(kind->chunk(&opened, t, &part), WM_OK);
        wm_recompute_add(&all, &part);
    }
    if (kind->close != NULL)
        kind->close(&opened);
    return all;
}

static void store(const plain *p, openings *o, size_t i, double value)
{
    wm_format_store(p->workload.output_format, o->bytes, i, value);
}

/* The next value of a format away from zero. */
static double beyond(wm_format format, double value, double toward)
{
    if (format == WM_FORMAT_U32)
        return toward > value ? value + 1 : value - 1;
    if (format == WM_FORMAT_F32)
        return (double)nextafterf((float)value, (float)toward);
    for (double step = ldexp(fabs(value), -12);; step *= 1.5) { /* bfloat16 */
        const double next = (double)wm_format_bf16_to_f32(
            wm_format_bf16_from_f64(toward > value ? value + step : value - step));
        if (next != value)
            return next;
    }
}

/* One element at the end of its range is right, and one place beyond it is wrong. Between two
 * roundings the recomputation and the plain loops may differ by the order of their sums; so E
 * shrinks and grows by 1e-9 of itself. */
static void try_edges(const plain *p, openings *o, size_t i)
{
    const wm_format format = p->workload.output_format;
    const double exact = p->exact[i], E = p->allowed[i];
    for (int side = -1; side <= 1; side += 2) {
        const double inside = wm_recompute_rounded(format, exact + side * E * (1 - 1e-9));
        const double end = wm_recompute_rounded(format, exact + side * E * (1 + 1e-9));
        const double outside = beyond(format, end, side * 1e300);
        wm_recompute_result result;
        if (side < 0 && format == WM_FORMAT_U32 && end == 0)
            continue;
        store(p, o, i, inside);
        assert_int_equal(recompute(p, o).wrong, 0);
        store(p, o, i, outside);
        result = recompute(p, o);
        assert_int_equal(result.wrong, 1);
        assert_true(result.worst_row * p->workload.shape.columns + result.worst_column == i);
        assert_true(result.worst_ratio > 1);
    }
    store(p, o, i, exact);
}

/* The device's own output is right. */
static void try_device(const plain *p, openings *o)
{
    const size_t bytes = p->workload.output_bytes;
    wm_recompute_result result;
    if (p->workload.job.operation == WM_OPERATION_ATTENTION && p->item.dimension[3] > 512)
        return; /* deeper than the device computes */
    assert_int_equal(wm_job_run(device, &p->workload.job), WM_OK);
    assert_int_equal(device->ops->download(device, p->workload.output, 0, o->bytes, bytes), WM_OK);
    result = recompute(p, o);
    assert_int_equal(result.wrong, 0);
    assert_true(result.worst_ratio < 0.9);
}

static void check_workload(void (*loop)(plain *), const char *workload, const char *variant,
                           const uint64_t dimension[4])
{
    plain p;
    openings o;
    wm_recompute_result result;
    open_plain(&p, loop, workload, variant, dimension);
    o.bytes = malloc(p.workload.output_bytes);
    assert_non_null(o.bytes);
    choose_chunks(&p, &o);
    for (size_t i = 0; i < p.count; i++) /* exact sums, rounded once */
        store(&p, &o, i, p.exact[i]);
    result = recompute(&p, &o);
    assert_int_equal(result.wrong, 0);
    assert_true(result.elements > 0 && result.worst_ratio < 0.01);
    for (unsigned t = 0; t<o.count; t += o.count> 4 ? o.count / 4 : 1) {
        const size_t size = wm_format_size(p.workload.output_format);
        const size_t first = (size_t)(o.chunks[t].data - o.bytes) / size;
        if (strcmp(workload, "reduction") == 0 && p.count > 1)
            break; /* a changed sum also changes what the sums above it must be */
        try_edges(&p, &o, first);
        try_edges(&p, &o, first + o.chunks[t].size / size - 1);
    }
    if (strcmp(workload, "reduction") == 0)
        try_edges(&p, &o, p.count - 1);
    try_device(&p, &o);
    free(o.bytes);
    close_plain(&p);
}

static void vectors_are_exact(void **state)
{
    (void)state;
    check_workload(loop_triad, "hbm_triad", "f32", (uint64_t[4]){1});
    check_workload(loop_triad, "hbm_triad", "f32", (uint64_t[4]){262144 + 1000});
    check_workload(loop_copy, "hbm_copy", "f32", (uint64_t[4]){70001});
}

static void random_reads_are_exact(void **state)
{
    (void)state;
    check_workload(loop_access, "random_access", "latency", (uint64_t[4]){65536, 1, 4096});
    check_workload(loop_access, "random_access", "latency", (uint64_t[4]){1000, 300, 7});
    check_workload(loop_access, "random_access", "bandwidth", (uint64_t[4]){77777, 11111, 20});
    check_workload(loop_access, "random_access", "latency_lines", (uint64_t[4]){1000, 300, 7});
    check_workload(loop_access, "random_access", "bandwidth_lines", (uint64_t[4]){7777, 11111, 20});
}

static void buckets_are_summed(void **state)
{
    (void)state;
    check_workload(loop_scatter, "scatter_add", "atomic", (uint64_t[4]){65536, 256});
    check_workload(loop_scatter, "scatter_add", "atomic", (uint64_t[4]){1500001, 300001});
    check_workload(loop_scatter, "scatter_add", "fixed", (uint64_t[4]){65536, 300});
    check_workload(loop_scatter, "scatter_add", "fixed", (uint64_t[4]){50, 10000});
    check_workload(loop_scatter, "index_add", "atomic", (uint64_t[4]){4096, 16, 64});
    check_workload(loop_scatter, "index_add", "atomic", (uint64_t[4]){3001, 700, 19});
    check_workload(loop_scatter, "index_add", "atomic", (uint64_t[4]){2000, 1, 100003});
}

static void sums_of_a_reduction(void **state)
{
    static const uint32_t counts[] = {1, 2, 3, 16384, 16385, 100000, 300 * 16384 + 5};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_workload(loop_reduction, "reduction", "default", (uint64_t[4]){counts[i]});
        check_workload(loop_reduction, "reduction", "deterministic", (uint64_t[4]){counts[i]});
    }
}

/* Row 17 of two levels: its sum below is not opened, so it is not judged. */
static void a_sum_over_unopened_sums_is_not_judged(void **state)
{
    const uint64_t dimension[4] = {600 * 16384};
    plain p;
    openings o;
    wm_recompute_result result;
    (void)state;
    open_plain(&p, loop_reduction, "reduction", "default", dimension);
    o.bytes = malloc(p.workload.output_bytes);
    assert_non_null(o.bytes);
    for (size_t i = 0; i < p.count; i++)
        store(&p, &o, i, p.exact[i]);
    choose_chunks(&p, &o); /* 600 + 3 + 1 sums in 3 chunks */
    assert_int_equal(o.count, 3);
    assert_int_equal(recompute(&p, &o).elements, 604);
    o.chunks[0] = o.chunks[1];
    o.chunks[1] = o.chunks[2];
    o.count = 2; /* without chunk 0: sum 0 of level 1 has no sums below it */
    result = recompute(&p, &o);
    assert_int_equal(result.elements, 604 - 256 - 1);
    assert_int_equal(result.wrong, 0);
    store(&p, &o, 600, p.exact[600] + 1000); /* the sum that is not judged */
    result = recompute(&p, &o);
    assert_int_equal(result.wrong, 1); /* the total above it */
    store(&p, &o, 600, (double)NAN);
    assert_int_equal(recompute(&p, &o).wrong, 1);
    free(o.bytes);
    close_plain(&p);
}

static void attention_rows(void **state)
{
    (void)state;
    for (int causal = 0; causal < 2; causal++) {
        const char *variant = causal != 0 ? "bf16_causal" : "bf16";
        check_workload(loop_attention, "attention", variant, (uint64_t[4]){1, 1, 1, 1});
        check_workload(loop_attention, "attention", variant, (uint64_t[4]){1, 2, 70, 32});
        check_workload(loop_attention, "attention", variant, (uint64_t[4]){2, 1, 33, 600});
        check_workload(loop_attention, "attention", variant, (uint64_t[4]){1, 1, 200, 64});
    }
}

static void chunks_outside_are_refused(void **state)
{
    const wm_item item = {.variant = wm_tables_variant("hbm_copy", 8, "f32", 3),
                          .dimension = {262144 + 300},
                          .repeats = 1};
    static const uint8_t bytes[1024];
    wm_opened opened;
    (void)state;
    assert_int_equal(wm_opened_begin(&opened, &item, "", &(wm_opened_chunk){1, 1, 176, bytes}, 1),
                     WM_OK);
    assert_int_equal(wm_opened_begin(&opened, &item, "", &(wm_opened_chunk){1, 1, 1024, bytes}, 1),
                     WM_E_ARG);
    assert_int_equal(wm_opened_begin(&opened, &item, "", &(wm_opened_chunk){1, 2, 1024, bytes}, 1),
                     WM_E_ARG);
    assert_int_equal(wm_opened_begin(&opened, &item, "", &(wm_opened_chunk){2, 0, 1024, bytes}, 1),
                     WM_E_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(vectors_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_reads_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(buckets_are_summed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sums_of_a_reduction, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_sum_over_unopened_sums_is_not_judged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(attention_rows, set_up, tear_down),
        cmocka_unit_test(chunks_outside_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
