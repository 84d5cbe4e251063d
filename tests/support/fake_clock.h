/* A device whose clock moves only by the set cost of its operations, so that tests of measurements
 * are deterministic. */
#ifndef WM_TESTS_SUPPORT_FAKE_CLOCK_H
#define WM_TESTS_SUPPORT_FAKE_CLOCK_H

#include "backend/backend.h"

#include <signal.h>

/* The device, with settings for tests. Operations that it lacks are WM_E_UNSUPPORTED. */
typedef struct fake_clock {
    wm_device base;
    uint64_t now_ns;
    uint64_t cost_ns;       /* of one triad */
    uint64_t speedup_after; /* after this many triads the cost is halved; 0: never */
    uint64_t runs;          /* triads so far */
    bool ignores_writes;    /* fill_bytes and copy return at once */
    bool is_idle;           /* a triad takes its time but writes nothing */
    uint64_t fail_at;       /* this triad fails with WM_E_DEVICE; 0: none */
    uint64_t change_at;     /* from this triad on the outputs differ; 0: never */
    uint64_t back_at;       /* this triad sets the clock back to 0; 0: none */
    uint64_t stop_at;       /* this triad sets *stop; 0: none */
    volatile sig_atomic_t *stop;
    double clock_hz; /* result of clock_hz; 0: unsupported */
    unsigned clock_reads;
} fake_clock;

/* A device at time 1 s, with a triad of 1 ms. */
void fake_clock_init(fake_clock *fake);

/* The bytes of one of its buffers. */
uint8_t *fake_clock_bytes(wm_device_buffer *buffer);

#endif
