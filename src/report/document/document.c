/* Memory and blocks of a document. */
#include "report/document/document.h"

#include "model/mask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts are small and many, and all end together: they lie in chunks. */
struct wm_document_chunk {
    struct wm_document_chunk *before;
    size_t used, size;
    max_align_t data[];
};

enum { CHUNK = 16384 };

void wm_document_fail(wm_document *document, wm_status status)
{
    if (document->status == WM_OK)
        document->status = status;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static struct wm_document_chunk *new_chunk(wm_document *document, size_t size)
{
    struct wm_document_chunk *chunk;
    size = size > CHUNK ? size : CHUNK;
    chunk = malloc(sizeof *chunk + size);
    if (chunk == NULL) {
        wm_document_fail(document, WM_E_NOMEM);
        return NULL;
    }
    *chunk = (struct wm_document_chunk){document->chunk, 0, size};
    document->chunk = chunk;
    return chunk;
}

/* Memory that is not aligned. */
static char *alloc_bytes(wm_document *document, size_t size)
{
    struct wm_document_chunk *chunk = document->chunk;
    if (chunk == NULL || chunk->size - chunk->used < size)
        chunk = new_chunk(document, size);
    if (chunk == NULL)
        return NULL;
    chunk->used += size;
    return (char *)chunk->data + chunk->used - size;
}

/* Memory that is aligned, and not cleared. */
static char *alloc_aligned(wm_document *document, size_t size)
{
    struct wm_document_chunk *chunk = document->chunk;
    const size_t align = sizeof(max_align_t);
    if (chunk != NULL)
        chunk->used = (chunk->used + align - 1) / align * align;
    if (chunk != NULL && chunk->used > chunk->size)
        chunk->used = chunk->size;
    return alloc_bytes(document, size);
}

void *wm_document_alloc(wm_document *document, size_t size)
{
    char *data = alloc_aligned(document, size);
    if (data != NULL)
        memset(data, 0, size);
    return data;
}

const char *wm_document_copy(wm_document *document, const char *text)
{
    const size_t size = text != NULL ? strlen(text) + 1 : 0;
    char *copy = text != NULL ? alloc_bytes(document, size) : NULL;
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

const char *wm_document_mask(wm_document *document, const char *text)
{
    const size_t size = text != NULL ? strlen(text) : 0;
    char *copy = text != NULL ? alloc_bytes(document, size + 1) : NULL;
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, size + 1);
    wm_mask_bytes(copy, size);
    return copy;
}

const char *wm_document_vtext(wm_document *document, const char *format, va_list arguments)
{
    char room[512];
    va_list again;
    char *text;
    int size;
    va_copy(again, arguments);
    size = vsnprintf(room, sizeof room, format, arguments);
    text = size < 0 ? NULL : alloc_bytes(document, (size_t)size + 1);
    if (text != NULL && (size_t)size < sizeof room)
        memcpy(text, room, (size_t)size + 1);
    else if (text != NULL)
        (void)vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text != NULL ? text : "";
}

const char *wm_document_text(wm_document *document, const char *format, ...)
{
    const char *text;
    va_list arguments;
    va_start(arguments, format);
    text = wm_document_vtext(document, format, arguments);
    va_end(arguments);
    return text;
}

const char *wm_document_take(wm_document *document, wm_buffer *buffer)
{
    const char *text = wm_buffer_text(buffer);
    if (text == NULL)
        wm_document_fail(document, WM_E_NOMEM);
    else
        text = wm_document_copy(document, text);
    wm_buffer_clear(buffer);
    return text != NULL ? text : "";
}

void *wm_document_grow(wm_document *document, void *array, size_t *capacity, size_t needed,
                       size_t element_size)
{
    size_t more = *capacity > 0 ? 2 * *capacity : 4;
    char *grown;
    if (needed <= *capacity)
        return array;
    more = more < needed ? needed : more;
    grown = alloc_aligned(document, more * element_size);
    if (grown == NULL)
        return NULL;
    if (*capacity > 0)
        memcpy(grown, array, *capacity * element_size);
    memset(grown + *capacity * element_size, 0, (more - *capacity) * element_size);
    *capacity = more;
    return grown;
}

void wm_document_clear(wm_document *document)
{
    for (struct wm_document_chunk *chunk = document->chunk, *before; chunk != NULL;
         chunk = before) {
        before = chunk->before;
        free(chunk);
    }
    *document = (wm_document){.chunk = NULL};
}

wm_block *wm_document_add(wm_document *document, wm_block_kind kind)
{
    wm_block *block = wm_document_grow(document, document->block, &document->block_capacity,
                                       document->block_count + 1, sizeof *block);
    if (block == NULL)
        return NULL;
    document->block = block;
    block = &block[document->block_count++];
    *block = (wm_block){.kind = kind};
    return block;
}
