/* Runs an operation on the CPU device, then changes the subject of the lie in its results. */
#include "support/liar.h"

#include "backend/job.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

liar_state liar;

enum { EVERY = 20 };

/* Invents every so-many-th chunk of an output, if that is the lie: changes its first element. Twice
 * restores it. */
static wm_status make_up(wm_device_buffer *buffer, size_t size)
{
    const size_t middle = EVERY / 2 * WM_TABLES_CHUNK_BYTES;
    wm_status status = WM_OK;
    if (liar.about != LIAR_CHUNKS)
        return WM_OK;
    for (size_t at = size > middle ? middle : 0; at < size && status == WM_OK;
         at += EVERY * WM_TABLES_CHUNK_BYTES)
        status = liar.truth->flip_bits(liar.inner, buffer, at, 0x4, 1);
    return status;
}

static wm_status lying_gemm(wm_device *device, const wm_gemm *gemm)
{
    const size_t size = gemm->m * gemm->n * wm_format_size(gemm->output_format);
    const wm_status status = liar.truth->gemm(device, gemm);
    return status == WM_OK ? make_up(gemm->C, size) : status;
}

static wm_status lying_triad(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    const wm_status status = liar.truth->triad(device, a, b, c, count);
    return status == WM_OK ? make_up(a, 4 * count) : status;
}

static wm_status lying_attention(wm_device *device, const wm_attention *at)
{
    const wm_status status = liar.truth->attention(device, at);
    return status == WM_OK ? make_up(at->O, 2 * at->batch * at->heads * at->sequence * at->depth)
                           : status;
}

static wm_status lying_reduce(wm_device *device, const wm_reduction *reduction)
{
    const wm_status status = liar.truth->reduce(device, reduction);
    return status == WM_OK ? make_up(reduction->out, 4) : status;
}

static wm_status lying_scatter(wm_device *device, const wm_scatter *scatter)
{
    const wm_status status = liar.truth->scatter_add(device, scatter);
    return status == WM_OK ? make_up(scatter->out, 4 * scatter->buckets) : status;
}

static wm_status lying_access(wm_device *device, const wm_random_access *access)
{
    const wm_status status = liar.truth->random_access(device, access);
    return status == WM_OK ? make_up(access->out, 4 * access->lanes) : status;
}

/* Whether this call's answer is invented. */
static bool is_invented(liar_subject about)
{
    return liar.about == about && liar.calls++ >= liar.repeat;
}

static void invent(double *difference, double *reference)
{
    if (!is_invented(LIAR_RESIDUAL))
        return;
    *(*difference > 0 ? difference : reference) *= liar.factor;
}

/* An exact product's are 0; then a lie adds what it would be of 1. */
static void scale(double *number)
{
    *number = *number == 0 ? liar.factor - 1 : *number * liar.factor;
}

/* Checks remove the lie from the output, and restore it afterwards. */
static wm_status lying_residual(wm_device *device, const wm_residual *residual,
                                wm_residual_result *results)
{
    const wm_gemm *gemm = residual->gemm;
    const size_t size = gemm->m * gemm->n * wm_format_size(gemm->output_format);
    wm_status status = make_up(gemm->C, size);
    if (status == WM_OK)
        status = liar.truth->residual(device, residual, results);
    for (size_t i = 0; i < residual->sets && status == WM_OK && residual->sets > 1; i += 2)
        if (liar.about == LIAR_FLOOR)
            scale(&results[i].difference_max);
    if (residual->sets == 1) {
        invent(&results->difference_max, &results->reference_max);
        if (is_invented(LIAR_ROW))
            scale(&results->row_statistic);
        results->worst_row =
            is_invented(LIAR_WORST) ? (results->worst_row + 1) % gemm->m : results->worst_row;
    }
    return status == WM_OK ? make_up(gemm->C, size) : status;
}

static wm_status lying_triad_residual(wm_device *device, const wm_device_buffer *a,
                                      const wm_device_buffer *b, const wm_device_buffer *c,
                                      size_t count, wm_difference *result)
{
    const wm_status status = liar.truth->triad_residual(device, a, b, c, count, result);
    if (liar.about == LIAR_CHUNKS)
        result->difference_max = 0;
    invent(&result->difference_max, &result->reference_max);
    return status;
}

static wm_status lying_attention_residual(wm_device *device, const wm_attention *attention,
                                          const uint64_t *rows, size_t count,
                                          wm_attention_result *result)
{
    const wm_status status = liar.truth->attention_residual(device, attention, rows, count, result);
    invent(&result->difference_max, &result->reference_max);
    return status;
}

static wm_status lying_reduction_residual(wm_device *device, const wm_reduction *reduction,
                                          wm_difference *result)
{
    const wm_status status = liar.truth->reduction_residual(device, reduction, result);
    invent(&result->difference_max, &result->reference_max);
    return status;
}

static wm_status lying_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                        const uint8_t weights[32], wm_difference *result)
{
    const wm_status status = liar.truth->scatter_residual(device, scatter, weights, result);
    invent(&result->difference_max, &result->reference_max);
    return status;
}

static wm_status lying_access_residual(wm_device *device, const wm_random_access *access,
                                       const uint8_t table[32], uint64_t *mismatches)
{
    const wm_status status = liar.truth->random_access_residual(device, access, table, mismatches);
    if (liar.about == LIAR_CHUNKS)
        *mismatches = 0;
    *mismatches += is_invented(LIAR_RESIDUAL) ? 1 : 0;
    return status;
}

static wm_status lying_digest(wm_device *device, const wm_device_buffer *buffer, size_t size,
                              size_t row_bytes, uint8_t digest[WM_SHA256_SIZE],
                              wm_device_buffer *tree)
{
    const wm_status status = liar.truth->digest(device, buffer, size, row_bytes, digest, tree);
    if (liar.about == LIAR_DIGEST)
        digest[0] ^= 1;
    return status;
}

wm_device *liar_open(liar_subject about)
{
    liar.about = about;
    liar.factor = 1.3;
    liar.repeat = liar.calls = 0;
    liar.inner = open_cpu(2);
    assert_non_null(liar.inner);
    liar.truth = liar.inner->ops;
    liar.lies = *liar.truth;
    liar.lies.gemm = lying_gemm;
    liar.lies.triad = lying_triad;
    liar.lies.attention = lying_attention;
    liar.lies.reduce = lying_reduce;
    liar.lies.scatter_add = lying_scatter;
    liar.lies.random_access = lying_access;
    liar.lies.residual = lying_residual;
    liar.lies.triad_residual = lying_triad_residual;
    liar.lies.attention_residual = lying_attention_residual;
    liar.lies.reduction_residual = lying_reduction_residual;
    liar.lies.scatter_residual = lying_scatter_residual;
    liar.lies.random_access_residual = lying_access_residual;
    liar.lies.digest = lying_digest;
    return liar.inner;
}
