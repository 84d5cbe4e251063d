/* Names of nodes, and the folded form that scontrol, clush and srun take: `n[01-50],login1`. */
#ifndef WM_MODEL_NODE_LIST_H
#define WM_MODEL_NODE_LIST_H

#include "base/buffer.h"

#include <stdbool.h>

/* The longest name, and the most names. */
enum { WM_NODE_LIST_NAME = 200, WM_NODE_LIST_MOST = 1000000 };

/* Zero-initialised, empty. Ownership: wm_node_list_clear. */
typedef struct wm_node_list {
    char **name;
    size_t count, capacity;
} wm_node_list;

/* Whether a name may be that of a node: letters, digits and `._:@+-`, no dot or hyphen first. No
 * such name leaves a folder. */
bool wm_node_list_is_name(const char *name, size_t size);

/* Adds one name. Errors: NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_node_list_add(wm_node_list *list, const char *name, size_t size);

/* Adds the names of a folded list, which may hold blanks between names. A number keeps the zeros of
 * the first one of its range: [08-10] is 08, 09, 10. Several brackets in a name give all of their
 * combinations. Source: ours; as `scontrol show hostnames` and `nodeset -e` expand. Errors: SYNTAX
 * (the message names the part), INVALID (no name of a node), LIMIT, NOMEM. */
WM_MUST_CHECK wm_status wm_node_list_expand(const char *text, wm_node_list *list, wm_error *err);

/* Sorts by numbers, n2 before n10, and drops names that are there twice. */
void wm_node_list_sort(wm_node_list *list);

/* The order of two names by their numbers. */
int wm_node_list_order(const char *a, const char *b);

/* Appends the folded form of `count` names in any order. The number that ends a name is folded;
 * other names are plain. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_node_list_fold(const char *const *name, size_t count, wm_buffer *out);

/* Frees the memory. */
void wm_node_list_clear(wm_node_list *list);

#endif
