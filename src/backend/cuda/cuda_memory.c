/* Memory of a CUDA device: buffers and copies. */
#include "backend/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

uint64_t wm_cuda_memory_times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

bool wm_cuda_memory_holds(const wm_device_buffer *buffer, uint64_t count, size_t size)
{
    return buffer != NULL && count > 0 && size > 0 &&
           wm_cuda_memory_times(count, size) <= buffer->size;
}

bool wm_cuda_memory_holds_table(const wm_device_buffer *buffer, uint64_t count, size_t stride)
{
    return stride >= 1 && stride <= WM_BACKEND_STRIDE &&
           wm_cuda_memory_holds(buffer, wm_cuda_memory_times(count, stride), 4);
}

/* Whether [offset, offset + size) is inside the buffer. */
static bool range_fits(const wm_device_buffer *buffer, size_t offset, size_t size)
{
    return buffer != NULL && offset <= buffer->size && size <= buffer->size - offset;
}

wm_status wm_cuda_memory_take(wm_cuda *cuda, size_t size, void **bytes, const char *what)
{
    void *taken = NULL;
    const wm_status status = wm_cuda_device_check(cuda, cudaMalloc(&taken, size), what);
    if (status != WM_OK)
        return status;
    *bytes = taken;
    __atomic_store_n(&cuda->in_use, cuda->in_use + size, __ATOMIC_RELAXED);
    if (cuda->in_use > __atomic_load_n(&cuda->in_use_peak, __ATOMIC_RELAXED))
        __atomic_store_n(&cuda->in_use_peak, cuda->in_use, __ATOMIC_RELAXED);
    return WM_OK;
}

void wm_cuda_memory_give(wm_cuda *cuda, void *bytes, size_t size)
{
    if (bytes == NULL)
        return;
    (void)cudaFree(bytes); /* waits for the operations that use it */
    __atomic_store_n(&cuda->in_use, cuda->in_use - size, __ATOMIC_RELAXED);
}

void wm_cuda_memory_forget(wm_cuda *cuda)
{
    wm_cuda_memory_give(cuda, cuda->kept.bytes, cuda->kept.size);
    memset(&cuda->kept, 0, sizeof cuda->kept);
}

static void give_scratch(wm_cuda *cuda)
{
    wm_cuda_memory_give(cuda, cuda->scratch, cuda->scratch_size);
    cuda->scratch = NULL;
    cuda->scratch_size = 0;
}

wm_status wm_cuda_memory_alloc(wm_device *device, size_t size_bytes, wm_device_buffer **buffer)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (buffer == NULL || size_bytes == 0)
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "allocation: no bytes, or no place for the buffer");
    wm_device_buffer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "allocation: no host memory");
    status = wm_cuda_memory_take(cuda, size_bytes, &made->bytes, "cudaMalloc");
    if (status == WM_E_NOMEM && cuda->scratch != NULL) { /* no operation uses it now */
        give_scratch(cuda);
        cuda->error[0] = '\0';
        status = wm_cuda_memory_take(cuda, size_bytes, &made->bytes, "cudaMalloc");
    }
    if (status != WM_OK) {
        free(made);
        return status;
    }
    made->size = size_bytes;
    made->next = cuda->buffers;
    if (made->next != NULL)
        made->next->previous = made;
    cuda->buffers = made;
    *buffer = made;
    return WM_OK;
}

void wm_cuda_memory_free(wm_device *device, wm_device_buffer *buffer)
{
    wm_cuda *cuda = (wm_cuda *)device;
    if (cuda == NULL || buffer == NULL)
        return;
    (void)cudaSetDevice(cuda->ordinal);
    wm_cuda_memory_give(cuda, buffer->bytes, buffer->size);
    if (buffer->previous != NULL)
        buffer->previous->next = buffer->next;
    else
        cuda->buffers = buffer->next;
    if (buffer->next != NULL)
        buffer->next->previous = buffer->previous;
    free(buffer);
    if (cuda->buffers == NULL) {
        give_scratch(cuda);
        wm_cuda_memory_forget(cuda);
        __atomic_store_n(&cuda->in_use_peak, cuda->in_use, __ATOMIC_RELAXED);
    }
}

wm_status wm_cuda_memory_available(wm_device *device, uint64_t *size_bytes)
{
    size_t available, all;
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (size_bytes == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "memory: no place for the size");
    status = wm_cuda_device_check(cuda, cudaMemGetInfo(&available, &all), "cudaMemGetInfo");
    if (status == WM_OK)
        *size_bytes = available;
    return status;
}

size_t wm_cuda_memory_size(const wm_device_buffer *buffer)
{
    return buffer == NULL ? 0 : buffer->size;
}

wm_status wm_cuda_memory_upload(wm_device *device, wm_device_buffer *buffer, size_t offset,
                                const void *bytes, size_t size_bytes)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (bytes == NULL || !range_fits(buffer, offset, size_bytes))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "upload: bytes outside the buffer");
    status = wm_cuda_device_check(cuda,
                                  cudaMemcpyAsync((char *)buffer->bytes + offset, bytes, size_bytes,
                                                  cudaMemcpyHostToDevice, cuda->stream),
                                  "upload");
    if (status == WM_OK) /* the caller may change its bytes after this */
        status = wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), "upload");
    return status;
}

wm_status wm_cuda_memory_download(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                                  void *bytes, size_t size_bytes)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (bytes == NULL || !range_fits(buffer, offset, size_bytes))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "download: bytes outside the buffer");
    const char *from = (const char *)buffer->bytes + offset;
    if (size_bytes <= WM_CUDA_HOST_BYTES) {
        status = wm_cuda_device_fetch(cuda, from, size_bytes, "download");
        if (status == WM_OK)
            memcpy(bytes, cuda->host, size_bytes);
        return status;
    }
    /* Waits first, so that a fault leaves the host's memory untouched, as promised. */
    status = wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), "queued work");
    if (status == WM_OK)
        status = wm_cuda_device_check(
            cuda, cudaMemcpyAsync(bytes, from, size_bytes, cudaMemcpyDeviceToHost, cuda->stream),
            "download");
    if (status == WM_OK)
        status = wm_cuda_device_check(cuda, cudaStreamSynchronize(cuda->stream), "download");
    return status;
}

wm_status wm_cuda_memory_copy(wm_device *device, wm_device_buffer *to, size_t to_offset,
                              const wm_device_buffer *from, size_t from_offset, size_t size_bytes)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (!range_fits(to, to_offset, size_bytes) || !range_fits(from, from_offset, size_bytes) ||
        (to == from && wm_backend_overlaps(to_offset, from_offset, size_bytes)))
        return wm_cuda_device_refuse(cuda, WM_E_ARG,
                                     "copy: bytes outside a buffer, or onto themselves");
    return wm_cuda_copy_queue(cuda, (char *)to->bytes + to_offset,
                              (const char *)from->bytes + from_offset, size_bytes);
}

wm_status wm_cuda_memory_fill(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                              uint8_t byte)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (size_bytes == 0 || !range_fits(buffer, 0, size_bytes))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "fill: no bytes, or bytes outside the buffer");
    return wm_cuda_device_check(
        cuda, cudaMemsetAsync(buffer->bytes, byte, size_bytes, cuda->stream), "fill");
}
