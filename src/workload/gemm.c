/* gemm: C = A B in all formats, checked by Freivalds' probes and opened chunk by chunk.
 *
 * The probes bound the error of the whole product at the cost of a matrix and a vector. Their limit
 * needs a floor that is measured on the device, so only products are calibrated. */
#include "workload/workload.h"

#include "backend/product.h"
#include "base/status.h"
#include "verify/exact_product.h"
#include "verify/freivalds.h"

#include <stdlib.h>

#define CUBE(n) \
    {           \
        n, n, n \
    }

/* Sizes. quick: milliseconds an iteration at most. default: larger than the caches of a 2-core
 * machine, about a minute in total. paper: the four sizes of the paper's floor sequences, as far as
 * a CPU can compute them in minutes; on a GPU the paper's own sizes. No plan for a CPU has
 * fp8_fast: a CPU has no reduced accumulator. */
static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "fp16", CUBE(128)},
    {WM_PLAN_QUICK, "bf16", {96, 160, 128}},
    {WM_PLAN_QUICK, "tf32", CUBE(128)},
    {WM_PLAN_QUICK, "fp8", CUBE(128)},
    {WM_PLAN_QUICK, "f32", CUBE(128)},
    {WM_PLAN_QUICK, "f64", CUBE(96)},
    {WM_PLAN_QUICK, "int8", CUBE(96)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "fp16", CUBE(512)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE | WM_PLAN_STRESS |
         WM_PLAN_DRIFT,
     "fp16", CUBE(1024)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp16", CUBE(2048)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp16", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU | WM_PLAN_STRESS_GPU |
         WM_PLAN_DRIFT_GPU,
     "fp16", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "fp16", CUBE(16384)},
    {WM_PLAN_PAPER_GPU, "fp16", CUBE(32768)},
    {WM_PLAN_PAPER, "bf16", CUBE(512)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_SIGNATURE, "bf16", CUBE(1024)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16", CUBE(2048)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "bf16", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU, "bf16", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "bf16", CUBE(16384)},
    {WM_PLAN_PAPER_GPU, "bf16", CUBE(32768)},
    {WM_PLAN_PAPER, "tf32", CUBE(512)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_SIGNATURE, "tf32", CUBE(1024)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "tf32", CUBE(2048)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "tf32", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU, "tf32", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "tf32", CUBE(16384)},
    {WM_PLAN_PAPER, "fp8", CUBE(512)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_SIGNATURE, "fp8", CUBE(1024)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp8", CUBE(2048)},
    {WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp8", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU, "fp8", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "fp8", CUBE(16384)},
    {WM_PLAN_PAPER_GPU, "fp8", CUBE(32768)},
    {WM_PLAN_PAPER_GPU, "fp8_fast", CUBE(2048)},
    {WM_PLAN_PAPER_GPU, "fp8_fast", CUBE(4096)},
    {WM_PLAN_PAPER_GPU, "fp8_fast", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "fp8_fast", CUBE(16384)},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "f32", CUBE(2048)},
    {WM_PLAN_PAPER | WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f32", CUBE(4096)},
    {WM_PLAN_DEFAULT, "f64", CUBE(1024)},
    {WM_PLAN_PAPER, "f64", CUBE(2048)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f64", CUBE(8192)},
    {WM_PLAN_DEFAULT, "int8", CUBE(1024)},
    {WM_PLAN_PAPER, "int8", CUBE(2048)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "int8", CUBE(16384)},
    {WM_PLAN_QUICK, "fp16_exact", CUBE(128)},
    {WM_PLAN_QUICK, "bf16_exact", {96, 160, 128}},
    {WM_PLAN_QUICK, "tf32_exact", CUBE(128)},
    {WM_PLAN_QUICK, "fp8_exact", CUBE(128)},
    {WM_PLAN_QUICK, "f32_exact", CUBE(128)},
    {WM_PLAN_DEFAULT | WM_PLAN_SIGNATURE | WM_PLAN_STRESS, "fp16_exact", CUBE(1024)},
    {WM_PLAN_PAPER, "fp16_exact", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_SIGNATURE_GPU | WM_PLAN_STRESS_GPU, "fp16_exact", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "fp16_exact", CUBE(16384)},
    {WM_PLAN_DEFAULT, "bf16_exact", CUBE(1024)},
    {WM_PLAN_PAPER, "bf16_exact", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU, "bf16_exact", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "bf16_exact", CUBE(16384)},
    {WM_PLAN_DEFAULT, "tf32_exact", CUBE(1024)},
    {WM_PLAN_PAPER, "tf32_exact", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU, "tf32_exact", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "tf32_exact", CUBE(16384)},
    {WM_PLAN_DEFAULT, "fp8_exact", CUBE(1024)},
    {WM_PLAN_PAPER, "fp8_exact", CUBE(4096)},
    {WM_PLAN_DEFAULT_GPU, "fp8_exact", CUBE(8192)},
    {WM_PLAN_PAPER_GPU, "fp8_exact", CUBE(16384)},
    {WM_PLAN_PAPER_GPU, "fp8_fast_exact", CUBE(16384)},
    {WM_PLAN_DEFAULT, "f32_exact", CUBE(1024)},
    {WM_PLAN_PAPER | WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "f32_exact", CUBE(4096)},
    {0, NULL, {0}},
};

/* The paper's transcripts (Table 1): the fault is in the output that the transcript acquires. */
static const wm_workload_demonstration DEMONSTRATIONS[] = {
    {{WM_PLAN_QUICK, "fp16", CUBE(128)}, WM_FAULT_PRECISION, false},
    {{WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp16", CUBE(1024)},
     WM_FAULT_PRECISION,
     false},
    {{WM_PLAN_QUICK, "fp16", CUBE(128)}, WM_FAULT_BITS, false},
    {{WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp16", CUBE(1024)},
     WM_FAULT_BITS,
     false},
    {{WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp16", CUBE(2048)}, WM_FAULT_BIT, false},
    {{0, NULL, {0}}, WM_FAULT_NONE, false},
};

/* The paper's Table 1 judges an fp8 product at the tolerance of fp16. */
static const wm_workload_judgement JUDGEMENTS[] = {
    {{WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fp8", CUBE(2048)}, "fp16"},
    {{0, NULL, {0}}, NULL},
};

typedef struct {
    double m, n, k;
} shape;

static shape shape_of(const wm_item *item)
{
    return (shape){(double)item->dimension[0], (double)item->dimension[1],
                   (double)item->dimension[2]};
}

static bool is_of_integers(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_INTEGERS);
}

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    const shape s = shape_of(item);
    operand->count = index == 0 ? s.m * s.k : s.k * s.n;
    if (!is_of_integers(item))
        return;
    operand->draw = WM_DRAW_INTEGERS;
    operand->bound = wm_plan_integers(item);
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    const wm_product_variant *product = wm_product_of(item->variant);
    job->operation = WM_OPERATION_GEMM;
    job->as.gemm = (wm_gemm){.operand_format = product->operand,
                             .output_format = product->output,
                             .arithmetic = product->arithmetic,
                             .layout = product->layout,
                             .m = item->dimension[0],
                             .n = item->dimension[1],
                             .k = item->dimension[2],
                             .A = operand[0],
                             .B = operand[1],
                             .C = output};
}

static void make_careful(wm_job *job)
{
    job->operation = WM_OPERATION_GEMM_CAREFUL;
}

/* The sums of integers are exact in the reduced accumulator, so they are in binary32. */
static bool make_plain(const wm_item *item, wm_job *job)
{
    if (!is_of_integers(item) || job->as.gemm.arithmetic != WM_ARITHMETIC_F32_FAST)
        return false;
    job->as.gemm.arithmetic = WM_ARITHMETIC_F32;
    return true;
}

/* Probes judge an output, or a second product that has no rounding. */
static wm_status check_output(const wm_check *check, const wm_buffer *context,
                              wm_observed_residual *residual)
{
    return is_of_integers(check->item) ? wm_exact_product_check(check, context, residual)
                                       : wm_freivalds_check(check, context, residual);
}

/* Elements that are wrong are counted, not summed. */
static double slack(const wm_item *item, double reference_max)
{
    return is_of_integers(item) ? 0 : wm_freivalds_slack(item, reference_max);
}

/* The sets of probes, their images B X, and two sums of each block of rows, in binary64. */
static double check_bytes(const wm_item *item)
{
    const shape s = shape_of(item);
    if (is_of_integers(item))
        return wm_exact_product_bytes(item) + (s.n + s.k + 2 * s.m) * 8.0;
    return (s.n + s.k * WM_TABLES_PROBE_COLUMNS + s.m) * WM_TABLES_PROBES * 8.0;
}

static wm_status admit(const wm_item *item, wm_error *err)
{
    const bool is_int8 = wm_product_of(item->variant)->arithmetic == WM_ARITHMETIC_I32;
    if (is_of_integers(item) && wm_plan_integers(item) == 0)
        return wm_error_set(err, WM_E_INVALID, "shape.k",
                            "k is too large: no integer but 0 has sums that are exact");
    if ((is_int8 || is_of_integers(item)) && item->dimension[2] > WM_TABLES_INT8_DEPTH)
        return wm_error_set(err, WM_E_INVALID, "shape.k", "k of %s product is at most %d",
                            is_int8 ? "an int8" : "an exact", WM_TABLES_INT8_DEPTH);
    return WM_OK;
}

/* 22 sets of 24 probes over A, each element at a tenth of a product's rate; B and C meet one probe
 * of a set. */
static double calibration_work(const wm_item *item)
{
    const shape s = shape_of(item);
    if (is_of_integers(item))
        return 0;
    return 10.0 * (WM_TABLES_PROBES + 1) *
           (s.m * s.k * WM_TABLES_PROBE_COLUMNS + s.k * s.n + s.m * s.n);
}

/* ---- opened chunks; the rule is in verify/recompute.h ---- */

static wm_status open_opened(wm_opened *opened)
{
    opened->state = calloc(1, sizeof(wm_regenerate));
    return opened->state != NULL ? wm_regenerate_open(opened->state, opened->item, opened->nonce)
                                 : WM_E_NOMEM;
}

static wm_status recompute_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    const wm_opened_chunk *one = &opened->chunks[t];
    return wm_recompute_chunk(opened->state, one->row, one->chunk, one->data, one->size, result);
}

static wm_expected expect(const wm_opened *opened, const wm_recompute_result *seen)
{
    const shape s = shape_of(opened->item);
    if (is_of_integers(opened->item)) /* the rest of the output may have more that are wrong */
        return (wm_expected){.difference_low = (double)seen->wrong,
                             .difference_high = s.m * s.n,
                             .reference_low = s.m * s.n,
                             .reference_high = s.m * s.n};
    return wm_expected_from(opened->state, seen);
}

static void close_opened(wm_opened *opened)
{
    if (opened->state != NULL)
        wm_regenerate_close(opened->state);
    free(opened->state);
}

static double opening_work(const wm_item *item, unsigned openings)
{
    const double chunk = (double)WM_TABLES_CHUNK_BYTES / item->variant->output_size_bytes;
    return openings * (double)item->dimension[2] *
           ((double)item->dimension[1] < chunk ? (double)item->dimension[1] : chunk);
}

static const wm_opened_kind OPENED = {
    .work = opening_work, .open = open_opened, .chunk = recompute_chunk, .close = close_opened};

/* A GPU's matrix units take narrow operands; wide ones are an order of magnitude slower. */
static const wm_workload_cost *cost_of(const wm_item *item)
{
    static const wm_workload_cost NARROW = {.rate = 1e11, .rate_gpu = 5e14};
    static const wm_workload_cost WIDE = {.rate = 1e11, .rate_gpu = 5e13};
    const wm_product_variant *product = wm_product_of(item->variant);
    return product->arithmetic == WM_ARITHMETIC_F64 ||
                   (product->arithmetic == WM_ARITHMETIC_F32 && product->operand == WM_FORMAT_F32)
               ? &WIDE
               : &NARROW;
}

const wm_workload_kind wm_gemm_kind = {
    .name = "gemm",
    .operand = set_operand,
    .job = set_job,
    .make_careful = make_careful,
    .make_plain = make_plain,
    .check = check_output,
    .calibrate = wm_freivalds_calibrate,
    .check_bytes = check_bytes,
    .slack = slack,
    .row_slack = wm_freivalds_row_slack,
    .opened = &OPENED,
    .expect = expect,
    .admit = admit,
    .exchanged = {0, 1},
    .loses_precision = true,
    .cost_of = cost_of,
    .search = WM_SEARCH_PRODUCT,
    .calibration_work = calibration_work,
    .rows = ROWS,
    .demonstrations = DEMONSTRATIONS,
    .judgements = JUDGEMENTS,
};
