/* The lies: each operation calls the true one, then changes one part of its result. */
#include "support/lying_backend.h"

#include <math.h>
#include <string.h>

static struct {
    wm_device base;
    wm_device *inner;
    wm_backend ops;
    size_t above[3]; /* a job is done correctly if one of its sizes is at most this */
} liar;

/* The wrapped device, for every call that is passed on. */
static wm_device *truth(wm_device *device)
{
    (void)device;
    return liar.inner;
}

#define TRUE_OPS (liar.inner->ops)

static bool is_lied_about(size_t first, size_t second, size_t third)
{
    return first > liar.above[0] && second > liar.above[1] && third > liar.above[2];
}

/* Flips an exponent bit of the last element: in any format the value changes by far more than a
 * rounding. */
static wm_status spoil_buffer(wm_status status, wm_device_buffer *buffer, size_t size_bytes)
{
    if (status != WM_OK)
        return status;
    return TRUE_OPS->flip_bits(liar.inner, buffer, size_bytes - 1, 0x40, 1);
}

/* ---- passed on unchanged; each of these has a lie below -------------------------------------- */

static const char *true_last_error(wm_device *device)
{
    return TRUE_OPS->last_error(truth(device));
}
static uint64_t true_time_ns(wm_device *device)
{
    return TRUE_OPS->time_ns(truth(device));
}
static void true_free(wm_device *device, wm_device_buffer *buffer)
{
    TRUE_OPS->free(truth(device), buffer);
}

/* An operation: its parameters, and the arguments to pass on. */
#define INNER liar.inner
#define TRUTH(name, parameters, arguments)  \
    static wm_status true_##name parameters \
    {                                       \
        (void)device;                       \
        return TRUE_OPS->name arguments;    \
    }

/* clang-format off */
TRUTH(properties, (wm_device *device, wm_device_properties *properties), (INNER, properties))
TRUTH(sync, (wm_device *device), (INNER))
TRUTH(clock_hz, (wm_device *device, double *hz, wm_device_timer *timer), (INNER, hz, timer))
TRUTH(covariates, (wm_device *device, wm_device_sample *sample), (INNER, sample))
TRUTH(alloc, (wm_device *device, size_t size_bytes, wm_device_buffer **buffer),
      (INNER, size_bytes, buffer))
TRUTH(upload, (wm_device *device, wm_device_buffer *buffer, size_t offset, const void *bytes,
           size_t size_bytes), (INNER, buffer, offset, bytes, size_bytes))
TRUTH(download, (wm_device *device, const wm_device_buffer *buffer, size_t offset, void *bytes,
           size_t size_bytes), (INNER, buffer, offset, bytes, size_bytes))
TRUTH(copy, (wm_device *device, wm_device_buffer *to, size_t to_offset,
           const wm_device_buffer *from, size_t from_offset, size_t size_bytes),
      (INNER, to, to_offset, from, from_offset, size_bytes))
TRUTH(fill_bytes, (wm_device *device, wm_device_buffer *buffer, size_t size_bytes, uint8_t byte),
      (INNER, buffer, size_bytes, byte))
TRUTH(flip_bits, (wm_device *device, wm_device_buffer *buffer, size_t offset, uint64_t mask,
           size_t size), (INNER, buffer, offset, mask, size))
TRUTH(fill_normal, (wm_device *device, wm_device_buffer *buffer, wm_format format, size_t count,
           const uint8_t seed[32]), (INNER, buffer, format, count, seed))
TRUTH(fill_int8, (wm_device *device, wm_device_buffer *buffer, size_t count,
           const uint8_t seed[32]), (INNER, buffer, count, seed))
TRUTH(fill_index, (wm_device *device, wm_device_buffer *buffer, size_t count, size_t stride,
           uint64_t bound, const uint8_t seed[32]), (INNER, buffer, count, stride, bound, seed))
TRUTH(fill_integers, (wm_device *device, wm_device_buffer *buffer, const wm_integers *integers,
           const uint8_t seed[32]), (INNER, buffer, integers, seed))
TRUTH(gemm, (wm_device *device, const wm_gemm *gemm), (INNER, gemm))
TRUTH(describe, (wm_device *device, const wm_job *job, char text[256]), (INNER, job, text))
TRUTH(choose, (wm_device *device, const wm_job *job, const char *method), (INNER, job, method))
TRUTH(gemm_careful, (wm_device *device, const wm_gemm *gemm), (INNER, gemm))
TRUTH(triad, (wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count), (INNER, a, b, c, count))
TRUTH(attention, (wm_device *device, const wm_attention *attention), (INNER, attention))
TRUTH(attention_careful, (wm_device *device, const wm_attention *attention), (INNER, attention))
TRUTH(reduce, (wm_device *device, const wm_reduction *reduction), (INNER, reduction))
TRUTH(scatter_add, (wm_device *device, const wm_scatter *scatter), (INNER, scatter))
TRUTH(index_add, (wm_device *device, const wm_scatter *scatter), (INNER, scatter))
TRUTH(random_access, (wm_device *device, const wm_random_access *access), (INNER, access))
TRUTH(profile, (wm_device *device, const wm_profile *profile, wm_profile_result *result),
      (INNER, profile, result))
TRUTH(residual, (wm_device *device, const wm_residual *residual, wm_residual_result *results),
      (INNER, residual, results))
TRUTH(triad_residual, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count, wm_difference *result),
      (INNER, a, b, c, count, result))
TRUTH(attention_residual, (wm_device *device, const wm_attention *attention, const uint64_t *rows,
           size_t row_count, wm_attention_result *result),
      (INNER, attention, rows, row_count, result))
TRUTH(attention_guard, (wm_device *device, const wm_attention *attention, const uint8_t seed[32],
           wm_attention_guard *result), (INNER, attention, seed, result))
TRUTH(reduction_residual, (wm_device *device, const wm_reduction *reduction, wm_difference *result),
      (INNER, reduction, result))
TRUTH(scatter_residual, (wm_device *device, const wm_scatter *scatter, const uint8_t weights[32],
           wm_difference *result), (INNER, scatter, weights, result))
TRUTH(random_access_residual, (wm_device *device, const wm_random_access *access,
           const uint8_t table[32], uint64_t *mismatches), (INNER, access, table, mismatches))
TRUTH(compare, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           wm_format format, size_t count, wm_difference *result),
      (INNER, a, b, format, count, result))
TRUTH(compare_bits, (wm_device *device, const wm_bits *bits), (INNER, bits))
TRUTH(exact_rows, (wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
           uint64_t *wrong_rows), (INNER, gemm, seed, wrong_rows))
TRUTH(compare_exact, (wm_device *device, const wm_device_buffer *output, wm_format format,
           const wm_device_buffer *exact, size_t count, wm_exact_difference *result),
      (INNER, output, format, exact, count, result))
TRUTH(take_integers, (wm_device *device, const wm_device_buffer *output, size_t count,
           uint32_t most, wm_device_buffer *integers, uint64_t *refused),
      (INNER, output, count, most, integers, refused))
TRUTH(memory_free, (wm_device *device, uint64_t *size_bytes), (INNER, size_bytes))
TRUTH(digest, (wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
           size_t row_bytes, uint8_t digest[32], wm_device_buffer *tree),
      (INNER, buffer, size_bytes, row_bytes, digest, tree))
/* clang-format on */
#undef TRUTH

/* ---- the lies -------------------------------------------------------------------------------- */

static wm_status lie_list(wm_device_entry *entries, size_t capacity, size_t *count,
                          char reason[256])
{
    const wm_status status = TRUE_OPS->list(entries, capacity, count, reason);
    *count = 0;
    return status;
}
static wm_status lie_properties(wm_device *device, wm_device_properties *properties)
{
    const wm_status status = true_properties(device, properties);
    properties->units = 0;
    return status;
}
static const char *lie_last_error(wm_device *device)
{
    (void)device;
    return NULL;
}
static wm_status lie_sync(wm_device *device)
{
    (void)device;
    return WM_E_DEVICE;
}
static uint64_t lie_time_ns(wm_device *device)
{
    return true_time_ns(device) / 2;
}
static wm_status lie_clock_hz(wm_device *device, double *hz, wm_device_timer *timer)
{
    const wm_status status = true_clock_hz(device, hz, timer);
    *hz *= 1e-3;
    return status;
}
static wm_status true_load(wm_device *device, wm_device_load *load)
{
    return TRUE_OPS->load(truth(device), load);
}
static wm_status lie_load(wm_device *device, wm_device_load *load)
{
    const wm_status status = true_load(device, load);
    load->utilization = 100; /* percent */
    return status;
}
static wm_status lie_covariates(wm_device *device, wm_device_sample *sample)
{
    const wm_status status = true_covariates(device, sample);
    sample->values[WM_COVARIATE_MEMORY] = (wm_covariate_value){.value = (double)NAN};
    return status;
}
static wm_status lie_alloc(wm_device *device, size_t size_bytes, wm_device_buffer **buffer)
{
    return true_alloc(device, size_bytes > 1 ? size_bytes - 1 : size_bytes, buffer);
}
static size_t lie_size_bytes(const wm_device_buffer *buffer)
{
    return TRUE_OPS->size_bytes(buffer) + 1;
}
static wm_status lie_upload(wm_device *device, wm_device_buffer *buffer, size_t offset,
                            const void *bytes, size_t size_bytes)
{
    const wm_status status = true_upload(device, buffer, offset, bytes, size_bytes);
    return status == WM_OK ? true_flip_bits(device, buffer, offset, 1, 1) : status;
}
static wm_status lie_download(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                              void *bytes, size_t size_bytes)
{
    const wm_status status = true_download(device, buffer, offset, bytes, size_bytes);
    ((uint8_t *)bytes)[size_bytes / 2] ^= 1;
    return status;
}
static wm_status lie_copy(wm_device *device, wm_device_buffer *to, size_t to_offset,
                          const wm_device_buffer *from, size_t from_offset, size_t size_bytes)
{
    return true_copy(device, to, to_offset, from, from_offset, size_bytes - 1);
}
static wm_status lie_fill_bytes(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                                uint8_t byte)
{
    return true_fill_bytes(device, buffer, size_bytes - 1, byte);
}
static wm_status lie_flip_bits(wm_device *device, wm_device_buffer *buffer, size_t offset,
                               uint64_t mask, size_t size)
{
    return true_flip_bits(device, buffer, offset, mask & (mask - 1), size);
}
static wm_status lie_fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                                 size_t count, const uint8_t seed[32])
{
    const wm_status status = true_fill_normal(device, buffer, format, count, seed);
    return status == WM_OK
               ? true_flip_bits(device, buffer, count * wm_format_size(format) / 2, 1, 1)
               : status;
}
static wm_status lie_fill_int8(wm_device *device, wm_device_buffer *buffer, size_t count,
                               const uint8_t seed[32])
{
    const wm_status status = true_fill_int8(device, buffer, count, seed);
    return status == WM_OK ? true_flip_bits(device, buffer, count / 2, 1, 1) : status;
}
static wm_status lie_fill_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                                size_t stride, uint64_t bound, const uint8_t seed[32])
{
    const wm_status status = true_fill_index(device, buffer, count, stride, bound, seed);
    return status == WM_OK ? true_flip_bits(device, buffer, (count - 1) * stride * 4, 1, 1)
                           : status;
}
static wm_status lie_fill_integers(wm_device *device, wm_device_buffer *buffer,
                                   const wm_integers *integers, const uint8_t seed[32])
{
    wm_integers others = *integers;
    others.by_columns = !integers->by_columns;
    return true_fill_integers(device, buffer, &others, seed);
}
static wm_status lie_gemm(wm_device *device, const wm_gemm *gemm)
{
    const wm_status status = true_gemm(device, gemm);
    if (!is_lied_about(gemm->m, gemm->n, gemm->k))
        return status;
    return spoil_buffer(status, gemm->C, gemm->m * gemm->n * wm_format_size(gemm->output_format));
}
/* Accepts any method, its own or not. */
static wm_status lie_choose(wm_device *device, const wm_job *job, const char *method)
{
    (void)device;
    (void)job;
    (void)method;
    return WM_OK;
}
static wm_status lie_describe(wm_device *device, const wm_job *job, char text[256])
{
    const wm_status status = true_describe(device, job, text);
    text[0] = '\0';
    return status;
}
static wm_status lie_gemm_careful(wm_device *device, const wm_gemm *gemm)
{
    const wm_status status = true_gemm_careful(device, gemm);
    if (!is_lied_about(gemm->m, gemm->n, gemm->k))
        return status;
    return spoil_buffer(status, gemm->C, gemm->m * gemm->n * wm_format_size(gemm->output_format));
}
/* The two roundings of a triad without a fused multiply-add. Only cancelling operands show the
 * difference. */
static wm_status lie_triad(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                           const wm_device_buffer *c, size_t count)
{
    const wm_status status = true_triad(device, a, b, c, count);
    for (size_t i = 0; status == WM_OK && i < count && i < 100; i++) {
        float terms[2];
        (void)true_download(device, b, 4 * i, &terms[0], 4);
        (void)true_download(device, c, 4 * i, &terms[1], 4);
        volatile float product = 3 * terms[1]; /* rounded here */
        const float sum = product + terms[0];
        (void)true_upload(device, a, 4 * i, &sum, 4);
    }
    return status;
}
static size_t attention_bytes(const wm_attention *attention)
{
    return attention->batch * attention->heads * attention->sequence * attention->depth * 2;
}
static wm_status lie_attention(wm_device *device, const wm_attention *attention)
{
    const wm_status status = true_attention(device, attention);
    if (!is_lied_about(attention->sequence, 1, 1))
        return status;
    return spoil_buffer(status, attention->O, attention_bytes(attention));
}
static wm_status lie_attention_careful(wm_device *device, const wm_attention *attention)
{
    const wm_status status = true_attention_careful(device, attention);
    if (!is_lied_about(attention->sequence, 1, 1))
        return status;
    return spoil_buffer(status, attention->O, attention_bytes(attention));
}
static wm_status lie_reduce(wm_device *device, const wm_reduction *reduction)
{
    const wm_status status = true_reduce(device, reduction);
    return is_lied_about(reduction->count, 1, 1) ? spoil_buffer(status, reduction->out, 4) : status;
}
static wm_status lie_scatter_add(wm_device *device, const wm_scatter *scatter)
{
    return spoil_buffer(true_scatter_add(device, scatter), scatter->out, scatter->buckets * 4);
}
static wm_status lie_index_add(wm_device *device, const wm_scatter *scatter)
{
    return spoil_buffer(true_index_add(device, scatter), scatter->out,
                        scatter->buckets * scatter->columns * 4);
}
static wm_status lie_random_access(wm_device *device, const wm_random_access *access)
{
    return spoil_buffer(true_random_access(device, access), access->out, access->lanes * 4);
}
/* One unit was not measured, although the device says so. */
static wm_status lie_profile(wm_device *device, const wm_profile *profile,
                             wm_profile_result *result)
{
    (void)true_profile(device, profile, result);
    result->latency[0] = 0;
    return WM_OK;
}
/* A device that widens its own tolerance: its residual is a quarter of the true one. */
static wm_status lie_residual(wm_device *device, const wm_residual *residual,
                              wm_residual_result *results)
{
    const wm_status status = true_residual(device, residual, results);
    if (is_lied_about(residual->gemm->m, residual->gemm->n, residual->gemm->k))
        results[0].difference_max /= 4;
    return status;
}
static wm_status lie_triad_residual(wm_device *device, const wm_device_buffer *a,
                                    const wm_device_buffer *b, const wm_device_buffer *c,
                                    size_t count, wm_difference *result)
{
    const wm_status status = true_triad_residual(device, a, b, c, count, result);
    result->difference_max = 0;
    return status;
}
static wm_status lie_attention_residual(wm_device *device, const wm_attention *attention,
                                        const uint64_t *rows, size_t row_count,
                                        wm_attention_result *result)
{
    const wm_status status = true_attention_residual(device, attention, rows, row_count, result);
    result->worst_row++;
    return status;
}
static wm_status lie_attention_guard(wm_device *device, const wm_attention *attention,
                                     const uint8_t seed[32], wm_attention_guard *result)
{
    const wm_status status = true_attention_guard(device, attention, seed, result);
    result->ratio_max *= 1.125;
    return status;
}
static wm_status lie_reduction_residual(wm_device *device, const wm_reduction *reduction,
                                        wm_difference *result)
{
    const wm_status status = true_reduction_residual(device, reduction, result);
    result->difference_max = 0;
    return status;
}
static wm_status lie_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                      const uint8_t weights[32], wm_difference *result)
{
    const wm_status status = true_scatter_residual(device, scatter, weights, result);
    result->reference_max *= 1.001;
    return status;
}
static wm_status lie_random_access_residual(wm_device *device, const wm_random_access *access,
                                            const uint8_t table[32], uint64_t *mismatches)
{
    const wm_status status = true_random_access_residual(device, access, table, mismatches);
    *mismatches = 0;
    return status;
}
static wm_status lie_compare(wm_device *device, const wm_device_buffer *a,
                             const wm_device_buffer *b, wm_format format, size_t count,
                             wm_difference *result)
{
    const wm_status status = true_compare(device, a, b, format, count, result);
    result->difference_max = fmin(result->difference_max, 1e30); /* a NaN becomes a number */
    return status;
}
/* Compares all but the last byte. */
static wm_status lie_compare_bits(wm_device *device, const wm_bits *bits)
{
    wm_bits shorter = *bits;
    shorter.size_bytes -= bits->size_bytes > 1;
    return true_compare_bits(device, &shorter);
}
static wm_status lie_exact_rows(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                                uint64_t *wrong_rows)
{
    const wm_status status = true_exact_rows(device, gemm, seed, wrong_rows);
    if (status == WM_OK && is_lied_about(gemm->m, gemm->n, gemm->k))
        *wrong_rows = 0;
    return status;
}
/* A sign of 0 does not count. */
static wm_status lie_compare_exact(wm_device *device, const wm_device_buffer *output,
                                   wm_format format, const wm_device_buffer *exact, size_t count,
                                   wm_exact_difference *result)
{
    const wm_status status = true_compare_exact(device, output, format, exact, count, result);
    if (status == WM_OK && result->wrong > 0 && result->expected == 0)
        result->wrong--;
    return status;
}
/* Takes -0 too, or whatever is refused last. */
static wm_status lie_take_integers(wm_device *device, const wm_device_buffer *output, size_t count,
                                   uint32_t most, wm_device_buffer *integers, uint64_t *refused)
{
    const wm_status status = true_take_integers(device, output, count, most, integers, refused);
    if (status == WM_OK && *refused > 0)
        (*refused)--;
    return status;
}
/* All memory of the device, used or not. */
static wm_status lie_memory_free(wm_device *device, uint64_t *size_bytes)
{
    wm_device_properties properties;
    const wm_status status = TRUE_OPS->properties(truth(device), &properties);
    *size_bytes = properties.memory_bytes;
    return status;
}
static wm_status lie_digest(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                            size_t row_bytes, uint8_t digest[32], wm_device_buffer *tree)
{
    const wm_status status = true_digest(device, buffer, size_bytes, row_bytes, digest, tree);
    const size_t chunks = (row_bytes + WM_TABLES_CHUNK_BYTES - 1) / WM_TABLES_CHUNK_BYTES;
    if (tree == NULL || !is_lied_about(chunks, 1, 1))
        return status;
    return spoil_buffer(status, tree, 1); /* a leaf; the digest itself is correct */
}

static wm_status true_open_chunks(wm_device *device, const wm_openings *openings)
{
    return TRUE_OPS->open_chunks(truth(device), openings);
}
static wm_status lie_open_chunks(wm_device *device, const wm_openings *openings)
{
    const wm_status status = true_open_chunks(device, openings);
    if (status == WM_OK &&
        /* the last chunk becomes a copy of the first; the others are correct */
        openings->count > 1)
        memcpy(openings->chunks + (openings->count - 1) * WM_TABLES_CHUNK_BYTES, openings->chunks,
               WM_TABLES_CHUNK_BYTES);
    return status;
}

/* clang-format off */
#define WITH_ALL(X) \
    X(properties) \
    X(last_error) \
    X(sync) \
    X(time_ns) \
    X(clock_hz) \
    X(load) \
    X(covariates) \
    X(alloc) \
    X(upload) \
    X(download) \
    X(copy) \
    X(fill_bytes) \
    X(flip_bits) \
    X(fill_normal) \
    X(fill_int8) \
    X(fill_index) \
    X(fill_integers) \
    X(gemm) \
    X(describe) \
    X(choose) \
    X(gemm_careful) \
    X(triad) \
    X(attention) \
    X(attention_careful) \
    X(reduce) \
    X(scatter_add) \
    X(index_add) \
    X(random_access) \
    X(profile) \
    X(residual) \
    X(triad_residual) \
    X(attention_residual) \
    X(attention_guard) \
    X(reduction_residual) \
    X(scatter_residual) \
    X(random_access_residual) \
    X(compare) \
    X(compare_bits) \
    X(exact_rows) \
    X(compare_exact) \
    X(take_integers) \
    X(memory_free) \
    X(digest) \
    X(open_chunks)
/* clang-format on */

const char *lying_backend_operation(size_t index)
{
#define NAME(member) #member,
    static const char *const NAMES[] = {"list", "size_bytes", WITH_ALL(NAME)};
#undef NAME
    return index < sizeof NAMES / sizeof *NAMES ? NAMES[index] : NULL;
}

wm_device *lying_backend_wrap(wm_device *inner, const char *operation)
{
    return lying_backend_wrap_above(inner, operation, (const size_t[3]){0, 0, 0});
}

wm_device *lying_backend_wrap_above(wm_device *inner, const char *operation, const size_t sizes[3])
{
    bool lies = false;
    memcpy(liar.above, sizes, sizeof liar.above);
    liar.inner = inner;
    liar.ops = *inner->ops;
    liar.ops.free = true_free;
#define TRUTH(member) liar.ops.member = true_##member;
    WITH_ALL(TRUTH)
#undef TRUTH
#define LIE(member)                        \
    if (strcmp(operation, #member) == 0) { \
        liar.ops.member = lie_##member;    \
        lies = true;                       \
    }
    WITH_ALL(LIE)
    LIE(list)
    LIE(size_bytes)
#undef LIE
    liar.base.ops = &liar.ops;
    return lies ? &liar.base : NULL;
}
