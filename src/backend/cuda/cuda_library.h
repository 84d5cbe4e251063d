/* Finds NVIDIA's libraries and their functions when a device is opened. */
#ifndef WM_BACKEND_CUDA_CUDA_LIBRARY_H
#define WM_BACKEND_CUDA_CUDA_LIBRARY_H

#include <stdbool.h>

enum { WM_CUDA_LIBRARY_REASON = 160 };

/* Loads a library from the loader's paths, then from the toolkit's folder that the program was
 * linked with. Null: the reason says in one line that it was not found, or why it cannot be
 * loaded. */
void *wm_cuda_library_open(const char *name, char reason[WM_CUDA_LIBRARY_REASON]);

/* Stores the address of the function with this name in *to, a pointer to a function; null and false
 * if it was not found. */
bool wm_cuda_library_find(void *file, const char *name, void *to);

/* Whether a variable of the environment makes the driver run kernels one at a time, or on a share
 * of the device. `units` is not used. */
bool wm_cuda_library_is_slowed_by(const char *name, const char *value, unsigned units);

#endif
