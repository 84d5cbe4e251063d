/* The device kinds that this program was built with. */
#ifndef WM_BACKEND_REGISTRY_H
#define WM_BACKEND_REGISTRY_H

#include "backend/backend.h"

/* Kind number `index`, cpu first; null past the end. */
const wm_backend *wm_registry_get(size_t index);

/* The kind of that name, or null. */
const wm_backend *wm_registry_find(const char *name);

#endif
