/* Pairs of buffers of one size, one of each device. */
#include "conformance/cuda_pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *must(void *pointer)
{
    if (pointer == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return pointer;
}

wm_device_buffer *buffer_of(wm_device *device, size_t size)
{
    wm_device_buffer *buffer = NULL;
    const wm_status status = device->ops->alloc(device, size, &buffer);
    if (status != WM_OK) {
        fprintf(stderr, "no buffer of %zu bytes: %s\n", size, device->ops->last_error(device));
        exit(2);
    }
    return buffer;
}

pair pair_of(size_t size)
{
    const pair p = {buffer_of(cpu, size), buffer_of(gpu, size), size};
    return p;
}

void drop(pair *p)
{
    cpu->ops->free(cpu, p->cpu);
    gpu->ops->free(gpu, p->gpu);
}

uint8_t *bytes_of(wm_device *device, const wm_device_buffer *buffer, size_t size)
{
    uint8_t *bytes = must(malloc(size));
    const wm_status status = device->ops->download(device, buffer, 0, bytes, size);
    if (status != WM_OK) {
        fprintf(stderr, "download: %s (%s)\n", wm_status_text(status),
                device->ops->last_error(device));
        exit(1);
    }
    return bytes;
}

void to_gpu(const pair *p)
{
    uint8_t *bytes = bytes_of(cpu, p->cpu, p->size);
    if (gpu->ops->upload(gpu, p->gpu, 0, bytes, p->size) != WM_OK)
        exit(1);
    free(bytes);
}

bool halves_equal(const pair *p)
{
    uint8_t *a = bytes_of(cpu, p->cpu, p->size);
    uint8_t *b = bytes_of(gpu, p->gpu, p->size);
    const bool equal = memcmp(a, b, p->size) == 0;
    free(a);
    free(b);
    return equal;
}

double halves_differ(const pair *p, wm_format format, size_t count)
{
    uint8_t *a = bytes_of(cpu, p->cpu, p->size);
    uint8_t *b = bytes_of(gpu, p->gpu, p->size);
    double difference = 0, reference = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = wm_format_load(format, a, i), y = wm_format_load(format, b, i);
        if (!(fabs(x - y) <= difference) && !isnan(difference))
            difference = fabs(x - y); /* a NaN stays */
        reference = fmax(reference, fabs(x));
    }
    free(a);
    free(b);
    return difference / (reference + 1e-300);
}

void seed_of(unsigned number, uint8_t seed[32])
{
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)(number * 37 + i * 11 + (number >> 3) * 101 + 1);
}

void fill(const pair *p, wm_format format, size_t count, unsigned number)
{
    uint8_t seed[32];
    seed_of(number, seed);
    const wm_status a = format == WM_FORMAT_I8
                            ? cpu->ops->fill_int8(cpu, p->cpu, count, seed)
                            : cpu->ops->fill_normal(cpu, p->cpu, format, count, seed);
    const wm_status b = format == WM_FORMAT_I8
                            ? gpu->ops->fill_int8(gpu, p->gpu, count, seed)
                            : gpu->ops->fill_normal(gpu, p->gpu, format, count, seed);
    if (a != WM_OK || b != WM_OK)
        report(false, "fill %s %zu: %s, %s", wm_format_name(format), count, wm_status_text(a),
               wm_status_text(b));
}
