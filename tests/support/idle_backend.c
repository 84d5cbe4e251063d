/* Wraps each operation: the chosen one returns at once, the others are passed on. */
#include "support/idle_backend.h"

#include "backend/job.h"

#include <string.h>

static struct {
    wm_device base;
    wm_device *inner;
    wm_backend ops;
    const char *operation; /* the idle one */
    idle_manner manner;
    unsigned calls; /* of it */
} idle;

/* Whether this call does nothing. */
static bool is_idle(const char *operation)
{
    if (strcmp(operation, idle.operation) != 0)
        return false;
    return ++idle.calls > 1 || idle.manner == IDLE_ALWAYS;
}

/* ---- passed on, or not: the parameters, and the arguments of the inner device ---- */

#define INNER idle.inner
#define OPERATION(name, parameters, arguments)                           \
    static wm_status idle_##name parameters                              \
    {                                                                    \
        (void)device;                                                    \
        return is_idle(#name) ? WM_OK : idle.inner->ops->name arguments; \
    }

/* clang-format off */
OPERATION(clock_hz, (wm_device *device, double *hz, wm_device_timer *timer), (INNER, hz, timer))
OPERATION(load, (wm_device *device, wm_device_load *load), (INNER, load))
OPERATION(covariates, (wm_device *device, wm_device_sample *sample), (INNER, sample))
OPERATION(properties, (wm_device *device, wm_device_properties *p), (INNER, p))
OPERATION(alloc, (wm_device *device, size_t size, wm_device_buffer **buffer), (INNER, size, buffer))
OPERATION(upload, (wm_device *device, wm_device_buffer *to, size_t at, const void *from,
           size_t size), (INNER, to, at, from, size))
OPERATION(download, (wm_device *device, const wm_device_buffer *from, size_t at, void *to,
           size_t size), (INNER, from, at, to, size))
OPERATION(copy, (wm_device *device, wm_device_buffer *to, size_t to_at,
           const wm_device_buffer *from, size_t from_at, size_t size),
          (INNER, to, to_at, from, from_at, size))
OPERATION(fill_bytes, (wm_device *device, wm_device_buffer *buffer, size_t size, uint8_t byte),
          (INNER, buffer, size, byte))
OPERATION(flip_bits, (wm_device *device, wm_device_buffer *buffer, size_t at, uint64_t mask,
           size_t size), (INNER, buffer, at, mask, size))
OPERATION(fill_normal, (wm_device *device, wm_device_buffer *buffer, wm_format format, size_t count,
           const uint8_t seed[32]), (INNER, buffer, format, count, seed))
OPERATION(fill_int8, (wm_device *device, wm_device_buffer *buffer, size_t count,
           const uint8_t seed[32]), (INNER, buffer, count, seed))
OPERATION(fill_index, (wm_device *device, wm_device_buffer *buffer, size_t count, size_t stride,
           uint64_t bound, const uint8_t seed[32]), (INNER, buffer, count, stride, bound, seed))
OPERATION(fill_integers, (wm_device *device, wm_device_buffer *buffer, const wm_integers *integers,
           const uint8_t seed[32]), (INNER, buffer, integers, seed))
OPERATION(gemm, (wm_device *device, const wm_gemm *gemm), (INNER, gemm))
OPERATION(describe, (wm_device *device, const wm_job *job, char text[256]), (INNER, job, text))
OPERATION(choose, (wm_device *device, const wm_job *job, const char *method), (INNER, job, method))
OPERATION(gemm_careful, (wm_device *device, const wm_gemm *gemm), (INNER, gemm))
OPERATION(triad, (wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count), (INNER, a, b, c, count))
OPERATION(attention, (wm_device *device, const wm_attention *attention), (INNER, attention))
OPERATION(attention_careful, (wm_device *device, const wm_attention *attention), (INNER, attention))
OPERATION(reduce, (wm_device *device, const wm_reduction *reduction), (INNER, reduction))
OPERATION(scatter_add, (wm_device *device, const wm_scatter *scatter), (INNER, scatter))
OPERATION(index_add, (wm_device *device, const wm_scatter *scatter), (INNER, scatter))
OPERATION(random_access, (wm_device *device, const wm_random_access *access), (INNER, access))
OPERATION(profile, (wm_device *device, const wm_profile *profile, wm_profile_result *result),
          (INNER, profile, result))
OPERATION(residual, (wm_device *device, const wm_residual *residual, wm_residual_result *results),
          (INNER, residual, results))
OPERATION(triad_residual, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count, wm_difference *result),
          (INNER, a, b, c, count, result))
OPERATION(attention_residual, (wm_device *device, const wm_attention *attention,
           const uint64_t *rows, size_t count, wm_attention_result *result),
          (INNER, attention, rows, count, result))
OPERATION(attention_guard, (wm_device *device, const wm_attention *attention,
           const uint8_t seed[32], wm_attention_guard *result), (INNER, attention, seed, result))
OPERATION(reduction_residual, (wm_device *device, const wm_reduction *reduction,
           wm_difference *result), (INNER, reduction, result))
OPERATION(scatter_residual, (wm_device *device, const wm_scatter *scatter,
           const uint8_t weights[32], wm_difference *result), (INNER, scatter, weights, result))
OPERATION(random_access_residual, (wm_device *device, const wm_random_access *access,
           const uint8_t table[32], uint64_t *mismatches), (INNER, access, table, mismatches))
OPERATION(compare, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           wm_format format, size_t count, wm_difference *result),
          (INNER, a, b, format, count, result))
OPERATION(compare_bits, (wm_device *device, const wm_bits *bits), (INNER, bits))
OPERATION(exact_rows, (wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
           uint64_t *wrong_rows), (INNER, gemm, seed, wrong_rows))
OPERATION(compare_exact, (wm_device *device, const wm_device_buffer *output, wm_format format,
           const wm_device_buffer *exact, size_t count, wm_exact_difference *result),
          (INNER, output, format, exact, count, result))
OPERATION(take_integers, (wm_device *device, const wm_device_buffer *output, size_t count,
           uint32_t most, wm_device_buffer *integers, uint64_t *refused),
          (INNER, output, count, most, integers, refused))
OPERATION(memory_free, (wm_device *device, uint64_t *size), (INNER, size))
OPERATION(digest, (wm_device *device, const wm_device_buffer *buffer, size_t size, size_t row,
           uint8_t digest[32], wm_device_buffer *tree), (INNER, buffer, size, row, digest, tree))
OPERATION(open_chunks, (wm_device *device, const wm_openings *openings), (INNER, openings))
/* clang-format on */

/* ---- passed on ---- */

static const char *idle_last_error(wm_device *device)
{
    (void)device;
    return INNER->ops->last_error(INNER);
}

static wm_status idle_sync(wm_device *device)
{
    (void)device;
    return INNER->ops->sync(INNER);
}

static uint64_t idle_time_ns(wm_device *device)
{
    (void)device;
    return INNER->ops->time_ns(INNER);
}

static void idle_free(wm_device *device, wm_device_buffer *buffer)
{
    (void)device;
    INNER->ops->free(INNER, buffer);
}

/* clang-format off */
#define WITH_ALL(X) \
    X(clock_hz) \
    X(load) \
    X(covariates) \
    X(properties) \
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

const char *idle_backend_operation(size_t index)
{
#define NAME(member) #member,
    static const char *const NAMES[] = {WITH_ALL(NAME)};
#undef NAME
    return index < sizeof NAMES / sizeof *NAMES ? NAMES[index] : NULL;
}

wm_device *idle_backend_wrap(wm_device *inner, const char *operation, idle_manner manner)
{
    size_t i = 0;
    while (idle_backend_operation(i) != NULL && strcmp(idle_backend_operation(i), operation) != 0)
        i++;
    idle.inner = inner;
    idle.operation = idle_backend_operation(i);
    idle.manner = manner;
    idle.calls = 0;
    idle.ops = *inner->ops;
    idle.ops.last_error = idle_last_error;
    idle.ops.sync = idle_sync;
    idle.ops.time_ns = idle_time_ns;
    idle.ops.free = idle_free;
#define MEMBER(name) idle.ops.name = idle_##name;
    WITH_ALL(MEMBER)
#undef MEMBER
    idle.base.ops = &idle.ops;
    return idle.operation != NULL ? &idle.base : NULL;
}
