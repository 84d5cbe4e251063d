/* The output digest: rows in parallel, then the tree over their digests. */
#include "backend/cpu/cpu_device.h"

#include "standards/merkle.h"

enum { CHUNK_BYTES = 1024 };

static void digest_row(const uint8_t *row, size_t size_bytes, uint8_t digest[32])
{
    wm_merkle tree;
    wm_merkle_init(&tree);
    for (size_t at = 0; at < size_bytes; at += CHUNK_BYTES)
        wm_merkle_add(&tree, row + at,
                      size_bytes - at < CHUNK_BYTES ? size_bytes - at : CHUNK_BYTES);
    wm_merkle_root(&tree, digest);
}

wm_status wm_cpu_digest_run(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                            size_t row_bytes, uint8_t digest[32], uint8_t *row_digests)
{
    if (device == NULL || buffer == NULL || size_bytes == 0 || row_bytes == 0 || digest == NULL ||
        size_bytes > buffer->size_bytes)
        return WM_E_ARG;
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const size_t rows = (size_bytes + row_bytes - 1) / row_bytes;
    uint8_t *digests = row_digests != NULL ? row_digests : wm_cpu_device_scratch(cpu, rows * 32);
    if (digests == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the rows' digests");
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, size_bytes))
    for (size_t r = 0; r < rows; r++) {
        const size_t first = r * row_bytes;
        const size_t size = size_bytes - first < row_bytes ? size_bytes - first : row_bytes;
        digest_row(buffer->bytes + first, size, digests + r * 32);
    }
    wm_merkle tree;
    wm_merkle_init(&tree);
    for (size_t r = 0; r < rows; r++)
        wm_merkle_add(&tree, digests + r * 32, 32);
    wm_merkle_root(&tree, digest);
    return WM_OK;
}
