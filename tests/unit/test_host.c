/* Tests of backend/host: the covariates of the host have times on every device. */
#include "backend/host.h"

#include "backend/registry.h"
#include "base/clock.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static void a_value_has_the_middle_of_its_reading(void **state)
{
    wm_covariate_value value;
    const uint64_t begin_ns = wm_clock_ns() - 1000000;
    uint64_t last_ns = begin_ns;
    (void)state;
    wm_host_stamp(&last_ns, &value, (wm_covariate_value){.value = 7});
    assert_true(value.value == 7 && value.reason == NULL);
    assert_true(last_ns >= begin_ns + 1000000 && last_ns <= wm_clock_ns());
    assert_true(value.time_ns == begin_ns + (last_ns - begin_ns) / 2);
}

static void check_host(const wm_covariate_value *values, uint64_t begin_ns, uint64_t end_ns)
{
    static const wm_covariate_name host[] = {WM_COVARIATE_STEAL, WM_COVARIATE_PRESSURE,
                                             WM_COVARIATE_CONTEXT_SWITCHES};
    for (size_t i = 0; i < sizeof host / sizeof *host; i++) {
        const wm_covariate_value *value = &values[host[i]];
        if (value->reason != NULL) { /* the kernel has no file for it */
            assert_non_null(strstr(value->reason, "/proc/"));
            continue;
        }
        assert_true(isfinite(value->value) && value->value >= 0);
        assert_true(value->time_ns >= begin_ns && value->time_ns <= end_ns);
    }
    assert_null(values[WM_COVARIATE_CONTEXT_SWITCHES].reason);
}

static void the_host_is_read_by_itself(void **state)
{
    wm_covariate_value values[WM_COVARIATES];
    const uint64_t begin_ns = wm_clock_ns();
    uint64_t last_ns = begin_ns;
    (void)state;
    wm_host_covariates(&last_ns, values);
    check_host(values, begin_ns, last_ns);
}

/* A GPU waits for launches of the host, so its record must show what disturbed the host. */
static void every_device_samples_its_host(void **state)
{
    const wm_backend *backend;
    (void)state;
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++) {
        const wm_device_options options = {.threads = 1};
        wm_device_sample sample = {.is_full = false};
        char reason[256] = "";
        wm_device *device;
        if (backend->open(&options, &device, reason) != WM_OK) {
            print_message("skipped: no %s device: %s\n", backend->name, reason);
            continue;
        }
        const uint64_t begin_ns = device->ops->time_ns(device);
        assert_int_equal(device->ops->covariates(device, &sample), WM_OK);
        check_host(sample.values, begin_ns, device->ops->time_ns(device));
        device->ops->close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_has_the_middle_of_its_reading),
        cmocka_unit_test(the_host_is_read_by_itself),
        cmocka_unit_test(every_device_samples_its_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
