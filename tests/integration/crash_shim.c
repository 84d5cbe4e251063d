/* Preloaded into the program: lets it die, or its disk fail, at the Nth call that changes the disk.
 *
 * WM_SHIM_KILL=N: SIGKILL before call N. WM_SHIM_FULL=N: call N and all later ones that need room
 * fail with ENOSPC, a write after having written half of what it was given. WM_SHIM_BENT=N: call N,
 * if it is a write, writes another byte than it was given. WM_SHIM_UNSYNCED=N: sync N alone fails
 * with EIO. WM_SHIM_EINTR=1: every second sync is interrupted, the first one too.
 * WM_SHIM_COUNT=FILE: the number of calls is written there when the program ends. Only calls on
 * files below WM_SHIM_FOLDER count, so that output to terminals and pipes is left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls, syncs, interruptions;

static long setting(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : 0;
}

/* Whether a descriptor is of a file or folder below WM_SHIM_FOLDER. */
static int is_watched(int file)
{
    const char *folder = getenv("WM_SHIM_FOLDER");
    char link[64], path[4096];
    ssize_t size;
    if (folder == NULL)
        return 0;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    size = readlink(link, path, sizeof path - 1);
    if (size < 0)
        return 0;
    path[size] = '\0';
    return strncmp(path, folder, strlen(folder)) == 0;
}

/* Counts a call; dies if it is the one to die at; answers whether it must fail. */
static int count(int file)
{
    long full = setting("WM_SHIM_FULL");
    if (!is_watched(file))
        return 0;
    calls++;
    if (calls == setting("WM_SHIM_KILL"))
        (void)raise(SIGKILL);
    return full != 0 && calls >= full;
}

__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("WM_SHIM_COUNT");
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    if (out == NULL)
        return;
    fprintf(out, "%ld\n", calls);
    fclose(out);
}

static void *real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL)
        abort();
    return function;
}

static int no_room(void)
{
    errno = ENOSPC;
    return -1;
}

typedef ssize_t writer(int, const void *, size_t);

/* Writes the middle byte with one bit changed. */
static ssize_t write_bent(writer *next, int file, const void *data, size_t size)
{
    char *copy = malloc(size);
    ssize_t done;
    if (copy == NULL || size == 0)
        abort();
    memcpy(copy, data, size);
    copy[size / 2] ^= 1;
    done = next(file, copy, size);
    free(copy);
    return done;
}

ssize_t write(int file, const void *data, size_t size)
{
    writer *next = (writer *)real("write");
    if (!count(file))
        return is_watched(file) && calls == setting("WM_SHIM_BENT")
                   ? write_bent(next, file, data, size)
                   : next(file, data, size);
    if (size >= 2 && calls == setting("WM_SHIM_FULL"))
        return next(file, data, size / 2);
    return no_room();
}

/* A sync by the function of this name. */
static int sync_by(const char *name, int file)
{
    if (!is_watched(file))
        return ((int (*)(int))real(name))(file);
    if (setting("WM_SHIM_EINTR") != 0 && interruptions++ % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    if (++syncs == setting("WM_SHIM_UNSYNCED")) {
        errno = EIO;
        return -1;
    }
    return count(file) ? no_room() : ((int (*)(int))real(name))(file);
}

int fdatasync(int file)
{
    return sync_by("fdatasync", file);
}

int fsync(int file)
{
    return sync_by("fsync", file);
}

int ftruncate(int file, off_t size)
{
    (void)count(file); /* needs no room */
    return ((int (*)(int, off_t))real("ftruncate"))(file, size);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    return count(folder)
               ? no_room()
               : ((int (*)(int, const char *, mode_t))real("mkdirat"))(folder, path, mode);
}

int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
              unsigned flags)
{
    if (count(old_folder))
        return no_room();
    return ((int (*)(int, const char *, int, const char *, unsigned))real("renameat2"))(
        old_folder, old_path, new_folder, new_path, flags);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0) {
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
        if (count(folder))
            return no_room();
    }
    return ((int (*)(int, const char *, int, ...))real("openat"))(folder, path, flags, mode);
}
