/* Preloaded into the program: counts calls, for tests of what a command costs.
 *
 * When the program ends, $WM_COUNT_FILE has a line for each count: reads of files at a place
 * (pread), listings of folders, entries of these, and bytes written to plain files. */
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long reads, listings, entries, written;

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    return found;
}

ssize_t pread(int file, void *data, size_t size, off_t offset)
{
    ssize_t (*function)(int, void *, size_t, off_t);
    void *address = next("pread64");
    memcpy(&function, &address, sizeof function);
    __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
    return function(file, data, size, offset);
}

ssize_t pread64(int file, void *data, size_t size, off_t offset)
{
    return pread(file, data, size, offset);
}

DIR *fdopendir(int folder)
{
    DIR *(*function)(int);
    void *address = next("fdopendir");
    memcpy(&function, &address, sizeof function);
    __atomic_add_fetch(&listings, 1, __ATOMIC_RELAXED);
    return function(folder);
}

DIR *opendir(const char *path)
{
    DIR *(*function)(const char *);
    void *address = next("opendir");
    memcpy(&function, &address, sizeof function);
    __atomic_add_fetch(&listings, 1, __ATOMIC_RELAXED);
    return function(path);
}

static struct dirent *read_entry(const char *name, DIR *list)
{
    struct dirent *(*function)(DIR *);
    struct dirent *entry;
    void *address = next(name);
    memcpy(&function, &address, sizeof function);
    entry = function(list);
    if (entry != NULL)
        __atomic_add_fetch(&entries, 1, __ATOMIC_RELAXED);
    return entry;
}

struct dirent *readdir(DIR *list)
{
    return read_entry("readdir", list);
}

struct dirent64 *readdir64(DIR *list)
{
    return (struct dirent64 *)read_entry("readdir64", list);
}

ssize_t write(int file, const void *data, size_t size)
{
    ssize_t (*function)(int, const void *, size_t);
    void *address = next("write");
    struct stat about;
    ssize_t got;
    memcpy(&function, &address, sizeof function);
    got = function(file, data, size);
    if (got > 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        __atomic_add_fetch(&written, (long)got, __ATOMIC_RELAXED);
    return got;
}

static void __attribute__((destructor)) tell(void)
{
    const char *path = getenv("WM_COUNT_FILE");
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file == NULL)
        return;
    (void)fprintf(file, "reads %ld\nlistings %ld\nentries %ld\nwritten %ld\n", reads, listings,
                  entries, written);
    (void)fclose(file);
}
