/* The triad, its check, and the comparison of two buffers: operations that only stream through
 * memory. */
#include "backend/cpu/cpu_device.h"

#include <math.h>

enum {
    CHUNK = 1 << 16 /* elements: a multiple of every vector, so that every chunk begins aligned */
};

static bool triad_agrees(const wm_device_buffer *a, const wm_device_buffer *b,
                         const wm_device_buffer *c, size_t count)
{
    return wm_cpu_device_holds(a, WM_FORMAT_F32, count) &&
           wm_cpu_device_holds(b, WM_FORMAT_F32, count) &&
           wm_cpu_device_holds(c, WM_FORMAT_F32, count) && a != b && a != c;
}

wm_status wm_cpu_triad_run(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                           const wm_device_buffer *c, size_t count)
{
    if (device == NULL || !triad_agrees(a, b, c, count))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    float *to = (float *)(void *)a->bytes;
    const float *from_b = (const float *)(const void *)b->bytes;
    const float *from_c = (const float *)(const void *)c->bytes;
    const size_t chunks = (count + CHUNK - 1) / CHUNK;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count))
    for (size_t i = 0; i < chunks; i++) {
        const size_t first = i * CHUNK, part = count - first < CHUNK ? count - first : CHUNK;
        cpu->kernels->triad(to + first, from_b + first, from_c + first, part);
    }
    return WM_OK;
}

/* The largest |difference| and |reference|. A NaN is noted apart, so `maximum` may ignore it. */
typedef struct {
    double difference, reference;
    bool finite;
} extremes;

static void take(extremes *so_far, double value, double reference)
{
    const double difference = fabs(value - reference);
    so_far->finite = so_far->finite && isfinite(value) && isfinite(reference);
    so_far->difference = difference > so_far->difference ? difference : so_far->difference;
    so_far->reference = fabs(reference) > so_far->reference ? fabs(reference) : so_far->reference;
}

static extremes merged(extremes a, extremes b)
{
    return (extremes){a.difference > b.difference ? a.difference : b.difference,
                      a.reference > b.reference ? a.reference : b.reference, a.finite && b.finite};
}

static wm_difference difference_of(extremes all)
{
    return (wm_difference){all.finite ? all.difference : (double)NAN, all.reference};
}

#pragma omp declare reduction(extremes_merge:extremes              \
                              : omp_out = merged(omp_out, omp_in)) \
    initializer(omp_priv = (extremes){0, 0, true})

wm_status wm_cpu_triad_residual(wm_device *device, const wm_device_buffer *a,
                                const wm_device_buffer *b, const wm_device_buffer *c, size_t count,
                                wm_difference *result)
{
    if (device == NULL || result == NULL || !triad_agrees(a, b, c, count))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const float *got = (const float *)(const void *)a->bytes;
    const float *from_b = (const float *)(const void *)b->bytes;
    const float *from_c = (const float *)(const void *)c->bytes;
    extremes all = {0, 0, true};
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count)) \
    reduction(extremes_merge                                                             \
              : all)
    for (size_t i = 0; i < count; i++) {
        /* fmaf of the library, not of the kernel */
        const float reference = fmaf(3, from_c[i], from_b[i]);
        take(&all, (double)got[i], (double)reference);
    }
    *result = difference_of(all);
    return WM_OK;
}

/* Vectors are f32 and are compared after every repeat. This loop tests the format of no element. */
static extremes compare_f32(const wm_cpu_device *cpu, const wm_device_buffer *a,
                            const wm_device_buffer *b, size_t count)
{
    const float *values = (const float *)(const void *)a->bytes;
    const float *references = (const float *)(const void *)b->bytes;
    extremes all = {0, 0, true};
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count)) \
    reduction(extremes_merge                                                             \
              : all)
    for (size_t i = 0; i < count; i++)
        take(&all, (double)values[i], (double)references[i]);
    return all;
}

wm_status wm_cpu_compare_run(wm_device *device, const wm_device_buffer *a,
                             const wm_device_buffer *b, wm_format format, size_t count,
                             wm_difference *result)
{
    if (device == NULL || result == NULL || !wm_cpu_device_holds(a, format, count) ||
        !wm_cpu_device_holds(b, format, count))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    if (format == WM_FORMAT_F32) {
        *result = difference_of(compare_f32(cpu, a, b, count));
        return WM_OK;
    }
    extremes all = {0, 0, true};
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, count)) \
    reduction(extremes_merge                                                             \
              : all)
    for (size_t i = 0; i < count; i++)
        take(&all, wm_format_load(format, a->bytes, i), wm_format_load(format, b->bytes, i));
    *result = difference_of(all);
    return WM_OK;
}
