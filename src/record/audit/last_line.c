/* Reads the last line of an evidence file. */
#include "record/audit/last_line.h"

#include <string.h>

#include "record/tables/tables.h"

wm_status wm_last_line_read(const wm_source *source, wm_buffer *line)
{
    /* plus the newline of the line before */
    const uint64_t most = (uint64_t)WM_TABLES_LINE_BYTES + 1;
    const size_t size = (size_t)(source->size_bytes < most ? source->size_bytes : most);
    size_t begin = size;
    wm_status status = wm_buffer_reserve(line, size);
    line->size = 0;
    if (status != WM_OK || size == 0)
        return status;
    status = source->read(source->context, source->size_bytes - size, line->data, size);
    if (status != WM_OK)
        return status;
    for (begin--; begin > 0 && line->data[begin - 1] != '\n';)
        begin--;
    memmove(line->data, line->data + begin, size - begin);
    line->size = size - begin;
    return WM_OK;
}

wm_status wm_last_line_root(const wm_source *source, uint8_t root[WM_SHA256_SIZE], bool *is_whole)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    const wm_status status = wm_last_line_read(source, &line);
    *is_whole = status == WM_OK && line.size > 0 && line.size <= WM_TABLES_LINE_BYTES &&
                line.data[line.size - 1] == '\n';
    if (*is_whole)
        wm_sha256_hash(line.data, line.size, root);
    wm_buffer_clear(&line);
    return status;
}
