/* The CPU backend with a failure at a chosen call. */
#ifndef WM_TESTS_SUPPORT_FAILING_BACKEND_H
#define WM_TESTS_SUPPORT_FAILING_BACKEND_H

#include "backend/job.h"

/* How it fails. */
typedef enum {
    FAILING_ONCE,   /* only that call; the device continues to work */
    FAILING_STICKY, /* that call and every later one, until the device is opened again */
    FAILING_LOST    /* as sticky, and it cannot be opened again */
} failing_manner;

typedef struct failing_plan {
    unsigned at; /* the call that fails, from 1 over all counted operations; 0: none */
    wm_status status;
    failing_manner manner;
} failing_plan;

/* The start of `last_error` for the failed call; the operation's name follows. */
#define FAILING_WORDS "simulated fault in "
/* The reason of open for a lost device. */
#define FAILING_LOST_WORDS "simulated: the device has fallen off the bus"

/* The backend; open it like any other. It counts all operations that return a status, except
 * `open`, `list` and `covariates`, which another thread may call. One device at a time. */
extern const wm_backend failing_backend;

/* Sets the failure, and restarts the count. */
void failing_backend_plan(failing_plan plan);

/* Calls counted so far, and how often a device was opened. */
unsigned failing_backend_calls(void);
unsigned failing_backend_opened(void);

/* The name of the operation that failed first; "" if none did. */
const char *failing_backend_failed(void);

#endif
