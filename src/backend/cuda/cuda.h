/* Declarations shared by the files of the CUDA backend: the device, its buffers, and the status of
 * a fault.
 *
 * Host code is C and calls the CUDA runtime's C interface. A .cu file holds kernels and the C
 * functions that launch them. All work of a device runs on its one stream. Results for the host
 * pass through `host`, which is page-locked. */
#ifndef WM_BACKEND_CUDA_CUDA_H
#define WM_BACKEND_CUDA_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "backend/backend.h"
#include "backend/cuda/cuda_nvml.h"
#include "backend/cuda/cuda_sharing.h"
#include "backend/job.h"
#include "backend/product.h"
#include "standards/normal.h"
#include "standards/philox.h"

enum {
    WM_CUDA_HOST_BYTES = 1 << 20, /* page-locked memory for results */
    WM_CUDA_FACTS = 40,
    WM_CUDA_FACT_TEXT = 256,
    WM_CUDA_ERROR_TEXT = 256
};

typedef struct wm_cuda_gemm wm_cuda_gemm;           /* cuBLASLt's state: cuda_gemm.c */
typedef struct wm_cuda_attention wm_cuda_attention; /* cuDNN's state: cuda_attention.c */

struct wm_device_buffer {
    void *bytes; /* device memory */
    size_t size;
    struct wm_device_buffer *previous, *next; /* the device's list */
};

/* What a residual keeps for the next one with the same operands and the same seed. */
typedef struct {
    void *bytes; /* null: nothing */
    size_t size;
    const void *A, *B; /* the operands' memory */
    size_t m, n, k;
    wm_format operand_format, output_format;
    uint8_t seed[WM_SHA256_SIZE];
    bool is_whole; /* the residual that fills it has run */
} wm_cuda_kept;

typedef struct {
    wm_device base;
    int ordinal;
    unsigned units; /* streaming multiprocessors */
    int capability; /* compute capability times 10 */
    int code;       /* that of the code that it runs: cuda_code.h */
    int shared_max; /* most shared memory of a block, bytes */
    size_t l2_bytes;
    /* bytes of this device's buffers, scratch, tables and workspaces; atomic, as below */
    uint64_t in_use;
    /* the largest in_use since there was last no buffer; atomic, because a sampler reads it */
    uint64_t in_use_peak;
    cudaStream_t stream;
    cudaEvent_t timer[2]; /* begin and end of the timed work */
    struct wm_device_buffer *buffers;
    void *scratch; /* device memory for the operation that runs */
    size_t scratch_size;
    wm_cuda_kept kept; /* by the last residual */
    void *host;        /* WM_CUDA_HOST_BYTES, page-locked */
    /* the normal table, rounded to each format; made on first use */
    void *tables[WM_FORMAT_COUNT];
    wm_cuda_gemm *gemm;
    wm_cuda_attention *attention;
    wm_cuda_nvml *nvml;
    wm_cuda_sharing *sharing;
    double context_bytes; /* memory of this process's context; NaN: not known */
    bool lost;            /* a sticky error: nothing works in this process any more */
    bool takes_first;     /* wm_device_options.takes_first */
    char error[WM_CUDA_ERROR_TEXT];
    size_t fact_count;
    wm_device_fact facts[WM_CUDA_FACTS];
    char fact_texts[WM_CUDA_FACTS][WM_CUDA_FACT_TEXT];
    char name[128];
    char uuid[64];
    uint64_t memory_bytes;
} wm_cuda;

/* -- cuda_device.c -- */
wm_status wm_cuda_device_list(wm_device_entry *entries, size_t capacity, size_t *count,
                              char reason[256]);
wm_status wm_cuda_device_open(const wm_device_options *options, wm_device **device,
                              char reason[256]);
void wm_cuda_device_close(wm_device *device);
wm_status wm_cuda_device_properties(wm_device *device, wm_device_properties *properties);
const char *wm_cuda_device_last_error(wm_device *device);
wm_status wm_cuda_device_sync(wm_device *device);
uint64_t wm_cuda_device_time_ns(wm_device *device);
wm_status wm_cuda_device_load(wm_device *device, wm_device_load *load);
wm_status wm_cuda_device_covariates(wm_device *device, wm_device_sample *sample);

/* The first call of every operation: forgets the last error, refuses a lost device, and selects
 * this device for the thread. */
wm_status wm_cuda_device_begin(wm_device *device, wm_cuda **cuda);

/* Turns the runtime's status into ours, with a line for last_error; cudaSuccess is WM_OK. */
wm_status wm_cuda_device_check(wm_cuda *cuda, cudaError_t error, const char *what);

/* The same for kernels that were just launched. */
wm_status wm_cuda_device_launched(wm_cuda *cuda, const char *what);

/* Stores a line for last_error and returns the status. */
wm_status wm_cuda_device_refuse(wm_cuda *cuda, wm_status status, const char *format, ...)
    WM_PRINTF(3, 4);

/* At least `size` bytes of device memory, 256-aligned. The operation owns it until it returns;
 * queued work may still use it. */
wm_status wm_cuda_device_scratch(wm_cuda *cuda, size_t size, void **scratch);

/* Waits for the stream. A kernel on it may have stored its result in cuda->host, which spares the
 * start of a copy. */
wm_status wm_cuda_device_wait(wm_cuda *cuda, const char *what);

/* Waits for the stream and copies `size` bytes of device memory to cuda->host. Bounds: size <=
 * WM_CUDA_HOST_BYTES. */
wm_status wm_cuda_device_fetch(wm_cuda *cuda, const void *from, size_t size, const char *what);

/* Times the work that is queued between the two calls, on the device. wm_cuda_device_lap waits for
 * it and gives the mean of `runs` runs in ms. */
wm_status wm_cuda_device_start(wm_cuda *cuda);
wm_status wm_cuda_device_lap(wm_cuda *cuda, int runs, float *ms);

/* Adds a line to the device's facts. name must be static; value is copied. */
void wm_cuda_device_fact(wm_cuda *cuda, const char *name, const char *format, ...) WM_PRINTF(3, 4);

/* Adds a fact without a value. Both texts must live while the device is open. */
void wm_cuda_device_absent(wm_cuda *cuda, const char *name, const char *reason);

/* -- cuda_memory.c -- */
wm_status wm_cuda_memory_alloc(wm_device *device, size_t size_bytes, wm_device_buffer **buffer);
/* Frees a buffer. With the last buffer an item ends: the scratch is freed too, and a new peak
 * begins. */
void wm_cuda_memory_free(wm_device *device, wm_device_buffer *buffer);

/* Allocates and frees device memory that counts for the peak. Free it with the size of the
 * allocation; null is allowed. Errors: NOMEM, DEVICE. */
wm_status wm_cuda_memory_take(wm_cuda *cuda, size_t size, void **bytes, const char *what);
void wm_cuda_memory_give(wm_cuda *cuda, void *bytes, size_t size);
/* Frees what a residual kept. */
void wm_cuda_memory_forget(wm_cuda *cuda);

size_t wm_cuda_memory_size(const wm_device_buffer *buffer);
wm_status wm_cuda_memory_available(wm_device *device, uint64_t *size_bytes);
wm_status wm_cuda_memory_upload(wm_device *device, wm_device_buffer *buffer, size_t offset,
                                const void *bytes, size_t size_bytes);
wm_status wm_cuda_memory_download(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                                  void *bytes, size_t size_bytes);
wm_status wm_cuda_memory_copy(wm_device *device, wm_device_buffer *to, size_t to_offset,
                              const wm_device_buffer *from, size_t from_offset, size_t size_bytes);
wm_status wm_cuda_memory_fill(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                              uint8_t byte);

/* Whether `count` elements of `size` bytes are inside the buffer; false for a null buffer or no
 * elements. */
bool wm_cuda_memory_holds(const wm_device_buffer *buffer, uint64_t count, size_t size);

/* Whether the buffer holds a table: `count` words, one every `stride` words. */
bool wm_cuda_memory_holds_table(const wm_device_buffer *buffer, uint64_t count, size_t stride);

/* a * b, or UINT64_MAX, which is never inside a buffer, if it overflows. */
uint64_t wm_cuda_memory_times(uint64_t a, uint64_t b);

/* -- cuda_copy.cu -- */
/* Queues a copy of device memory. The two ranges must not overlap. */
wm_status wm_cuda_copy_queue(wm_cuda *cuda, void *to, const void *from, size_t size);

/* -- cuda_fill.cu -- */
wm_status wm_cuda_fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                              size_t count, const uint8_t seed[32]);
wm_status wm_cuda_fill_int8(wm_device *device, wm_device_buffer *buffer, size_t count,
                            const uint8_t seed[32]);
wm_status wm_cuda_fill_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                             size_t stride, uint64_t bound, const uint8_t seed[32]);
/* As fill_normal, to plain device memory. */
wm_status wm_cuda_fill_raw(wm_cuda *cuda, void *bytes, wm_format format, size_t count,
                           const uint8_t seed[32]);

/* -- cuda_integers.cu -- */
wm_status wm_cuda_integers_fill(wm_device *device, wm_device_buffer *buffer,
                                const wm_integers *integers, const uint8_t seed[32]);
wm_status wm_cuda_integers_compare(wm_device *device, const wm_device_buffer *output,
                                   wm_format format, const wm_device_buffer *exact, size_t count,
                                   wm_exact_difference *result);
wm_status wm_cuda_integers_take(wm_device *device, const wm_device_buffer *output, size_t count,
                                uint32_t most, wm_device_buffer *integers, uint64_t *refused);

/* -- cuda_exact.cu -- */
wm_status wm_cuda_exact_rows(wm_device *device, const wm_gemm *gemm, const uint8_t seed[32],
                             uint64_t *wrong_rows);

/* -- cuda_vector.cu -- */
wm_status wm_cuda_vector_flip_bits(wm_device *device, wm_device_buffer *buffer, size_t offset,
                                   uint64_t mask, size_t size);
wm_status wm_cuda_vector_triad(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                               const wm_device_buffer *c, size_t count);
wm_status wm_cuda_vector_triad_residual(wm_device *device, const wm_device_buffer *a,
                                        const wm_device_buffer *b, const wm_device_buffer *c,
                                        size_t count, wm_difference *result);
wm_status wm_cuda_vector_compare(wm_device *device, const wm_device_buffer *a,
                                 const wm_device_buffer *b, wm_format format, size_t count,
                                 wm_difference *result);

/* -- cuda_bits.cu -- */
wm_status wm_cuda_bits_compare(wm_device *device, const wm_bits *bits);

/* -- cuda_clock.cu -- */
wm_status wm_cuda_clock_hz(wm_device *device, double *hz, wm_device_timer *timer);

/* -- cuda_reduce.cu -- */
wm_status wm_cuda_reduce_run(wm_device *device, const wm_reduction *reduction);
wm_status wm_cuda_reduce_residual(wm_device *device, const wm_reduction *reduction,
                                  wm_difference *result);

/* -- cuda_scatter.cu -- */
wm_status wm_cuda_scatter_add(wm_device *device, const wm_scatter *scatter);
wm_status wm_cuda_scatter_index_add(wm_device *device, const wm_scatter *scatter);
wm_status wm_cuda_scatter_residual(wm_device *device, const wm_scatter *scatter,
                                   const uint8_t weights[32], wm_difference *result);

/* -- cuda_access.cu -- */
wm_status wm_cuda_access_run(wm_device *device, const wm_random_access *access);
wm_status wm_cuda_access_residual(wm_device *device, const wm_random_access *access,
                                  const uint8_t table[32], uint64_t *mismatches);

/* -- cuda_profile.cu -- */
wm_status wm_cuda_profile_run(wm_device *device, const wm_profile *profile,
                              wm_profile_result *result);

/* -- cuda_describe.c -- */
wm_status wm_cuda_describe_job(wm_device *device, const wm_job *job, char text[256]);
wm_status wm_cuda_describe_choose(wm_device *device, const wm_job *job, const char *method);

/* -- cuda_gemm.c -- */
wm_status wm_cuda_gemm_run(wm_device *device, const wm_gemm *gemm);
/* How products of these formats and this shape are done, or that no product has chosen yet. */
void wm_cuda_gemm_describe(const wm_cuda *cuda, const wm_gemm *gemm, char text[256]);
/* The operation `choose` for products. */
wm_status wm_cuda_gemm_choose(wm_cuda *cuda, const wm_gemm *gemm, const char *method);
/* Whether the formats fit together and the operands are inside their buffers. */
wm_status wm_cuda_gemm_check(wm_cuda *cuda, const wm_gemm *gemm);
void wm_cuda_gemm_free(wm_cuda_gemm *gemm);
/* Loads cuBLASLt if it is installed. Adds its version, or why it is not used, to the facts. */
void wm_cuda_gemm_facts(wm_cuda *cuda);
/* An address in the loaded library; null if none was loaded. */
const void *wm_cuda_gemm_library(const wm_cuda *cuda);

/* -- cuda_careful.cu -- */
wm_status wm_cuda_careful_gemm(wm_device *device, const wm_gemm *gemm);

/* -- cuda_attention.c -- */
wm_status wm_cuda_attention_run(wm_device *device, const wm_attention *attention);
/* How attention of this shape is done, or that no run has chosen yet. */
void wm_cuda_attention_describe(const wm_cuda *cuda, const wm_attention *attention, char text[256]);
/* The operation `choose` for attention. */
wm_status wm_cuda_attention_choose(wm_cuda *cuda, const wm_attention *attention,
                                   const char *method);
wm_status wm_cuda_attention_check(wm_cuda *cuda, const wm_attention *attention);
void wm_cuda_attention_free(wm_cuda_attention *attention);
/* Loads cuDNN if it is installed. Adds its version, or why it is not used, to the facts. */
void wm_cuda_attention_facts(wm_cuda *cuda);

/* -- cuda_guard.cu -- */
wm_status wm_cuda_guard_run(wm_device *device, const wm_attention *attention,
                            const uint8_t seed[32], wm_attention_guard *result);

/* -- cuda_softmax.cu -- */
/* The plain kernel: float32 throughout, O rounded once. */
wm_status wm_cuda_softmax_careful(wm_device *device, const wm_attention *attention);
wm_status wm_cuda_softmax_residual(wm_device *device, const wm_attention *attention,
                                   const uint64_t *rows, size_t row_count,
                                   wm_attention_result *result);

/* -- cuda_residual.cu -- */
wm_status wm_cuda_residual_run(wm_device *device, const wm_residual *residual,
                               wm_residual_result *results);

/* -- cuda_digest.cu -- */
wm_status wm_cuda_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                             size_t row_bytes, uint8_t digest[WM_SHA256_SIZE],
                             wm_device_buffer *tree);

/* -- cuda_open.cu -- */
wm_status wm_cuda_open_chunks(wm_device *device, const wm_openings *openings);

#ifdef __cplusplus
}
#endif

#endif
