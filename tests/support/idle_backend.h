/* A backend that passes calls on to another one, but one operation returns at once. */
#ifndef WM_TESTS_SUPPORT_IDLE_BACKEND_H
#define WM_TESTS_SUPPORT_IDLE_BACKEND_H

#include "backend/backend.h"

/* When the operation does nothing. */
typedef enum { IDLE_ALWAYS, IDLE_AFTER_FIRST_CALL } idle_manner;

/* Wraps an open device: the operation with that name (a member of wm_backend) returns WM_OK and
 * does nothing. NULL if there is no such operation. There is one wrapper in the process. Ownership:
 * the inner device stays the caller's. */
wm_device *idle_backend_wrap(wm_device *inner, const char *operation, idle_manner manner);

/* The operations that can be idle, by `index`; null past the end. Not among them: those that return
 * no status, and `sync`, which has nothing to do on a device that queues nothing. */
const char *idle_backend_operation(size_t index);

#endif
