/* Times the CUDA backend: answers requests from its input, one on each line, so that a peer can be
 * timed in turns with it.
 *
 *     gemm VARIANT N SECONDS      ms of one product, sustained
 *     check VARIANT N SECONDS     ms of the residual (one probe set), alone
 *     floor VARIANT N SECONDS     ms of the residual of a calibration's 21 probe sets
 *     rho VARIANT N               the residual over max |CX|, and its median over 21 sets; the row
 *                                 statistic; G, and G of 21 sets
 *     digest VARIANT N SECONDS    ms of the output digest
 *     judged VARIANT N SECONDS    ms of product, digest and residual, in line
 *     open VARIANT N SECONDS      ms of 32 openings with paths, alone
 *     witness VARIANT N SECONDS   ms of product, digest with its tree, residual and 32 openings
 *     fill VARIANT N SECONDS      ms of making one operand
 *     exact N SECONDS             ms of a binary16 product of integers, of exact_rows,
 * compare_exact and the fill of B's transpose; both checks over the product
 *     triad|copy|reduce|ordered COUNT SECONDS
 *     attention BATCH HEADS SEQUENCE DEPTH SECONDS
 *     scatter|fixed COUNT BUCKETS SECONDS
 *     index ROWS COLUMNS BUCKETS SECONDS
 *     indices ROWS BUCKETS PATH   writes the indices of scatter, fixed and index to a file, uint32
 *     access COUNT LANES STEPS SECONDS
 *     clock                       Hz of the kernels' clock now
 *     sleep SECONDS               lets the clocks recover
 *
 * A copy goes there and back, because its speed changes by 0.7 % with which buffer is the higher
 * one. An answer is the request, a colon, and numbers or words. With the argument "-" it reads
 * requests, else it runs a short list of its own. */
#include "backend/job.h"
#include "backend/product.h"
#include "backend/registry.h"
#include "record/laws/plan.h"
#include "verify/freivalds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BUFFERS = 4, SETS = WM_TABLES_PROBES, OPENED = 32, OPENED_DIGEST = WM_SHA256_SIZE };

static wm_device *device;
static const wm_backend *ops;
static wm_device_buffer *buffers[BUFFERS];
static char held[128]; /* the request whose operands the buffers hold */
static const char *problem;

static void must(wm_status status, const char *what)
{
    static char text[320];
    if (status == WM_OK || problem != NULL)
        return;
    snprintf(text, sizeof text, "%s: %s (%s)", what, wm_status_text(status),
             ops->last_error(device));
    problem = text;
}

static void drop_buffers(void)
{
    for (int i = 0; i < BUFFERS; i++) {
        ops->free(device, buffers[i]);
        buffers[i] = NULL;
    }
    held[0] = '\0';
}

/* Makes buffers of these sizes; true if they existed already, for the same request. */
static bool hold(const char *what, size_t a, size_t b, size_t c, size_t d)
{
    const size_t sizes[BUFFERS] = {a, b, c, d};
    if (strcmp(held, what) == 0)
        return true;
    drop_buffers();
    for (int i = 0; i < BUFFERS; i++)
        if (sizes[i] > 0)
            must(ops->alloc(device, sizes[i], &buffers[i]), "alloc");
    snprintf(held, sizeof held, "%s", what);
    return false;
}

static void fill(int which, wm_format format, size_t count)
{
    uint8_t seed[32];
    memset(seed, which + 1, sizeof seed);
    if (problem != NULL)
        return;
    if (format == WM_FORMAT_I8)
        must(ops->fill_int8(device, buffers[which], count, seed), "fill");
    else
        must(ops->fill_normal(device, buffers[which], format, count, seed), "fill");
}

typedef void action(void *context);

/* Mean ms of an action that is repeated for about `seconds`, queued without waits. */
static double time_ms(action *act, void *context, double seconds)
{
    for (int i = 0; i < 2; i++)
        act(context);
    must(ops->sync(device), "sync");
    uint64_t begin = ops->time_ns(device);
    act(context);
    must(ops->sync(device), "sync");
    const double once = (double)(ops->time_ns(device) - begin) * 1e-9;
    const int runs = 3 + (int)(seconds / (once + 1e-7));
    begin = ops->time_ns(device);
    for (int i = 0; i < runs && problem == NULL; i++)
        act(context);
    must(ops->sync(device), "sync");
    return (double)(ops->time_ns(device) - begin) * 1e-6 / runs;
}

typedef struct {
    const wm_product_variant *v;
    wm_format witness;
    wm_freivalds_row_terms terms;
    wm_gemm gemm;
    uint8_t digest[32];
    wm_device_buffer *tree; /* the digest's */
    uint8_t *opened;        /* what openings show */
    size_t row_bytes;
    wm_residual_result results[SETS];
} product;

static void multiply(void *context)
{
    must(ops->gemm(device, &((product *)context)->gemm), "gemm");
}

static void find_residuals(product *p, const uint8_t (*seeds)[32], size_t sets)
{
    const wm_residual residual = {.gemm = &p->gemm,
                                  .witness = p->witness,
                                  .has_gap = p->terms.has_gap,
                                  .gap_scale = p->terms.gap_scale,
                                  .least_square = p->terms.least_square,
                                  .sets = sets,
                                  .seeds = seeds};
    must(ops->residual(device, &residual, p->results), "residual");
}

static void check(void *context)
{
    product *p = context;
    find_residuals(p, (const uint8_t(*)[32]) & p->digest, 1);
}

static void calibrate(void *context)
{
    product *p = context;
    uint8_t seeds[SETS][32];
    for (int i = 0; i < SETS; i++) {
        memcpy(seeds[i], p->digest, 32);
        seeds[i][0] = (uint8_t)i;
    }
    find_residuals(p, (const uint8_t(*)[32])seeds, SETS);
}

static void hash(void *context)
{
    product *p = context;
    must(ops->digest(device, p->gemm.C, p->row_bytes * p->gemm.m, p->row_bytes, p->digest, NULL),
         "digest");
}

static void make_operand(void *context)
{
    const product *p = context;
    fill(0, p->v->operand, p->gemm.m * p->gemm.k);
}

static void judge(void *context)
{
    multiply(context);
    hash(context);
    check(context);
}

static void hash_with_tree(product *p)
{
    must(ops->digest(device, p->gemm.C, p->row_bytes * p->gemm.m, p->row_bytes, p->digest, p->tree),
         "digest");
}

static void open_places(void *context)
{
    product *p = context;
    wm_backend_place places[OPENED];
    const size_t row_chunks = (p->row_bytes + WM_TABLES_CHUNK_BYTES - 1) / WM_TABLES_CHUNK_BYTES;
    for (size_t i = 0; i < OPENED; i++)
        places[i] = (wm_backend_place){(i * 7919 + p->digest[i]) % p->gemm.m,
                                       p->digest[31 - i] % row_chunks};
    const wm_openings openings = {
        .buffer = p->gemm.C,
        .tree = p->tree,
        .size_bytes = p->row_bytes * p->gemm.m,
        .row_bytes = p->row_bytes,
        .count = OPENED,
        .places = places,
        .chunks = p->opened,
        .leaves = p->opened + (size_t)OPENED * WM_TABLES_CHUNK_BYTES,
        .siblings =
            p->opened + (size_t)OPENED * (WM_TABLES_CHUNK_BYTES + row_chunks * OPENED_DIGEST)};
    must(ops->open_chunks(device, &openings), "open chunks");
}

/* The witness of one repeat: the seed of the probes is the digest. */
static void witness(void *context)
{
    multiply(context);
    hash_with_tree(context);
    check(context);
    open_places(context);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool open_product(product *p, const char *name, size_t n)
{
    char what[64];
    memset(p, 0, sizeof *p);
    p->v = wm_product_of(wm_tables_variant("gemm", 4, name, strlen(name)));
    if (p->v == NULL || n == 0)
        return false;
    const wm_item item = wm_freivalds_item(p->v, n, n, n);
    const size_t in = n * n * wm_format_size(p->v->operand);
    p->witness = wm_freivalds_witness(&item);
    p->terms = wm_freivalds_terms(&item);
    p->row_bytes = n * wm_format_size(p->v->output);
    snprintf(what, sizeof what, "%s %zu", name, n);
    const bool there =
        hold(what, in, in, p->row_bytes * n, wm_backend_tree_bytes(p->row_bytes * n, p->row_bytes));
    p->tree = buffers[3];
    p->gemm = (wm_gemm){p->v->operand, p->v->output, p->v->arithmetic, p->v->layout, n, n, n,
                        buffers[0],    buffers[1],   buffers[2]};
    p->opened = malloc(OPENED * (2 * WM_TABLES_CHUNK_BYTES + p->row_bytes / 32 + 64 * 32));
    if (p->opened == NULL)
        exit(2);
    if (!there) {
        fill(0, p->v->operand, n * n);
        fill(1, p->v->operand, n * n);
        multiply(p); /* tunes */
    }
    return true;
}

static void print_rho(product *p)
{
    double floors[SETS], residuals = 0, roundings = 0;
    multiply(p);
    hash(p);
    check(p);
    const wm_residual_result first = p->results[0];
    calibrate(p);
    for (int i = 0; i < SETS; i++) {
        floors[i] = p->results[i].difference_max / p->results[i].reference_max;
        residuals += p->results[i].residual_squares;
        roundings += p->results[i].rounding_squares;
    }
    qsort(floors, SETS, sizeof *floors, compare_doubles);
    printf("%.6g %.6g %.6g %.6g %.6g", first.difference_max / first.reference_max, floors[SETS / 2],
           first.row_statistic, first.residual_squares / first.rounding_squares,
           residuals / roundings);
}

static bool answer_product(const char *verb, const char *name, size_t n, double seconds)
{
    static const struct {
        const char *verb;
        action *act;
    } actions[] = {{"gemm", multiply},    {"check", check},      {"floor", calibrate},
                   {"digest", hash},      {"judged", judge},     {"witness", witness},
                   {"open", open_places}, {"fill", make_operand}};
    product p;
    char text[256] = "";
    action *act = NULL;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].verb, verb) == 0)
            act = actions[i].act;
    if ((act == NULL && strcmp(verb, "rho") != 0) || !open_product(&p, name, n))
        return false;
    if (act == NULL)
        print_rho(&p);
    else if (act == open_places)
        hash_with_tree(&p);
    if (act != NULL)
        printf("%.6f", time_ms(act, &p, seconds));
    if (act == multiply) {
        const wm_job job = {.operation = WM_OPERATION_GEMM, .as.gemm = p.gemm};
        must(ops->describe(device, &job, text), "describe");
        printf(" %s", text);
    }
    free(p.opened);
    return true;
}

enum { EXACT_BUFFERS = 6, EXACT_RANGE = 2 };

/* A product in binary16 and the same in integers. */
typedef struct {
    wm_gemm fast, exact;
    wm_integers fills[EXACT_BUFFERS - 2]; /* of A and B of both */
    wm_device_buffer *of[EXACT_BUFFERS];  /* A, B of both, then C of both */
} exact_item;

static void multiply_fast(void *context)
{
    must(ops->gemm(device, &((exact_item *)context)->fast), "gemm");
}

static void check_rows(void *context)
{
    const uint8_t seed[32] = {7};
    uint64_t wrong = 1;
    must(ops->exact_rows(device, &((exact_item *)context)->exact, seed, &wrong), "exact rows");
    if (wrong != 0)
        must(WM_E_DEVICE, "a right product has wrong rows");
}

static void compare_output(void *context)
{
    const exact_item *item = context;
    wm_exact_difference result = {.wrong = 1};
    must(ops->compare_exact(device, item->fast.C, item->fast.output_format, item->exact.C,
                            item->fast.m * item->fast.n, &result),
         "compare exact");
    if (result.wrong != 0)
        must(WM_E_DEVICE, "an exact output differs");
}

static void fill_item(const exact_item *item, size_t which)
{
    const uint8_t seed[32] = {(uint8_t)(which % 2 + 1)};
    must(ops->fill_integers(device, item->of[which], &item->fills[which], seed), "fill integers");
}

/* Made by columns, as the operand that is stored as its transpose. */
static void make_transpose(void *context)
{
    fill_item(context, 3);
}

static void open_exact(exact_item *item, size_t n)
{
    const size_t sizes[EXACT_BUFFERS] = {2, 2, 1, 1, 2, 4};
    drop_buffers();
    memset(item, 0, sizeof *item);
    for (size_t i = 0; i < EXACT_BUFFERS; i++)
        must(ops->alloc(device, n * n * sizes[i], &item->of[i]), "alloc");
    for (size_t i = 0; i < EXACT_BUFFERS - 2 && problem == NULL; i++) {
        item->fills[i] =
            (wm_integers){i < 2 ? WM_FORMAT_F16 : WM_FORMAT_I8, EXACT_RANGE, n, n, i == 3};
        fill_item(item, i);
    }
    item->fast = (wm_gemm){WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_NN, n, n, n,
                           item->of[0],   item->of[1],   item->of[4]};
    item->exact = (wm_gemm){WM_FORMAT_I8, WM_FORMAT_I32, WM_ARITHMETIC_I32, WM_LAYOUT_TN, n, n, n,
                            item->of[2],  item->of[3],   item->of[5]};
}

static void answer_exact(size_t n, double seconds)
{
    exact_item item;
    open_exact(&item, n);
    if (problem == NULL)
        must(ops->gemm(device, &item.exact), "gemm");
    if (problem == NULL) {
        const double product_ms = time_ms(multiply_fast, &item, seconds);
        const double rows_ms = time_ms(check_rows, &item, seconds);
        const double compare_ms = time_ms(compare_output, &item, seconds);
        const double fill_ms = time_ms(make_transpose, &item, seconds);
        printf("%.6f %.6f %.6f %.6f %.4f", product_ms, rows_ms, compare_ms, fill_ms,
               (rows_ms + compare_ms) / product_ms);
    }
    for (size_t i = 0; i < EXACT_BUFFERS; i++)
        ops->free(device, item.of[i]);
}

typedef struct {
    const char *verb;
    size_t count;
    wm_attention attention;
    wm_scatter scatter;
    wm_random_access access;
} vector_work;

static void run_vector(void *context)
{
    const vector_work *w = context;
    const wm_reduction reduction = {strcmp(w->verb, "ordered") == 0, w->count, buffers[1],
                                    buffers[2]};
    if (strcmp(w->verb, "triad") == 0)
        must(ops->triad(device, buffers[0], buffers[1], buffers[2], w->count), "triad");
    else if (strcmp(w->verb, "copy") == 0) {
        must(ops->copy(device, buffers[0], 0, buffers[1], 0, w->count * 4), "copy");
        must(ops->copy(device, buffers[1], 0, buffers[0], 0, w->count * 4), "copy");
    } else
        must(ops->reduce(device, &reduction), "reduce");
}

static void run_attention(void *context)
{
    must(ops->attention(device, &((vector_work *)context)->attention), "attention");
}

static void run_scatter(void *context)
{
    const vector_work *w = context;
    if (w->scatter.columns == 1)
        must(ops->scatter_add(device, &w->scatter), "scatter");
    else
        must(ops->index_add(device, &w->scatter), "index add");
}

static void run_access(void *context)
{
    must(ops->random_access(device, &((vector_work *)context)->access), "random access");
}

static void answer_vector(const char *line, vector_work *w, double seconds)
{
    const bool reduces = strcmp(w->verb, "reduce") == 0 || strcmp(w->verb, "ordered") == 0;
    if (!hold(line, reduces ? 0 : w->count * 4, w->count * 4,
              strcmp(w->verb, "triad") == 0 ? w->count * 4 : wm_plan_sums(w->count) * 4, 0)) {
        fill(1, WM_FORMAT_F32, w->count);
        if (strcmp(w->verb, "triad") == 0)
            fill(2, WM_FORMAT_F32, w->count);
    }
    printf("%.6f", time_ms(run_vector, w, seconds));
}

static void answer_attention(const char *line, vector_work *w, double seconds)
{
    char text[256] = "";
    wm_attention *a = &w->attention;
    wm_device_buffer *O = NULL;
    const size_t count = a->batch * a->heads * a->sequence * a->depth;
    if (!hold(line, count * 2, count * 2, count * 2, 0))
        for (int i = 0; i < 3; i++)
            fill(i, WM_FORMAT_BF16, count);
    must(ops->alloc(device, count * 2, &O), "alloc");
    a->Q = buffers[0], a->K = buffers[1], a->V = buffers[2], a->O = O;
    const double ms = time_ms(run_attention, w, seconds);
    const wm_job job = {.operation = WM_OPERATION_ATTENTION, .as.attention = *a};
    must(ops->describe(device, &job, text), "describe");
    printf("%.6f %s", ms, text);
    ops->free(device, O);
}

static void fill_indices(size_t rows, size_t buckets)
{
    const uint8_t seed[32] = {9};
    must(ops->fill_index(device, buffers[1], rows, 1, buckets, seed), "fill index");
}

static void save_indices(size_t rows, size_t buckets, const char *path)
{
    uint32_t *values = malloc(rows * sizeof *values);
    FILE *file = fopen(path, "wb");
    if (!hold("indices", 0, rows * sizeof *values, 0, 0))
        fill_indices(rows, buckets);
    if (values != NULL && problem == NULL)
        must(ops->download(device, buffers[1], 0, values, rows * sizeof *values), "download");
    if (values == NULL || file == NULL || fwrite(values, sizeof *values, rows, file) != rows)
        must(WM_E_IO, path);
    if (file != NULL && fclose(file) != 0)
        must(WM_E_IO, path);
    drop_buffers();
    free(values);
}

static void answer_scatter(const char *line, vector_work *w, double seconds)
{
    wm_scatter *s = &w->scatter;
    if (!hold(line, s->rows * s->columns * 4, s->rows * 4, s->buckets * s->columns * 4, 0)) {
        fill(0, WM_FORMAT_F32, s->rows * s->columns);
        fill_indices(s->rows, s->buckets);
    }
    s->src = buffers[0], s->index = buffers[1], s->out = buffers[2];
    printf("%.6f", time_ms(run_scatter, w, seconds));
}

static void answer_access(const char *line, vector_work *w, double seconds)
{
    wm_random_access *a = &w->access;
    uint8_t seed[32] = {8};
    if (!hold(line, a->count * 4, a->lanes * 4, 0, 0))
        must(ops->fill_index(device, buffers[0], a->count, 1, (uint64_t)1 << 32, seed),
             "fill index");
    a->table = buffers[0], a->out = buffers[1];
    printf("%.6f", time_ms(run_access, w, seconds));
}

static void rest(double seconds)
{
    const struct timespec pause = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&pause, NULL);
}

/* Answers one line; false if it is no request. */
static bool answer(const char *line)
{
    char verb[16] = "", name[16] = "", path[256] = "";
    size_t a = 0, b = 0, c = 0, d = 0;
    double s = 0;
    vector_work w = {verb, 0, {0}, {0}, {0}};
    const int numbers = sscanf(line, "%15s %zu %zu %zu %zu %lf", verb, &a, &b, &c, &d, &s) - 1;
    if (strcmp(verb, "clock") == 0) {
        must(ops->clock_hz(device, &s, NULL), "clock");
        printf("%.6g", s);
    } else if (strcmp(verb, "sleep") == 0 && sscanf(line, "%*s %lf", &s) == 1) {
        rest(s);
    } else if (strcmp(verb, "exact") == 0 && sscanf(line, "%*s %zu %lf", &a, &s) == 2 && a > 0) {
        answer_exact(a, s);
    } else if (strcmp(verb, "attention") == 0 && numbers == 5) {
        w.attention = (wm_attention){false, a, b, c, d, NULL, NULL, NULL, NULL};
        answer_attention(line, &w, s);
    } else if ((strcmp(verb, "scatter") == 0 || strcmp(verb, "fixed") == 0) &&
               sscanf(line, "%*s %zu %zu %lf", &a, &b, &s) == 3) {
        w.scatter = (wm_scatter){strcmp(verb, "fixed") == 0, a, 1, b, NULL, NULL, NULL};
        answer_scatter(line, &w, s);
    } else if (strcmp(verb, "index") == 0 &&
               sscanf(line, "%*s %zu %zu %zu %lf", &a, &b, &c, &s) == 4) {
        w.scatter = (wm_scatter){false, a, b, c, NULL, NULL, NULL};
        answer_scatter(line, &w, s);
    } else if (strcmp(verb, "indices") == 0 &&
               sscanf(line, "%*s %zu %zu %255s", &a, &b, path) == 3 && a > 0) {
        save_indices(a, b, path);
    } else if (strcmp(verb, "access") == 0 &&
               sscanf(line, "%*s %zu %zu %zu %lf", &a, &b, &c, &s) == 4) {
        w.access = (wm_random_access){false, a, 1, b, c, NULL, NULL};
        answer_access(line, &w, s);
    } else if ((strcmp(verb, "triad") == 0 || strcmp(verb, "copy") == 0 ||
                strcmp(verb, "reduce") == 0 || strcmp(verb, "ordered") == 0) &&
               sscanf(line, "%*s %zu %lf", &w.count, &s) == 2) {
        answer_vector(line, &w, s);
    } else {
        s = 0.1;
        return sscanf(line, "%15s %15s %zu %lf", verb, name, &a, &s) >= 3 &&
               answer_product(verb, name, a, s);
    }
    return true;
}

static void answer_line(const char *line)
{
    problem = NULL;
    printf("%s: ", line);
    if (!answer(line))
        printf("error no such request");
    if (problem != NULL) {
        printf(" error %s", problem);
        drop_buffers();
    }
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"clock",
                                        "gemm fp16 8192 0.3",
                                        "check fp16 8192 0.1",
                                        "digest fp16 8192 0.1",
                                        "witness fp16 8192 0.3",
                                        "fill fp16 8192 0.1",
                                        "exact 8192 0.1",
                                        "triad 268435456 0.1",
                                        "reduce 268435456 0.1"};
    char line[512], reason[256] = "built without CUDA=1";
    size_t count = 0;
    const wm_device_options options = {.index = 0};
    const wm_backend *cuda = wm_registry_find("cuda");
    if (cuda != NULL && cuda->list(NULL, 0, &count, reason) != WM_OK)
        return 1;
    if (count == 0) {
        printf("skipped: %s\n", reason);
        return 0;
    }
    if (cuda->open(&options, &device, NULL) != WM_OK)
        return 1;
    ops = device->ops;
    for (size_t i = 0; argc < 2 && i < sizeof usual / sizeof *usual; i++)
        answer_line(usual[i]);
    while (argc >= 2 && strcmp(argv[1], "-") == 0 && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        answer_line(line);
    }
    drop_buffers();
    ops->close(device);
    return 0;
}
