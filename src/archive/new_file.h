/* A new file, which has its name when all of it is on the disk. */
#ifndef WM_ARCHIVE_NEW_FILE_H
#define WM_ARCHIVE_NEW_FILE_H

#include "archive/disk.h"

/* Where the file system can, the file has no name until wm_new_file_finish, so nothing is left
 * after a crash. */
typedef struct wm_new_file {
    const char *path; /* as given, for messages */
    wm_disk_place place;
    int file;           /* to write and read; -1: none */
    char temporary[64]; /* its name in place.folder; empty: it has none */
} wm_new_file;

/* Begins a file; path must outlive it. Errors: EXISTS, ARG, OPEN, IO. Ownership: wm_new_file_drop,
 * in every case. */
WM_MUST_CHECK wm_status wm_new_file_open(const char *path, wm_new_file *file, wm_error *err);

/* Syncs the file and gives it its name, without replacing. Errors: EXISTS, IO (it may be there: the
 * message says so). */
WM_MUST_CHECK wm_status wm_new_file_finish(wm_new_file *file, wm_error *err);

/* Removes what has no final name. A signal's handler may call it. */
void wm_new_file_remove(const wm_new_file *file);

/* The same, and closes all. */
void wm_new_file_drop(wm_new_file *file);

#endif
