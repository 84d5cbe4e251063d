/* Tests of record/rule: the flags of a repeat, each just within its limit and just past it. */
#include "record/laws/rule.h"

#include "support/cmocka.h"

#include <string.h>

static wm_observed_covariate covariates[WM_COVARIATES];

static int clear(void **state)
{
    (void)state;
    memset(covariates, 0, sizeof covariates);
    return 0;
}

static void set(wm_covariate_name name, double value)
{
    covariates[name] = (wm_observed_covariate){true, value, value, 1000, 0, value};
}

static unsigned flags(void)
{
    return wm_rule_flags(1, 2e9, covariates);
}

static void no_covariate_raises_no_flag(void **state)
{
    (void)state;
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        covariates[i] = (wm_observed_covariate){false, 1e30, 1e30, 0, 1e30, 1e30};
    assert_int_equal(flags(), 0);
}

static void each_flag_has_its_limit(void **state)
{
    static const struct {
        wm_covariate_name name;
        double within, past;
        wm_flag flag;
    } cases[] = {
        {WM_COVARIATE_CLOCK_DEVICE, 0.001, 0.0011, WM_FLAG_CLOCK_DIFFERS},
        {WM_COVARIATE_CLOCK_RAW, 0.001, 0.11, WM_FLAG_CLOCK_DIFFERS},
        {WM_COVARIATE_CLOCK_REAL, -0.001, -0.0011, WM_FLAG_CLOCK_DIFFERS},
        {WM_COVARIATE_CLOCK_SYSCALL, 0, 1, WM_FLAG_CLOCK_DIFFERS},
        {WM_COVARIATE_CLOCK_TSC, 0, -0.5, WM_FLAG_CLOCK_DIFFERS},
        {WM_COVARIATE_CLOCK, 2.1e9, 2.11e9, WM_FLAG_CLOCK_IMPLAUSIBLE},
        {WM_COVARIATE_KERNEL_CLOCK, 2.1e9, 2.11e9, WM_FLAG_CLOCK_IMPLAUSIBLE},
        {WM_COVARIATE_ECC_CORRECTED, 0, 1, WM_FLAG_ECC},
        {WM_COVARIATE_ECC_UNCORRECTED, 0, 1, WM_FLAG_ECC},
        {WM_COVARIATE_IDLE_UTILIZATION, 0.1, 0.11, WM_FLAG_SHARED},
        {WM_COVARIATE_OTHER_MEMORY, 67108864, 67108865, WM_FLAG_SHARED},
        {WM_COVARIATE_OTHER_PROCESSES, 0, 1, WM_FLAG_SHARED},
        {WM_COVARIATE_RUN_DELAY, WM_THRESHOLD_STARVED, WM_THRESHOLD_STARVED + 1e-9,
         WM_FLAG_STARVED},
        {WM_COVARIATE_STEAL, 0.05, 0.051, WM_FLAG_STEAL},
        {WM_COVARIATE_STOPPED, WM_THRESHOLD_STOPPED, WM_THRESHOLD_STOPPED + 1e-9, WM_FLAG_STOPPED},
        {WM_COVARIATE_THROTTLE, 0, 1, WM_FLAG_THROTTLED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(covariates, 0, sizeof covariates);
        set(cases[i].name, cases[i].within);
        assert_int_equal(flags(), 0);
        set(cases[i].name, cases[i].past);
        assert_int_equal(flags(), 1U << cases[i].flag);
        covariates[cases[i].name].present = false;
        assert_int_equal(flags(), 0);
    }
}

/* A repeat of 1 s expects 50 samples. It needs 40 of them, and no gap above 0.24 s. */
static void a_gap_is_few_samples_or_a_long_time_without(void **state)
{
    (void)state;
    set(WM_COVARIATE_POWER, 0);
    covariates[WM_COVARIATE_POWER].samples = 40;
    covariates[WM_COVARIATE_POWER].longest_gap_s = 0.24;
    assert_int_equal(flags(), 0);
    covariates[WM_COVARIATE_POWER].longest_gap_s = 0.2401;
    assert_int_equal(flags(), 1U << WM_FLAG_SAMPLING_GAP);
    covariates[WM_COVARIATE_POWER].longest_gap_s = 0;
    covariates[WM_COVARIATE_POWER].samples = 39;
    assert_int_equal(flags(), 1U << WM_FLAG_SAMPLING_GAP);
    covariates[WM_COVARIATE_POWER].present = false;
    set(WM_COVARIATE_KERNEL_CLOCK, 1e9); /* not sampled throughout */
    covariates[WM_COVARIATE_KERNEL_CLOCK].samples = 2;
    covariates[WM_COVARIATE_KERNEL_CLOCK].longest_gap_s = 1;
    assert_int_equal(flags(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(no_covariate_raises_no_flag, clear),
        cmocka_unit_test_setup(each_flag_has_its_limit, clear),
        cmocka_unit_test_setup(a_gap_is_few_samples_or_a_long_time_without, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
