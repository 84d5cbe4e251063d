/* The device kinds that this program was built with. */
#include "backend/registry.h"

#include <string.h>

#include "backend/cpu/cpu.h"
#ifdef WM_CUDA
#include "backend/cuda/cuda_backend.h"
#endif

static const wm_backend *const KINDS[] = {
    &wm_cpu_backend,
#ifdef WM_CUDA
    &wm_cuda_backend,
#endif
};

const wm_backend *wm_registry_get(size_t index)
{
    return index < sizeof KINDS / sizeof *KINDS ? KINDS[index] : NULL;
}

const wm_backend *wm_registry_find(const char *name)
{
    for (size_t i = 0; name != NULL && wm_registry_get(i) != NULL; i++)
        if (strcmp(wm_registry_get(i)->name, name) == 0)
            return wm_registry_get(i);
    return NULL;
}
