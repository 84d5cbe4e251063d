/* The CPU device: opening, closing, memory and properties. */
#include "backend/cpu/cpu.h"
#include "backend/cpu/cpu_device.h"
#include "backend/cpu/cpu_threads.h"
#include "base/file_line.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "standards/normal.h"

enum { LINE_BYTES = 64, PAGE_BYTES = 2 << 20 };

wm_cpu_device *wm_cpu_device_of(wm_device *device)
{
    return (wm_cpu_device *)device; /* base is the first member */
}

wm_status wm_cpu_device_fail(wm_cpu_device *cpu, wm_status status, const char *words)
{
    snprintf(cpu->error, sizeof cpu->error, "%s", words);
    return status;
}

size_t wm_cpu_device_product(size_t a, size_t b, size_t c)
{
    size_t product;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_mul_overflow(product, c, &product))
        return SIZE_MAX;
    return product;
}

bool wm_cpu_device_holds(const wm_device_buffer *buffer, wm_format format, size_t count)
{
    const size_t bytes = wm_cpu_device_product(count, wm_format_size(format), 1);
    return buffer != NULL && count > 0 && bytes <= buffer->size_bytes;
}

bool wm_cpu_device_holds_table(const wm_device_buffer *buffer, size_t count, size_t stride)
{
    return stride >= 1 && stride <= WM_BACKEND_STRIDE &&
           wm_cpu_device_holds(buffer, WM_FORMAT_U32, wm_cpu_device_product(count, stride, 1));
}

/* Aligned memory, in large pages where the kernel has them, because a product's operands span
 * thousands of small pages. */
static void *aligned_memory(size_t size_bytes)
{
    void *memory = NULL;
    const size_t alignment = size_bytes >= PAGE_BYTES ? PAGE_BYTES : LINE_BYTES;
    if (posix_memalign(&memory, alignment, size_bytes) != 0)
        return NULL;
    if (size_bytes >= PAGE_BYTES)
        (void)madvise(memory, size_bytes,
                      MADV_HUGEPAGE); /* only advice: if it is refused, nothing changes */
    return memory;
}

void *wm_cpu_device_scratch(wm_cpu_device *cpu, size_t size_bytes)
{
    if (size_bytes > cpu->scratch_bytes) {
        free(cpu->scratch);
        cpu->scratch = aligned_memory(size_bytes);
        cpu->scratch_bytes = cpu->scratch != NULL ? size_bytes : 0;
    }
    return cpu->scratch;
}

int wm_cpu_device_threads(const wm_cpu_device *cpu, size_t work)
{
    return work < 1 << 15 ? 1 : cpu->threads;
}

static void processor_name(char name[128])
{
    if (!wm_file_line_read("/proc/cpuinfo", "model name", name, 128))
        snprintf(name, 128, "unknown processor");
}

static wm_status cpu_list(wm_device_entry *entries, size_t capacity, size_t *count,
                          char reason[256])
{
    if (count == NULL || (entries == NULL && capacity > 0))
        return WM_E_ARG;
    if (reason != NULL)
        reason[0] = '\0';
    if (capacity > 0) {
        memset(&entries[0], 0, sizeof entries[0]);
        processor_name(entries[0].name);
    }
    *count = 1;
    return WM_OK;
}

/* The normal table in each format, so that a fill only looks values up. */
static wm_status make_tables(wm_cpu_device *cpu)
{
    const wm_status status = wm_normal_table(&cpu->normal);
    if (status != WM_OK)
        return status;
    cpu->normal_f16 = malloc(WM_NORMAL_ENTRIES * sizeof *cpu->normal_f16);
    cpu->normal_bf16 = malloc(WM_NORMAL_ENTRIES * sizeof *cpu->normal_bf16);
    cpu->normal_e4m3 = malloc(WM_NORMAL_ENTRIES * sizeof *cpu->normal_e4m3);
    cpu->normal_f32 = malloc(WM_NORMAL_ENTRIES * sizeof *cpu->normal_f32);
    if (cpu->normal_f16 == NULL || cpu->normal_bf16 == NULL || cpu->normal_e4m3 == NULL ||
        cpu->normal_f32 == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < WM_NORMAL_ENTRIES; i++) {
        cpu->normal_f16[i] = wm_format_f16_from_f64(cpu->normal[i]);
        cpu->normal_bf16[i] = wm_format_bf16_from_f64(cpu->normal[i]);
        cpu->normal_e4m3[i] = wm_format_e4m3_from_f64(cpu->normal[i]);
        cpu->normal_f32[i] = (float)cpu->normal[i];
    }
    return WM_OK;
}

static void cpu_close(wm_device *device)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL)
        return;
    while (cpu->buffers != NULL)
        device->ops->free(device, cpu->buffers);
    free(cpu->normal_f16);
    free(cpu->normal_bf16);
    free(cpu->normal_e4m3);
    free(cpu->normal_f32);
    free(cpu->scratch);
    free(cpu);
}

static void state_facts(wm_cpu_device *cpu)
{
    snprintf(cpu->thread_text, sizeof cpu->thread_text, "%d", cpu->threads);
    const wm_device_fact facts[WM_CPU_FACTS] = {
        {"blas.config", cpu->blas.config, NULL},
        {"blas.core", cpu->blas.there ? cpu->blas.core : "none", NULL},
        {"blas.file", cpu->blas.there ? cpu->blas.file : "none", NULL},
        {"cpu.kernels", cpu->kernels->name, NULL},
        {"cpu.model", cpu->name, NULL},
        {"threads", cpu->thread_text, NULL},
    };
    memcpy(cpu->facts, facts, sizeof facts);
}

/* Writes why there is no device; reason may be null. */
static wm_status refuse(char reason[256], wm_status status, const char *words)
{
    if (reason != NULL)
        (void)snprintf(reason, 256, "%s", words);
    return status;
}

static wm_status cpu_open(const wm_device_options *options, wm_device **device, char reason[256])
{
    char words[256];
    if (options == NULL || device == NULL)
        return WM_E_ARG;
    *device = NULL;
    if (options->index != 0)
        return refuse(reason, WM_E_NOTFOUND, "backend cpu has device 0 only");
    wm_cpu_device *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL)
        return refuse(reason, WM_E_NOMEM, wm_status_text(WM_E_NOMEM));
    cpu->base.ops = &wm_cpu_backend;
    wm_status status = wm_cpu_threads_choose(options->threads, &cpu->threads, words);
    if (status != WM_OK) {
        cpu_close(&cpu->base);
        return refuse(reason, status, words);
    }
    cpu->kernels = wm_cpu_kernels_best();
    processor_name(cpu->name);
    status = make_tables(cpu);
    if (status != WM_OK) {
        cpu_close(&cpu->base);
        return refuse(reason, status, "no memory for the normal table");
    }
    status = wm_cpu_blas_load(&cpu->blas, cpu->threads);
    if (status != WM_OK) {
        cpu_close(&cpu->base);
        return refuse(reason, status, wm_status_text(status));
    }
    cpu->throttle_count = wm_cpu_covariates_throttle_count();
    state_facts(cpu);
    *device = &cpu->base;
    return WM_OK;
}

wm_status wm_cpu_device_open_sampled(double clock_every_s, wm_device **device)
{
    wm_cpu_device *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL)
        return WM_E_NOMEM;
    cpu->base.ops = &wm_cpu_backend;
    cpu->threads = 1;
    cpu->throttle_count = wm_cpu_covariates_throttle_count();
    cpu->peak_reason = "the process does not run the work";
    cpu->clock_every_s = clock_every_s;
    *device = &cpu->base;
    return WM_OK;
}

static wm_status cpu_properties(wm_device *device, wm_device_properties *properties)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || properties == NULL)
        return WM_E_ARG;
    memset(properties, 0, sizeof *properties);
    snprintf(properties->name, sizeof properties->name, "%s", cpu->name);
    snprintf(properties->kind, sizeof properties->kind, "%s", wm_cpu_backend.name);
    properties->units = (unsigned)cpu->threads;
    properties->memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    properties->clock_limit_hz = wm_cpu_clock_limit_hz("/sys/devices/system/cpu");
    properties->fact_count = WM_CPU_FACTS;
    properties->facts = cpu->facts;
    return WM_OK;
}

static const char *cpu_last_error(wm_device *device)
{
    return device != NULL ? wm_cpu_device_of(device)->error : "";
}

/* Every operation has run before its call returns. */
static wm_status cpu_sync(wm_device *device)
{
    return device != NULL ? WM_OK : WM_E_ARG;
}

static wm_status cpu_load(wm_device *device, wm_device_load *load)
{
    if (device == NULL || load == NULL)
        return WM_E_ARG;
    load->utilization = (double)NAN;
    load->processes = 0;
    load->others = wm_backend_absent("a CPU device does not report it");
    return WM_OK;
}

static uint64_t cpu_time_ns(wm_device *device)
{
    (void)device;
    return wm_clock_ns();
}

static wm_status cpu_alloc(wm_device *device, size_t size_bytes, wm_device_buffer **buffer)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || buffer == NULL || size_bytes == 0)
        return WM_E_ARG;
    if (cpu->buffers == NULL)
        cpu->peak_reason = wm_cpu_covariates_begin_peak();
    wm_device_buffer *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->bytes = aligned_memory(size_bytes);
    if (made == NULL || made->bytes == NULL) {
        free(made);
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for a buffer");
    }
    made->size_bytes = size_bytes;
    made->next = cpu->buffers;
    made->link = &cpu->buffers;
    if (cpu->buffers != NULL)
        cpu->buffers->link = &made->next;
    cpu->buffers = made;
    *buffer = made;
    return WM_OK;
}

/* Returns memory to the kernel when an item's last buffer is freed, so that the next item's peak
 * does not include it. */
static void give_back(wm_cpu_device *cpu)
{
    free(cpu->scratch);
    cpu->scratch = NULL;
    cpu->scratch_bytes = 0;
    (void)malloc_trim(0); /* memory kept by the heap */
}

static void cpu_free(wm_device *device, wm_device_buffer *buffer)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (cpu == NULL || buffer == NULL)
        return;
    *buffer->link = buffer->next;
    if (buffer->next != NULL)
        buffer->next->link = buffer->link;
    free(buffer->bytes);
    free(buffer);
    if (cpu->buffers == NULL)
        give_back(cpu);
}

/* Reads a number of bytes from a file of the kernel; NaN if there is none, or if it is `max`. */
static double read_bytes(const char *path, const char *key, double scale)
{
    char value[64];
    char *end = value;
    double bytes;
    (void)wm_file_line_read(path, key, value, sizeof value);
    bytes = strtod(value, &end) * scale;
    return end != value && isfinite(bytes) ? bytes : (double)NAN;
}

/* The bytes that a control group has left; infinite without a limit. */
static double left_in_group(const char *limit_path, const char *used_path)
{
    const double limit = read_bytes(limit_path, NULL, 1), used = read_bytes(used_path, NULL, 1);
    return isfinite(limit) && isfinite(used) ? fmax(0, limit - used) : (double)INFINITY;
}

static wm_status cpu_memory_free(wm_device *device, uint64_t *size_bytes)
{
    double bytes;
    if (device == NULL || size_bytes == NULL)
        return WM_E_ARG;
    bytes = read_bytes("/proc/meminfo", "MemAvailable", 1024);
    if (!isfinite(bytes))
        return wm_cpu_device_fail(wm_cpu_device_of(device), WM_E_UNSUPPORTED,
                                  "the kernel does not say how much memory is available");
    bytes =
        fmin(bytes, left_in_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"));
    bytes = fmin(bytes, left_in_group("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                      "/sys/fs/cgroup/memory/memory.usage_in_bytes"));
    *size_bytes = (uint64_t)bytes;
    return WM_OK;
}

static size_t cpu_size_bytes(const wm_device_buffer *buffer)
{
    return buffer != NULL ? buffer->size_bytes : 0;
}

static bool in_range(const wm_device_buffer *buffer, size_t offset, size_t size_bytes)
{
    return buffer != NULL && offset <= buffer->size_bytes &&
           size_bytes <= buffer->size_bytes - offset;
}

static wm_status cpu_upload(wm_device *device, wm_device_buffer *buffer, size_t offset,
                            const void *bytes, size_t size_bytes)
{
    if (device == NULL || bytes == NULL || !in_range(buffer, offset, size_bytes))
        return WM_E_ARG;
    memcpy(buffer->bytes + offset, bytes, size_bytes);
    return WM_OK;
}

static wm_status cpu_download(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                              void *bytes, size_t size_bytes)
{
    if (device == NULL || bytes == NULL || !in_range(buffer, offset, size_bytes))
        return WM_E_ARG;
    memcpy(bytes, buffer->bytes + offset, size_bytes);
    return WM_OK;
}

/* Copies bytes or, if `from` is null, sets them; one part a thread. memcpy stores past the caches
 * where a part is larger than they are. The first touch places the pages with the threads that use
 * them. */
static void write_parts(const wm_cpu_device *cpu, uint8_t *to, const uint8_t *from, uint8_t byte,
                        size_t size_bytes)
{
    const int threads = wm_cpu_device_threads(cpu, size_bytes / LINE_BYTES);
    const size_t part = (size_bytes / (size_t)threads + LINE_BYTES) / LINE_BYTES * LINE_BYTES;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int i = 0; i < threads; i++) {
        const size_t first = (size_t)i * part;
        if (first >= size_bytes)
            continue;
        if (from != NULL)
            memcpy(to + first, from + first, wm_cpu_smaller(size_bytes - first, part));
        else
            memset(to + first, byte, wm_cpu_smaller(size_bytes - first, part));
    }
}

static wm_status cpu_copy(wm_device *device, wm_device_buffer *to, size_t to_offset,
                          const wm_device_buffer *from, size_t from_offset, size_t size_bytes)
{
    if (device == NULL || !in_range(to, to_offset, size_bytes) ||
        !in_range(from, from_offset, size_bytes) ||
        (to == from && wm_backend_overlaps(to_offset, from_offset, size_bytes)))
        return WM_E_ARG;
    write_parts(wm_cpu_device_of(device), to->bytes + to_offset, from->bytes + from_offset, 0,
                size_bytes);
    return WM_OK;
}

static wm_status cpu_fill_bytes(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                                uint8_t byte)
{
    if (device == NULL || size_bytes == 0 || !in_range(buffer, 0, size_bytes))
        return WM_E_ARG;
    write_parts(wm_cpu_device_of(device), buffer->bytes, NULL, byte, size_bytes);
    return WM_OK;
}

static wm_status cpu_flip_bits(wm_device *device, wm_device_buffer *buffer, size_t offset,
                               uint64_t mask, size_t size)
{
    if (device == NULL || size > 8 || !in_range(buffer, offset, size))
        return WM_E_ARG;
    for (size_t i = 0; i < size; i++)
        buffer->bytes[offset + i] ^= (uint8_t)(mask >> (8 * i));
    return WM_OK;
}

const wm_backend wm_cpu_backend = {
    .name = "cpu",
    .is_host = true,
    .is_slowed_by = wm_cpu_blas_is_slowed_by,
    .list = cpu_list,
    .open = cpu_open,
    .close = cpu_close,
    .properties = cpu_properties,
    .last_error = cpu_last_error,
    .sync = cpu_sync,
    .time_ns = cpu_time_ns,
    .clock_hz = wm_cpu_clock_hz,
    .load = cpu_load,
    .covariates = wm_cpu_covariates_sample,
    .alloc = cpu_alloc,
    .free = cpu_free,
    .memory_free = cpu_memory_free,
    .size_bytes = cpu_size_bytes,
    .upload = cpu_upload,
    .download = cpu_download,
    .copy = cpu_copy,
    .fill_bytes = cpu_fill_bytes,
    .flip_bits = cpu_flip_bits,
    .fill_normal = wm_cpu_fill_normal,
    .fill_int8 = wm_cpu_fill_int8,
    .fill_index = wm_cpu_fill_index,
    .fill_integers = wm_cpu_integers_fill,
    .gemm = wm_cpu_gemm_run,
    .describe = wm_cpu_describe_operation,
    .choose = wm_cpu_describe_choose,
    .gemm_careful = wm_cpu_careful_run,
    .triad = wm_cpu_triad_run,
    .attention = wm_cpu_attention_run,
    .attention_careful = wm_cpu_attention_careful,
    .reduce = wm_cpu_reduce_run,
    .scatter_add = wm_cpu_scatter_add,
    .index_add = wm_cpu_scatter_index_add,
    .random_access = wm_cpu_random_run,
    .profile = wm_cpu_profile_run,
    .residual = wm_cpu_residual_run,
    .triad_residual = wm_cpu_triad_residual,
    .attention_residual = wm_cpu_attention_residual,
    .attention_guard = wm_cpu_guard_run,
    .reduction_residual = wm_cpu_reduce_residual,
    .scatter_residual = wm_cpu_scatter_residual,
    .random_access_residual = wm_cpu_random_residual,
    .compare = wm_cpu_compare_run,
    .compare_bits = wm_cpu_bits_compare,
    .exact_rows = wm_cpu_exact_rows,
    .compare_exact = wm_cpu_integers_compare,
    .take_integers = wm_cpu_integers_take,
    .digest = wm_cpu_digest_run,
    .open_chunks = wm_cpu_digest_open,
};
