/* Replaces a file at once: readers see the old bytes or the new ones. */
#ifndef WM_CLI_REPLACE_FILE_H
#define WM_CLI_REPLACE_FILE_H

#include <witnessmark.h>

/* Writes the bytes under another name in the same folder, `.NAME.new`, syncs them and renames.
 * Errors: ARG (path has no last component, or one over 240 bytes), OPEN (the folder), IO. err names
 * the path. */
WM_MUST_CHECK wm_status wm_replace_file(const char *path, const void *data, size_t size,
                                        wm_error *err);

#endif
