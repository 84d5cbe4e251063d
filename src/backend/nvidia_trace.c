/* Finds out whether this machine has an NVIDIA GPU, without the CUDA toolkit. */
#include "backend/nvidia_trace.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Whether a folder has an entry: `lead` and a digit, or any name if lead is empty. */
static bool has_entry(const char *root, const char *folder, const char *lead,
                      char where[WM_NVIDIA_TRACE_SIZE])
{
    char path[512];
    const struct dirent *entry;
    const size_t size = strlen(lead);
    bool is_found = false;
    DIR *open;
    (void)snprintf(path, sizeof path, "%s%s", root, folder);
    open = opendir(path);
    while (open != NULL && !is_found && (entry = readdir(open)) != NULL)
        is_found = size != 0 ? strncmp(entry->d_name, lead, size) == 0 &&
                                   isdigit((unsigned char)entry->d_name[size])
                             : entry->d_name[0] != '.';
    if (is_found)
        (void)snprintf(where, WM_NVIDIA_TRACE_SIZE, "%s/%.32s", folder, entry->d_name);
    if (open != NULL)
        (void)closedir(open);
    return is_found;
}

/* Stores the address of a function in *to, a pointer to a function. */
static bool find(void *library, const char *name, void *to)
{
    void *symbol = dlsym(library, name);
    memcpy(to, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Whether NVML counts a GPU. */
static bool is_counted(char where[WM_NVIDIA_TRACE_SIZE])
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*begin)(void);
    int (*end)(void);
    int (*count)(unsigned *);
    unsigned gpus = 0;
    if (library == NULL)
        return false;
    if (find(library, "nvmlInit_v2", &begin) && find(library, "nvmlShutdown", &end) &&
        find(library, "nvmlDeviceGetCount_v2", &count) && begin() == 0) {
        if (count(&gpus) != 0)
            gpus = 0;
        (void)end();
    }
    (void)dlclose(library);
    (void)snprintf(where, WM_NVIDIA_TRACE_SIZE, "libnvidia-ml.so.1");
    return gpus > 0;
}

bool wm_nvidia_trace_find(const char *root, char where[WM_NVIDIA_TRACE_SIZE])
{
    return has_entry(root, "/dev", "nvidia", where) ||
           has_entry(root, "/proc/driver/nvidia/gpus", "", where) || is_counted(where);
}
