/* Measures, element by element, how much of reverify's allowance a device's products use.
 *
 * usage: bench_recompute [BACKEND [CHUNKS [N...]]]; without arguments cpu, 256 chunks of each
 * product, n = 256 and 1024. For every gemm variant: elements seen and wrong, and the largest error
 * before the output's rounding that explains an element, as a fraction of the allowance E of
 * verify/recompute.h. */
#include "backend/registry.h"
#include "workload/workload.h"
#include "standards/philox.h"
#include "verify/recompute.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    wm_device *device;
    wm_workload workload;
    wm_regenerate operands;
    uint8_t *bytes; /* the chunks in question, WM_TABLES_CHUNK_BYTES each */
    size_t chunks;
} bench;

static void must(const bench *b, wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_recompute: %s: %s: %s\n", what, wm_status_text(status),
            b->device != NULL ? b->device->ops->last_error(b->device) : "");
    exit(2);
}

/* The position of the t-th chunk in question. */
static size_t place_of(const bench *b, size_t t, uint64_t *row, uint64_t *chunk)
{
    static const uint8_t seed[32] = {'r', 'e', 'c'};
    const wm_output *shape = &b->workload.shape;
    const wm_philox stream = wm_philox_from_seed(seed);
    const uint64_t draw = wm_philox_bounded(&stream, t, shape->rows * shape->chunks);
    uint64_t left;
    *row = draw / shape->chunks;
    *chunk = draw % shape->chunks;
    left = shape->row_bytes - *chunk * WM_TABLES_CHUNK_BYTES;
    return left < WM_TABLES_CHUNK_BYTES ? (size_t)left : WM_TABLES_CHUNK_BYTES;
}

static void download(bench *b)
{
    for (size_t t = 0; t < b->chunks; t++) {
        uint64_t row, chunk;
        const size_t size = place_of(b, t, &row, &chunk);
        const size_t at =
            (size_t)(row * b->workload.shape.row_bytes + chunk * WM_TABLES_CHUNK_BYTES);
        must(b,
             b->device->ops->download(b->device, b->workload.output, at,
                                      b->bytes + t * WM_TABLES_CHUNK_BYTES, size),
             "download");
    }
}

typedef struct {
    uint64_t elements, wrong;
    double largest; /* the used fraction of E */
} sum;

static void look_at(const bench *b, size_t t, sum *all)
{
    wm_recompute_element elements[WM_RECOMPUTE_COLUMNS];
    double aligned[WM_TABLES_CHUNK_BYTES / sizeof(double)];
    const wm_format format = b->operands.output_format;
    const size_t size = wm_format_size(format);
    uint64_t row, chunk;
    const size_t count = place_of(b, t, &row, &chunk) / size;
    memcpy(aligned, b->bytes + t * WM_TABLES_CHUNK_BYTES, count * size);
    wm_recompute_elements(&b->operands, row, chunk * (WM_TABLES_CHUNK_BYTES / size), count,
                          elements);
    for (size_t j = 0; j < count; j++) {
        const double given = wm_format_load(format, aligned, j);
        const double used = wm_recompute_ratio(&elements[j], given);
#pragma omp critical
        {
            all->elements++;
            all->wrong += given >= elements[j].low && given <= elements[j].high ? 0 : 1;
            all->largest = fmax(all->largest, used);
        }
    }
}

static void measure(bench *b, const char *variant, uint32_t n)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                          .dimension = {n, n, n, 0},
                          .repeats = 1};
    sum all = {0};
    wm_status status;
    must(b, wm_workload_open(&b->workload, b->device, &item), "workload");
    must(b, wm_workload_fill(&b->workload, ""), "fill");
    status = wm_job_run(b->device, &b->workload.job);
    if (status == WM_E_UNSUPPORTED) {
        printf("| %s | %u | the device has no such product | | |\n", variant, n);
        wm_workload_close(&b->workload);
        return;
    }
    must(b, status, variant);
    must(b, b->device->ops->sync(b->device), "sync");
    must(b, wm_regenerate_open(&b->operands, &item, ""), "operands");
    download(b);
#pragma omp parallel for schedule(dynamic)
    for (size_t t = 0; t < b->chunks; t++)
        look_at(b, t, &all);
    printf("| %s | %u | %llu | %llu | %.3f |\n", variant, n, (unsigned long long)all.elements,
           (unsigned long long)all.wrong, all.largest);
    fflush(stdout);
    wm_regenerate_close(&b->operands);
    wm_workload_close(&b->workload);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"fp16",     "bf16", "tf32", "fp8",
                                           "fp8_fast", "f32",  "f64",  "int8"};
    const wm_backend *backend = wm_registry_find(argc > 1 ? argv[1] : "cpu");
    const wm_device_options options = {.index = 0};
    bench b = {.chunks = argc > 2 ? strtoul(argv[2], NULL, 10) : 256};
    if (backend == NULL || b.chunks == 0)
        must(&b, WM_E_ARG, "backend or chunks");
    b.bytes = malloc(b.chunks * WM_TABLES_CHUNK_BYTES);
    must(&b, b.bytes != NULL ? WM_OK : WM_E_NOMEM, "memory");
    must(&b, backend->open(&options, &b.device, NULL), "open");
    printf("| variant | n | elements | wrong | largest error, of E |\n");
    printf("|---|---:|---:|---:|---:|\n");
    for (int i = 3; i < argc || i < 5; i++) {
        if (argc > 3 && i >= argc)
            break;
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            measure(&b, variants[v],
                    argc > 3 ? (uint32_t)strtoul(argv[i], NULL, 10) : (i == 3 ? 256 : 1024));
    }
    b.device->ops->close(b.device);
    free(b.bytes);
    return 0;
}
