/* Elements of buffers one by one: the triad and its check, comparison, injected faults. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"
#include "backend/cuda/cuda_load.h"

static __global__ void flip_bytes(uint8_t *bytes, uint64_t mask, unsigned size)
{
    if (threadIdx.x < size)
        bytes[threadIdx.x] ^= (uint8_t)(mask >> (8 * threadIdx.x));
}

wm_status wm_cuda_vector_flip_bits(wm_device *device, wm_device_buffer *buffer, size_t offset,
                                   uint64_t mask, size_t size)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (buffer == NULL || size == 0 || size > 8 || offset > buffer->size ||
        size > buffer->size - offset || (size < 8 && mask >> (8 * size) != 0))
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG, "flip bits: bytes outside the buffer, or a mask wider than they");
    flip_bytes<<<1, 8, 0, cuda->stream>>>((uint8_t *)buffer->bytes + offset, mask, (unsigned)size);
    return wm_cuda_device_launched(cuda, "flip bits");
}

/* Four elements in each thread; the last up to three one by one. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    run_triad(float *a, const float *b, const float *c, size_t count)
{
    const size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i * 4 + 4 <= count) {
        const float4 x = ((const float4 *)b)[i];
        const float4 y = ((const float4 *)c)[i];
        ((float4 *)a)[i] = make_float4(fmaf(3.0f, y.x, x.x), fmaf(3.0f, y.y, x.y),
                                       fmaf(3.0f, y.z, x.z), fmaf(3.0f, y.w, x.w));
    } else {
        for (size_t j = i * 4; j < count; j++)
            a[j] = fmaf(3.0f, c[j], b[j]);
    }
}

wm_status wm_cuda_vector_triad(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                               const wm_device_buffer *c, size_t count)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!wm_cuda_memory_holds(a, count, 4) || !wm_cuda_memory_holds(b, count, 4) ||
        !wm_cuda_memory_holds(c, count, 4) || a == b || a == c)
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG, "triad: elements outside a buffer, or an output that is an operand");
    const size_t quads = (count + 3) / 4;
    run_triad<<<(unsigned)((quads + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE, 0, cuda->stream>>>(
        (float *)a->bytes, (const float *)b->bytes, (const float *)c->bytes, count);
    return wm_cuda_device_launched(cuda, "triad");
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    check_triad(const float *a, const float *b, const float *c, size_t count, double2 *parts)
{
    double difference = 0, reference = 0;
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += stride) {
        const double expected = fmaf(3.0f, __ldcs(c + i), __ldcs(b + i));
        difference = nan_max(difference, fabs((double)__ldcs(a + i) - expected));
        reference = fmax(reference, fabs(expected));
    }
    difference = block_max(difference);
    reference = block_max(reference);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = make_double2(difference, reference);
}

/* The last step of a maximum of pairs: one block over `count` pairs (difference, reference). A
 * difference that is not finite is NaN. */
static __global__ void __launch_bounds__(BLOCK_SIZE)
    merge_differences(const double2 *parts, int count, double2 *result)
{
    double difference = 0, reference = 0;
    for (int i = (int)threadIdx.x; i < count; i += BLOCK_SIZE) {
        difference = nan_max(difference, parts[i].x);
        reference = fmax(reference, parts[i].y);
    }
    difference = block_max(difference);
    reference = block_max(reference);
    if (!isfinite(difference))
        difference = nan("");
    if (threadIdx.x == 0)
        *result = make_double2(difference, reference);
}

/* Merges the blocks' pairs and copies the result to the host. */
static wm_status finish_differences(wm_cuda *cuda, double2 *parts, wm_difference *result,
                                    const char *what)
{
    merge_differences<<<1, BLOCK_SIZE, 0, cuda->stream>>>(parts, CHECK_BLOCKS,
                                                          parts + CHECK_BLOCKS);
    const wm_status status =
        wm_cuda_device_fetch(cuda, parts + CHECK_BLOCKS, sizeof(double2), what);
    if (status != WM_OK)
        return status;
    const double2 *pair = (const double2 *)cuda->host;
    result->difference_max = pair->x;
    result->reference_max = pair->y;
    return WM_OK;
}

wm_status wm_cuda_vector_triad_residual(wm_device *device, const wm_device_buffer *a,
                                        const wm_device_buffer *b, const wm_device_buffer *c,
                                        size_t count, wm_difference *result)
{
    wm_cuda *cuda;
    void *parts;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (result == NULL || !wm_cuda_memory_holds(a, count, 4) ||
        !wm_cuda_memory_holds(b, count, 4) || !wm_cuda_memory_holds(c, count, 4))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "triad residual: elements outside a buffer");
    status = wm_cuda_device_scratch(cuda, (CHECK_BLOCKS + 1) * sizeof(double2), &parts);
    if (status != WM_OK)
        return status;
    check_triad<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        (const float *)a->bytes, (const float *)b->bytes, (const float *)c->bytes, count,
        (double2 *)parts);
    return finish_differences(cuda, (double2 *)parts, result, "triad residual");
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    compare_elements(const void *a, const void *b, wm_format format, size_t count, double2 *parts)
{
    double difference = 0, reference = 0;
    const size_t stride = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += stride) {
        const double expected = load_element<double>(format, b, i);
        difference = nan_max(difference, fabs(load_element<double>(format, a, i) - expected));
        reference = fmax(reference, fabs(expected));
    }
    difference = block_max(difference);
    reference = block_max(reference);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = make_double2(difference, reference);
}

wm_status wm_cuda_vector_compare(wm_device *device, const wm_device_buffer *a,
                                 const wm_device_buffer *b, wm_format format, size_t count,
                                 wm_difference *result)
{
    wm_cuda *cuda;
    void *parts;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (result == NULL || format >= WM_FORMAT_COUNT ||
        !wm_cuda_memory_holds(a, count, wm_format_size(format)) ||
        !wm_cuda_memory_holds(b, count, wm_format_size(format)))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "compare: elements outside a buffer");
    status = wm_cuda_device_scratch(cuda, (CHECK_BLOCKS + 1) * sizeof(double2), &parts);
    if (status != WM_OK)
        return status;
    compare_elements<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(a->bytes, b->bytes, format,
                                                                    count, (double2 *)parts);
    return finish_differences(cuda, (double2 *)parts, result, "compare");
}
