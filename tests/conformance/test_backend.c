/* Every backend that is there against the reference, and the proof that the comparison can fail:
 * one lie at a time. */
#include "backend/backend.h"
#include "backend/registry.h"
#include "support/cmocka.h"
#include "support/idle_backend.h"
#include "support/lying_backend.h"
#include "verify/selftest.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void print_case(void *context, const wm_selftest_result *result)
{
    (void)context;
    if (result->verdict == WM_SELFTEST_FAIL)
        printf("%s, %s: %s\n", result->operation, result->name, result->detail);
}

/* Opens the first device of a kind; none there is a skip with its reason. */
static wm_device *open_or_skip(const wm_backend *backend)
{
    size_t count = 0;
    char reason[256] = "";
    wm_device *device = NULL;
    assert_int_equal(backend->list(NULL, 0, &count, reason), WM_OK);
    if (count == 0) {
        printf("skipped: backend %s: %s\n", backend->name, reason);
        skip();
    }
    assert_int_equal(backend->open(&(wm_device_options){.index = 0}, &device, NULL), WM_OK);
    return device;
}

static void run_backend(const wm_backend *backend, unsigned threads)
{
    wm_selftest_summary summary;
    wm_device *device = open_or_skip(backend);
    if (threads > 0) {
        backend->close(device);
        assert_int_equal(backend->open(&(wm_device_options){.threads = threads}, &device, NULL),
                         WM_OK);
    }
    assert_int_equal(wm_selftest_run(device, NULL, print_case, NULL, &summary), WM_OK);
    printf("%s: %u cases passed, %u failed, %u unsupported\n", backend->name, summary.passed,
           summary.failed, summary.unsupported);
    assert_int_equal(summary.failed, 0);
    assert_true(summary.passed > summary.unsupported);
    backend->close(device);
}

static void every_backend_agrees_with_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; wm_registry_get(i) != NULL; i++)
        run_backend(wm_registry_get(i), 0);
}

/* More threads than processors: the order of their work must not show. */
static void the_cpu_agrees_with_three_threads(void **state)
{
    (void)state;
    run_backend(wm_registry_find("cpu"), 3);
}

static void every_lie_is_noticed(void **state)
{
    (void)state;
    const wm_backend *backend = wm_registry_find("cpu");
    wm_device *device = open_or_skip(backend);
    for (size_t i = 0; lying_backend_operation(i) != NULL; i++) {
        wm_selftest_summary summary;
        const char *operation = lying_backend_operation(i);
        wm_device *liar = lying_backend_wrap(device, operation);
        assert_non_null(liar);
        assert_int_equal(wm_selftest_run(liar, operation, NULL, NULL, &summary), WM_OK);
        if (summary.failed == 0)
            fail_msg("%s lies and nothing was noticed", operation);
    }
    backend->close(device);
}

/* Loops over blocks go wrong behind their first block, which no small job has: a size on the far
 * side of each of the CPU's. */
static void lies_of_large_jobs_are_noticed(void **state)
{
    static const struct {
        const char *operation;
        size_t sizes[3];
    } lies[] = {
        {"gemm", {1024, 0, 0}},
        {"gemm", {0, 4096, 0}},
        {"gemm", {0, 0, 2048}},
        {"gemm_careful", {1024, 0, 0}},
        {"gemm_careful", {0, 4096, 0}},
        {"gemm_careful", {0, 0, 2048}},
        {"residual", {1024, 0, 0}},
        {"residual", {0, 4096, 0}},
        {"residual", {0, 0, 4096}},
        {"attention", {256, 0, 0}},
        {"attention_careful", {256, 0, 0}},
        {"reduce", {4 * 262144, 0, 0}},
        {"digest", {512, 0, 0}},
        {"exact_rows", {256, 0, 0}},
        {"exact_rows", {0, 2048, 0}},
        {"exact_rows", {0, 0, 2048}},
    };
    wm_device *device = open_or_skip(wm_registry_find("cpu"));
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        wm_selftest_summary summary;
        wm_device *liar = lying_backend_wrap_above(device, lies[i].operation, lies[i].sizes);
        assert_non_null(liar);
        assert_int_equal(wm_selftest_run(liar, lies[i].operation, NULL, NULL, &summary), WM_OK);
        if (summary.failed == 0)
            fail_msg("%s lies of jobs above %zu, %zu, %zu and nothing was noticed",
                     lies[i].operation, lies[i].sizes[0], lies[i].sizes[1], lies[i].sizes[2]);
    }
    device->ops->close(device);
}

/* A device that returns at once leaves what earlier calls wrote: a correct result, if nothing
 * overwrites it. */
static void idleness_is_noticed(idle_manner manner)
{
    wm_device *device = open_or_skip(wm_registry_find("cpu"));
    for (size_t i = 0; idle_backend_operation(i) != NULL; i++) {
        wm_selftest_summary summary;
        const char *operation = idle_backend_operation(i);
        wm_device *lazy = idle_backend_wrap(device, operation, manner);
        assert_non_null(lazy);
        assert_int_equal(wm_selftest_run(lazy, operation, NULL, NULL, &summary), WM_OK);
        if (summary.failed == 0)
            fail_msg("%s does nothing and nothing was noticed", operation);
    }
    device->ops->close(device);
}

static void an_operation_that_does_nothing_is_noticed(void **state)
{
    (void)state;
    idleness_is_noticed(IDLE_ALWAYS);
}

static void an_operation_that_works_once_is_noticed(void **state)
{
    (void)state;
    idleness_is_noticed(IDLE_AFTER_FIRST_CALL);
}

/* Every operation of wm_backend, from `list` on, is either among the lies or one of the three that
 * give nothing to lie about. */
static void no_operation_is_left_out(void **state)
{
    size_t count = 0;
    (void)state;
    while (lying_backend_operation(count) != NULL)
        count++;
    const size_t members =
        (sizeof(wm_backend) - offsetof(wm_backend, list)) / sizeof(void (*)(void));
    assert_int_equal(count + 3, members);
}

static void an_unknown_operation_is_refused(void **state)
{
    wm_selftest_summary summary;
    (void)state;
    wm_device *device = open_or_skip(wm_registry_find("cpu"));
    assert_int_equal(wm_selftest_run(device, "no_such", NULL, NULL, &summary), WM_E_NOTFOUND);
    assert_int_equal(wm_selftest_run(NULL, NULL, NULL, NULL, &summary), WM_E_ARG);
    device->ops->close(device);
}

/* A sanitizer sees the same jobs of the same device in all lies, so a few are enough for it. */
#ifdef __SANITIZE_ADDRESS__
enum { HAS_ALL_LIES = 0 };
#else
enum { HAS_ALL_LIES = 1 };
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_backend_agrees_with_the_reference),
        cmocka_unit_test(the_cpu_agrees_with_three_threads),
        cmocka_unit_test(every_lie_is_noticed),
        cmocka_unit_test(no_operation_is_left_out),
        cmocka_unit_test(an_unknown_operation_is_refused),
    };
    const struct CMUnitTest lies[] = {
        cmocka_unit_test(lies_of_large_jobs_are_noticed),
        cmocka_unit_test(an_operation_that_does_nothing_is_noticed),
        cmocka_unit_test(an_operation_that_works_once_is_noticed),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + (HAS_ALL_LIES ? cmocka_run_group_tests(lies, NULL, NULL) : 0);
}
