/* Says in JSON why there is no answer. */
#include "cli/trouble.h"

#include "evidence/node.h"

#include <stdio.h>

void wm_trouble_json(const char *schema, const char *status, const char *place, const char *words)
{
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", schema);
    wm_node_text(&node, "status", status);
    if (place[0] != '\0')
        wm_node_text(&node, "place", place);
    wm_node_text(&node, "error", words);
    if (wm_node_finish(&node) == WM_OK)
        printf("%.*s\n", (int)node.text.size, node.text.data);
    wm_node_clear(&node);
}
