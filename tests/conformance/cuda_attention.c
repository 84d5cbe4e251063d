/* Attention of both devices. */
#include "conformance/cuda_attention.h"
#include "conformance/cuda_pair.h"
#include "conformance/cuda_products.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The rule by which cuDNN may refuse a depth; see is_refused. */
static const char *attention_refusal(size_t depth)
{
    return depth % 8 != 0 ? "cuDNN wants depths in eights" : NULL;
}

/* The test of all rows on both devices, of a correct output and of one with a wrong row. */
static void test_guard(const char *what, const wm_attention *a, const wm_attention *b)
{
    const size_t row = a->batch * a->heads * a->sequence / 2;
    const uint8_t seed[32] = {5};
    const uint16_t element = 0x4114; /* 9.25 */
    for (int wrong = 0; wrong < 2; wrong++) {
        wm_attention_guard on_cpu = {0}, on_gpu = {0};
        if (wrong == 1 &&
            !both_ok(what, cpu->ops->upload(cpu, a->O, row * a->depth * 2, &element, 2),
                     gpu->ops->upload(gpu, b->O, row * b->depth * 2, &element, 2)))
            return;
        if (!both_ok(what, cpu->ops->attention_guard(cpu, a, seed, &on_cpu),
                     gpu->ops->attention_guard(gpu, b, seed, &on_gpu)))
            return;
        report(fabs(on_cpu.ratio_max - on_gpu.ratio_max) <= 4e-3 + 1e-3 * on_cpu.ratio_max &&
                   on_cpu.suspects == (uint64_t)wrong && on_gpu.suspects == (uint64_t)wrong &&
                   (wrong == 0 || (on_cpu.rows[0] == row && on_gpu.rows[0] == row)) &&
                   on_gpu.row_sum_error <= 4e-6,
               "%s, all rows, %d wrong: cpu %.4g, %llu suspects; cuda %.4g, %llu, row sums %.2g",
               what, wrong, on_cpu.ratio_max, (unsigned long long)on_cpu.suspects, on_gpu.ratio_max,
               (unsigned long long)on_gpu.suspects, on_gpu.row_sum_error);
    }
}

static void test_attention(bool causal, size_t batch, size_t heads, size_t sequence, size_t depth)
{
    const size_t rows = batch * heads * sequence, count = rows * depth;
    uint64_t numbers[5] = {0, rows / 3, rows / 2, rows - 1, rows / 5};
    char what[64], text[256] = "";
    wm_attention_result on_cpu, on_gpu;
    pair Q = pair_of(count * 2), K = pair_of(count * 2), V = pair_of(count * 2),
         O = pair_of(count * 2);
    fill(&Q, WM_FORMAT_BF16, count, 6);
    fill(&K, WM_FORMAT_BF16, count, 7);
    fill(&V, WM_FORMAT_BF16, count, 8);
    const wm_attention a = {causal, batch, heads, sequence, depth, Q.cpu, K.cpu, V.cpu, O.cpu};
    const wm_attention b = {causal, batch, heads, sequence, depth, Q.gpu, K.gpu, V.gpu, O.gpu};
    snprintf(what, sizeof what, "%s %zux%zux%zux%zu", causal ? "causal attention" : "attention",
             batch, heads, sequence, depth);
    const wm_status on_host = cpu->ops->attention(cpu, &a);
    const wm_status status = libraries ? gpu->ops->attention(gpu, &b) : WM_OK;
    if (libraries && !is_refused(what, status, attention_refusal(depth)) &&
        both_ok(what, on_host, status) && both_ok(what, WM_OK, gpu->ops->sync(gpu))) {
        const double differ = halves_differ(&O, WM_FORMAT_BF16, count);
        wm_job job = {.operation = WM_OPERATION_ATTENTION, .output = O.gpu, .as.attention = b};
        const wm_status described = gpu->ops->describe(gpu, &job, text);
        report(differ <= 1.2e-2 && described == WM_OK, "%s: %.3g (%s)", what, differ, text);
        test_choice(what, &job, count * 2);
        job.as.attention.causal = !causal;
        report(gpu->ops->describe(gpu, &job, text) == WM_OK &&
                   strstr(text, "chosen at the first run") != NULL,
               "%s, the other mask: %s", what, text);
        job.as.attention.causal = causal;
        job.as.attention.sequence++;
        report(gpu->ops->describe(gpu, &job, text) == WM_OK &&
                   strstr(text, "chosen at the first run") != NULL,
               "%s, one row more: %s", what, text);
    }
    if (both_ok(what, cpu->ops->attention_careful(cpu, &a), gpu->ops->attention_careful(gpu, &b)) &&
        both_ok(what, WM_OK, gpu->ops->sync(gpu))) {
        /* One rounding to bfloat16 each, which may go either way: a unit in the last place of 8
         * bits. */
        const double differ = halves_differ(&O, WM_FORMAT_BF16, count);
        report(differ <= 0x1p-7, "careful %s: %.3g", what, differ);
    }
    to_gpu(&O);
    if (both_ok(what, cpu->ops->attention_residual(cpu, &a, numbers, 5, &on_cpu),
                gpu->ops->attention_residual(gpu, &b, numbers, 5, &on_gpu)))
        report(fabs(on_cpu.difference_max - on_gpu.difference_max) <= 1e-9 * on_cpu.reference_max &&
                   fabs(on_cpu.reference_max - on_gpu.reference_max) <=
                       1e-9 * on_cpu.reference_max &&
                   on_gpu.row_sum_error <= 2e-6 && on_cpu.worst_row == on_gpu.worst_row,
               "%s residual: cpu %.6g of %.6g row %llu; cuda %.6g of %.6g row %llu, row sums %.2g",
               what, on_cpu.difference_max, on_cpu.reference_max,
               (unsigned long long)on_cpu.worst_row, on_gpu.difference_max, on_gpu.reference_max,
               (unsigned long long)on_gpu.worst_row, on_gpu.row_sum_error);
    test_guard(what, &a, &b);
    drop(&Q);
    drop(&K);
    drop(&V);
    drop(&O);
}

void attentions(void)
{
    for (int causal = 0; causal < 2; causal++) {
        test_attention(causal != 0, 1, 1, 1, 1);
        test_attention(causal != 0, 1, 2, 33, 20);
        test_attention(causal != 0, 2, 3, 70, 64);
        if (large || libraries)
            test_attention(causal != 0, 1, 2, 512, 128);
        test_attention(causal != 0, 1, 1, 100, 256);
    }
}
