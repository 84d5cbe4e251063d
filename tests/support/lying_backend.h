/* A backend that passes calls on to another one, but one operation gives wrong results. */
#ifndef WM_TESTS_SUPPORT_LYING_BACKEND_H
#define WM_TESTS_SUPPORT_LYING_BACKEND_H

#include "backend/job.h"

/* Wraps an open device: the operation with that name (a member of wm_backend) lies, all others are
 * passed on. NULL if it has no lie. There is one wrapper in the process. Ownership: the inner
 * device stays the caller's. */
wm_device *lying_backend_wrap(wm_device *inner, const char *operation);

/* The same, but only large jobs are wrong: those whose sizes all exceed these. Sizes are m, n and k
 * of a product or its residual, the count of a sum, the sequence of an attention, the chunks of a
 * digest's rows; sizes that a job lacks are 1. */
wm_device *lying_backend_wrap_above(wm_device *inner, const char *operation, const size_t sizes[3]);

/* The operations that can lie, by `index`; null past the end. open, close and free return nothing
 * and cannot lie. */
const char *lying_backend_operation(size_t index);

#endif
