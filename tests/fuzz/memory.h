/* Bytes in memory as a source of an audit. */
#ifndef WM_FUZZ_MEMORY_H
#define WM_FUZZ_MEMORY_H

#include "base/buffer.h"

#include <string.h>

static inline wm_status memory_read(void *context, uint64_t offset, void *data, size_t size)
{
    const wm_buffer *bytes = context;
    if (offset > bytes->size || size > bytes->size - offset)
        return WM_E_IO;
    if (size > 0)
        memcpy(data, bytes->data + offset, size);
    return WM_OK;
}

static inline wm_source memory_source(wm_buffer *bytes)
{
    wm_source source = {bytes, bytes->size, memory_read};
    return source;
}

#endif
