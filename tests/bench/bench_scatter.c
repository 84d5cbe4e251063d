/* Measures what the checksum of scattered sums sees, whole and by blocks, and what it costs, for
 * SOUNDNESS.md.
 *
 * usage: bench_scatter [TRIALS]. A trial breaks an output at a random place; its challenges follow
 * from the broken output's digest, as in a run. The first number of a cell is the whole checksum's,
 * the second also has the blocks. The last columns: of as many correct outputs the largest error of
 * a block in its limits, and the time of the check beside that of one run. */
#include "backend/registry.h"
#include "record/laws/derive.h"
#include "record/laws/plan.h"
#include "record/laws/reduction.h"
#include "standards/normal.h"
#include "verify/check.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum fault { MOVED, EXCHANGED, DROPPED, TWICE, BIT_3, BIT_7, BIT_11, FAULTS } fault;

static const char *const NAMES[] = {"an addend to another place",
                                    "two sums exchanged",
                                    "an addend dropped",
                                    "an addend added twice",
                                    "bit 3 flipped",
                                    "bit 7 flipped",
                                    "bit 11 flipped"};

typedef struct bench {
    const wm_backend *ops;
    wm_device *device;
    wm_item item;
    wm_workload workload;
    size_t addends, targets, columns;
    float *src, *correct, *broken;
    uint32_t *index;
    double *exact, *squares;
    uint64_t random;
} bench;

static void must(wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_scatter: %s: %s\n", what, wm_status_text(status));
    exit(2);
}

/* A number below bound, the same in every run (Knuth's MMIX generator, upper bits). */
static size_t draw_below(bench *b, size_t bound)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((b->random >> 20) % bound);
}

static void *room(size_t size)
{
    void *made = malloc(size);
    if (made == NULL)
        exit(2);
    return made;
}

static size_t target_of(const bench *b, size_t addend)
{
    return b->index[addend / b->columns] * b->columns + addend % b->columns;
}

static void download(bench *b, const wm_device_buffer *from, void *to, size_t size)
{
    must(b->ops->download(b->device, from, 0, to, size), "download");
}

static void open_bench(bench *b, const char *workload, const uint64_t *shape)
{
    const wm_device_options options = {.index = 0};
    *b = (bench){.random = 1, .ops = wm_registry_find("cpu")};
    b->item.variant = wm_tables_variant(workload, strlen(workload), "atomic", 6);
    b->item.repeats = 1;
    memcpy(b->item.dimension, shape, sizeof b->item.dimension);
    must(b->ops->open(&options, &b->device, NULL), "open");
    must(wm_workload_open(&b->workload, b->device, &b->item), "open the workload");
    must(wm_workload_fill(&b->workload, ""), "fill");
    b->columns = b->workload.job.as.scatter.columns;
    b->addends = b->workload.job.as.scatter.rows * b->columns;
    b->targets = b->workload.output_count;
    b->src = room(b->addends * 4);
    b->index = room(b->addends / b->columns * 4);
    b->correct = room(b->targets * 4);
    b->broken = room(b->targets * 4);
    b->exact = room(b->targets * sizeof(double));
    b->squares = room(b->targets * sizeof(double));
    download(b, b->workload.operand[0], b->src, b->addends * 4);
    download(b, b->workload.operand[1], b->index, b->addends / b->columns * 4);
    memset(b->exact, 0, b->targets * sizeof(double));
    memset(b->squares, 0, b->targets * sizeof(double));
    for (size_t i = 0; i < b->addends; i++) {
        b->exact[target_of(b, i)] += (double)b->src[i];
        b->squares[target_of(b, i)] += (double)b->src[i] * (double)b->src[i];
    }
}

static void close_bench(bench *b)
{
    wm_workload_close(&b->workload);
    b->ops->close(b->device);
    free(b->src);
    free(b->index);
    free(b->correct);
    free(b->broken);
    free(b->exact);
    free(b->squares);
}

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs once: another order of sums. Returns the seconds. */
static double make_correct(bench *b)
{
    const double begin = now_s();
    must(wm_job_run(b->device, &b->workload.job), "run");
    must(b->ops->sync(b->device), "wait");
    const double seconds = now_s() - begin;
    download(b, b->workload.output, b->correct, b->targets * 4);
    return seconds;
}

static void flip(float *element, unsigned bit)
{
    uint32_t code;
    memcpy(&code, element, 4);
    code ^= 1u << bit;
    memcpy(element, &code, 4);
}

static void make_fault(bench *b, fault kind)
{
    const size_t addend = draw_below(b, b->addends), at = target_of(b, addend);
    const size_t other = draw_below(b, b->targets);
    memcpy(b->broken, b->correct, b->targets * 4);
    if (kind == MOVED || kind == DROPPED)
        b->broken[at] -= b->src[addend];
    if (kind == MOVED)
        b->broken[other] += b->src[addend];
    if (kind == TWICE)
        b->broken[at] += b->src[addend];
    if (kind == EXCHANGED) {
        b->broken[at] = b->correct[other];
        b->broken[other] = b->correct[at];
    }
    if (kind >= BIT_3)
        flip(&b->broken[other], kind == BIT_3 ? 3 : kind == BIT_7 ? 7 : 11);
}

/* Bit 0: the whole checksum rejects; bit 1: a block too, or alone. */
static unsigned ask(bench *b, const float *output, double *seconds)
{
    const wm_check check = {b->device, &b->item, "", &b->workload.job, NULL};
    wm_observed_residual residual;
    uint8_t digest[WM_SHA256_SIZE];
    double ratio;
    must(b->ops->upload(b->device, b->workload.output, 0, output, b->targets * 4), "upload");
    must(wm_workload_digest(&b->workload, digest), "digest");
    const double begin = now_s();
    must(wm_workload_check(&check, digest, &residual), "check");
    *seconds = now_s() - begin;
    ratio = wm_observed_ratio(residual.difference_max, residual.reference_max);
    if (isnan(ratio))
        return 2;
    return ratio <= wm_plan_bound(&b->item) ? 0 : 3;
}

/* The largest error of a block of the correct output, in its limit; independent of the check. */
static double largest_block(bench *b)
{
    const double *table;
    wm_philox stream;
    uint8_t digest[WM_SHA256_SIZE], seed[WM_SHA256_SIZE];
    wm_buffer context = WM_BUFFER_EMPTY;
    double most = 0, sum = 0, squares = 0;
    size_t size = 64;
    while (b->targets > 1024 * size)
        size *= 2;
    must(wm_normal_table(&table), "table");
    must(wm_workload_digest(&b->workload, digest), "digest");
    must(wm_derive_context(&b->item, "", digest, &context), "context");
    wm_derive_challenge(&context, WM_CHALLENGE_WEIGHTS, seed);
    wm_buffer_clear(&context);
    stream = wm_philox_from_seed(seed);
    for (size_t j = 0; j < b->targets; j++) {
        const double weight = table[wm_philox_index16(&stream, j)];
        sum += weight * ((double)b->correct[j] - b->exact[j]);
        squares += weight * weight * b->squares[j];
        if ((j + 1) % size == 0 || j + 1 == b->targets) {
            const double limit = 2 * wm_plan_bound(&b->item) * sqrt(squares);
            const double part = sum == 0 ? 0 : fabs(sum) / limit;
            most = part > most ? part : most;
            sum = squares = 0;
        }
    }
    return most;
}

static void run(const char *workload, const uint64_t *shape, unsigned trials)
{
    char label[WM_PLAN_LABEL_SIZE];
    double least_run = INFINITY, least_check = INFINITY, most = 0;
    unsigned alarms = 0;
    bench b;
    open_bench(&b, workload, shape);
    wm_plan_label(&b.item, label);
    printf("| %s |", label);
    for (unsigned t = 0; t < trials; t++) {
        double seconds;
        const double run_s = make_correct(&b), part = largest_block(&b);
        alarms += ask(&b, b.correct, &seconds) != 0;
        least_run = fmin(least_run, run_s);
        least_check = fmin(least_check, seconds);
        most = fmax(most, part);
    }
    for (int kind = 0; kind < FAULTS; kind++) {
        unsigned whole = 0, blocks = 0;
        for (unsigned t = 0; t < trials; t++) {
            double seconds;
            make_fault(&b, (fault)kind);
            const unsigned seen = ask(&b, b.broken, &seconds);
            whole += seen & 1;
            blocks += seen >> 1;
        }
        printf(" %.1f, %.1f %% |", 100.0 * whole / trials, 100.0 * blocks / trials);
        (void)fflush(stdout);
    }
    printf(" %u | %.2f | %.2f, %.2f ms |\n", alarms, most, 1e3 * least_check, 1e3 * least_run);
    close_bench(&b);
}

int main(int argc, char **argv)
{
    const unsigned trials = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
    printf("%u trials a cell.\n\n| item |", trials);
    for (int kind = 0; kind < FAULTS; kind++)
        printf(" %s |", NAMES[kind]);
    printf(" correct, rejected | largest block | check, run |\n|---|");
    for (int kind = 0; kind < FAULTS + 3; kind++)
        printf("---:|");
    printf("\n");
    run("scatter_add", (const uint64_t[4]){65536, 4096}, trials);
    run("scatter_add", (const uint64_t[4]){65536, 65536}, trials);
    run("scatter_add", (const uint64_t[4]){1048576, 1024}, trials);
    run("scatter_add", (const uint64_t[4]){4194304, 65536}, trials);
    run("index_add", (const uint64_t[4]){4096, 64, 512}, trials);
    run("index_add", (const uint64_t[4]){65536, 128, 4096}, trials);
    return 0;
}
