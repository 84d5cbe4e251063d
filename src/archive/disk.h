/* Writing that survives a crash: whole writes, synced files, a rename that never replaces. */
#ifndef WM_ARCHIVE_DISK_H
#define WM_ARCHIVE_DISK_H

#include <witnessmark.h>

#include <stdbool.h>

/* A name in an open folder: what every operation here works on, so that a folder that is moved
 * meanwhile does no harm. */
typedef struct wm_disk_place {
    int folder;     /* descriptor of the folder that the last component stands in, or -1 */
    char name[256]; /* the last component */
    char path[512]; /* the whole path as given, cut to fit: for messages */
} wm_disk_place;

/* Splits a path and opens its folder. Errors: ARG (no last component, or one over 255 bytes), OPEN
 * (the folder). */
WM_MUST_CHECK wm_status wm_disk_open(const char *path, wm_disk_place *place, wm_error *err);

/* Closes the folder. */
void wm_disk_close(wm_disk_place *place);

/* Whether something, be it a dangling link, has the name. */
bool wm_disk_exists(const wm_disk_place *place);

/* Checks that the folder takes new entries and that its file system has bytes_needed to spare.
 * Errors: OPEN, LIMIT. */
WM_MUST_CHECK wm_status wm_disk_check_room(const wm_disk_place *place, uint64_t bytes_needed,
                                           wm_error *err);

/* Writes all bytes, however many calls it takes. On failure errno tells and IO is returned. */
WM_MUST_CHECK wm_status wm_disk_write(int file, const void *data, size_t size);

/* Makes or replaces the file folder/name with these bytes and syncs it. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_put(int folder, const char *name, const void *data, size_t size);

/* Makes a folder's entries safe. Errors: IO, with errno. */
WM_MUST_CHECK wm_status wm_disk_sync(int folder);

/* Renames inside one folder and syncs the folder; never replaces. Errors: EXISTS, IO, with
 * errno. */
WM_MUST_CHECK wm_status wm_disk_rename(int folder, const char *from, const char *to);

#endif
