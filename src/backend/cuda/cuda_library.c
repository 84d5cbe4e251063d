/* Loads libraries and finds functions in them. */
#include "backend/cuda/cuda_library.h"

#include "backend/backend.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* If the loader does not find the library, its message begins with the library's name. Other
 * messages concern a file that it refuses, or a library that this one needs. */
static bool is_not_found(const char *words, const char *name)
{
    return words == NULL ||
           (strncmp(words, name, strlen(name)) == 0 && strstr(words, strerror(ENOENT)) != NULL);
}

void *wm_cuda_library_open(const char *name, char reason[WM_CUDA_LIBRARY_REASON])
{
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *words = file == NULL ? dlerror() : NULL;
    reason[0] = '\0';
    if (file != NULL)
        return file;
    if (is_not_found(words, name))
        snprintf(reason, WM_CUDA_LIBRARY_REASON, "%.60s not found", name);
    else
        snprintf(reason, WM_CUDA_LIBRARY_REASON, "%.40s cannot be loaded: %.90s", name, words);
    return NULL;
}

bool wm_cuda_library_find(void *file, const char *name, void *to)
{
    void *symbol = dlsym(file, name);
    memcpy(to, &symbol, sizeof symbol); /* POSIX: a data pointer can hold a function's address */
    return symbol != NULL;
}

bool wm_cuda_library_is_slowed_by(const char *name, const char *value, unsigned units)
{
    (void)units;
    if (strcmp(name, "CUDA_LAUNCH_BLOCKING") == 0)
        return strcmp(value, "0") != 0 && value[0] != '\0';
    return strcmp(name, "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE") == 0 &&
           wm_backend_is_below(value, 100);
}
