/* Fills, sums, copies, scatters and random reads of both devices. */
#include "conformance/cuda_vectors.h"
#include "conformance/cuda_pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void test_fills(void)
{
    static const size_t counts[] = {1, 7, 8, 9, 1000, (1 << 20) - 1, (1 << 20) + 5, 3 << 20};
    const size_t most = large ? SIZE_MAX : libraries ? 1 << 20 : 1000;
    static const wm_format formats[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_E4M3,
                                        WM_FORMAT_F32, WM_FORMAT_F64,  WM_FORMAT_I8};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts && counts[c] <= most; c++) {
            pair p = pair_of(counts[c] * wm_format_size(formats[f]));
            fill(&p, formats[f], counts[c], (unsigned)(c + f * 16));
            report(halves_equal(&p), "fill %s, %zu elements", wm_format_name(formats[f]),
                   counts[c]);
            drop(&p);
        }
    static const uint64_t bounds[] = {1, 7, 1000003, (uint64_t)1 << 32};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint8_t seed[32];
        pair p = pair_of(40007 * 4);
        seed_of((unsigned)i + 90, seed);
        const wm_status a = cpu->ops->fill_index(cpu, p.cpu, 40007, 1, bounds[i], seed);
        const wm_status b = gpu->ops->fill_index(gpu, p.gpu, 40007, 1, bounds[i], seed);
        if (both_ok("fill index", a, b))
            report(halves_equal(&p), "fill index below %llu", (unsigned long long)bounds[i]);
        drop(&p);
    }
}

static void compare_checks(const char *what, const wm_difference *a, const wm_difference *b,
                           double unit)
{
    const bool both_nan = isnan(a->difference_max) && isnan(b->difference_max);
    report(both_nan || (fabs(a->difference_max - b->difference_max) <= unit * a->reference_max &&
                        fabs(a->reference_max - b->reference_max) <= unit * a->reference_max),
           "%s: cpu %.6g of %.6g, cuda %.6g of %.6g", what, a->difference_max, a->reference_max,
           b->difference_max, b->reference_max);
}

/* The first n * 4 - 1 bytes, of which one differs; every 128th word is spoiled. */
static void compare_bits(pair *a, const pair *b, size_t n)
{
    pair tally = pair_of(WM_BACKEND_TALLY_BYTES);
    wm_bits of_cpu = {a->cpu, b->cpu, n * 4 - 1, (unsigned)(n % WM_BACKEND_SPOIL_WORDS), tally.cpu};
    wm_bits of_gpu = {a->gpu, b->gpu, n * 4 - 1, (unsigned)(n % WM_BACKEND_SPOIL_WORDS), tally.gpu};
    uint64_t on_cpu[3] = {0}, on_gpu[3] = {1};
    bool good = both_ok("copy", cpu->ops->copy(cpu, a->cpu, 0, b->cpu, 0, n * 4),
                        gpu->ops->copy(gpu, a->gpu, 0, b->gpu, 0, n * 4)) &&
                both_ok("tally", cpu->ops->fill_bytes(cpu, tally.cpu, WM_BACKEND_TALLY_BYTES, 0),
                        gpu->ops->fill_bytes(gpu, tally.gpu, WM_BACKEND_TALLY_BYTES, 0)) &&
                both_ok("flip bits", cpu->ops->flip_bits(cpu, a->cpu, n * 4 - 2, 0x40, 1),
                        gpu->ops->flip_bits(gpu, a->gpu, n * 4 - 2, 0x40, 1));
    for (int call = 0; call < 2 && good; call++)
        good = both_ok("compare bits", cpu->ops->compare_bits(cpu, &of_cpu),
                       gpu->ops->compare_bits(gpu, &of_gpu));
    if (good && both_ok("download", cpu->ops->download(cpu, tally.cpu, 0, on_cpu, sizeof on_cpu),
                        gpu->ops->download(gpu, tally.gpu, 0, on_gpu, sizeof on_gpu)))
        report(memcmp(on_cpu, on_gpu, sizeof on_cpu) == 0 && halves_equal(a),
               "bits of %zu: cpu %llu of %llu, cuda %llu of %llu", n, (unsigned long long)on_cpu[1],
               (unsigned long long)on_cpu[0], (unsigned long long)on_gpu[1],
               (unsigned long long)on_gpu[0]);
    drop(&tally);
}

void test_vectors(size_t n)
{
    pair a = pair_of(n * 4), b = pair_of(n * 4), c = pair_of(n * 4);
    wm_difference on_cpu, on_gpu;
    fill(&b, WM_FORMAT_F32, n, 3);
    fill(&c, WM_FORMAT_F32, n, 4);
    if (both_ok("triad", cpu->ops->triad(cpu, a.cpu, b.cpu, c.cpu, n),
                gpu->ops->triad(gpu, a.gpu, b.gpu, c.gpu, n)))
        report(halves_equal(&a), "triad of %zu", n);
    if (both_ok("flip bits", cpu->ops->flip_bits(cpu, a.cpu, (n / 2) * 4 + 1, 0x4100, 2),
                gpu->ops->flip_bits(gpu, a.gpu, (n / 2) * 4 + 1, 0x4100, 2)))
        report(halves_equal(&a), "bits flipped in %zu", n);
    if (both_ok("triad residual", cpu->ops->triad_residual(cpu, a.cpu, b.cpu, c.cpu, n, &on_cpu),
                gpu->ops->triad_residual(gpu, a.gpu, b.gpu, c.gpu, n, &on_gpu)))
        compare_checks("triad residual", &on_cpu, &on_gpu, 0);
    if (both_ok("compare", cpu->ops->compare(cpu, a.cpu, b.cpu, WM_FORMAT_F32, n, &on_cpu),
                gpu->ops->compare(gpu, a.gpu, b.gpu, WM_FORMAT_F32, n, &on_gpu)))
        compare_checks("compare", &on_cpu, &on_gpu, 0);
    compare_bits(&a, &b, n);
    if (both_ok("copy", cpu->ops->copy(cpu, a.cpu, 0, b.cpu, 0, n * 4),
                gpu->ops->copy(gpu, a.gpu, 0, b.gpu, 0, n * 4)))
        report(halves_equal(&a), "copy of %zu", n);
    if (both_ok("fill bytes", cpu->ops->fill_bytes(cpu, a.cpu, n * 4 - 1, 0x5a),
                gpu->ops->fill_bytes(gpu, a.gpu, n * 4 - 1, 0x5a)))
        report(halves_equal(&a), "bytes filled of %zu", n);
    for (int deterministic = 0; deterministic < 2; deterministic++) {
        const wm_reduction ra = {deterministic != 0, n, b.cpu, a.cpu};
        const wm_reduction rb = {deterministic != 0, n, b.gpu, a.gpu};
        if (!both_ok("reduction", cpu->ops->reduce(cpu, &ra), gpu->ops->reduce(gpu, &rb)))
            continue;
        if (both_ok("reduction residual", cpu->ops->reduction_residual(cpu, &ra, &on_cpu),
                    gpu->ops->reduction_residual(gpu, &rb, &on_gpu)))
            report(on_gpu.difference_max <= 0x9p-24 && on_gpu.reference_max == 1,
                   "reduction of %zu: off by cpu %.3g, cuda %.3g", n, on_cpu.difference_max,
                   on_gpu.difference_max);
        if (deterministic)
            report(halves_equal(&a), "sums of %zu in the format's order", n);
    }
    drop(&a);
    drop(&b);
    drop(&c);
}

/* Large copies, which have their own path, from and to places of any alignment. The bytes around
 * them stay. */
static void test_large_copies(void)
{
    enum { ROOM = 40000 };
    static const size_t cases[][3] = {/* to, from, bytes more than 512 MiB */
                                      {0, 0, 0},
                                      {48, 16, 4096 * 3 + 77},
                                      {128, 4112, 30016},
                                      {8, 16, 5}};
    const size_t least = (size_t)512 << 20, size = least + ROOM;
    const uint8_t seeds[2][32] = {{51}, {52}};
    wm_device_buffer *from = buffer_of(gpu, size), *to = buffer_of(gpu, size);
    const wm_status filled = gpu->ops->fill_int8(gpu, from, size, seeds[0]);
    uint8_t *source = bytes_of(gpu, from, size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t count = least + cases[i][2];
        wm_status status = gpu->ops->fill_int8(gpu, to, size, seeds[1]);
        uint8_t *expected = bytes_of(gpu, to, size);
        memcpy(expected + cases[i][0], source + cases[i][1], count);
        if (status == WM_OK)
            status = gpu->ops->copy(gpu, to, cases[i][0], from, cases[i][1], count);
        uint8_t *seen = bytes_of(gpu, to, size);
        report(filled == WM_OK && status == WM_OK && memcmp(seen, expected, size) == 0,
               "copy of %zu bytes from %zu to %zu", count, cases[i][1], cases[i][0]);
        free(expected);
        free(seen);
    }
    free(source);
    gpu->ops->free(gpu, from);
    gpu->ops->free(gpu, to);
}

static void test_one_scatter(size_t rows, size_t columns, size_t buckets, bool fixed)
{
    uint8_t seed[32];
    char what[96];
    wm_difference on_cpu, on_gpu;
    pair src = pair_of(rows * columns * 4), index = pair_of(rows * 4),
         out = pair_of(buckets * columns * 4);
    seed_of(77, seed);
    fill(&src, WM_FORMAT_F32, rows * columns, 5);
    if (!both_ok("index", cpu->ops->fill_index(cpu, index.cpu, rows, 1, buckets, seed),
                 gpu->ops->fill_index(gpu, index.gpu, rows, 1, buckets, seed)))
        exit(1);
    const wm_scatter a = {fixed, rows, columns, buckets, src.cpu, index.cpu, out.cpu};
    const wm_scatter b = {fixed, rows, columns, buckets, src.gpu, index.gpu, out.gpu};
    snprintf(what, sizeof what, "%s %zu x %zu into %zu", columns == 1 ? "scatter" : "index add",
             rows, columns, buckets);
    if (both_ok(what, columns == 1 ? cpu->ops->scatter_add(cpu, &a) : cpu->ops->index_add(cpu, &a),
                columns == 1 ? gpu->ops->scatter_add(gpu, &b) : gpu->ops->index_add(gpu, &b))) {
        const double differ = halves_differ(&out, WM_FORMAT_F32, buckets * columns);
        report(fixed ? halves_equal(&out) : differ <= 2e-6, "%s%s: %.3g", what,
               fixed ? ", fixed" : "", differ);
    }
    to_gpu(&out);
    if (both_ok(what, cpu->ops->scatter_residual(cpu, &a, seed, &on_cpu),
                gpu->ops->scatter_residual(gpu, &b, seed, &on_gpu)))
        compare_checks("scatter residual", &on_cpu, &on_gpu, 1e-11);
    drop(&src);
    drop(&index);
    drop(&out);
}

void test_scatters(void)
{
    test_one_scatter(1, 1, 1, false);
    test_one_scatter(4099, 1, 257, false);
    test_one_scatter(4099, 1, 257, true);
    test_one_scatter(300000, 1, 4096, false);
    test_one_scatter(300000, 1, 4096, true);
    test_one_scatter(1001, 3, 77, false);
    test_one_scatter(1001, 128, 77, false);
    test_one_scatter(20000, 20, 1000, false);
}

static void test_access(size_t count, size_t stride, size_t lanes, size_t steps, bool dependent)
{
    uint8_t seed[32];
    uint64_t on_cpu = 1, on_gpu = 1;
    pair table = pair_of(count * stride * 4), out = pair_of(lanes * 4);
    seed_of(78, seed);
    if (!both_ok("table",
                 cpu->ops->fill_index(cpu, table.cpu, count, stride, (uint64_t)1 << 32, seed),
                 gpu->ops->fill_index(gpu, table.gpu, count, stride, (uint64_t)1 << 32, seed)))
        exit(1);
    const wm_random_access a = {dependent, count, stride, lanes, steps, table.cpu, out.cpu};
    const wm_random_access b = {dependent, count, stride, lanes, steps, table.gpu, out.gpu};
    if (both_ok("random access", cpu->ops->random_access(cpu, &a),
                gpu->ops->random_access(gpu, &b)))
        report(halves_equal(&out), "random access %zu, stride %zu, %zu lanes, %zu steps", count,
               stride, lanes, steps);
    if (both_ok("random access residual", cpu->ops->random_access_residual(cpu, &a, seed, &on_cpu),
                gpu->ops->random_access_residual(gpu, &b, seed, &on_gpu)))
        report(on_cpu == 0 && on_gpu == 0, "random access repeated");
    if (gpu->ops->flip_bits(gpu, out.gpu, lanes / 2 * 4, 1, 1) == WM_OK &&
        gpu->ops->random_access_residual(gpu, &b, seed, &on_gpu) == WM_OK)
        report(on_gpu == 1, "random access with one lane flipped");
    drop(&table);
    drop(&out);
}

void vectors(void)
{
    test_vectors(1);
    test_vectors(1003);
    test_vectors(large ? 3000001 : 70001);
    if (large)
        test_large_copies();
}

void accesses(void)
{
    test_access(1000, 1, 77, 33, false);
    test_access(large ? 1000003 : 100003, 1, 513, 65, true);
    test_access(1000, 32, 77, 33, false);
    test_access(large ? 40000003 : 100003, 32, 513, 65, true); /* more than 2^32 bytes */
}
