/* The cost of checking every output under load: products alone and products with the check of a
 * segment (study/procedure/load.h), in turns of a second each.
 *
 * usage: bench_stress [BACKEND [VARIANT [N [ROUNDS]]]]; without arguments cpu fp16 1024 5. */
#include "backend/registry.h"
#include "base/status.h"
#include "study/procedure/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 64 };

static wm_device *device;

static void must(wm_status status)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_stress: %s: %s\n", wm_status_text(status),
            device != NULL ? device->ops->last_error(device) : "");
    exit(2);
}

static double seconds_now(void)
{
    return 1e-9 * (double)device->ops->time_ns(device);
}

/* Products a second without a check. Waits after `batch` of them. */
static double rate_alone(wm_workload *workload, unsigned batch)
{
    const double begin = seconds_now();
    double end = begin, count = 0;
    while (end - begin < 1) {
        for (unsigned i = 0; i < batch; i++)
            must(wm_job_run(device, &workload->job));
        must(device->ops->sync(device));
        count += batch;
        end = seconds_now();
    }
    return count / (end - begin);
}

/* Products a second in a segment. */
static double rate_checked(const wm_load *load)
{
    wm_load_segment segment;
    must(wm_load_run(load, &segment));
    if (segment.errors != 0)
        printf("%llu of %llu outputs differ\n", (unsigned long long)segment.errors,
               (unsigned long long)segment.products);
    return (double)segment.products / segment.timed.seconds;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure(const wm_load *load, unsigned rounds)
{
    double share[ROUNDS_MAX], alone[ROUNDS_MAX], checked[ROUNDS_MAX];
    (void)rate_alone(load->workload, 16);
    for (unsigned i = 0; i < rounds; i++) {
        alone[i] = rate_alone(load->workload, 16);
        checked[i] = rate_checked(load);
        share[i] = 1 - checked[i] / alone[i]; /* of the load's time that the check takes */
    }
    qsort(share, rounds, sizeof *share, ascending);
    qsort(alone, rounds, sizeof *alone, ascending);
    qsort(checked, rounds, sizeof *checked, ascending);
    printf("alone %.1f /s, checked %.1f /s; the check takes %.1f %% of the load's time "
           "(%.1f .. %.1f), %.1f us a product\n",
           alone[rounds / 2], checked[rounds / 2], 100 * share[rounds / 2], 100 * share[0],
           100 * share[rounds - 1], 1e6 * (1 / checked[rounds / 2] - 1 / alone[rounds / 2]));
}

static void run(const char *variant, uint32_t n, unsigned rounds)
{
    wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                    .dimension = {n, n, n},
                    .repeats = 1,
                    .point = WM_POINT_SOAK};
    wm_repeat_options options = {.repeat_seconds = 0.2, .start = wm_clock_begin()};
    wm_device_buffer *retained = NULL;
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual;
    wm_workload workload;
    uint64_t iterations;
    if (item.variant == NULL) {
        fprintf(stderr, "bench_stress: no variant %s\n", variant);
        exit(2);
    }
    must(wm_workload_open(&workload, device, &item));
    const wm_check check = {device, &item, "", &workload.job, NULL};
    must(wm_workload_fill(&workload, ""));
    must(wm_repeat_warm_up(&workload, &options, &iterations));
    must(wm_workload_digest(&workload, digest));
    must(wm_workload_new_output(&workload, &retained));
    must(device->ops->copy(device, retained, 0, workload.output, 0, workload.output_bytes));
    must(wm_workload_check(&check, digest, &residual));
    printf("gemm.%s.n%lu: ", variant, (unsigned long)n);
    measure(&(wm_load){WM_POINT_SOAK, 1, &workload, &workload, &check, retained, digest, &residual,
                       &options},
            rounds);
    device->ops->free(device, retained);
    wm_workload_close(&workload);
}

int main(int argc, char **argv)
{
    const wm_backend *backend = wm_registry_find(argc > 1 ? argv[1] : "cpu");
    const unsigned rounds = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 5;
    if (backend == NULL || rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "bench_stress: no such backend, or no rounds from 1 to %d\n", ROUNDS_MAX);
        return 2;
    }
    must(backend->open(&(wm_device_options){.index = 0}, &device, NULL));
    run(argc > 2 ? argv[2] : "fp16", argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1024,
        rounds);
    backend->close(device);
    return 0;
}
