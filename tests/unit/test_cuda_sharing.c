/* Tests of cuda_sharing and utilization against a fake NVML of tests/fakes: what shows another
 * process on a GPU, and what hides it. Needs neither a GPU nor the CUDA toolkit. */
#include "backend/cuda/cuda_sharing.h"

#include "backend/utilization.h"
#include "base/clock.h"
#include "measure/idle_window.h"
#include "record/laws/reduction.h"
#include "record/laws/rule.h"
#include "support/cmocka.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char GPU[] = "GPU-00112233-4455-6677-8899-aabbccddeeff";
static const double MIB = 1 << 20;

static void *library; /* the fake, which the loader takes for libnvidia-ml.so.1 */
static wm_cuda_nvml *nvml;
static wm_cuda_sharing *sharing;

static void ignore(void *context, const char *name, const char *value, const char *reason)
{
    (void)context, (void)name, (void)value, (void)reason;
}

static void load(const char *folder)
{
    char path[1024];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
    assert_true(size > 0);
    path[size] = '\0';
    *strrchr(path, '/') = '\0'; /* build/tests/unit */
    *strrchr(path, '/') = '\0';
    strcat(path, folder);
    strcat(path, "/libnvidia-ml.so.1");
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
}

static void open_as(const char *words)
{
    assert_int_equal(setenv("WM_FAKE_NVML", words, 1), 0);
    nvml = wm_cuda_nvml_open(GPU, ignore, NULL);
    assert_non_null(nvml);
    sharing = wm_cuda_sharing_open(nvml);
    assert_non_null(sharing);
}

static int open_fake(void **state)
{
    (void)state;
    load("/fakes");
    open_as("");
    return 0;
}

static int open_old(void **state)
{
    (void)state;
    load("/fakes/old");
    open_as("");
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    wm_cuda_sharing_close(sharing);
    wm_cuda_nvml_close(nvml);
    return dlclose(library);
}

static void say(const char *words)
{
    assert_int_equal(setenv("WM_FAKE_NVML", words, 1), 0);
}

/* A full sample, whose process has so much on the device. */
static wm_device_sample read_full(double own_bytes)
{
    wm_device_sample sample = {.is_full = true};
    uint64_t last_ns = wm_clock_ns();
    wm_cuda_sharing_read(sharing, own_bytes, &last_ns, &sample);
    return sample;
}

static void processes_are(const char *words, double expected)
{
    const wm_device_sample sample = (say(words), read_full(0));
    const wm_covariate_value *value = &sample.values[WM_COVARIATE_OTHER_PROCESSES];
    assert_null(value->reason);
    assert_true(value->value == expected);
}

static void other_processes_are_counted_once(void **state)
{
    (void)state;
    processes_are("", 0);
    processes_are("shared", 2);
    processes_are("mps", 1);
    processes_are("shared,mps", 3);
}

static void reason_is(wm_covariate_value value, const char *reason)
{
    assert_non_null(value.reason);
    assert_string_equal(value.reason, reason);
}

static void a_list_without_this_process_counts_nothing(void **state)
{
    static const char hides[] = "NVML does not list this process: its container hides processes";
    (void)state;
    say("hidden");
    reason_is(read_full(0).values[WM_COVARIATE_OTHER_PROCESSES], hides);
    say("hidden,shared");
    reason_is(read_full(0).values[WM_COVARIATE_OTHER_PROCESSES], hides);
    say("lost");
    reason_is(read_full(0).values[WM_COVARIATE_OTHER_PROCESSES], "the device is lost");
}

static void memory_is(const char *words, double own_bytes, double expected)
{
    const wm_device_sample sample = (say(words), read_full(own_bytes));
    const wm_covariate_value *value = &sample.values[WM_COVARIATE_OTHER_MEMORY];
    assert_null(value->reason);
    assert_true(value->value == expected);
}

/* What the driver reserves, 600 MiB, is no one's. */
static void memory_beyond_our_own_is_that_of_others(void **state)
{
    (void)state;
    assert_true(wm_cuda_sharing_used(sharing) == 500 * MIB);
    memory_is("", 500 * MIB, 0);
    memory_is("", 501 * MIB, 0); /* not less than none */
    memory_is("shared", 500 * MIB, 600 * MIB);
    memory_is("shared,hidden", 500 * MIB, 600 * MIB);
    say("");
    reason_is(read_full((double)NAN).values[WM_COVARIATE_OTHER_MEMORY],
              "the size of this process's context is not known");
    say("lost");
    assert_true(isnan(wm_cuda_sharing_used(sharing)));
    reason_is(read_full(0).values[WM_COVARIATE_OTHER_MEMORY], "the device is lost");
}

static void a_short_sample_reads_the_memory_alone(void **state)
{
    wm_device_sample sample = {.is_full = false};
    uint64_t last_ns = wm_clock_ns();
    (void)state;
    sample.values[WM_COVARIATE_OTHER_PROCESSES] = wm_backend_absent("not asked for");
    wm_cuda_sharing_read(sharing, 0, &last_ns, &sample);
    reason_is(sample.values[WM_COVARIATE_OTHER_PROCESSES], "not asked for");
    assert_null(sample.values[WM_COVARIATE_OTHER_MEMORY].reason);
}

/* The fake has a sample each tenth of a second, so a window of 0.2 s has one at least. */
static void the_use_of_an_idle_window_is_that_of_others(void **state)
{
    const uint64_t since_ns = wm_clock_ns();
    wm_covariate_value value;
    (void)state;
    (void)nanosleep(&(struct timespec){0, 200000000}, NULL);
    say("shared");
    value = wm_cuda_sharing_since(sharing, since_ns);
    assert_null(value.reason);
    assert_true(value.value == 1);
    say("");
    value = wm_cuda_sharing_since(sharing, since_ns);
    assert_null(value.reason);
    assert_true(value.value == 0);
    reason_is(wm_cuda_sharing_since(sharing, wm_clock_ns()),
              "too few samples of the utilisation end in the idle window");
    say("unsampled");
    reason_is(wm_cuda_sharing_since(sharing, since_ns),
              "too few samples of the utilisation end in the idle window");
    say("lost");
    reason_is(wm_cuda_sharing_since(sharing, since_ns), "the device is lost");
}

static void an_old_library_gives_reasons(void **state)
{
    static const char none[] = "this NVML has no function for it";
    (void)state;
    reason_is(read_full(0).values[WM_COVARIATE_OTHER_MEMORY], none);
    reason_is(wm_cuda_sharing_since(sharing, wm_clock_ns()), none);
    assert_true(isnan(wm_cuda_sharing_used(sharing)));
    processes_are("shared", 2); /* without MPS and graphics */
}

/* ---- the share of others, by samples --------------------------------------------------------- */

static double share_of(const wm_utilization_sample *samples, size_t count)
{
    double share = -1;
    return wm_utilization_of_others(samples, count, 1000000, &share) ? share : (double)NAN;
}

/* The window begins at 1 s. Samples are of 0.2 s unless they say something else. */
static void time_before_the_window_counts_as_our_own(void **state)
{
    const wm_utilization_sample ours[] = {{900000, 1}, {1100000, 0.5}};
    const wm_utilization_sample all[] = {{900000, 1}, {1100000, 1}};
    const wm_utilization_sample half[] = {{900000, 1}, {1100000, 0.75}};
    const wm_utilization_sample none[] = {{900000, 0}, {1100000, 0.25}};
    const wm_utilization_sample later[] = {{900000, 1}, {1100000, 0.5}, {1200000, 0.5}};
    (void)state;
    assert_true(share_of(ours, 2) == 0);
    assert_true(share_of(all, 2) == 1);
    assert_true(fabs(share_of(half, 2) - 0.5) < 1e-12);
    assert_true(share_of(none, 2) == 0); /* a lower bound: it may have been ours */
    assert_true(fabs(share_of(later, 3) - 0.25) < 1e-12);
}

static void a_window_with_too_little_of_a_sample_has_no_share(void **state)
{
    const wm_utilization_sample before[] = {{700000, 1}, {900000, 1}};
    const wm_utilization_sample brief[] = {{900000, 1}, {1049999, 1}};
    const wm_utilization_sample enough[] = {{900000, 1}, {1050000, 1}};
    const wm_utilization_sample alone[] = {{1100000, 1}}; /* of an unknown length */
    (void)state;
    assert_true(isnan(share_of(before, 2)));
    assert_true(isnan(share_of(brief, 2)));
    assert_true(share_of(enough, 2) == 1);
    assert_true(isnan(share_of(alone, 1)));
    assert_true(isnan(share_of(NULL, 0)));
}

/* ---- the covariate --------------------------------------------------------------------------- */

static void both_windows_are_in_the_covariate(void **state)
{
    const wm_idle_window none = {.is_there = false};
    const wm_idle_window quiet = {true, wm_backend_present(0)};
    const wm_idle_window busy = {true, wm_backend_present(0.5)};
    const wm_idle_window unseen = {true, wm_backend_absent("not seen")};
    wm_covariate_summary summary = wm_idle_window_between(&none, &none);
    (void)state;
    assert_string_equal(summary.reason, "no idle window was watched");
    summary = wm_idle_window_between(&quiet, &busy);
    assert_null(summary.reason);
    assert_true(summary.minimum == 0 && summary.median == 0.25 && summary.maximum == 0.5);
    assert_int_equal(summary.samples, 2);
    summary = wm_idle_window_between(&unseen, &busy);
    assert_null(summary.reason);
    assert_true(summary.minimum == 0.5 && summary.maximum == 0.5 && summary.samples == 1);
    summary = wm_idle_window_between(&unseen, &none);
    assert_string_equal(summary.reason, "not seen");
}

static struct {
    unsigned calls, busy; /* windows, and how many of the first show use */
} driver;

static wm_status driver_sync(wm_device *device)
{
    (void)device;
    return WM_OK;
}

static uint64_t driver_time_ns(wm_device *device)
{
    (void)device;
    return 0;
}

static wm_status driver_load(wm_device *device, wm_device_load *load)
{
    (void)device;
    load->others = wm_backend_present(driver.calls++ < driver.busy ? 1 : 0);
    return WM_OK;
}

/* Memory that is cleared for three windows, and a neighbour who stays. */
static void a_driver_that_clears_memory_is_waited_for(void **state)
{
    wm_backend ops = {.sync = driver_sync, .time_ns = driver_time_ns, .load = driver_load};
    wm_device device = {.ops = &ops};
    (void)state;
    driver.calls = 0, driver.busy = 3;
    wm_idle_window_settle(&device);
    assert_int_equal(driver.calls, 4);
    driver.calls = 0, driver.busy = 1000;
    wm_idle_window_settle(&device);
    assert_int_equal(driver.calls, WM_IDLE_WINDOW_MOST);
    ops.is_host = true;
    wm_idle_window_settle(&device);
    assert_int_equal(driver.calls, WM_IDLE_WINDOW_MOST);
}

static void class_is(const wm_observed_item *item, const char *word)
{
    const wm_result found = wm_reduction_of_item(WM_FUNCTION_PERFORMANCE_CLASS, item);
    assert_int_equal(found.kind, WM_RESULT_WORD);
    assert_string_equal(found.text, word);
}

/* Before the flag `starved`: a GPU's repeats can have both. */
static void rates_beside_others_have_no_class(void **state)
{
    enum { REPEATS = 8 };
    wm_observed_repeat repeats[REPEATS];
    const wm_item item = {.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                          .repeats = REPEATS,
                          .dimension = {1000}};
    const wm_observed_item observed = {
        .item = &item, .count[WM_PROCEDURE_REPEATS] = REPEATS, .repeats = repeats};
    (void)state;
    memset(repeats, 0, sizeof repeats);
    for (unsigned i = 0; i < REPEATS; i++) {
        repeats[i].ok = true;
        repeats[i].seconds = repeats[i].iterations = 1;
        repeats[i].clock = 1e9;
    }
    class_is(&observed, "S1");
    repeats[1].flags = 1u << WM_FLAG_STARVED;
    class_is(&observed, "undetermined: starved");
    repeats[6].is_sharing_unknown = true;
    class_is(&observed, "undetermined: sharing unknown");
    repeats[2].flags = 1u << WM_FLAG_SHARED;
    class_is(&observed, "undetermined: shared");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(other_processes_are_counted_once, open_fake, close_all),
        cmocka_unit_test_setup_teardown(a_list_without_this_process_counts_nothing, open_fake,
                                        close_all),
        cmocka_unit_test_setup_teardown(memory_beyond_our_own_is_that_of_others, open_fake,
                                        close_all),
        cmocka_unit_test_setup_teardown(a_short_sample_reads_the_memory_alone, open_fake,
                                        close_all),
        cmocka_unit_test_setup_teardown(the_use_of_an_idle_window_is_that_of_others, open_fake,
                                        close_all),
        cmocka_unit_test_setup_teardown(an_old_library_gives_reasons, open_old, close_all),
        cmocka_unit_test(time_before_the_window_counts_as_our_own),
        cmocka_unit_test(a_window_with_too_little_of_a_sample_has_no_share),
        cmocka_unit_test(both_windows_are_in_the_covariate),
        cmocka_unit_test(a_driver_that_clears_memory_is_waited_for),
        cmocka_unit_test(rates_beside_others_have_no_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
