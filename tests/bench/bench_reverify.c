/* Measures the recomputation of 32 openings: time and resident memory, beside the time of the
 * product itself.
 *
 * usage: bench_reverify [VARIANT [N [M]]]; without arguments fp16 and f32 at N = 16384, with the
 * product timed at M = 4096 and scaled by (N / M)^3. With M = N the product is computed whole. The
 * opened bytes are zeros, because their values do not change the time. */
#include "backend/registry.h"
#include "base/clock.h"
#include "record/laws/derive.h"
#include "workload/workload.h"
#include "verify/recompute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void must(wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_reverify: %s: %s\n", what, wm_status_text(status));
    exit(2);
}

static wm_item item_of(const char *variant, uint32_t n)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                          .dimension = {n, n, n},
                          .repeats = 1};
    if (item.variant == NULL)
        must(WM_E_ARG, variant);
    return item;
}

/* The openings that a digest of zeros draws, as reverify recomputes them. */
static double time_openings(const wm_item *item)
{
    static const uint8_t zeros[WM_TABLES_CHUNK_BYTES];
    const uint8_t digest[WM_SHA256_SIZE] = {0};
    const double began = wm_clock_s();
    uint8_t seed[WM_SHA256_SIZE];
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_opening_place places[WM_OPENING_MOST];
    unsigned count;
    wm_output shape;
    wm_regenerate operands;
    must(wm_derive_context(item, "", digest, &context), "context");
    wm_derive_opening(&context, NULL, seed);
    wm_buffer_clear(&context);
    wm_plan_output(item, &shape);
    count = wm_opening_draw(&shape, seed, places);
    must(wm_regenerate_open(&operands, item, ""), "operands");
#pragma omp parallel for schedule(dynamic)
    for (unsigned t = 0; t < count; t++) {
        const uint64_t row = places[t].row, chunk = places[t].chunk;
        wm_recompute_result result;
        must(wm_recompute_chunk(&operands, row, chunk, zeros, wm_opening_size(&shape, row, chunk),
                                &result),
             "chunk");
    }
    wm_regenerate_close(&operands);
    return wm_clock_s() - began;
}

/* The second of two runs of the product, scaled to n. */
static double time_product(const char *variant, uint32_t m, uint32_t n)
{
    const wm_item item = item_of(variant, m);
    const wm_device_options options = {.index = 0};
    const double ratio = (double)n / (double)m;
    wm_device *device = NULL;
    wm_workload workload;
    double began = 0;
    must(wm_registry_find("cpu")->open(&options, &device, NULL), "open");
    must(wm_workload_open(&workload, device, &item), "workload");
    must(wm_workload_fill(&workload, ""), "fill");
    for (int run = 0; run < 2; run++) {
        began = wm_clock_s();
        must(wm_job_run(device, &workload.job), "product");
        must(device->ops->sync(device), "sync");
        if (m == n)
            break;
    }
    began = wm_clock_s() - began;
    wm_workload_close(&workload);
    device->ops->close(device);
    return began * ratio * ratio * ratio;
}

/* In MB. Before any product takes memory, it is that of openings alone. */
static double peak_resident(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024e-6;
}

static void print_line(const char *variant, uint32_t n, uint32_t m, double openings,
                       double resident)
{
    const double product = time_product(variant, m, n);
    printf("gemm.%s.n%u: 32 openings %.2f s, %.0f MB resident; the product %.2f s%s; ratio %.3f\n",
           variant, n, openings, resident, product, m == n ? "" : " (scaled)", openings / product);
}

int main(int argc, char **argv)
{
    const uint32_t n = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 16384;
    const uint32_t m = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : (n < 4096 ? n : 4096);
    const char *const variants[] = {argc > 1 ? argv[1] : "fp16", "f32"};
    const size_t count = argc > 1 ? 1 : 2;
    double openings[2], resident[2];
    for (size_t i = 0; i < count; i++) {
        const wm_item item = item_of(variants[i], n);
        openings[i] = time_openings(&item);
        resident[i] = peak_resident();
    }
    for (size_t i = 0; i < count; i++)
        print_line(variants[i], n, m, openings[i], resident[i]);
    return 0;
}
