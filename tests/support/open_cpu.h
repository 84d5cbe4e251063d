/* Opens the CPU device for a test. */
#ifndef WM_TESTS_SUPPORT_OPEN_CPU_H
#define WM_TESTS_SUPPORT_OPEN_CPU_H

#include "backend/backend.h"

/* The CPU device with this many threads, or NULL. Ownership: device->ops->close. */
wm_device *open_cpu(uint32_t threads);

#endif
