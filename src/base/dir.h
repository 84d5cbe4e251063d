/* Folders and plain files on a POSIX system. No pipe or device can make a reader hang. */
#ifndef WM_BASE_DIR_H
#define WM_BASE_DIR_H

#include <witnessmark.h>

#include <stdbool.h>

#include "base/dir_kind.h"

/* An open folder. */
typedef struct wm_dir {
    int folder; /* descriptor */
} wm_dir;

/* Opens a plain file. Errors: NOTFOUND, INVALID (no plain file), OPEN, NOMEM; errno has the
 * cause. */
WM_MUST_CHECK wm_status wm_dir_open_file(const char *path, wm_source *source);

/* Makes a source of an open plain file. The descriptor must outlive the source. Errors: IO; errno
 * has the cause. Ownership: the descriptor stays the caller's; the source needs no closing. */
WM_MUST_CHECK wm_status wm_dir_source(int *file, wm_source *source);

/* Closes a source of wm_dir_open_file or wm_dir_open_in. */
void wm_dir_close_file(wm_source *source);

/* Opens a folder. Errors: NOTFOUND, INVALID (no folder), OPEN; errno has the cause. */
WM_MUST_CHECK wm_status wm_dir_open(const char *path, wm_dir *dir);

/* Closes a folder. */
void wm_dir_close(wm_dir *dir);

/* Opens a plain file by its path in a folder. Errors: as wm_dir_open_file. */
WM_MUST_CHECK wm_status wm_dir_open_in(const wm_dir *dir, const char *path, wm_source *source);

/* Calls visit for everything below a folder but folders that hold something; links are not
 * followed. path is relative, cut at 1,023 bytes. Errors: OPEN, IO; errno has the cause. */
WM_MUST_CHECK wm_status wm_dir_walk(const wm_dir *dir, wm_dir_visit *visit, void *context);

#endif
