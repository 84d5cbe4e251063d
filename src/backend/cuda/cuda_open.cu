/* What openings show of an output: chunks, and the leaves of their rows' trees (docs/formats/inputs.md section 5). */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_sha256.h"

#include <stdlib.h>
#include <string.h>

/* The places of one call, by value. */
typedef struct {
    wm_backend_place at[WM_BACKEND_PLACES];
} place_list;

/* A block a place: the leaves of its row as bytes, and its chunk. */
static __global__ void __launch_bounds__(LEAF_THREADS)
    open_places(const uint8_t *bytes, row_layout layout, place_list places, uint8_t *chunks,
                node *leaves, uint32_t one)
{
    __shared__ round_table rounds;
    load_rounds(&rounds);
    const size_t row = places.at[blockIdx.x].row, size = row_size(&layout, row);
    const size_t shown = places.at[blockIdx.x].chunk * CHUNK_BYTES;
    const uint8_t *from = bytes + row * layout.row_bytes;
    for (size_t i = threadIdx.x; i < CHUNK_BYTES; i += LEAF_THREADS)
        chunks[blockIdx.x * CHUNK_BYTES + i] = shown + i < size ? from[shown + i] : 0;
    for (size_t chunk = threadIdx.x; chunk < layout.row_chunks; chunk += LEAF_THREADS) {
        uint32_t state[8] = {};
        if (chunk * CHUNK_BYTES < size && is_whole(&layout))
            hash_full_chunk((const uint4 *)(from + chunk * CHUNK_BYTES), &rounds, one, state);
        else if (chunk * CHUNK_BYTES < size)
            hash_chunk(bytes, &layout, row, chunk, &rounds, one, state);
#pragma unroll
        for (int i = 0; i < 8; i++)
            state[i] = __byte_perm(state[i], 0, 0x0123);
        store_node(leaves + blockIdx.x * layout.row_chunks + chunk, state);
    }
}

/* Some places, whose chunks and leaves fit the page-locked buffer. */
static wm_status open_some(wm_cuda *cuda, const void *bytes, const row_layout *layout,
                           const wm_backend_place *places, size_t count, uint8_t *chunks,
                           uint8_t *leaves)
{
    const size_t chunk_bytes = count * CHUNK_BYTES;
    const size_t leaf_bytes = count * layout->row_chunks * sizeof(node);
    place_list list = {};
    void *scratch;
    wm_status status = wm_cuda_device_scratch(cuda, chunk_bytes + leaf_bytes, &scratch);
    if (status != WM_OK)
        return status;
    memcpy(list.at, places, count * sizeof *places);
    open_places<<<(unsigned)count, LEAF_THREADS, 0, cuda->stream>>>(
        (const uint8_t *)bytes, *layout, list, (uint8_t *)scratch,
        (node *)((char *)scratch + chunk_bytes), 1);
    status = wm_cuda_device_fetch(cuda, scratch, chunk_bytes + leaf_bytes, "opening");
    if (status != WM_OK)
        return status;
    memcpy(chunks, cuda->host, chunk_bytes);
    memcpy(leaves, (const char *)cuda->host + chunk_bytes, leaf_bytes);
    return WM_OK;
}

wm_status wm_cuda_open_chunks(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                              size_t row_bytes, const wm_backend_place *places, size_t count,
                              uint8_t *chunks, uint8_t *leaves)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (row_bytes == 0 || places == NULL || count > WM_BACKEND_PLACES || chunks == NULL ||
        leaves == NULL || !wm_cuda_memory_holds(buffer, size_bytes, 1))
        return wm_cuda_device_refuse(
            cuda, WM_E_ARG, "openings: no rows, bytes outside the buffer, or too many places");
    const row_layout layout = lay_out(size_bytes, row_bytes);
    const size_t at_once = WM_CUDA_HOST_BYTES / (CHUNK_BYTES + layout.row_chunks * sizeof(node));
    if (at_once == 0)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "opening a row of %zu chunks",
                                     layout.row_chunks);
    for (size_t i = 0; i < count; i++)
        if (places[i].row >= layout.rows ||
            places[i].chunk > (row_size(&layout, places[i].row) - 1) / CHUNK_BYTES)
            return wm_cuda_device_refuse(cuda, WM_E_ARG, "openings: a chunk that is not there");
    const size_t leaf_bytes = layout.row_chunks * sizeof(node);
    uint8_t *staged = (uint8_t *)malloc(count * (CHUNK_BYTES + leaf_bytes) + 1);
    if (staged == NULL) /* it takes all, since an error leaves the caller's memory as it is */
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "openings: no host memory");
    uint8_t *all_leaves = staged + count * CHUNK_BYTES;
    for (size_t i = 0; i < count && status == WM_OK; i += at_once)
        status = open_some(cuda, buffer->bytes, &layout, places + i,
                           count - i < at_once ? count - i : at_once, staged + i * CHUNK_BYTES,
                           all_leaves + i * leaf_bytes);
    if (status == WM_OK) {
        memcpy(chunks, staged, count * CHUNK_BYTES);
        memcpy(leaves, all_leaves, count * leaf_bytes);
    }
    free(staged);
    return status;
}
