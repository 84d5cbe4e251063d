/* Declarations shared by the files of the CPU backend: the device, its buffers and the operations
 * in its table. */
#ifndef WM_BACKEND_CPU_CPU_DEVICE_H
#define WM_BACKEND_CPU_CPU_DEVICE_H

#include "backend/backend.h"
#include "backend/cpu/cpu_blas.h"
#include "backend/cpu/cpu_kernels.h"
#include "backend/job.h"

struct wm_device_buffer {
    size_t size_bytes;
    uint8_t *bytes; /* aligned to 64 bytes, large ones to 2 MiB */
    wm_device_buffer *next, **link;
};

enum { WM_CPU_FACTS = 6 };

typedef struct {
    wm_device base;
    int threads;
    const wm_cpu_kernels *kernels;
    const double *normal; /* the normal table */
    uint16_t *normal_f16; /* the table rounded to each format */
    uint16_t *normal_bf16;
    uint8_t *normal_e4m3;
    float *normal_f32;
    wm_cpu_blas blas;
    wm_device_buffer *buffers;
    float *scratch; /* grows, kept between operations */
    size_t scratch_bytes;
    uint64_t throttle_count; /* at the time of open */
    double clock_every_s;    /* least time between two measurements of the clock */
    double clock_s;          /* time of the last one; 0: none */
    /* Why the peak of resident memory is not that since the first buffer; null if it is. */
    const char *peak_reason;
    wm_device_fact facts[WM_CPU_FACTS];
    char name[128], thread_text[16], error[256];
} wm_cpu_device;

/* The CPU device behind a handle. */
wm_cpu_device *wm_cpu_device_of(wm_device *device);

/* Stores the words for last_error and returns the status. */
wm_status wm_cpu_device_fail(wm_cpu_device *cpu, wm_status status, const char *words);

/* At least size_bytes of scratch memory, aligned to 64 bytes; null when out of memory. Valid until
 * the next call. */
void *wm_cpu_device_scratch(wm_cpu_device *cpu, size_t size_bytes);

/* Whether a buffer exists and holds count elements of a format. */
bool wm_cpu_device_holds(const wm_device_buffer *buffer, wm_format format, size_t count);

/* Whether a buffer holds a table: count words, one every `stride` words. */
bool wm_cpu_device_holds_table(const wm_device_buffer *buffer, size_t count, size_t stride);

/* The product of sizes, or SIZE_MAX if it does not fit. */
size_t wm_cpu_device_product(size_t a, size_t b, size_t c);

/* How many threads work on this many elements: one below 2^15, where waking another costs more than
 * it saves. */
int wm_cpu_device_threads(const wm_cpu_device *cpu, size_t work);

/* The operations, each documented in backend.h. */
wm_status wm_cpu_clock_hz(wm_device *device, double *hz, wm_device_timer *timer);

/* The highest frequency that a processor of this machine can have; 0 if it is unknown. The folder
 * is the kernel's of the processors, below /sys. Source: docs/formats/record.md section 3,
 * workload. Units: Hz. */
double wm_cpu_clock_limit_hz(const char *folder);

wm_status wm_cpu_covariates_sample(wm_device *device, wm_device_sample *sample);
uint64_t wm_cpu_covariates_throttle_count(void);

/* Resets the kernel's mark of the most resident memory of the process. Returns null, or why it
 * cannot. Source: proc(5), clear_refs. */
const char *wm_cpu_covariates_begin_peak(void);

wm_status wm_cpu_fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                             size_t count, const uint8_t seed[32]);
wm_status wm_cpu_fill_int8(wm_device *device, wm_device_buffer *buffer, size_t count,
                           const uint8_t seed[32]);
wm_status wm_cpu_fill_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                            size_t stride, uint64_t bound, const uint8_t seed[32]);
wm_status wm_cpu_integers_fill(wm_device *device, wm_device_buffer *buffer,
                               const wm_integers *integers, const uint8_t seed[32]);
wm_status wm_cpu_exact_rows(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                            uint64_t *wrong_rows);
wm_status wm_cpu_integers_compare(wm_device *device, const wm_device_buffer *output,
                                  wm_format format, const wm_device_buffer *exact, size_t count,
                                  wm_exact_difference *result);
wm_status wm_cpu_integers_take(wm_device *device, const wm_device_buffer *output, size_t count,
                               uint32_t most, wm_device_buffer *integers, uint64_t *refused);
wm_status wm_cpu_gemm_run(wm_device *device, const wm_gemm *gemm);
wm_status wm_cpu_gemm_check(wm_cpu_device *cpu, const wm_gemm *gemm);
wm_status wm_cpu_careful_run(wm_device *device, const wm_gemm *gemm);
wm_status wm_cpu_describe_operation(wm_device *device, const wm_job *job, char text[256]);
wm_status wm_cpu_describe_choose(wm_device *device, const wm_job *job, const char *method);
wm_status wm_cpu_triad_run(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                           const wm_device_buffer *c, size_t count);
wm_status wm_cpu_triad_residual(wm_device *device, const wm_device_buffer *a,
                                const wm_device_buffer *b, const wm_device_buffer *c, size_t count,
                                wm_difference *result);
/* Whether attention is one of this device's. */
wm_status wm_cpu_attention_check(wm_device *device, const wm_attention *attention);
wm_status wm_cpu_attention_run(wm_device *device, const wm_attention *attention);
wm_status wm_cpu_attention_careful(wm_device *device, const wm_attention *attention);
wm_status wm_cpu_attention_residual(wm_device *device, const wm_attention *attention,
                                    const uint64_t *rows, size_t row_count,
                                    wm_attention_result *result);
wm_status wm_cpu_guard_run(wm_device *device, const wm_attention *attention, const uint8_t seed[32],
                           wm_attention_guard *result);
wm_status wm_cpu_reduce_run(wm_device *device, const wm_reduction *reduction);
wm_status wm_cpu_reduce_residual(wm_device *device, const wm_reduction *reduction,
                                 wm_difference *result);
wm_status wm_cpu_scatter_add(wm_device *device, const wm_scatter *scatter);
wm_status wm_cpu_scatter_index_add(wm_device *device, const wm_scatter *scatter);
wm_status wm_cpu_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                  const uint8_t weights[32], wm_difference *result);
wm_status wm_cpu_random_run(wm_device *device, const wm_random_access *access);
wm_status wm_cpu_random_residual(wm_device *device, const wm_random_access *access,
                                 const uint8_t table[32], uint64_t *mismatches);
wm_status wm_cpu_profile_run(wm_device *device, const wm_profile *profile,
                             wm_profile_result *result);

/* The latency of each pair of processors, by their numbers in the system. Bounds: count 2 to 64; a
 * valid profile. Errors: UNSUPPORTED (a thread cannot be pinned; last_error has the processor and
 * the reason). */
WM_MUST_CHECK wm_status wm_cpu_profile_pairs(wm_cpu_device *cpu, const wm_profile *profile,
                                             const unsigned *processors, size_t count,
                                             wm_profile_result *result);

wm_status wm_cpu_residual_run(wm_device *device, const wm_residual *residual,
                              wm_residual_result *results);
wm_status wm_cpu_compare_run(wm_device *device, const wm_device_buffer *a,
                             const wm_device_buffer *b, wm_format format, size_t count,
                             wm_difference *result);
wm_status wm_cpu_bits_compare(wm_device *device, const wm_bits *bits);
wm_status wm_cpu_digest_open(wm_device *device, const wm_openings *openings);
wm_status wm_cpu_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                            size_t row_bytes, uint8_t digest[32], wm_device_buffer *tree);

static inline size_t wm_cpu_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

#endif
