/* The latencies between given processors. */
#ifndef WM_BACKEND_CPU_CPU_PROFILE_H
#define WM_BACKEND_CPU_CPU_PROFILE_H

#include "backend/cpu/cpu_device.h"

/* The latency of each pair of processors, by their numbers in the system. Bounds: count 2 to 64; a
 * valid profile. Errors: UNSUPPORTED (a thread cannot be pinned; last_error has the processor and
 * the reason). */
WM_MUST_CHECK wm_status wm_cpu_profile_pairs(wm_cpu_device *cpu, const wm_profile *profile,
                                             const unsigned *processors, size_t count,
                                             wm_profile_result *result);

#endif
