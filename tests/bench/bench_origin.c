/* Measures the share of elements in which two backends' products differ.
 *
 *     bench_origin [BACKEND [MOST]]     without arguments cpu and k up to 4096
 *
 * Backend cpu: the CPU's product against the exact sum, rounded once. Another backend: its product
 * against the CPU's. A line for each format and k: the share, and the share over sqrt(k / 1024).
 * The products have 512 rows of 512 elements, 64 rows against exact sums. */
#include "backend/registry.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 512, EXACT_ROWS = 64 };

static void must(wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, wm_status_text(status));
    exit(1);
}

/* The product of a device, as values. */
static void compute(wm_device *device, const wm_item *item, double *values)
{
    wm_workload workload;
    void *bytes;
    must(wm_workload_open(&workload, device, item), "open");
    must(wm_workload_fill(&workload, ""), "fill");
    must(wm_job_run(device, &workload.job), "product");
    must(device->ops->sync(device), "sync");
    bytes = malloc(workload.output_bytes);
    if (bytes == NULL)
        must(WM_E_NOMEM, "output");
    must(device->ops->download(device, workload.output, 0, bytes, workload.output_bytes), "read");
    for (size_t i = 0; i < workload.output_count; i++)
        values[i] = wm_format_load(workload.output_format, bytes, i);
    free(bytes);
    wm_workload_close(&workload);
}

/* The first rows of the product, summed exactly and rounded once. */
static void compute_exactly(const wm_item *item, double *values)
{
    wm_regenerate operands;
    must(wm_regenerate_open(&operands, item, ""), "operands");
#pragma omp parallel for schedule(dynamic)
    for (uint64_t row = 0; row < EXACT_ROWS; row++) {
        wm_recompute_element elements[ROWS];
        wm_recompute_elements(&operands, row, 0, ROWS, elements);
        for (size_t j = 0; j < ROWS; j++)
            values[row * ROWS + j] =
                wm_recompute_rounded(operands.output_format, elements[j].exact);
    }
    wm_regenerate_close(&operands);
}

static void measure(wm_device *cpu, wm_device *other, const char *variant, uint32_t k)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                          .dimension = {ROWS, ROWS, k},
                          .repeats = 1};
    const size_t count = (other != NULL ? ROWS : EXACT_ROWS) * ROWS;
    static double a[ROWS * ROWS], b[ROWS * ROWS];
    size_t differ = 0;
    compute(cpu, &item, a);
    if (other != NULL)
        compute(other, &item, b);
    else
        compute_exactly(&item, b);
    for (size_t i = 0; i < count; i++)
        differ += a[i] != b[i];
    printf("%-5s k = %5u: %7zu of %zu differ, %.5f %%, over sqrt(k / 1024) %.5f %%\n", variant, k,
           differ, count, 100.0 * (double)differ / (double)count,
           100.0 * (double)differ / (double)count / sqrt(k / 1024.0));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"fp16", "bf16", "f32"};
    const uint32_t most = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 4096;
    const wm_device_options options = {.index = 0};
    wm_device *cpu = NULL, *other = NULL;
    char reason[256] = "";
    const char *backend = argc > 1 ? argv[1] : "cpu";
    if (wm_registry_find(backend) == NULL) {
        fprintf(stderr, "usage: bench_origin [BACKEND [MOST]]\n");
        return 2;
    }
    must(wm_registry_find("cpu")->open(&options, &cpu, reason), reason);
    if (strcmp(backend, "cpu") != 0)
        must(wm_registry_find(backend)->open(&options, &other, reason), reason);
    for (size_t v = 0; v < 3; v++)
        for (uint32_t k = 16; k <= most; k *= 2)
            measure(cpu, other, variants[v], k);
    cpu->ops->close(cpu);
    if (other != NULL)
        other->ops->close(other);
    return 0;
}
