/* A growable run of bytes. */
#include "base/buffer.h"

#include "base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

void wm_buffer_clear(wm_buffer *buffer)
{
    free(buffer->data);
    buffer->data = NULL;
    buffer->size = 0;
    buffer->capacity = 0;
}

wm_status wm_buffer_reserve(wm_buffer *buffer, size_t extra)
{
    size_t needed;
    char *data;
    if (extra <= buffer->capacity - buffer->size && buffer->data != NULL)
        return WM_OK;
    if (extra > SIZE_MAX - buffer->size)
        return WM_E_NOMEM;
    needed = buffer->size + extra;
    data = wm_array_grow(buffer->data, &buffer->capacity,
                         needed < FIRST_CAPACITY ? FIRST_CAPACITY : needed, 1);
    if (data == NULL)
        return WM_E_NOMEM;
    buffer->data = data;
    return WM_OK;
}

wm_status wm_buffer_append(wm_buffer *buffer, const void *data, size_t size)
{
    wm_status status = wm_buffer_reserve(buffer, size);
    if (status != WM_OK)
        return status;
    if (size != 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return WM_OK;
}

wm_status wm_buffer_puts(wm_buffer *buffer, const char *text)
{
    return wm_buffer_append(buffer, text, strlen(text));
}

wm_status wm_buffer_putc(wm_buffer *buffer, char byte)
{
    return wm_buffer_append(buffer, &byte, 1);
}

wm_status wm_buffer_printf(wm_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    wm_status status;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return WM_E_ARG;
    status = wm_buffer_reserve(buffer, (size_t)length + 1);
    if (status != WM_OK)
        return status;
    va_start(arguments, format);
    (void)vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->size += (size_t)length;
    return WM_OK;
}

const char *wm_buffer_text(wm_buffer *buffer)
{
    if (wm_buffer_reserve(buffer, 1) != WM_OK)
        return NULL;
    buffer->data[buffer->size] = '\0';
    return buffer->data;
}
