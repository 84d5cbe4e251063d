/* Makes a new file, which has its name when all of it is on the disk. */
#include "archive/new_file.h"

#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static wm_status say_errno(const wm_new_file *file, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, file->path, "%s: %s", what, strerror(errno));
}

static wm_status exists(const wm_new_file *file, wm_error *err)
{
    return wm_error_set(err, WM_E_EXISTS, file->path,
                        "exists already; a file is never overwritten");
}

wm_status wm_new_file_open(const char *path, wm_new_file *file, wm_error *err)
{
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    wm_status status;
    file->path = path;
    file->file = -1;
    file->temporary[0] = '\0';
    status = wm_disk_open(path, &file->place, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_exists(&file->place))
        return exists(file, err);
    file->file = openat(file->place.folder, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0644);
    if (file->file >= 0)
        return WM_OK;
    (void)snprintf(file->temporary, sizeof file->temporary, ".witnessmark-pack-%ld",
                   (long)getpid());
    file->file = openat(file->place.folder, file->temporary, flags, 0644);
    if (file->file >= 0)
        return WM_OK;
    file->temporary[0] = '\0';
    return say_errno(file, "cannot create the file", err);
}

/* Syncs the folder, once the file has its name. */
static wm_status sync_folder(const wm_new_file *file, wm_error *err)
{
    if (wm_disk_sync(file->place.folder) == WM_OK)
        return WM_OK;
    return wm_error_set(err, WM_E_IO, file->path,
                        "the whole file is there, but its folder cannot be synced: %s; after a "
                        "crash of the machine the name may be gone",
                        strerror(errno));
}

wm_status wm_new_file_finish(wm_new_file *file, wm_error *err)
{
    char link[64];
    wm_status status = WM_OK;
    if (wm_disk_sync_file(file->file) != WM_OK)
        return say_errno(file, "cannot write", err);
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file->file);
    if (file->temporary[0] != '\0') {
        status = wm_disk_rename(file->place.folder, file->temporary, file->place.name);
        if (status == WM_OK)
            file->temporary[0] = '\0';
    } else if (linkat(AT_FDCWD, link, file->place.folder, file->place.name, AT_SYMLINK_FOLLOW) !=
               0) {
        status = errno == EEXIST ? WM_E_EXISTS : WM_E_IO;
    }
    if (status == WM_E_EXISTS)
        return exists(file, err);
    return status == WM_OK ? sync_folder(file, err)
                           : say_errno(file, "cannot give the file its name", err);
}

void wm_new_file_remove(const wm_new_file *file)
{
    if (file->temporary[0] != '\0')
        (void)unlinkat(file->place.folder, file->temporary, 0);
}

void wm_new_file_drop(wm_new_file *file)
{
    wm_new_file_remove(file);
    file->temporary[0] = '\0';
    if (file->file >= 0)
        (void)close(file->file);
    file->file = -1;
    wm_disk_close(&file->place);
}
