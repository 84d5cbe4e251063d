/* A writer of JSON objects.
 *
 * Fields may come in any order, because the graph makes the canonical image. A value that is not
 * finite becomes null. The writer stores the first failure, and wm_node_finish returns it, so the
 * calls between need no check. A NULL key is for elements of an array. */
#ifndef WM_RECORD_NODE_H
#define WM_RECORD_NODE_H

#include "base/buffer.h"

typedef struct wm_node {
    wm_buffer text;
    wm_status status;
    unsigned depth;
} wm_node;

#define WM_NODE_EMPTY             \
    {                             \
        WM_BUFFER_EMPTY, WM_OK, 0 \
    }

/* Begins an object. Drops the previous text. */
void wm_node_begin_object(wm_node *node);

/* Closes the outermost object. Errors: NOMEM, CANON (a string that is not UTF-8). */
WM_MUST_CHECK wm_status wm_node_finish(wm_node *node);

/* Frees the memory. */
void wm_node_clear(wm_node *node);

void wm_node_open_object(wm_node *node, const char *key);
void wm_node_open_array(wm_node *node, const char *key);
void wm_node_close_object(wm_node *node);
void wm_node_close_array(wm_node *node);
void wm_node_number(wm_node *node, const char *key, double value);
void wm_node_count(wm_node *node, const char *key, uint64_t value); /* at most 2^53-1 */
void wm_node_text(wm_node *node, const char *key, const char *value);
void wm_node_text_of(wm_node *node, const char *key, const char *value, size_t size);
void wm_node_hex(wm_node *node, const char *key, const uint8_t digest[32]);
void wm_node_null(wm_node *node, const char *key);
/* Appends a value that is already canonical JSON. */
void wm_node_json(wm_node *node, const char *key, const char *json, size_t size);

#endif
