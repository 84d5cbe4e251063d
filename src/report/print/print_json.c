/* Prints the members of a document as JSON. */
#include "report/print/printers.h"

#include "base/code_point.h"
#include "record/nodes/node.h"
#include "report/document/data.h"
#include "model/mask.h"
#include "report/document/table.h"
#include "standards/utf8.h"

#include <string.h>

static const char REPLACEMENT[] = "\xef\xbf\xbd"; /* U+FFFD */

/* ---- texts ----------------------------------------------------------------------------------- */

/* Adds a text, with U+FFFD for each byte that is not UTF-8; then the field `KEY_bytes` has all. */
static void add_text(wm_node *node, const char *key, const char *text, size_t size)
{
    wm_buffer replaced = WM_BUFFER_EMPTY, hex = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    bool is_whole = true;
    char name[64];
    for (size_t i = 0, length; i < size && status == WM_OK; i += length != 0 ? length : 1) {
        length = wm_utf8_length(text + i, size - i);
        is_whole = is_whole && length != 0;
        status = length != 0 ? wm_buffer_append(&replaced, text + i, length)
                             : wm_buffer_puts(&replaced, REPLACEMENT);
    }
    for (size_t i = 0; i < size && status == WM_OK && !is_whole; i++)
        status = wm_buffer_printf(&hex, "%02x", (unsigned char)text[i]);
    if (status == WM_OK)
        wm_node_text_of(node, key, size > 0 ? replaced.data : "", replaced.size);
    (void)snprintf(name, sizeof name, "%s_bytes", key != NULL ? key : "");
    if (status == WM_OK && !is_whole && key != NULL)
        wm_node_text_of(node, name, hex.data, hex.size);
    wm_buffer_clear(&replaced);
    wm_buffer_clear(&hex);
    if (node->status == WM_OK)
        node->status = status;
}

/* ---- members --------------------------------------------------------------------------------- */

static void add_cell(wm_node *node, const char *key, const wm_cell *cell)
{
    const char *value = cell->value != NULL ? cell->value : cell->text;
    if (value == NULL || (cell->kind == WM_CELL_VALUE && cell->value == NULL))
        wm_node_null(node, key);
    else if (cell->kind == WM_CELL_VALUE)
        wm_node_json(node, key, value, strlen(value));
    else
        add_text(node, key, value, strlen(value));
}

static void add_table(wm_node *node, const char *key, const wm_table *table)
{
    wm_node_open_array(node, key);
    for (size_t row = 0; row < wm_table_rows(table); row++) {
        wm_node_open_object(node, NULL);
        for (size_t i = 0; i < table->column_count; i++)
            if (table->column[i].key != NULL)
                add_cell(node, table->column[i].key, wm_table_at(table, row, i));
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

static void add_member(wm_node *node, const wm_member *member)
{
    switch (member->kind) {
    case WM_MEMBER_NULL:
        wm_node_null(node, member->key);
        break;
    case WM_MEMBER_TEXT:
        add_text(node, member->key, member->of.text.data, member->of.text.size);
        break;
    case WM_MEMBER_NUMBER:
        wm_node_number(node, member->key, member->of.number);
        break;
    case WM_MEMBER_COUNT:
        wm_node_count(node, member->key, member->of.count);
        break;
    case WM_MEMBER_JSON:
        wm_node_json(node, member->key, member->of.text.data, member->of.text.size);
        break;
    case WM_MEMBER_OBJECT:
        wm_node_open_object(node, member->key);
        break;
    case WM_MEMBER_LIST:
        wm_node_open_array(node, member->key);
        break;
    case WM_MEMBER_END_OBJECT:
        wm_node_close_object(node);
        break;
    case WM_MEMBER_END_LIST:
        wm_node_close_array(node);
        break;
    case WM_MEMBER_TABLE:
        add_table(node, member->key, member->of.table);
        break;
    }
}

/* Prints the object. The characters that are escaped here occur only in strings, where \uXXXX is
 * the same character. */
static void print_text(const char *text, size_t size, FILE *out)
{
    size_t begin = 0;
    for (size_t i = 0; i < size;) {
        size_t length;
        const unsigned long code = wm_code_point_read(text + i, &length);
        if (wm_mask_length(text + i, size - i) != 0) {
            (void)fwrite(text + begin, 1, i - begin, out);
            if (code > 0xffff) /* two surrogates */
                fprintf(out, "\\u%04lx", 0xd800 + ((code - 0x10000) >> 10));
            fprintf(out, "\\u%04lx", code > 0xffff ? 0xdc00 + (code & 0x3ff) : code);
            begin = i + length;
        }
        i += length;
    }
    (void)fwrite(text + begin, 1, size - begin, out);
    fputc('\n', out);
}

wm_status wm_print_json_write(const wm_document *document, wm_buffer *text)
{
    wm_node node = WM_NODE_EMPTY;
    wm_status status = document->status;
    wm_node_begin_object(&node);
    for (size_t i = 0; i < document->member_count && status == WM_OK; i++)
        add_member(&node, &document->member[i]);
    if (status == WM_OK)
        status = wm_node_finish(&node);
    if (status == WM_OK)
        status = wm_buffer_append(text, node.text.data, node.text.size);
    wm_node_clear(&node);
    return status;
}

wm_status wm_print_json(const wm_document *document, const wm_paper *paper, FILE *out)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    const wm_status status = wm_print_json_write(document, &text);
    (void)paper;
    if (status == WM_OK)
        print_text(text.data, text.size, out);
    wm_buffer_clear(&text);
    return status;
}
