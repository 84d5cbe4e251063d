/* Pairs of buffers of one size, one of each device. */
#ifndef WM_TESTS_CONFORMANCE_CUDA_PAIR_H
#define WM_TESTS_CONFORMANCE_CUDA_PAIR_H

#include "conformance/cuda_run.h"

/* A pair of equal buffers. */
typedef struct {
    wm_device_buffer *cpu, *gpu;
    size_t size;
} pair;

/* The buffers of a pair, and one buffer. Both exit the test if there is no memory. */
pair pair_of(size_t size);
wm_device_buffer *buffer_of(wm_device *device, size_t size);

/* Frees both buffers. */
void drop(pair *p);

/* The pointer; exits the test if it is null. */
void *must(void *pointer);

/* A copy of a buffer's bytes. Ownership: free. */
uint8_t *bytes_of(wm_device *device, const wm_device_buffer *buffer, size_t size);

/* Makes the GPU's half equal to the CPU's. */
void to_gpu(const pair *p);

bool halves_equal(const pair *p);

/* max |gpu - cpu| / max |cpu|. */
double halves_differ(const pair *p, wm_format format, size_t count);

/* The seed of that number. */
void seed_of(unsigned number, uint8_t seed[32]);

/* Fills both buffers with the numbers of a seed. */
void fill(const pair *p, wm_format format, size_t count, unsigned number);

#endif
