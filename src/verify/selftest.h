/* The self-test of a device: every operation of the contract against the reference loops. */
#ifndef WM_VERIFY_SELFTEST_H
#define WM_VERIFY_SELFTEST_H

#include "backend/backend.h"
#include "verify/selftest_report.h"

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
