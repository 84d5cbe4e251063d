/* The CPU as a device: every operation of the contract on the host's processors. */
#ifndef WM_BACKEND_CPU_CPU_H
#define WM_BACKEND_CPU_CPU_H

#include "backend/backend.h"

/* The table of the kind "cpu". Only one CPU device may be open at a time, because the BLAS library
 * has one thread count. */
extern const wm_backend wm_cpu_backend;

#endif
