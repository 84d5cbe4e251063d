/* The self-test of a device: every operation of the contract against the reference loops. */
#ifndef WM_VERIFY_SELFTEST_H
#define WM_VERIFY_SELFTEST_H

#include "backend/backend.h"

typedef enum {
    WM_SELFTEST_NONE,
    WM_SELFTEST_PASS,
    WM_SELFTEST_FAIL,
    /* the device does not support it; counted apart, never as passed */
    WM_SELFTEST_UNSUPPORTED
} wm_selftest_verdict;

/* One case. Its texts live until the report returns. */
typedef struct {
    const char *operation; /* the member of wm_backend that is tested */
    const char *name;      /* format, shape, values */
    wm_selftest_verdict verdict;
    const char *detail; /* why it failed; "" if it did not */
} wm_selftest_result;

/* Called at the end of every case. */
typedef void wm_selftest_report(void *context, const wm_selftest_result *result);

typedef struct {
    unsigned passed, failed, unsupported;
} wm_selftest_summary;

/* Runs every operation of an open device over small, odd and non-square shapes, all formats and
 * edge values (subnormals, infinities, NaN, saturation, every 8- and 16-bit code). Compares with
 * backend/cpu/reference.h.
 *
 * Source: ours, docs/formats/inputs.md. Errors: WM_E_ARG, WM_E_NOMEM; WM_E_NOTFOUND (`only` has no
 * test). A wrong device is not an error: the summary has it. Cost: about 2 s on two cores; 64 MiB.
 * `report` may be null. `only` is the operation to test, the name of a member of wm_backend; null:
 * all of them. */
wm_status wm_selftest_run(wm_device *device, const char *only, wm_selftest_report *report,
                          void *context, wm_selftest_summary *summary) WM_MUST_CHECK;

#endif
