/* Compares the device that computes with the one that the record names.
 *
 * Why equal bits are a finding. Two backends sum the k products of an element in different orders,
 * and a matrix unit truncates where a processor rounds. Before the output's rounding their sums
 * differ by about u sqrt(k) S or more, with u = 2^-24 and S the root of the sum of squares. So some
 * elements differ after rounding to p significand bits: a share that grows with 2^p and at least
 * with sqrt(k). Measured between OpenBLAS and cuBLAS on an H100 (tests/bench/bench_origin),
 * 512 x 512 elements:
 *
 *     k      64        128       256       512       1024      2048      4096      8192
 *     fp16   0.076 %   0.119 %   0.188 %   0.310 %   0.538 %   0.961 %   1.73 %    3.11 %
 *     bf16   0.0038 %  0.0107 %  0.0168 %  0.0233 %  0.0568 %  0.117 %   0.241 %   0.456 %
 *     f32    0         0         0         91.0 %    94.4 %    96.4 %    97.5 %    98.2 %
 *
 * (f32 at k up to 256: both add the products one after the other with fused operations, so an
 * honest record has equal bits there. OpenBLAS begins a new sum after its panel of k, whose length
 * depends on the processor.) The least share is therefore
 *
 *     fp16   0.003   * g(k)        g(k) = k / 1024 up to 1024, sqrt(k / 1024) above
 *     bf16   0.00045 * g(k)
 *     f32    1/2 for k of at least 2048 and m, n of at least 64, else 0
 *
 * which every figure of the table exceeds. The share is 0 for k below 64, where nothing was
 * measured: with k = 1 every backend has the same bits. Small products in f32 have kernels of their
 * own, which add in the order of the operands. With 40 elements expected to differ, none does with
 * probability exp(-40). Source: ours. */
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "backend/product.h"

#include <math.h>
#include <string.h>

/* Adds a line, unless it is there. */
static void add_differing(wm_reverify_origin *origin, const char *line)
{
    size_t i = 0;
    while (i < origin->differing_count && strcmp(origin->differing[i], line) != 0)
        i++;
    if (i == origin->differing_count && i < WM_PROVENANCE_FACTS)
        memcpy(origin->differing[origin->differing_count++], line, WM_PROVENANCE_LINE);
}

/* Notes which kernels, libraries and threads are not those of this machine. */
static void note_differing(wm_reverify_origin *origin, const wm_provenance *recorded,
                           const wm_provenance *here)
{
    char line[WM_PROVENANCE_LINE];
    bool is_threads = false;
    for (int i = 0; i < WM_PROVENANCE_FACTS; i++)
        if (wm_provenance_decides(recorded, here, i, line)) {
            add_differing(origin, line);
            is_threads = i == WM_PROVENANCE_THREADS;
        }
    origin->threads =
        is_threads && origin->differing_count == 1 ? wm_provenance_threads(recorded) : 0;
}

wm_status wm_reverify_computes_on(wm_reverify *reverify, wm_device *device)
{
    wm_reverify_origin *origin = &reverify->origin;
    const wm_provenance *here = &reverify->here;
    const wm_status status = wm_provenance_here(device, &reverify->here);
    if (status != WM_OK)
        return status;
    wm_provenance_device(here, origin->here);
    for (size_t i = 0; i < reverify->environment_count; i++) {
        const wm_provenance *recorded = &reverify->environments[i].outputs;
        if (!wm_provenance_same_backend(here, recorded)) {
            origin->is_other = true;
            continue;
        }
        if (!wm_provenance_same_device(here, recorded))
            origin->is_other_device = true;
        note_differing(origin, recorded, here);
    }
    return WM_OK;
}

const kept_environment *wm_reverify_environment_of(const wm_reverify *reverify,
                                                   const wm_reverify_output *of)
{
    const uint8_t *id = reverify->items[of->item_index].environment;
    for (size_t i = 0; i < reverify->environment_count; i++)
        if (memcmp(reverify->environments[i].id, id, WM_SHA256_SIZE) == 0)
            return &reverify->environments[i];
    return NULL;
}

const wm_reverify_origin *wm_reverify_origin_of(const wm_reverify *reverify)
{
    return &reverify->origin;
}

/* The least share of elements that differ. */
static double least_share(const wm_product_variant *product, double m, double n, double k)
{
    const double growth = k < 1024 ? k / 1024 : sqrt(k / 1024);
    if (product->arithmetic != WM_ARITHMETIC_F32 || k < 64)
        return 0;
    switch (product->operand) {
    case WM_FORMAT_F16:
        return 0.003 * growth;
    case WM_FORMAT_BF16:
        return 0.00045 * growth;
    case WM_FORMAT_F32:
        return k >= 2048 && m >= 64 && n >= 64 ? 0.5 : 0;
    default:
        return 0;
    }
}

double wm_reverify_differing(const wm_item *item)
{
    const double m = (double)item->dimension[0], n = (double)item->dimension[1],
                 k = (double)item->dimension[2];
    if (item->variant->work != WM_WORK_GEMM || wm_tables_has(item->variant, WM_TRAIT_EXACT))
        return 0; /* every correct device gives the same bits */
    return m * n * least_share(wm_product_of(item->variant), m, n, k);
}
