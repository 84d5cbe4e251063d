/* Writes files so that they survive a crash: whole writes, synced files, a rename that never
 * replaces. */
#ifndef WM_ARCHIVE_DISK_H
#define WM_ARCHIVE_DISK_H

#include <witnessmark.h>

#include <stdbool.h>

/* A name in an open folder. All operations here use the folder's descriptor, so that moving the
 * folder does no harm. */
typedef struct wm_disk_place {
    int folder;     /* descriptor of the last component's folder, or -1 */
    char name[256]; /* the last component */
    char path[512]; /* the whole path as given, truncated; for messages */
} wm_disk_place;

/* Splits a path and opens its folder. Errors: ARG (no last component, or one over 255 bytes), OPEN
 * (the folder). */
WM_MUST_CHECK wm_status wm_disk_open(const char *path, wm_disk_place *place, wm_error *err);

/* Closes the folder. */
void wm_disk_close(wm_disk_place *place);

/* Whether the name exists; a dangling link counts. */
bool wm_disk_exists(const wm_disk_place *place);

/* Checks that the folder is writable and that its file system has bytes_needed free. Errors: OPEN,
 * LIMIT. */
WM_MUST_CHECK wm_status wm_disk_check_room(const wm_disk_place *place, uint64_t bytes_needed,
                                           wm_error *err);

/* Writes all bytes, in as many calls as needed. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_write(int file, const void *data, size_t size);

/* Whether descriptors 0, 1 and 2 are open. Where one is closed, the next file that is opened takes
 * its place, and what any code prints is written into that file. */
bool wm_disk_has_standard(void);

/* Opens a file in a folder for writing; a new one has mode 0644, and a link is not followed.
 * Returns -1 with errno: EBADF where wm_disk_has_standard is false. */
int wm_disk_open_file(int folder, const char *name, int flags);

/* Syncs a file; again where a signal interrupts it. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_sync_file(int file);

/* The same for its data and its size alone. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_sync_data(int file);

/* Creates or replaces the file folder/name with these bytes and syncs it. Errors: IO, with errno.
 */
WM_MUST_CHECK wm_status wm_disk_put(int folder, const char *name, const void *data, size_t size);

/* Syncs a folder's entries. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_sync(int folder);

/* Syncs the entries of a folder in a folder. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_sync_in(int folder, const char *name);

/* Renames inside one folder; never replaces. The caller syncs the folder. Errors: EXISTS, IO, with
 * errno. */
WM_MUST_CHECK wm_status wm_disk_rename(int folder, const char *from, const char *to);

/* Removes the files of a record and the folder that they are in, which stays if it holds others. A
 * signal's handler may call it. */
void wm_disk_remove_record(int parent, const char *name);

#endif
