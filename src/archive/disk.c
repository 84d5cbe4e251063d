/* Writes files so that they survive a crash: whole writes, synced files, a rename that never
 * replaces. */
#include "archive/disk.h"

#include "base/status.h"
#include "record/nodes/kind_root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* The last component of a path: its begin, and its length without trailing slashes. */
static size_t last_component(const char *path, const char **start)
{
    size_t end = strlen(path);
    size_t begin;
    while (end > 0 && path[end - 1] == '/')
        end--;
    begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    *start = path + begin;
    return end - begin;
}

static bool is_dots(const char *name, size_t size)
{
    return (size == 1 && name[0] == '.') || (size == 2 && name[0] == '.' && name[1] == '.');
}

static int open_folder(const char *path, size_t size)
{
    char folder[4096];
    if (size == 0)
        return open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (size >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(folder, path, size);
    folder[size] = '\0';
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

wm_status wm_disk_open(const char *path, wm_disk_place *place, wm_error *err)
{
    const char *name;
    size_t size = last_component(path, &name);
    place->folder = -1;
    (void)snprintf(place->path, sizeof place->path, "%s", path);
    if (size == 0 || is_dots(name, size))
        return wm_error_set(err, WM_E_ARG, path, "the path does not end with a name");
    if (size >= sizeof place->name)
        return wm_error_set(err, WM_E_ARG, path, "the name is too long: %zu bytes, limit 255",
                            size);
    memcpy(place->name, name, size);
    place->name[size] = '\0';
    place->folder = open_folder(path, (size_t)(name - path));
    if (place->folder < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open its folder: %s", strerror(errno));
    return WM_OK;
}

void wm_disk_close(wm_disk_place *place)
{
    if (place->folder >= 0)
        (void)close(place->folder);
    place->folder = -1;
}

bool wm_disk_exists(const wm_disk_place *place)
{
    struct stat info;
    return fstatat(place->folder, place->name, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

wm_status wm_disk_check_room(const wm_disk_place *place, uint64_t bytes_needed, wm_error *err)
{
    struct statvfs volume;
    uint64_t block;
    if (faccessat(place->folder, ".", W_OK | X_OK, AT_EACCESS) != 0)
        return wm_error_set(err, WM_E_OPEN, place->path, "cannot write in its folder: %s",
                            strerror(errno));
    if (fstatvfs(place->folder, &volume) != 0)
        return WM_OK; /* free space unknown: a write will fail if there is none */
    block = volume.f_frsize != 0 ? volume.f_frsize : volume.f_bsize;
    if (block != 0 && volume.f_bavail < (bytes_needed + block - 1) / block)
        return wm_error_set(
            err, WM_E_LIMIT, place->path, "its disk has %llu bytes free, about %llu are needed",
            (unsigned long long)(volume.f_bavail * block), (unsigned long long)bytes_needed);
    return WM_OK;
}

wm_status wm_disk_write(int file, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        ssize_t done = write(file, rest, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            if (done == 0)
                errno = ENOSPC;
            return WM_E_IO;
        }
        rest += done;
        size -= (size_t)done;
    }
    return WM_OK;
}

/* Syncs a file or a folder. A signal may interrupt the call; it is then made again. */
static int sync_whole(int file)
{
    int done;
    do
        done = fsync(file);
    while (done != 0 && errno == EINTR);
    return done;
}

wm_status wm_disk_sync_file(int file)
{
    return sync_whole(file) == 0 ? WM_OK : WM_E_IO;
}

wm_status wm_disk_sync_data(int file)
{
    int done;
    do
        done = fdatasync(file);
    while (done != 0 && errno == EINTR);
    return done == 0 ? WM_OK : WM_E_IO;
}

bool wm_disk_has_standard(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            return false;
    return true;
}

int wm_disk_open_file(int folder, const char *name, int flags)
{
    if (wm_disk_has_standard())
        return openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, 0644);
    errno = EBADF;
    return -1;
}

wm_status wm_disk_put(int folder, const char *name, const void *data, size_t size)
{
    int file = wm_disk_open_file(folder, name, O_WRONLY | O_CREAT | O_TRUNC);
    int saved;
    if (file < 0)
        return WM_E_IO;
    /* Linux closes the file also where close is interrupted. */
    if (wm_disk_write(file, data, size) == WM_OK && sync_whole(file) == 0)
        return close(file) == 0 || errno == EINTR ? WM_OK : WM_E_IO;
    saved = errno;
    (void)close(file);
    errno = saved;
    return WM_E_IO;
}

wm_status wm_disk_sync(int folder)
{
    /* Some file systems cannot sync a folder and return EINVAL. Nothing more can be done there. */
    return sync_whole(folder) == 0 || errno == EINVAL ? WM_OK : WM_E_IO;
}

wm_status wm_disk_sync_in(int folder, const char *name)
{
    const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    wm_status status;
    if (inner < 0)
        return WM_E_IO;
    status = wm_disk_sync(inner);
    (void)close(inner);
    return status;
}

/* For file systems without RENAME_NOREPLACE. Between stat and rename another process can still take
 * the name. The rename of a folder then fails, unless the other one is an empty folder. */
static int rename_after_look(int folder, const char *from, const char *to)
{
    struct stat info;
    if (fstatat(folder, to, &info, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(folder, from, folder, to);
}

wm_status wm_disk_rename(int folder, const char *from, const char *to)
{
    int done = renameat2(folder, from, folder, to, RENAME_NOREPLACE);
    if (done != 0 && (errno == EINVAL || errno == ENOSYS))
        done = rename_after_look(folder, from, to);
    if (done != 0)
        return errno == EEXIST || errno == ENOTEMPTY ? WM_E_EXISTS : WM_E_IO;
    return WM_OK;
}

void wm_disk_remove_record(int parent, const char *name)
{
    const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    for (size_t i = 0; wm_kind_root_file_at(i) != NULL; i++)
        if (strcmp(wm_kind_root_file_at(i), "evidence.jsonl") != 0)
            (void)unlinkat(folder, wm_kind_root_file_at(i), 0);
    (void)unlinkat(folder, "code", AT_REMOVEDIR);
    (void)unlinkat(folder, "prior", AT_REMOVEDIR);
    (void)unlinkat(folder, "evidence.jsonl", 0); /* last: it has the lock */
    (void)close(folder);
    (void)unlinkat(parent, name, AT_REMOVEDIR);
}
