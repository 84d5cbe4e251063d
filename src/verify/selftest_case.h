/* One running case of the self-test: its buffers, its host memory, its verdict. */
#ifndef WM_VERIFY_SELFTEST_CASE_H
#define WM_VERIFY_SELFTEST_CASE_H

#include "backend/backend.h"
#include "verify/selftest_report.h"

enum { WM_SELFTEST_CASE_BUFFERS = 8, WM_SELFTEST_CASE_ROOM = 64 << 20 };

typedef struct {
    wm_device *device;
    const wm_backend *ops;
    wm_selftest_report *report;
    void *context;
    wm_selftest_summary *summary;
    const char *only; /* the one operation to test, or null */
    uint8_t *room;    /* host memory for one case at a time */
    size_t room_used;
    struct {
        wm_device_buffer *buffer;
        const void *input; /* the bytes that it must hold at the end; null for an output */
        size_t size_bytes;
    } buffers[WM_SELFTEST_CASE_BUFFERS];
    size_t buffer_count;
    const char *operation;
    char name[128], detail[192];
    wm_selftest_verdict verdict;
} wm_selftest_case;

/* Whether an operation is selected. */
bool wm_selftest_wanted(const wm_selftest_case *test, const char *operation);

/* Cases of up to four operations, which run where one of these is selected. */
typedef struct {
    const char *operations[5]; /* ends with NULL */
    void (*run)(wm_selftest_case *test);
} wm_selftest_group;

void wm_selftest_groups(wm_selftest_case *test, const wm_selftest_group *groups, size_t count);

/* Begins a case of an operation. */
void wm_selftest_begin(wm_selftest_case *test, const char *operation, const char *format, ...)
    WM_PRINTF(3, 4);

/* Whether a call succeeded. If not, the case is failed, or unsupported for WM_E_UNSUPPORTED. */
bool wm_selftest_ok(wm_selftest_case *test, wm_status status);

/* The same for an operation of the device with its arguments. */
#define WM_SELFTEST_OK(test, operation, ...) \
    wm_selftest_ok(test, (test)->ops->operation((test)->device, __VA_ARGS__))

/* Fails the case unless the condition holds. The first failure's message is kept. */
bool wm_selftest_expect(wm_selftest_case *test, bool condition, const char *format, ...)
    WM_PRINTF(3, 4);

/* Zeroed host memory, valid until the case ends. */
void *wm_selftest_host(wm_selftest_case *test, size_t size_bytes);

/* A device buffer with these bytes. The bytes must stay valid: the end of the case checks that the
 * device has not changed them. */
wm_device_buffer *wm_selftest_put(wm_selftest_case *test, const void *bytes, size_t size_bytes);

/* A device buffer for an output, followed by a margin that the device must not change. */
wm_device_buffer *wm_selftest_output(wm_selftest_case *test, size_t size_bytes);

/* Downloads an output and checks its margin. */
bool wm_selftest_fetch(wm_selftest_case *test, const wm_device_buffer *buffer, void *bytes,
                       size_t size_bytes);

/* Checks the inputs, frees the buffers, counts and reports. */
void wm_selftest_end(wm_selftest_case *test);

/* A seed that depends on the number. */
void wm_selftest_seed(uint32_t number, uint8_t seed[32]);

/* `count` elements drawn from a seed in any format (integers: small ones, -8 to 7). */
void *wm_selftest_draw(wm_selftest_case *test, wm_format format, size_t count, uint32_t number);

/* |got - wanted| <= bound. Two NaN are near, and two equal infinities. */
bool wm_selftest_near(double got, double wanted, double bound);

/* The six groups of cases. */
void wm_selftest_memory_run(wm_selftest_case *test);
void wm_selftest_products_run(wm_selftest_case *test);
void wm_selftest_vectors_run(wm_selftest_case *test);
void wm_selftest_residuals_run(wm_selftest_case *test);
void wm_selftest_checks_run(wm_selftest_case *test);
void wm_selftest_exact_run(wm_selftest_case *test);

#endif
