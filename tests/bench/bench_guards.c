/* Measures the detection rates of single faults in correct outputs of the other workloads, for
 * SOUNDNESS.md.
 *
 * usage: bench_guards [TRIALS]. A trial breaks the output at a random place. The challenges follow
 * from the broken output's digest, exactly as in a run. */
#include "backend/registry.h"
#include "record/laws/plan.h"
#include "record/laws/reduction.h"
#include "workload/workload.h"
#include "verify/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum fault {
    FAULT_BIT,    /* a random bit of a random element is flipped */
    FAULT_HIGH,   /* the same, in the upper half of its bits */
    FAULT_ZERO,   /* an element set to 0 */
    FAULT_MINUS,  /* an element 1 too small: one addend of typical size lost */
    FAULT_TENTH,  /* every tenth row of 1 KiB or less off by 1 % */
    FAULT_SCALED, /* every element off by 1 %: a wrong kernel, the same in each run */
    FAULT_NONE,
    FAULT_COUNT
} fault;

static const char *const fault_names[] = {"a random bit flipped",  "an upper bit flipped",
                                          "one element set to 0",  "one element 1 too small",
                                          "a tenth of it 1 % off", "all of it 1 % off",
                                          "none (false alarms)"};

typedef struct bench {
    const wm_backend *ops;
    wm_device *device;
    wm_item item;
    wm_workload workload;
    double tolerance;
    uint8_t *correct; /* the output */
    uint8_t *broken;
    uint64_t random;
} bench;

static void must(bench *b, wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_guards: %s: %s\n", what,
            b->device != NULL ? b->ops->last_error(b->device) : wm_status_text(status));
    exit(2);
}

/* A number below bound, the same in every run (Knuth's MMIX generator, upper bits). */
static uint64_t draw_below(bench *b, uint64_t bound)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (b->random >> 20) % bound;
}

static void open_bench(bench *b, const char *workload, const char *variant, const uint64_t *shape)
{
    wm_device_options options = {.index = 0};
    memset(b, 0, sizeof *b);
    b->random = 1;
    b->ops = wm_registry_find("cpu");
    b->item.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant));
    b->item.repeats = 1;
    memcpy(b->item.dimension, shape, sizeof b->item.dimension);
    must(b, b->ops->open(&options, &b->device, NULL), "open");
    must(b, wm_workload_open(&b->workload, b->device, &b->item), "open the workload");
    must(b, wm_workload_fill(&b->workload, ""), "fill");
    must(b, wm_job_run(b->device, &b->workload.job), "run");
    b->correct = malloc(b->workload.output_bytes);
    b->broken = malloc(b->workload.output_bytes);
    if (b->correct == NULL || b->broken == NULL)
        exit(2);
    must(b,
         b->ops->download(b->device, b->workload.output, 0, b->correct, b->workload.output_bytes),
         "download");
    b->tolerance = wm_plan_bound(&b->item);
}

static void close_bench(bench *b)
{
    wm_workload_close(&b->workload);
    b->ops->close(b->device);
    free(b->correct);
    free(b->broken);
}

static void scale(bench *b, size_t first, size_t count)
{
    wm_format format = b->workload.output_format;
    size_t i;
    for (i = first; i < first + count && i < b->workload.output_count; i++)
        wm_format_store(format, b->broken, i, 1.01 * wm_format_load(format, b->correct, i));
}

static void scale_tenth(bench *b)
{
    size_t row = b->workload.output_count < 2560 ? 1 : 256;
    size_t i;
    for (i = draw_below(b, 10) * row; i < b->workload.output_count; i += 10 * row)
        scale(b, i, row);
}

static void make_fault(bench *b, fault kind)
{
    wm_format format = b->workload.output_format;
    size_t size = wm_format_size(format);
    size_t element = (size_t)draw_below(b, b->workload.output_count);
    size_t bit = (size_t)draw_below(b, kind == FAULT_HIGH ? 4 * size : 8 * size);
    memcpy(b->broken, b->correct, b->workload.output_bytes);
    if (kind == FAULT_HIGH)
        bit += 4 * size;
    if (kind == FAULT_BIT || kind == FAULT_HIGH)
        b->broken[element * size + bit / 8] ^= (uint8_t)(1u << bit % 8);
    else if (kind == FAULT_ZERO)
        wm_format_store(format, b->broken, element, 0);
    else if (kind == FAULT_MINUS)
        wm_format_store(format, b->broken, element,
                        wm_format_load(format, b->correct, element) - 1);
    else if (kind == FAULT_TENTH)
        scale_tenth(b);
    else if (kind == FAULT_SCALED)
        scale(b, 0, b->workload.output_count);
}

/* Whether the check rejects a faulty output under the challenges of its digest. */
static int is_seen(bench *b, fault kind)
{
    wm_check check = {b->device, &b->item, "", &b->workload.job, NULL};
    wm_observed_residual residual;
    uint8_t digest[WM_SHA256_SIZE];
    make_fault(b, kind);
    if (kind == FAULT_NONE) {
        must(b, wm_job_run(b->device, &b->workload.job), "run");
    } else {
        must(b,
             b->ops->upload(b->device, b->workload.output, 0, b->broken, b->workload.output_bytes),
             "upload");
    }
    must(b, wm_workload_digest(&b->workload, digest), "digest");
    must(b, wm_workload_check(&check, digest, &residual), "check");
    return !(wm_observed_ratio(residual.difference_max, residual.reference_max) <= b->tolerance);
}

static void run(const char *workload, const char *variant, const uint64_t *shape, unsigned trials)
{
    char label[WM_PLAN_LABEL_SIZE];
    bench b;
    int kind;
    open_bench(&b, workload, variant, shape);
    wm_plan_label(&b.item, label);
    printf("| %s | %.2g |", label, b.tolerance);
    for (kind = 0; kind < FAULT_COUNT; kind++) {
        unsigned i, seen = 0;
        if (kind == FAULT_TENTH && b.workload.output_count < 10) {
            printf(" |");
            continue;
        }
        for (i = 0; i < trials; i++)
            seen += (unsigned)is_seen(&b, (fault)kind);
        printf(" %.1f %% |", 100.0 * seen / trials);
        fflush(stdout);
    }
    printf("\n");
    close_bench(&b);
}

int main(int argc, char **argv)
{
    unsigned trials = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
    int kind;
    printf("Detection rates over %u trials.\n\n| item | tolerance |", trials);
    for (kind = 0; kind < FAULT_COUNT; kind++)
        printf(" %s |", fault_names[kind]);
    printf("\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    run("hbm_triad", "f32", (const uint64_t[4]){100000}, trials);
    run("hbm_copy", "f32", (const uint64_t[4]){100000}, trials);
    run("attention", "bf16", (const uint64_t[4]){1, 2, 256, 64}, trials);
    run("attention", "bf16", (const uint64_t[4]){1, 8, 256, 64}, trials);
    run("reduction", "default", (const uint64_t[4]){100000}, trials);
    run("reduction", "default", (const uint64_t[4]){10000000}, trials);
    run("reduction", "deterministic", (const uint64_t[4]){100000}, trials);
    run("reduction", "deterministic", (const uint64_t[4]){10000000}, trials);
    run("scatter_add", "atomic", (const uint64_t[4]){65536, 4096}, trials);
    run("scatter_add", "atomic", (const uint64_t[4]){1048576, 4096}, trials);
    run("scatter_add", "fixed", (const uint64_t[4]){65536, 4096}, trials);
    run("index_add", "atomic", (const uint64_t[4]){4096, 64, 512}, trials);
    run("random_access", "latency", (const uint64_t[4]){65536, 1, 4096}, trials);
    run("random_access", "bandwidth", (const uint64_t[4]){65536, 4096, 64}, trials);
    return 0;
}
