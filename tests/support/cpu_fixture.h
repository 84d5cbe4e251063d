/* A CPU device for a group of tests, with one thread or two, and memory on it and on the host. */
#ifndef WM_TESTS_SUPPORT_CPU_FIXTURE_H
#define WM_TESTS_SUPPORT_CPU_FIXTURE_H

#include "backend/backend.h"

extern wm_device *cpu_fixture; /* the open device */

/* Set-up and tear-down of a group. */
int cpu_fixture_one_thread(void **state);
int cpu_fixture_two_threads(void **state);
int cpu_fixture_close(void **state);

/* A buffer with these bytes, or with any if bytes is null; the test fails if there is none.
 * Ownership: the device's `free`. */
wm_device_buffer *cpu_fixture_buffer(const void *bytes, size_t size_bytes);

/* Zeros on the host; the test fails if there is no memory. Ownership: free(). */
void *cpu_fixture_memory(size_t size_bytes);

#endif
