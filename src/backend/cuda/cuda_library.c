/* Loads libraries and finds functions in them. */
#include "backend/cuda/cuda_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *wm_cuda_library_open(const char *name, char reason[WM_CUDA_LIBRARY_REASON])
{
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *words = file == NULL ? dlerror() : NULL;
    reason[0] = '\0';
    /* What it does not find it names first; else that is a file, or another library that this one needs. */
    if (file == NULL && (words == NULL || strncmp(words, name, strlen(name)) == 0))
        snprintf(reason, WM_CUDA_LIBRARY_REASON, "%.60s not found", name);
    else if (file == NULL)
        snprintf(reason, WM_CUDA_LIBRARY_REASON, "%.40s cannot be loaded: %.90s", name, words);
    return file;
}

bool wm_cuda_library_find(void *file, const char *name, void *to)
{
    void *symbol = dlsym(file, name);
    memcpy(to, &symbol, sizeof symbol); /* POSIX: a data pointer carries a function's */
    return symbol != NULL;
}
