/* NVIDIA's libraries, which are looked for when a device is: whether one is there, and its
 * functions. */
#ifndef WM_BACKEND_CUDA_CUDA_LIBRARY_H
#define WM_BACKEND_CUDA_CUDA_LIBRARY_H

#include <stdbool.h>

enum { WM_CUDA_LIBRARY_REASON = 160 };

/* Loads a library as the loader finds it: where it looks for libraries, then in the toolkit's
 * folder that the program was linked with. Null: the reason says in one line that it was not found,
 * or why it cannot be loaded. */
void *wm_cuda_library_open(const char *name, char reason[WM_CUDA_LIBRARY_REASON]);

/* Puts the function of that name into *to, which is a pointer to a function; null and false if it
 * is not there. */
bool wm_cuda_library_find(void *file, const char *name, void *to);

#endif
