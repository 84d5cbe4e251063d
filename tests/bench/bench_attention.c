/* The check of attention: what the test of all rows costs, whom it suspects, and what it finds.
 *
 * usage: bench_attention [cpu|cuda] [TRIALS] [all|cost|correct|wrong] [THREADS] [VARIANT]. The
 * largest shape of a GPU is measured on a GPU alone. THREADS 0: all. */
#include "backend/guard.h"
#include "backend/registry.h"
#include "record/laws/derive.h"
#include "record/laws/plan.h"
#include "record/laws/reduction.h"
#include "verify/check.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7 };

static const double REPEAT_S = 0.2; /* of a plan without another value */

typedef struct {
    const wm_backend *ops;
    wm_device *device;
    const char *variant;
    wm_item item;
    wm_workload workload;
    uint16_t *correct, *broken;
    uint64_t random;
} bench;

static void must(const bench *b, wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_attention: %s: %s: %s\n", what, wm_status_text(status),
            b->device != NULL ? b->ops->last_error(b->device) : "");
    exit(2);
}

/* A number below bound, the same in every run (Knuth's MMIX generator, upper bits). */
static uint64_t draw_below(bench *b, uint64_t bound)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (b->random >> 20) % bound;
}

static void open_item(bench *b, const uint64_t shape[4], const char *nonce)
{
    b->item = (wm_item){
        .variant = wm_tables_variant("attention", 9, b->variant, strlen(b->variant)), .repeats = 1};
    memcpy(b->item.dimension, shape, sizeof b->item.dimension);
    must(b, wm_workload_open(&b->workload, b->device, &b->item), "open");
    must(b, wm_workload_fill(&b->workload, nonce), "fill");
    must(b, wm_job_run(b->device, &b->workload.job), "run");
    must(b, b->ops->sync(b->device), "run");
}

static double now_s(const bench *b)
{
    must(b, b->ops->sync(b->device), "sync");
    return 1e-9 * (double)b->ops->time_ns(b->device);
}

static wm_attention_guard guard_of(const bench *b, const uint8_t seed[32])
{
    wm_attention_guard guard;
    must(b, b->ops->attention_guard(b->device, &b->workload.job.as.attention, seed, &guard),
         "guard");
    return guard;
}

/* The drawn rows alone. */
static void recompute(const bench *b)
{
    const wm_attention *a = &b->workload.job.as.attention;
    uint64_t rows[WM_ATTENTION_ROWS];
    wm_attention_result result;
    for (size_t i = 0; i < WM_ATTENTION_ROWS; i++)
        rows[i] = i * 2654435761u % (a->batch * a->heads * a->sequence);
    must(b, b->ops->attention_residual(b->device, a, rows, WM_ATTENTION_ROWS, &result), "rows");
}

static void time_item(bench *b, const uint64_t shape[4])
{
    static const uint8_t SEED[32] = {1};
    double run = INFINITY, rows = INFINITY, guard = INFINITY;
    char label[WM_PLAN_LABEL_SIZE];
    open_item(b, shape, "");
    (void)guard_of(b, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        const double begin = now_s(b);
        must(b, wm_job_run(b->device, &b->workload.job), "run");
        const double ran = now_s(b);
        recompute(b);
        const double checked = now_s(b);
        (void)guard_of(b, SEED);
        const double done = now_s(b);
        run = fmin(run, ran - begin);
        rows = fmin(rows, checked - ran);
        guard = fmin(guard, done - checked);
    }
    wm_plan_label(&b->item, label);
    printf("| %s | %.3g | %.3g | %.3g | %.2f | %.1f %% |\n", label, 1e3 * run, 1e3 * rows,
           1e3 * guard, guard / run, 100 * guard / fmax(REPEAT_S, run));
    fflush(stdout);
    wm_workload_close(&b->workload);
}

static void time_all(bench *b, bool is_gpu)
{
    static const uint64_t SHAPES[][4] = {
        {1, 2, 128, 32}, {1, 8, 512, 64}, {1, 8, 1024, 128}, {1, 4, 2048, 128}};
    static const uint64_t LARGE[][4] = {{4, 32, 2048, 64}, {4, 32, 4096, 256}, {4, 32, 8192, 128}};
    printf("| item | run, ms | drawn rows, ms | all rows, ms | all rows / run | of a repeat |\n"
           "|---|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        time_item(b, SHAPES[i]);
    for (size_t i = 0; is_gpu && i < sizeof LARGE / sizeof *LARGE; i++)
        time_item(b, LARGE[i]);
}

/* Correct outputs of varied shapes. Half of them come from the careful path. */
static void test_correct(bench *b, unsigned trials)
{
    static const uint64_t DEPTHS[] = {8, 16, 32, 40, 64, 128, 256};
    uint64_t rows = 0, suspects = 0;
    double ratio = 0, row_sum = 0;
    for (unsigned i = 0; i < trials; i++) {
        const uint64_t shape[4] = {1, 1 + draw_below(b, 3),
                                   1 + draw_below(b, i % 50 == 0 ? 2048 : 300),
                                   DEPTHS[draw_below(b, 7)]};
        char nonce[16];
        uint8_t seed[32] = {(uint8_t)i, (uint8_t)(i >> 8)};
        snprintf(nonce, sizeof nonce, "%08x", i);
        open_item(b, shape, nonce);
        if (i % 2 == 1) {
            b->workload.kind->make_careful(&b->workload.job);
            must(b, wm_job_run(b->device, &b->workload.job), "careful run");
        }
        const wm_attention_guard guard = guard_of(b, seed);
        rows += (uint64_t)shape[1] * shape[2];
        suspects += guard.suspects;
        ratio = fmax(ratio, guard.ratio_max);
        row_sum = fmax(row_sum, guard.row_sum_error);
        wm_workload_close(&b->workload);
    }
    printf("\n%u correct outputs, %llu rows: %llu suspects, largest ratio %.3f, row sums off by at "
           "most %.2g\n",
           trials, (unsigned long long)rows, (unsigned long long)suspects, ratio, row_sum);
}

typedef enum { OTHER_ROW, ZERO_ROW, SCALED, ELEMENT, FAULTS } fault;

static void break_row(bench *b, fault kind, double size)
{
    const size_t depth = b->item.dimension[3], count = b->workload.output_count;
    const size_t row = (size_t)draw_below(b, count / depth);
    const size_t other = (size_t)draw_below(b, count / depth);
    uint16_t *at = b->broken + row * depth;
    memcpy(b->broken, b->correct, b->workload.output_bytes);
    if (kind == OTHER_ROW)
        memcpy(at, b->correct + other * depth, 2 * depth);
    if (kind == ZERO_ROW)
        memset(at, 0, 2 * depth);
    for (size_t j = 0; kind == SCALED && j < depth; j++)
        wm_format_store(WM_FORMAT_BF16, at, j, size * wm_format_load(WM_FORMAT_BF16, at, j));
    if (kind == ELEMENT) {
        const size_t j = (size_t)draw_below(b, depth);
        wm_format_store(WM_FORMAT_BF16, at, j, size + wm_format_load(WM_FORMAT_BF16, at, j));
    }
}

/* How often the test of all rows suspects something, and how often the check rejects. */
static void test_fault(bench *b, const char *name, fault kind, double size, unsigned trials)
{
    const wm_check check = {b->device, &b->item, "", &b->workload.job, NULL};
    unsigned suspected = 0, rejected = 0;
    for (unsigned i = 0; i < trials; i++) {
        wm_buffer context = WM_BUFFER_EMPTY;
        wm_observed_residual residual;
        uint8_t digest[WM_SHA256_SIZE], seed[WM_SHA256_SIZE];
        break_row(b, kind, size);
        must(b,
             b->ops->upload(b->device, b->workload.output, 0, b->broken, b->workload.output_bytes),
             "upload");
        must(b, wm_workload_digest(&b->workload, digest), "digest");
        must(b, wm_derive_context(&b->item, "", digest, &context), "context");
        wm_derive_challenge(&context, WM_CHALLENGE_SIGNS, seed);
        wm_buffer_clear(&context);
        suspected += guard_of(b, seed).suspects > 0;
        must(b, wm_workload_check(&check, digest, &residual), "check");
        rejected += !(wm_observed_ratio(residual.difference_max, residual.reference_max) <=
                      wm_plan_bound(&b->item));
    }
    printf("| %s | %.1f %% | %.1f %% |\n", name, 100.0 * suspected / trials,
           100.0 * rejected / trials);
    fflush(stdout);
}

static void test_wrong(bench *b, const uint64_t shape[4], unsigned trials)
{
    static const struct {
        const char *name;
        fault kind;
        double size;
    } KINDS[] = {{"another row", OTHER_ROW, 0},
                 {"zeros", ZERO_ROW, 0},
                 {"scaled by 1.5", SCALED, 1.5},
                 {"scaled by 1.2", SCALED, 1.2},
                 {"scaled by 1.1", SCALED, 1.1},
                 {"scaled by 1.07", SCALED, 1.07},
                 {"scaled by 1.05", SCALED, 1.05},
                 {"scaled by 1.04", SCALED, 1.04},
                 {"scaled by 1.03", SCALED, 1.03},
                 {"scaled by 1.02", SCALED, 1.02},
                 {"one element off by 0.1", ELEMENT, 0.1},
                 {"one element off by 0.03", ELEMENT, 0.03},
                 {"one element off by 0.01", ELEMENT, 0.01}};
    char label[WM_PLAN_LABEL_SIZE];
    open_item(b, shape, "");
    wm_plan_label(&b->item, label);
    b->correct = malloc(b->workload.output_bytes);
    b->broken = malloc(b->workload.output_bytes);
    if (b->correct == NULL || b->broken == NULL)
        exit(2);
    must(b,
         b->ops->download(b->device, b->workload.output, 0, b->correct, b->workload.output_bytes),
         "download");
    printf("\n| one row of %s: %u trials | suspected | rejected |\n|---|---:|---:|\n", label,
           trials);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        test_fault(b, KINDS[i].name, KINDS[i].kind, KINDS[i].size, trials);
    free(b->correct);
    free(b->broken);
    wm_workload_close(&b->workload);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "cpu", *part = argc > 3 ? argv[3] : "all";
    const unsigned trials = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 100;
    const bool is_all = strcmp(part, "all") == 0, is_gpu = strcmp(name, "cpu") != 0;
    bench b = {.ops = wm_registry_find(name), .random = 1, .variant = argc > 5 ? argv[5] : "bf16"};
    if (b.ops == NULL) {
        fprintf(stderr, "bench_attention: no backend %s\n", name);
        return 2;
    }
    if (wm_tables_variant("attention", 9, b.variant, strlen(b.variant)) == NULL) {
        fprintf(stderr, "bench_attention: attention has no variant %s\n", b.variant);
        return 2;
    }
    const wm_device_options options = {
        .index = 0, .threads = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0};
    must(&b, b.ops->open(&options, &b.device, NULL), "open");
    if (is_all || strcmp(part, "cost") == 0)
        time_all(&b, is_gpu);
    if (is_all || strcmp(part, "correct") == 0)
        test_correct(&b, 10 * trials);
    if (is_all || strcmp(part, "wrong") == 0) {
        test_wrong(&b, (const uint64_t[4]){1, 8, 128, 64}, trials);
        test_wrong(&b, (const uint64_t[4]){1, 8, 512, 64}, trials);
        test_wrong(&b, (const uint64_t[4]){1, 1, 1024, 128}, trials);
        if (is_gpu)
            test_wrong(&b, (const uint64_t[4]){1, 2, 8192, 128}, trials);
    }
    b.ops->close(b.device);
    return 0;
}
