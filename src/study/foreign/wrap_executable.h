/* The executable of a wrapped command: its digest, and whether it was replaced since. */
#ifndef WM_STUDY_WRAP_EXECUTABLE_H
#define WM_STUDY_WRAP_EXECUTABLE_H

#include "study/foreign/own_facts.h"

#include <stdbool.h>
#include <sys/stat.h>

/* An executable as it was before the first run. */
typedef struct wm_wrap_executable {
    const char *path;
    struct stat seen;
    wm_own_facts_digest digest;
} wm_wrap_executable;

/* Hashes the file at path, which must outlive it. A file that cannot be read has the reason. */
void wm_wrap_executable_open(wm_wrap_executable *executable, const char *path);

/* Whether the path now leads to other bytes. They are hashed again only if the file's number, size
 * or times changed. A file that is gone is not replaced: it cannot be executed. */
WM_MUST_CHECK bool wm_wrap_executable_is_replaced(wm_wrap_executable *executable);

#endif
