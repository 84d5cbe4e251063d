/* Preloaded into a checker: a file changes while it is read.
 *
 * One byte of the file whose path ends with $WM_CHANGE_FILE, that at $WM_CHANGE_AT, is read as `#`
 * from the read number $WM_CHANGE_FROM on, counted from 1 over the reads of this byte. The number
 * of these reads is written to $WM_CHANGE_COUNT when the program ends. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long reads;

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    return found;
}

static int is_watched(int file)
{
    const char *end = getenv("WM_CHANGE_FILE");
    char link[64], path[4096];
    ssize_t size;
    if (end == NULL)
        return 0;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    size = readlink(link, path, sizeof path - 1);
    if (size < (ssize_t)strlen(end))
        return 0;
    path[size] = '\0';
    return strcmp(path + size - strlen(end), end) == 0;
}

/* Changes the byte, if `size` bytes from `offset` have it. */
static void change(char *data, long offset, long size)
{
    const char *at = getenv("WM_CHANGE_AT"), *from = getenv("WM_CHANGE_FROM");
    const long place = at == NULL ? -1 : atol(at);
    if (place < offset || place >= offset + size)
        return;
    reads++;
    if (from != NULL && reads >= atol(from))
        data[place - offset] = '#';
}

ssize_t pread(int file, void *data, size_t size, off_t offset)
{
    ssize_t (*function)(int, void *, size_t, off_t);
    void *address = next("pread");
    ssize_t got;
    memcpy(&function, &address, sizeof function);
    got = function(file, data, size, offset);
    if (got > 0 && is_watched(file))
        change(data, (long)offset, (long)got);
    return got;
}

ssize_t pread64(int file, void *data, size_t size, off_t offset)
{
    return pread(file, data, size, offset);
}

ssize_t read(int file, void *data, size_t size)
{
    ssize_t (*function)(int, void *, size_t);
    void *address = next("read");
    const int watched = is_watched(file);
    const off_t offset = watched ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t got;
    memcpy(&function, &address, sizeof function);
    got = function(file, data, size);
    if (got > 0 && watched)
        change(data, (long)offset, (long)got);
    return got;
}

size_t fread(void *data, size_t size, size_t count, FILE *file)
{
    size_t (*function)(void *, size_t, size_t, FILE *);
    void *address = next("fread");
    const int watched = is_watched(fileno(file));
    const long offset = watched ? ftell(file) : 0;
    size_t got;
    memcpy(&function, &address, sizeof function);
    got = function(data, size, count, file);
    if (got > 0 && watched)
        change(data, offset, (long)(got * size));
    return got;
}

static void __attribute__((destructor)) tell(void)
{
    const char *path = getenv("WM_CHANGE_COUNT");
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file == NULL)
        return;
    (void)fprintf(file, "%ld\n", reads);
    (void)fclose(file);
}
