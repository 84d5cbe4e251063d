/* Published test vectors, read from their folder; they are never copied into the tree. */
#ifndef WM_TESTS_SUPPORT_VECTORS_H
#define WM_TESTS_SUPPORT_VECTORS_H

#include "base/buffer.h"

#include <stdbool.h>

/* The folder: WM_VECTORS, else ../shared/vectors. Returns whether it contains a folder of that
 * name. If not, prints the reason, and the test calls skip(). */
bool vectors_have(const char *name);

/* Reads a file of the folder into a buffer, which the caller clears. Fails the test on an error. */
void vectors_read(const char *path, wm_buffer *text);

/* Calls visit for each plain file under a path of the folder, with its relative path: in order of
 * names, folders after files. Returns the number of files. */
int vectors_each(const char *path, void (*visit)(const char *path));

/* Reads a JSON file. The tree lives until vectors_json_clear. Fails the test if it is not JSON. */
struct wm_json_value;
const struct wm_json_value *vectors_json(const char *path);
void vectors_json_clear(void);

#endif
