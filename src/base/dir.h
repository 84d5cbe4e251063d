/* Folders and plain files on a POSIX system. No pipe or device can make a reader hang. */
#ifndef WM_BASE_DIR_H
#define WM_BASE_DIR_H

#include <witnessmark.h>

#include <stdbool.h>

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

/* What a walk meets. */
typedef enum wm_dir_kind {
    WM_DIR_FILE,
    WM_DIR_EMPTY,  /* a folder with nothing in it */
    WM_DIR_DEEP,   /* a folder nested deeper than 32, which is not entered */
    WM_DIR_CLOSED, /* what cannot be looked at; the walk then ends with an error */
    WM_DIR_OTHER
} wm_dir_kind;

/* Calls visit for everything below a folder but folders that hold something; links are not
 * followed. path is relative, cut at 1,023 bytes. Errors: OPEN, IO; errno has the cause. */
WM_MUST_CHECK wm_status wm_dir_walk(const wm_dir *dir,
                                    void (*visit)(void *context, const char *path,
                                                  wm_dir_kind kind),
                                    void *context);

#endif
