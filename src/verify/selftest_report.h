/* What the self-test says of its cases. */
#ifndef WM_VERIFY_SELFTEST_REPORT_H
#define WM_VERIFY_SELFTEST_REPORT_H

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

#endif
