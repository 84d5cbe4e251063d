/* The self-test: runs the groups of cases on one device. */
#include "verify/selftest.h"

#include <stdlib.h>
#include <string.h>

#include "verify/selftest_case.h"

wm_status wm_selftest_run(wm_device *device, const char *only, wm_selftest_report *report,
                          void *context, wm_selftest_summary *summary)
{
    if (device == NULL || summary == NULL)
        return WM_E_ARG;
    memset(summary, 0, sizeof *summary);
    wm_selftest_case *test = calloc(1, sizeof *test);
    if (test != NULL)
        test->room = malloc(WM_SELFTEST_CASE_ROOM);
    if (test == NULL || test->room == NULL) {
        free(test);
        return WM_E_NOMEM;
    }
    test->device = device;
    test->ops = device->ops;
    test->only = only;
    test->report = report;
    test->context = context;
    test->summary = summary;
    wm_selftest_memory_run(test);
    wm_selftest_products_run(test);
    wm_selftest_vectors_run(test);
    wm_selftest_residuals_run(test);
    wm_selftest_checks_run(test);
    wm_selftest_exact_run(test);
    free(test->room);
    free(test);
    return summary->passed + summary->failed + summary->unsupported > 0 ? WM_OK : WM_E_NOTFOUND;
}
