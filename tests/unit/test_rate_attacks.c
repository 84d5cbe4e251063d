/* Tests of lab/rate_attacks and lab/bent_device: what a slow clock, a lazy device and the best of
 * many repeats do to a rate, and that outputs and the device are right afterwards. */
#include "lab/rate_attacks.h"

#include "lab/bent_device.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"
#include "support/open_lab.h"

#include <math.h>
#include <string.h>

/* Attacks on a target with short repeats. */
static wm_rate_attacks bench_of(lab *l, const volatile sig_atomic_t *stop)
{
    return (wm_rate_attacks){
        .target = &l->target,
        .options = {
            .repeat_seconds = 0.02, .processors = 1, .start = wm_clock_begin(), .stop = stop}};
}

/* Runs an attack, whose output every check accepts, and which leaves the device as it was. */
static unsigned run_attack(lab *l, wm_trial trial, wm_attack_result *result)
{
    const wm_backend *honest = l->device->ops;
    char reason[128] = "";
    wm_verdicts verdicts;
    const wm_rate_attacks bench = bench_of(l, NULL);
    unsigned flags = 0;
    wm_target_restore(&l->target);
    if (wm_rate_attacks_run(&bench, trial, &verdicts, result, &flags, reason) != WM_OK)
        fail_msg("%s: %s", wm_tables_trial(trial.word)->word, reason);
    for (unsigned c = 0; c < WM_CHECKS; c++)
        if (c != WM_CHECK_FLAGS && verdicts.is_rejected[c])
            fail_msg("%s: %s rejects", wm_tables_trial(trial.word)->word,
                     wm_tables_check((wm_check_word)c));
    assert_true(verdicts.is_asked[WM_CHECK_FLAGS] && verdicts.is_asked[WM_CHECK_ANY]);
    assert_int_equal(verdicts.is_rejected[WM_CHECK_FLAGS], flags != 0);
    assert_memory_equal(l->target.broken, l->target.correct, l->target.workload.output_bytes);
    assert_ptr_equal(l->device->ops, honest);
    return flags;
}

/* ---- the clock ------------------------------------------------------------------------------- */

static void a_bent_clock_loses_its_part(void **state)
{
    const wm_bent_device how = {.slow = 0.5};
    wm_device *device = open_cpu(1);
    const wm_backend *honest = device->ops;
    uint64_t begin, end, bent_begin, bent_end;
    (void)state;
    wm_bent_device_begin(device, &how);
    begin = honest->time_ns(device);
    bent_begin = device->ops->time_ns(device);
    while (honest->time_ns(device) < begin + 20000000)
        ;
    bent_end = device->ops->time_ns(device);
    end = honest->time_ns(device);
    wm_bent_device_end(device);
    assert_true(bent_end - bent_begin <= (end - begin) / 2 + 1);
    assert_true(bent_end - bent_begin >= 9000000);
    assert_ptr_equal(device->ops, honest);
    device->ops->close(device);
}

/* By the comparison of a run: the kernel's clock ran twice as fast. */
static void a_bent_clock_is_flagged(void **state)
{
    wm_attack_result result;
    lab l;
    (void)state;
    open_lab(&l, "gemm.f32.n64", 1);
    assert_true(run_attack(&l, (wm_trial){WM_TRIAL_CLOCK, 5000}, &result) &
                1U << WM_FLAG_CLOCK_DIFFERS);
    assert_true(result.cost == 1 && result.error > 0 && result.committed <= 1);
    assert_false(run_attack(&l, (wm_trial){WM_TRIAL_CLOCK, 0}, &result) &
                 1U << WM_FLAG_CLOCK_DIFFERS);
    close_lab(&l);
}

/* ---- products that are left out -------------------------------------------------------------- */

static void a_lazy_device_computes_when_overwritten(void **state)
{
    static const char *const labels[] = {"gemm.fp16.n64",
                                         "gemm.int8.n64",
                                         "scatter_add.fixed.n4096b256",
                                         "attention.bf16.b1h1s16d8",
                                         "hbm_copy.f32.n1000",
                                         "reduction.deterministic.n1000"};
    (void)state;
    for (unsigned i = 0; i < sizeof labels / sizeof *labels; i++) {
        wm_attack_result result;
        lab l;
        open_lab(&l, labels[i], 1);
        (void)run_attack(&l, (wm_trial){WM_TRIAL_OVERWRITTEN, 64}, &result);
        assert_true(result.cost > 0 && result.cost < 0.01);
        assert_true(result.error > 1);
        close_lab(&l);
    }
}

static void run_job(lab *l)
{
    assert_int_equal(wm_job_run(l->device, &l->target.workload.job), WM_OK);
}

/* It sees an overwritten output after a wait, and looks no more before the next one. */
static void a_lazy_device_looks_after_a_wait(void **state)
{
    lab l;
    wm_bent_device how;
    wm_bent_device_counts counts;
    (void)state;
    open_lab(&l, "gemm.f32.n64", 1);
    how = (wm_bent_device){.kept = &l.target.workload, .places = 4};
    wm_bent_device_begin(l.device, &how);
    for (unsigned i = 0; i < 10; i++)
        run_job(&l);
    counts = wm_bent_device_count();
    assert_true(counts.asked == 10 && counts.computed == 1);
    assert_int_equal(l.device->ops->sync(l.device), WM_OK);
    run_job(&l);
    counts = wm_bent_device_count();
    assert_true(counts.asked == 1 && counts.computed == 0);
    assert_int_equal(wm_workload_spoil(&l.target.workload), WM_OK); /* it waits */
    for (unsigned i = 0; i < 10; i++)
        run_job(&l);
    counts = wm_bent_device_count();
    assert_true(counts.asked == 10 && counts.computed == 1);
    wm_bent_device_end(l.device);
    close_lab(&l);
}

/* ---- the other attacks ----------------------------------------------------------------------- */

static void the_best_repeat_is_not_below_the_median(void **state)
{
    wm_attack_result result;
    lab l;
    (void)state;
    open_lab(&l, "gemm.f32.n64", 1);
    for (uint32_t repeats = 2; repeats <= 5; repeats++) {
        (void)run_attack(&l, (wm_trial){WM_TRIAL_BEST_OF, repeats}, &result);
        assert_true(result.cost == repeats && result.error >= 0);
    }
    close_lab(&l);
}

static void expect_refused(lab *l, wm_trial trial)
{
    char reason[128] = "";
    wm_verdicts verdicts;
    wm_attack_result result;
    const wm_rate_attacks bench = bench_of(l, NULL);
    unsigned flags;
    assert_int_equal(wm_rate_attacks_run(&bench, trial, &verdicts, &result, &flags, reason),
                     WM_E_UNSUPPORTED);
    assert_string_not_equal(reason, "");
}

/* Nobody began the process that forks neighbours; none are needed where none are asked for. */
static void a_neighbour_needs_a_process(void **state)
{
    wm_attack_result result;
    lab l;
    (void)state;
    open_lab(&l, "gemm.f32.n64", 1);
    (void)run_attack(&l, (wm_trial){WM_TRIAL_NEIGHBOUR, 0}, &result);
    assert_true(result.cost == 1);
    expect_refused(&l, (wm_trial){WM_TRIAL_NEIGHBOUR, 1});
    expect_refused(&l, (wm_trial){WM_TRIAL_IDLE, 0}); /* no attack on a rate */
    close_lab(&l);
}

static void an_interrupt_leaves_the_device_honest(void **state)
{
    static const wm_trial trials[] = {
        {WM_TRIAL_CLOCK, 100}, {WM_TRIAL_OVERWRITTEN, 4}, {WM_TRIAL_BEST_OF, 3}};
    const volatile sig_atomic_t stop = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++) {
        char reason[128] = "";
        wm_verdicts verdicts;
        wm_attack_result result;
        unsigned flags;
        const wm_backend *honest;
        wm_rate_attacks bench;
        lab l;
        open_lab(&l, "gemm.f32.n64", 1);
        honest = l.device->ops;
        bench = bench_of(&l, &stop);
        assert_int_equal(wm_rate_attacks_run(&bench, trials[i], &verdicts, &result, &flags, reason),
                         WM_E_INTERRUPTED);
        assert_ptr_equal(l.device->ops, honest);
        close_lab(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bent_clock_loses_its_part),
        cmocka_unit_test(a_bent_clock_is_flagged),
        cmocka_unit_test(a_lazy_device_computes_when_overwritten),
        cmocka_unit_test(a_lazy_device_looks_after_a_wait),
        cmocka_unit_test(the_best_repeat_is_not_below_the_median),
        cmocka_unit_test(a_neighbour_needs_a_process),
        cmocka_unit_test(an_interrupt_leaves_the_device_honest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
