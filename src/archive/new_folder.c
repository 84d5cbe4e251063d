/* A new folder of files, which has its name when all of them are on the disk.
 *
 * A reader never finds half of it. After a failure or a signal nothing is left: the names of what
 * was made are kept in memory that a signal's handler can read. */
#include "archive/new_folder.h"

#include "archive/writer.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wm_status fail(const wm_new_folder *folder, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, folder->place.path, "%s: %s", what, strerror(errno));
}

static wm_status exists(const wm_new_folder *folder, wm_error *err)
{
    return wm_error_set(err, WM_E_EXISTS, folder->place.path,
                        "exists already; a folder is never replaced");
}

wm_status wm_new_folder_open(const char *path, wm_new_folder *folder, wm_error *err)
{
    wm_status status;
    folder->place.folder = folder->folder = -1;
    folder->temporary[0] = '\0';
    folder->count = 0;
    status = wm_disk_open(path, &folder->place, err);
    if (status == WM_OK && wm_disk_exists(&folder->place))
        status = exists(folder, err);
    if (status == WM_OK)
        status = wm_writer_probe(path, 0, err);
    if (status != WM_OK)
        return status;
    (void)snprintf(folder->temporary, sizeof folder->temporary, ".witnessmark-new-%ld",
                   (long)getpid());
    if (mkdirat(folder->place.folder, folder->temporary, 0755) != 0) {
        folder->temporary[0] = '\0';
        return fail(folder, "cannot create the folder", err);
    }
    folder->folder = openat(folder->place.folder, folder->temporary,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return folder->folder >= 0 ? WM_OK : fail(folder, "cannot open the folder", err);
}

/* Notes a file or a folder before it is made. */
static wm_status note(wm_new_folder *folder, const char *path, size_t size, wm_error *err)
{
    if (folder->count >= WM_NEW_FOLDER_MOST || size >= WM_NEW_FOLDER_PATH)
        return wm_error_set(err, WM_E_LIMIT, folder->place.path, "too many files: limit %d",
                            WM_NEW_FOLDER_MOST);
    memcpy(folder->made[folder->count], path, size);
    folder->made[folder->count][size] = '\0';
    folder->count++;
    return WM_OK;
}

static bool is_made(const wm_new_folder *folder, const char *path, size_t size)
{
    for (size_t i = 0; i < folder->count; i++)
        if (strlen(folder->made[i]) == size && memcmp(folder->made[i], path, size) == 0)
            return true;
    return false;
}

/* Makes the folders of a file, unless they are there. */
static wm_status make_folders(wm_new_folder *folder, const char *path, wm_error *err)
{
    wm_status status = WM_OK;
    for (const char *slash = strchr(path, '/'); slash != NULL && status == WM_OK;
         slash = strchr(slash + 1, '/')) {
        const size_t size = (size_t)(slash - path);
        if (is_made(folder, path, size))
            continue;
        status = note(folder, path, size, err);
        if (status == WM_OK && mkdirat(folder->folder, folder->made[folder->count - 1], 0755) != 0)
            status = fail(folder, "cannot create a folder in it", err);
    }
    return status;
}

wm_status wm_new_folder_put(wm_new_folder *folder, const char *path, const void *data, size_t size,
                            wm_error *err)
{
    wm_status status = make_folders(folder, path, err);
    if (status == WM_OK)
        status = note(folder, path, strlen(path), err);
    if (status == WM_OK && wm_disk_put(folder->folder, path, data, size) != WM_OK)
        status = fail(folder, "cannot write", err);
    return status;
}

/* Syncs the folder and those in it. */
static wm_status sync_all(const wm_new_folder *folder)
{
    wm_status status = wm_disk_sync(folder->folder);
    for (size_t i = 0; i < folder->count && status == WM_OK; i++) {
        struct stat about;
        if (fstatat(folder->folder, folder->made[i], &about, AT_SYMLINK_NOFOLLOW) != 0)
            status = WM_E_IO;
        else if (S_ISDIR(about.st_mode))
            status = wm_disk_sync_in(folder->folder, folder->made[i]);
    }
    return status;
}

wm_status wm_new_folder_finish(wm_new_folder *folder, wm_error *err)
{
    wm_status status = sync_all(folder);
    if (status != WM_OK)
        return fail(folder, "cannot write", err);
    status = wm_disk_rename(folder->place.folder, folder->temporary, folder->place.name);
    if (status == WM_E_EXISTS)
        return exists(folder, err);
    if (status != WM_OK)
        return fail(folder, "cannot give the folder its name", err);
    folder->temporary[0] = '\0';
    if (wm_disk_sync(folder->place.folder) == WM_OK)
        return WM_OK;
    return fail(folder, "the whole folder is there, but its name cannot be synced", err);
}

void wm_new_folder_remove(const wm_new_folder *folder)
{
    if (folder->temporary[0] == '\0')
        return;
    for (size_t i = folder->count; folder->folder >= 0 && i-- > 0;)
        if (unlinkat(folder->folder, folder->made[i], 0) != 0)
            (void)unlinkat(folder->folder, folder->made[i], AT_REMOVEDIR);
    (void)unlinkat(folder->place.folder, folder->temporary, AT_REMOVEDIR);
}

void wm_new_folder_drop(wm_new_folder *folder)
{
    wm_new_folder_remove(folder);
    folder->temporary[0] = '\0';
    if (folder->folder >= 0)
        (void)close(folder->folder);
    folder->folder = -1;
    wm_disk_close(&folder->place);
}
