/* A product's witness on the CPU. Its residual is timed beside the fastest plain read of A, B and
 * C. The whole witness (digest, probes, both statistics, openings, by the functions that a run
 * calls) is timed beside the binary32 product.
 *
 * usage: bench_witness [VARIANT [N]]; without arguments fp16, bf16, tf32, fp8, int8 and f32 at n =
 * 4096. */
#include "backend/cpu/cpu_device.h"
#include "backend/cpu/cpu_sha256.h"
#include "backend/registry.h"
#include "workload/workload.h"
#include "standards/sha256.h"
#include "verify/freivalds.h"
#include "verify/opener.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, PAIRS = 31, STREAMS_MAX = 8, LINE = 64 };

static wm_device *device;
static const wm_backend *cpu;
static volatile uint64_t sink;

static void must(wm_status status)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_witness: %s: %s\n", wm_status_text(status),
            device != NULL ? cpu->last_error(device) : "");
    exit(2);
}

static double seconds_now(void)
{
    return 1e-9 * (double)cpu->time_ns(device);
}

/* Opens an item's workload, fills it and runs it once. */
static void prepare(wm_workload *workload, wm_item *item, const char *variant, uint32_t n)
{
    *item = (wm_item){.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                      .dimension = {n, n, n},
                      .repeats = 1};
    if (item->variant == NULL) {
        fprintf(stderr, "bench_witness: no variant %s\n", variant);
        exit(2);
    }
    must(wm_workload_open(workload, device, item));
    must(wm_workload_fill(workload, ""));
    must(wm_job_run(device, &workload->job));
}

/* The seconds of a witness and of its parts. */
typedef struct {
    double digest, residual, openings, whole;
} parts;

/* One witness of the workload's output, as for a transcript (study/procedure/transcript.c). */
static parts witness(wm_workload *workload, const wm_item *item)
{
    const wm_check check = {device, item, "", &workload->job, NULL};
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
    wm_opener openings = {.count = 0};
    const double start = seconds_now();
    must(wm_workload_digest_tree(workload, digest));
    const double digested = seconds_now();
    must(wm_workload_check(&check, digest, &residual));
    const double checked = seconds_now();
    must(wm_opener_open(&openings, &check, digest, workload->tree));
    const double opened = seconds_now();
    wm_opener_clear(&openings);
    return (parts){digested - start, checked - digested, opened - checked, opened - start};
}

/* A way to read memory: `streams` places at once, each prefetched `ahead` bytes before its read. */
typedef struct {
    size_t streams, ahead;
} reading;

/* A thread's part of a buffer. */
static uint64_t read_part(const uint8_t *bytes, size_t size, const reading *way)
{
    typedef uint64_t line __attribute__((vector_size(LINE)));
    const size_t length = size / way->streams / LINE * LINE;
    line sums[STREAMS_MAX] = {{0}};
    uint64_t total = 0;
    for (size_t at = 0; at < length; at += LINE)
        for (size_t s = 0; s < way->streams; s++) {
            const uint8_t *from = bytes + s * length + at;
            __builtin_prefetch(from + way->ahead);
            sums[s] += *(const line *)(const void *)from;
        }
    for (size_t s = 0; s < way->streams; s++)
        for (int e = 0; e < 8; e++)
            total += sums[s][e];
    return total;
}

/* Reads A, B and C in place, on all threads. */
static double time_read(const wm_gemm *gemm, const reading *way)
{
    const wm_device_buffer *const buffers[3] = {gemm->A, gemm->B, gemm->C};
    const size_t sizes[3] = {gemm->m * gemm->k * wm_format_size(gemm->operand_format),
                             gemm->k * gemm->n * wm_format_size(gemm->operand_format),
                             gemm->m * gemm->n * wm_format_size(gemm->output_format)};
    uint64_t total = 0;
    const double start = seconds_now();
#pragma omp parallel reduction(+ : total)
    for (int i = 0; i < 3; i++) {
        const size_t threads = (size_t)omp_get_num_threads();
        const size_t part = sizes[i] / threads / LINE * LINE;
        total += read_part(buffers[i]->bytes + part * (size_t)omp_get_thread_num(), part, way);
    }
    sink = total;
    return seconds_now() - start;
}

/* The fastest of several ways on this machine. */
static reading best_reading(const wm_gemm *gemm)
{
    static const size_t STREAMS[] = {1, 2, 4, 8}, AHEAD[] = {0, 512, 1024, 2048, 4096, 8192};
    reading best = {1, 0};
    double least = 1e30;
    for (size_t s = 0; s < sizeof STREAMS / sizeof *STREAMS; s++)
        for (size_t a = 0; a < sizeof AHEAD / sizeof *AHEAD; a++)
            for (int round = 0; round < ROUNDS; round++) {
                const reading way = {STREAMS[s], AHEAD[a]};
                const double seconds = time_read(gemm, &way);
                if (seconds < least) {
                    least = seconds;
                    best = way;
                }
            }
    return best;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts, so that [0] is the least and the middle one the median. */
static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

static void bench_read(const wm_workload *workload, const wm_item *item)
{
    const wm_gemm *gemm = &workload->job.as.gemm;
    const wm_check check = {device, item, "", &workload->job, NULL};
    const uint8_t digest[WM_SHA256_SIZE] = {0};
    const reading way = best_reading(gemm);
    double residuals[PAIRS], reads[PAIRS], ratios[PAIRS];
    const size_t operands = (gemm->m * gemm->k + gemm->k * gemm->n);
    const double bytes =
        (double)(operands * wm_format_size(gemm->operand_format)) + (double)workload->output_bytes;
    for (int i = 0; i < PAIRS; i++) {
        wm_observed_residual residual;
        reads[i] = time_read(gemm, &way);
        const double start = seconds_now();
        must(wm_workload_check(&check, digest, &residual));
        residuals[i] = seconds_now() - start;
        ratios[i] = residuals[i] / reads[i];
    }
    const double ratio = median(ratios, PAIRS);
    (void)median(residuals, PAIRS);
    (void)median(reads, PAIRS);
    printf("%s residual: %.2f ms, plain read of A, B and C %.2f ms (%.1f GB/s, %zu streams, %zu "
           "bytes ahead); ratio of the least times %.2f, median of %d pairs %.2f\n",
           item->variant->variant, 1e3 * residuals[0], 1e3 * reads[0], 1e-9 * bytes / reads[0],
           way.streams, way.ahead, residuals[0] / reads[0], PAIRS, ratio);
}

static void bench_whole(wm_workload *workload, const wm_item *item, const wm_workload *plain)
{
    double shares[ROUNDS], products[ROUNDS];
    parts least = {0, 0, 0, 1e30};
    for (int i = 0; i < ROUNDS; i++) {
        const double start = seconds_now();
        must(wm_job_run(device, &plain->job));
        products[i] = seconds_now() - start;
        const parts now = witness(workload, item);
        shares[i] = 100 * now.whole / products[i];
        if (now.whole < least.whole)
            least = now;
    }
    const double share = median(shares, ROUNDS);
    (void)median(products, ROUNDS);
    printf("%s whole witness: %.2f ms (digest %.2f, residual %.2f, openings %.2f), f32 product "
           "%.1f ms; of the least times %.2f %%, median of %d pairs %.2f %%\n",
           item->variant->variant, 1e3 * least.whole, 1e3 * least.digest, 1e3 * least.residual,
           1e3 * least.openings, 1e3 * products[0], 100 * least.whole / products[0], ROUNDS, share);
}

int main(int argc, char **argv)
{
    static const char *const VARIANTS[] = {"fp16", "bf16", "tf32", "fp8", "int8", "f32"};
    const uint32_t n = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 4096;
    wm_item plain_item;
    wm_workload plain;
    wm_sha256_plug(wm_cpu_sha256_find());
    cpu = wm_registry_find("cpu");
    must(cpu->open(&(wm_device_options){.index = 0}, &device, NULL));
    prepare(&plain, &plain_item, "f32", n);
    printf("n = %u\n", (unsigned)n);
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++) {
        wm_item item;
        wm_workload workload;
        if (argc > 1 && strcmp(argv[1], VARIANTS[v]) != 0)
            continue;
        prepare(&workload, &item, VARIANTS[v], n);
        bench_read(&workload, &item);
        bench_whole(&workload, &item, &plain);
        wm_workload_close(&workload);
    }
    wm_workload_close(&plain);
    cpu->close(device);
    return 0;
}
