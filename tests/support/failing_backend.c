/* Counts every operation and passes it to the CPU backend, except for chosen failures. */
#include "support/failing_backend.h"

#include "backend/cpu/cpu.h"
#include "backend/cpu/cpu_blas.h"

#include <stdio.h>

static struct {
    wm_device base;
    wm_device *inner;
    failing_plan plan;
    unsigned calls, opened;
    const char *failed;
    char words[128];
} failing;

/* WM_OK if this call is passed on, else the status that it returns instead. */
static wm_status gate(const char *operation)
{
    failing.calls++;
    if (failing.plan.at == 0 || failing.calls < failing.plan.at ||
        (failing.calls > failing.plan.at && failing.plan.manner == FAILING_ONCE)) {
        failing.words[0] = '\0';
        return WM_OK;
    }
    if (failing.failed[0] == '\0')
        failing.failed = operation;
    (void)snprintf(failing.words, sizeof failing.words, FAILING_WORDS "%s", failing.failed);
    return failing.plan.status;
}

void failing_backend_plan(failing_plan plan)
{
    failing.plan = plan;
    failing.calls = failing.opened = 0;
    failing.failed = "";
    failing.words[0] = '\0';
}

unsigned failing_backend_calls(void)
{
    return failing.calls;
}

unsigned failing_backend_opened(void)
{
    return failing.opened;
}

const char *failing_backend_failed(void)
{
    return failing.failed;
}

static wm_status fail_open(const wm_device_options *options, wm_device **device, char reason[256])
{
    wm_status status;
    *device = NULL;
    if (failing.plan.manner == FAILING_LOST && failing.failed[0] != '\0') {
        if (reason != NULL)
            (void)snprintf(reason, 256, "%s", FAILING_LOST_WORDS);
        return WM_E_DEVICE;
    }
    status = wm_cpu_backend.open(options, &failing.inner, reason);
    if (status != WM_OK)
        return status;
    failing.opened++;
    if (failing.failed[0] != '\0')
        failing.plan.at = 0; /* opening again clears the failure */
    failing.base.ops = &failing_backend;
    *device = &failing.base;
    return WM_OK;
}

static void fail_close(wm_device *device)
{
    if (device == NULL)
        return;
    wm_cpu_backend.close(failing.inner);
    failing.inner = NULL;
}

static wm_status fail_list(wm_device_entry *entries, size_t capacity, size_t *count,
                           char reason[256])
{
    return wm_cpu_backend.list(entries, capacity, count, reason);
}

static const char *fail_last_error(wm_device *device)
{
    (void)device;
    return failing.words[0] != '\0' ? failing.words : wm_cpu_backend.last_error(failing.inner);
}

static uint64_t fail_time_ns(wm_device *device)
{
    (void)device;
    return wm_cpu_backend.time_ns(failing.inner);
}

static wm_status fail_covariates(wm_device *device, wm_device_sample *sample)
{
    (void)device;
    return wm_cpu_backend.covariates(failing.inner, sample);
}

static void fail_free(wm_device *device, wm_device_buffer *buffer)
{
    (void)device;
    wm_cpu_backend.free(failing.inner, buffer);
}

static size_t fail_size_bytes(const wm_device_buffer *buffer)
{
    return wm_cpu_backend.size_bytes(buffer);
}

/* Not that of the CPU backend, which loads the processor for 2 ms each call. */
static wm_status fail_clock_hz(wm_device *device, double *hz, wm_device_timer *timer)
{
    const wm_status status = gate("clock_hz");
    (void)device;
    if (status == WM_OK)
        *hz = 1e9;
    *timer = (wm_device_timer){.reason = "a failing device has no timer"};
    return status;
}

/* An operation: its parameters after the device, and the arguments to pass on. */
#define OPERATION(name, parameters, arguments)                           \
    static wm_status fail_##name parameters                              \
    {                                                                    \
        const wm_status status = gate(#name);                            \
        (void)device;                                                    \
        return status == WM_OK ? wm_cpu_backend.name arguments : status; \
    }
#define TO failing.inner

/* clang-format off */
OPERATION(properties, (wm_device *device, wm_device_properties *p), (TO, p))
OPERATION(sync, (wm_device *device), (TO))
OPERATION(alloc, (wm_device *device, size_t size, wm_device_buffer **buffer), (TO, size, buffer))
OPERATION(upload, (wm_device *device, wm_device_buffer *to, size_t at, const void *from,
           size_t size), (TO, to, at, from, size))
OPERATION(download, (wm_device *device, const wm_device_buffer *from, size_t at, void *to,
           size_t size), (TO, from, at, to, size))
OPERATION(copy, (wm_device *device, wm_device_buffer *to, size_t to_at,
           const wm_device_buffer *from, size_t from_at, size_t size),
          (TO, to, to_at, from, from_at, size))
OPERATION(fill_bytes, (wm_device *device, wm_device_buffer *buffer, size_t size, uint8_t byte),
          (TO, buffer, size, byte))
OPERATION(load, (wm_device *device, wm_device_load *load), (TO, load))
OPERATION(flip_bits, (wm_device *device, wm_device_buffer *buffer, size_t at, uint64_t mask,
           size_t size), (TO, buffer, at, mask, size))
OPERATION(fill_normal, (wm_device *device, wm_device_buffer *buffer, wm_format format, size_t count,
           const uint8_t seed[32]), (TO, buffer, format, count, seed))
OPERATION(fill_int8, (wm_device *device, wm_device_buffer *buffer, size_t count,
           const uint8_t seed[32]), (TO, buffer, count, seed))
OPERATION(fill_index, (wm_device *device, wm_device_buffer *buffer, size_t count, size_t stride,
           uint64_t bound, const uint8_t seed[32]), (TO, buffer, count, stride, bound, seed))
OPERATION(fill_integers, (wm_device *device, wm_device_buffer *buffer, const wm_integers *integers,
           const uint8_t seed[32]), (TO, buffer, integers, seed))
OPERATION(gemm, (wm_device *device, const wm_gemm *gemm), (TO, gemm))
OPERATION(describe, (wm_device *device, const wm_job *job, char text[256]), (TO, job, text))
OPERATION(choose, (wm_device *device, const wm_job *job, const char *method), (TO, job, method))
OPERATION(gemm_careful, (wm_device *device, const wm_gemm *gemm), (TO, gemm))
OPERATION(triad, (wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count), (TO, a, b, c, count))
OPERATION(attention, (wm_device *device, const wm_attention *attention), (TO, attention))
OPERATION(attention_careful, (wm_device *device, const wm_attention *attention), (TO, attention))
OPERATION(reduce, (wm_device *device, const wm_reduction *reduction), (TO, reduction))
OPERATION(scatter_add, (wm_device *device, const wm_scatter *scatter), (TO, scatter))
OPERATION(index_add, (wm_device *device, const wm_scatter *scatter), (TO, scatter))
OPERATION(random_access, (wm_device *device, const wm_random_access *access), (TO, access))
OPERATION(profile, (wm_device *device, const wm_profile *profile, wm_profile_result *result),
          (TO, profile, result))
OPERATION(residual, (wm_device *device, const wm_residual *residual, wm_residual_result *results),
          (TO, residual, results))
OPERATION(triad_residual, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           const wm_device_buffer *c, size_t count, wm_difference *result),
          (TO, a, b, c, count, result))
OPERATION(attention_residual, (wm_device *device, const wm_attention *attention,
           const uint64_t *rows, size_t count, wm_attention_result *result),
          (TO, attention, rows, count, result))
OPERATION(attention_guard, (wm_device *device, const wm_attention *attention,
           const uint8_t seed[32], wm_attention_guard *result), (TO, attention, seed, result))
OPERATION(reduction_residual, (wm_device *device, const wm_reduction *reduction,
           wm_difference *result), (TO, reduction, result))
OPERATION(scatter_residual, (wm_device *device, const wm_scatter *scatter,
           const uint8_t weights[32], wm_difference *result), (TO, scatter, weights, result))
OPERATION(random_access_residual, (wm_device *device, const wm_random_access *access,
           const uint8_t table[32], uint64_t *mismatches), (TO, access, table, mismatches))
OPERATION(compare, (wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
           wm_format format, size_t count, wm_difference *result),
          (TO, a, b, format, count, result))
OPERATION(compare_bits, (wm_device *device, const wm_bits *bits), (TO, bits))
OPERATION(exact_rows, (wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
           uint64_t *wrong_rows), (TO, gemm, seed, wrong_rows))
OPERATION(compare_exact, (wm_device *device, const wm_device_buffer *output, wm_format format,
           const wm_device_buffer *exact, size_t count, wm_exact_difference *result),
          (TO, output, format, exact, count, result))
OPERATION(take_integers, (wm_device *device, const wm_device_buffer *output, size_t count,
           uint32_t most, wm_device_buffer *integers, uint64_t *refused),
          (TO, output, count, most, integers, refused))
OPERATION(memory_free, (wm_device *device, uint64_t *size), (TO, size))
OPERATION(digest, (wm_device *device, const wm_device_buffer *buffer, size_t size, size_t row,
           uint8_t digest[32], wm_device_buffer *tree), (TO, buffer, size, row, digest, tree))
OPERATION(open_chunks, (wm_device *device, const wm_openings *openings), (TO, openings))
/* clang-format on */

#define MEMBER(name) .name = fail_##name

const wm_backend failing_backend = {.name = "failing",
                                    .is_host = true,
                                    .is_slowed_by = wm_cpu_blas_is_slowed_by,
                                    MEMBER(list),
                                    MEMBER(open),
                                    MEMBER(close),
                                    MEMBER(properties),
                                    MEMBER(last_error),
                                    MEMBER(sync),
                                    MEMBER(time_ns),
                                    MEMBER(clock_hz),
                                    MEMBER(load),
                                    MEMBER(covariates),
                                    MEMBER(alloc),
                                    MEMBER(free),
                                    MEMBER(size_bytes),
                                    MEMBER(upload),
                                    MEMBER(download),
                                    MEMBER(copy),
                                    MEMBER(fill_bytes),
                                    MEMBER(flip_bits),
                                    MEMBER(fill_normal),
                                    MEMBER(fill_int8),
                                    MEMBER(fill_index),
                                    MEMBER(fill_integers),
                                    MEMBER(gemm),
                                    MEMBER(describe),
                                    MEMBER(choose),
                                    MEMBER(gemm_careful),
                                    MEMBER(triad),
                                    MEMBER(attention),
                                    MEMBER(attention_careful),
                                    MEMBER(reduce),
                                    MEMBER(scatter_add),
                                    MEMBER(index_add),
                                    MEMBER(random_access),
                                    MEMBER(profile),
                                    MEMBER(residual),
                                    MEMBER(triad_residual),
                                    MEMBER(attention_residual),
                                    MEMBER(attention_guard),
                                    MEMBER(reduction_residual),
                                    MEMBER(scatter_residual),
                                    MEMBER(random_access_residual),
                                    MEMBER(compare),
                                    MEMBER(compare_bits),
                                    MEMBER(exact_rows),
                                    MEMBER(compare_exact),
                                    MEMBER(take_integers),
                                    MEMBER(memory_free),
                                    MEMBER(digest),
                                    MEMBER(open_chunks)};
