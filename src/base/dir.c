/* Reads folders and plain files by POSIX calls. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "base/dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, DEPTH_MAX = 32 };

/* The status of a failed open, from errno. */
static wm_status open_status(void)
{
    if (errno == ENOENT || errno == ENOTDIR)
        return WM_E_NOTFOUND;
    return errno == ENXIO || errno == ELOOP ? WM_E_INVALID : WM_E_OPEN;
}

static wm_status read_file(void *context, uint64_t offset, void *data, size_t size)
{
    const int file = *(const int *)context;
    char *at = data;
    while (size > 0) {
        const ssize_t got = pread(file, at, size, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO; /* the file has become shorter */
        if (got <= 0)
            return WM_E_IO;
        at += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return WM_OK;
}

/* Takes over an open descriptor. Without O_NONBLOCK, the open of a pipe would wait for a writer. */
static wm_status take_file(int file, wm_source *source)
{
    struct stat status;
    int *context;
    if (file < 0)
        return open_status();
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        (void)close(file);
        return WM_E_INVALID;
    }
    context = malloc(sizeof *context);
    if (context == NULL) {
        (void)close(file);
        return WM_E_NOMEM;
    }
    *context = file;
    source->context = context;
    source->size_bytes = (uint64_t)status.st_size;
    source->read = read_file;
    return WM_OK;
}

wm_status wm_dir_source(int *file, wm_source *source)
{
    struct stat status;
    if (fstat(*file, &status) != 0)
        return WM_E_IO;
    source->context = file;
    source->size_bytes = (uint64_t)status.st_size;
    source->read = read_file;
    return WM_OK;
}

wm_status wm_dir_open_file(const char *path, wm_source *source)
{
    return take_file(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), source);
}

wm_status wm_dir_open_in(const wm_dir *dir, const char *path, wm_source *source)
{
    return take_file(openat(dir->folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC),
                     source);
}

void wm_dir_close_file(wm_source *source)
{
    if (source->context == NULL)
        return;
    (void)close(*(int *)source->context);
    free(source->context);
    source->context = NULL;
}

wm_status wm_dir_open(const char *path, wm_dir *dir)
{
    dir->folder = open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
    if (dir->folder >= 0)
        return WM_OK;
    return errno == ENOTDIR ? WM_E_INVALID : open_status();
}

void wm_dir_close(wm_dir *dir)
{
    if (dir->folder >= 0)
        (void)close(dir->folder);
    dir->folder = -1;
}

/* A walk in progress. */
typedef struct walk {
    wm_dir_visit *visit;
    void *context;
    char path[PATH_SIZE];
} walk;

static wm_status walk_folder(walk *at, int folder, size_t used, unsigned depth);

/* Visits an entry that cannot be looked at. Returns the status, and keeps errno. */
static wm_status visit_closed(walk *at, wm_status status)
{
    const int cause = errno;
    at->visit(at->context, at->path, WM_DIR_CLOSED);
    errno = cause;
    return status;
}

/* Visits one entry; at->path holds its path. */
static wm_status walk_entry(walk *at, int folder, const char *name, size_t used, unsigned depth)
{
    struct stat status;
    int inner;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? WM_OK : visit_closed(at, WM_E_IO);
    if (S_ISREG(status.st_mode)) {
        at->visit(at->context, at->path, WM_DIR_FILE);
        return WM_OK;
    }
    if (!S_ISDIR(status.st_mode) || depth == DEPTH_MAX) {
        at->visit(at->context, at->path, S_ISDIR(status.st_mode) ? WM_DIR_DEEP : WM_DIR_OTHER);
        return WM_OK;
    }
    inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0)
        return visit_closed(at, WM_E_OPEN);
    return walk_folder(at, inner, used, depth + 1);
}

/* Visits all entries of a folder and closes its descriptor. */
static wm_status walk_folder(walk *at, int folder, size_t used, unsigned depth)
{
    DIR *list = fdopendir(folder);
    bool is_empty = true;
    wm_status status = WM_OK;
    const struct dirent *entry;
    if (list == NULL) {
        (void)close(folder);
        return WM_E_NOMEM;
    }
    while (status == WM_OK && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        is_empty = false;
        snprintf(at->path + used, PATH_SIZE - used, "%s%s", used == 0 ? "" : "/", entry->d_name);
        status = walk_entry(at, folder, entry->d_name, strlen(at->path), depth);
        at->path[used] = '\0';
    }
    if (status == WM_OK && is_empty && used > 0)
        at->visit(at->context, at->path, WM_DIR_EMPTY);
    (void)closedir(list);
    return status;
}

wm_status wm_dir_walk(const wm_dir *dir, wm_dir_visit *visit, void *context)
{
    walk at;
    const int folder = openat(dir->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return WM_E_OPEN;
    at.visit = visit;
    at.context = context;
    at.path[0] = '\0';
    return walk_folder(&at, folder, 0, 0);
}
