/* Published test vectors: read where they lie, never copied into the tree. */
#ifndef WM_TESTS_SUPPORT_VECTORS_H
#define WM_TESTS_SUPPORT_VECTORS_H

#include "base/buffer.h"

#include <stdbool.h>

/* The folder: WM_VECTORS, else ../shared/vectors. Whether a folder of that name is in it; if not,
 * the reason is printed and the test ought to call skip(). */
bool vectors_have(const char *name);

/* Reads a file of the folder into a buffer that the caller clears; fails the test if it cannot. */
void vectors_read(const char *path, wm_buffer *text);

/* Calls visit with the path, relative to the folder, of each plain file under a path of it, in
 * order of names, folders after. Returns how many files there were. */
int vectors_each(const char *path, void (*visit)(const char *path));

/* Reads a JSON file whole; the tree lives until vectors_json_clear. Fails the test if it is not
 * JSON. */
struct wm_json_value;
const struct wm_json_value *vectors_json(const char *path);
void vectors_json_clear(void);

#endif
