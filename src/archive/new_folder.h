/* A new folder of files, which has its name when all of them are on the disk. */
#ifndef WM_ARCHIVE_NEW_FOLDER_H
#define WM_ARCHIVE_NEW_FOLDER_H

#include "archive/disk.h"

enum { WM_NEW_FOLDER_MOST = 8200, WM_NEW_FOLDER_PATH = 256 };

/* What is written. Until wm_new_folder_finish it is in a folder with a name of its own beside the
 * final one. */
typedef struct wm_new_folder {
    wm_disk_place place;
    int folder;         /* open; -1: none */
    char temporary[64]; /* its name in place.folder; empty: none is there */
    /* files and folders in it, in their order: a folder comes before its files */
    char made[WM_NEW_FOLDER_MOST][WM_NEW_FOLDER_PATH];
    size_t count;
} wm_new_folder;

/* Begins a folder. Errors: those of wm_writer_probe (EXISTS, OPEN, LIMIT, ARG); IO. Ownership:
 * wm_new_folder_drop, in every case. */
WM_MUST_CHECK wm_status wm_new_folder_open(const char *path, wm_new_folder *folder, wm_error *err);

/* Writes a file and syncs it. The folders of its path are made. Errors: IO, LIMIT. */
WM_MUST_CHECK wm_status wm_new_folder_put(wm_new_folder *folder, const char *path, const void *data,
                                          size_t size, wm_error *err);

/* Syncs the folder and gives it its name, without replacing. Errors: EXISTS, IO. */
WM_MUST_CHECK wm_status wm_new_folder_finish(wm_new_folder *folder, wm_error *err);

/* Removes what has no final name. A signal's handler may call it. */
void wm_new_folder_remove(const wm_new_folder *folder);

/* The same, and closes all. */
void wm_new_folder_drop(wm_new_folder *folder);

#endif
