/* A backend that does what another one does, except that one operation's results are wrong. */
#ifndef WM_TESTS_SUPPORT_LYING_BACKEND_H
#define WM_TESTS_SUPPORT_LYING_BACKEND_H

#include "backend/job.h"

/* Wraps an open device: the operation of that name (a member of wm_backend) lies, all others are
 * passed on. Null if it has no lie. The wrapper is one for the process; the inner device stays the
 * caller's. */
wm_device *lying_backend_wrap(wm_device *inner, const char *operation);

/* The same, and it lies of large jobs alone: where every size is above these, which are m, n and k
 * of a product or of its residual, the count of a sum, the sequence of an attention, the chunks of
 * a digest's rows; what a job has less of is 1. */
wm_device *lying_backend_wrap_above(wm_device *inner, const char *operation, const size_t sizes[3]);

/* The operations that can lie, number `index`; null past the end. Those that return nothing to lie
 * about are not among them: open, close, free. */
const char *lying_backend_operation(size_t index);

#endif
