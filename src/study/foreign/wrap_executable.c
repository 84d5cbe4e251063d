/* The executable of a wrapped command: its digest, and whether it was replaced since. */
#include "study/foreign/wrap_executable.h"

#include <string.h>

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           is_same_time(&a->st_mtim, &b->st_mtim) && is_same_time(&a->st_ctim, &b->st_ctim);
}

void wm_wrap_executable_open(wm_wrap_executable *executable, const char *path)
{
    memset(executable, 0, sizeof *executable);
    executable->path = path;
    (void)stat(path, &executable->seen); /* on failure the first look hashes again */
    wm_own_facts_hash(path, &executable->digest);
}

bool wm_wrap_executable_is_replaced(wm_wrap_executable *executable)
{
    struct stat now;
    wm_own_facts_digest digest;
    if (stat(executable->path, &now) != 0 || is_same_file(&now, &executable->seen))
        return false;
    wm_own_facts_hash(executable->path, &digest);
    if (digest.hex[0] == '\0' || strcmp(digest.hex, executable->digest.hex) != 0)
        return true;
    executable->seen = now;
    return false;
}
