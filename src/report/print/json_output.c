/* Prints the JSON output of commands. */
#include "report/print/json_output.h"

#include "base/code_point.h"
#include "model/mask.h"
#include "standards/utf8.h"

#include <stdbool.h>
#include <string.h>

static const char REPLACEMENT[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Copies a text, with U+FFFD for each byte that is not UTF-8. */
static wm_status replace_wrong(const char *text, size_t size, wm_buffer *out)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < size && status == WM_OK;) {
        const size_t length = wm_utf8_length(text + i, size - i);
        status = length != 0 ? wm_buffer_append(out, text + i, length)
                             : wm_buffer_puts(out, REPLACEMENT);
        i += length != 0 ? length : 1;
    }
    return status;
}

static bool is_utf8(const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        const size_t length = wm_utf8_length(text + i, size - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

static wm_status add_bytes(wm_node *node, const char *key, const char *text)
{
    wm_buffer hex = WM_BUFFER_EMPTY;
    char name[64];
    wm_status status = WM_OK;
    for (; *text != '\0' && status == WM_OK; text++)
        status = wm_buffer_printf(&hex, "%02x", (unsigned char)*text);
    (void)snprintf(name, sizeof name, "%s_bytes", key);
    if (status == WM_OK)
        wm_node_text_of(node, name, hex.data, hex.size);
    wm_buffer_clear(&hex);
    return status;
}

void wm_json_output_text(wm_node *node, const char *key, const char *text)
{
    const size_t size = strlen(text);
    wm_buffer replaced = WM_BUFFER_EMPTY;
    wm_status status;
    if (is_utf8(text, size)) {
        wm_node_text_of(node, key, text, size);
        return;
    }
    status = replace_wrong(text, size, &replaced);
    if (status == WM_OK) {
        wm_node_text_of(node, key, replaced.data, replaced.size);
        status = add_bytes(node, key, text);
    }
    wm_buffer_clear(&replaced);
    if (node->status == WM_OK)
        node->status = status;
}

wm_status wm_json_output_print(wm_node *node, FILE *out)
{
    const wm_status status = wm_node_finish(node);
    const char *text = node->text.data;
    const size_t size = node->text.size;
    /* These characters occur only in strings, where \uXXXX is the same character. */
    for (size_t i = 0; i < size && status == WM_OK;) {
        size_t length;
        const unsigned long code = wm_code_point_read(text + i, &length);
        if (wm_mask_length(text + i, size - i) != 0)
            fprintf(out, "\\u%04lx", code);
        else
            (void)fwrite(text + i, 1, length, out);
        i += length;
    }
    if (status == WM_OK)
        fputc('\n', out);
    wm_node_clear(node);
    return status;
}
