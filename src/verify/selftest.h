/* The self-test of a device: every operation of the contract against the reference loops. */
#ifndef WM_VERIFY_SELFTEST_H
#define WM_VERIFY_SELFTEST_H

#include "backend/backend.h"

typedef enum {
    WM_SELFTEST_NONE,
    WM_SELFTEST_PASS,
    WM_SELFTEST_FAIL,
    /* the device says that it cannot do this: counted apart, never as passed */
    WM_SELFTEST_UNSUPPORTED
} wm_selftest_verdict;

/* One case: its texts live as long as the call of the report. */
typedef struct {
    const char *operation; /* the member of wm_backend that is tested */
    const char *name;      /* format, shape, values */
    wm_selftest_verdict verdict;
    const char *detail; /* why it failed; "" if it did not */
} wm_selftest_result;

/* Told of every case as it ends. */
typedef void wm_selftest_report(void *context, const wm_selftest_result *result);

typedef struct {
    unsigned passed, failed, unsupported;
} wm_selftest_summary;

/* Runs every operation of an open device over small, odd and non-square shapes, all formats and
 * edge values (subnormals, infinities, NaN, saturation, every 8- and 16-bit code), and compares
 * with backend/cpu/reference.h.
 *
 * Source: ours, docs/formats/inputs.md. Errors: WM_E_ARG, WM_E_NOMEM; a wrong device is an answer,
 * in the summary. Cost: about 2 s on two cores; 64 MiB. `report` may be null. `only`: the operation
 * to test, the name of a member of wm_backend; null for all of them; one that has no test is
 * WM_E_NOTFOUND. */
wm_status wm_selftest_run(wm_device *device, const char *only, wm_selftest_report *report,
                          void *context, wm_selftest_summary *summary) WM_MUST_CHECK;

#endif
