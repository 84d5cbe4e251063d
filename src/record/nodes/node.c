/* Appends fields to JSON text under construction. */
#include "record/nodes/node.h"

#include <string.h>

#include "standards/jcs.h"
#include "standards/number.h"
#include "standards/sha256.h"

/* Stores the first failure. */
static void keep(wm_node *node, wm_status status)
{
    if (node->status == WM_OK)
        node->status = status;
}

static void add(wm_node *node, const char *text, size_t size)
{
    keep(node, wm_buffer_append(&node->text, text, size));
}

static void add_string(wm_node *node, const char *text, size_t size)
{
    keep(node, wm_jcs_append_string(&node->text, text, size));
}

/* Appends the comma and the key before a value. */
static void add_key(wm_node *node, const char *key)
{
    const char last = node->text.size == 0 ? '\0' : node->text.data[node->text.size - 1];
    if (last != '\0' && last != '{' && last != '[')
        add(node, ",", 1);
    if (key == NULL)
        return;
    add_string(node, key, strlen(key));
    add(node, ":", 1);
}

void wm_node_begin_object(wm_node *node)
{
    node->text.size = 0;
    node->status = WM_OK;
    node->depth = 0;
    wm_node_open_object(node, NULL);
}

wm_status wm_node_finish(wm_node *node)
{
    wm_node_close_object(node);
    return node->status;
}

void wm_node_clear(wm_node *node)
{
    wm_buffer_clear(&node->text);
    node->status = WM_OK;
    node->depth = 0;
}

void wm_node_open_object(wm_node *node, const char *key)
{
    add_key(node, key);
    add(node, "{", 1);
    node->depth++;
}

void wm_node_open_array(wm_node *node, const char *key)
{
    add_key(node, key);
    add(node, "[", 1);
    node->depth++;
}

void wm_node_close_object(wm_node *node)
{
    add(node, "}", 1);
    node->depth--;
}

void wm_node_close_array(wm_node *node)
{
    add(node, "]", 1);
    node->depth--;
}

void wm_node_number(wm_node *node, const char *key, double value)
{
    char text[WM_NUMBER_TEXT_SIZE];
    const size_t size = wm_number_format(value, text);
    if (size == 0) {
        wm_node_null(node, key);
        return;
    }
    add_key(node, key);
    add(node, text, size);
}

void wm_node_count(wm_node *node, const char *key, uint64_t value)
{
    if (value > ((uint64_t)1 << 53) - 1)
        keep(node, WM_E_ARG);
    wm_node_number(node, key, (double)value);
}

void wm_node_text(wm_node *node, const char *key, const char *value)
{
    wm_node_text_of(node, key, value, strlen(value));
}

void wm_node_text_of(wm_node *node, const char *key, const char *value, size_t size)
{
    add_key(node, key);
    add_string(node, value, size);
}

void wm_node_hex(wm_node *node, const char *key, const uint8_t digest[32])
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(digest, hex);
    wm_node_text_of(node, key, hex, WM_SHA256_HEX_SIZE);
}

void wm_node_null(wm_node *node, const char *key)
{
    wm_node_json(node, key, "null", 4);
}

void wm_node_json(wm_node *node, const char *key, const char *json, size_t size)
{
    add_key(node, key);
    add(node, json, size);
}
