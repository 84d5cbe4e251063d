/* Tests of study/reverify: records of honest devices, and devices that fail while they recompute.
 */
#include "study/reverify/reverify.h"
#include "support/cmocka.h"
#include "support/failing_backend.h"
#include "support/producer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void honest_products_agree(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "tf32", "fp8", "f32", "f64", "int8"};
    const deceit none = {0};
    wm_item items[7];
    producer p;
    wm_reverify_summary sum;
    (void)state;
    for (int i = 0; i < 7; i++)
        items[i] = producer_item("gemm", variants[i], 192, 200, 160, 1);
    producer_begin(&p, items, 7, "");
    for (size_t i = 0; i < 7; i++)
        producer_run(&p, i, &none);
    sum = producer_verify(&p, false);
    assert_int_equal(sum.spot_checked, 7);
    assert_true(sum.is_right && sum.is_enough);
    assert_int_equal(sum.unsettled, 7);
    assert_false(sum.is_conclusive); /* nobody has checked the residuals */
    for (size_t i = 0; i < 7; i++) {
        const wm_reverify_output *o = wm_reverify_at(p.reverify, i);
        assert_int_equal(o->openings_agreeing, 32);
        sum.bound -= o->openings_agreeing;
        assert_true(o->is_plausible && o->seen.worst_ratio <= 1);
        assert_string_equal(producer_judge(&p, i).reason, "");
    }
    assert_int_equal(sum.bound, 0);
    producer_end(&p);
}

/* An output of at most 32 chunks is opened whole. */
static void small_outputs_are_opened_whole(void **state)
{
    const deceit none = {0};
    const wm_item items[] = {
        producer_item("gemm", "f32", 1, 1, 9, 1), producer_item("gemm", "f64", 1, 100, 9, 1),
        producer_item("gemm", "fp16", 16, 16, 9, 1), producer_item("gemm", "fp16", 33, 16, 9, 1)};
    static const unsigned counts[] = {1, 1, 16, 32};
    producer p;
    wm_reverify_summary sum;
    (void)state;
    producer_begin(&p, items, 4, "");
    for (size_t i = 0; i < 4; i++)
        producer_run(&p, i, &none);
    sum = producer_verify(&p, false);
    for (size_t i = 0; i < 4; i++) {
        const wm_reverify_output *o = wm_reverify_at(p.reverify, i);
        assert_int_equal(o->opening_count, counts[i]);
        assert_int_equal(o->openings_agreeing, counts[i]);
        assert_true((wm_reverify_share(o, 40) == 1) == (i < 3));
    }
    assert_int_equal(sum.bound, 50);
    assert_false(sum.is_enough);
    producer_end(&p);
}

/* Thin, flat and tiny products: few elements, repeated draws, rows that differ much. */
static void honest_products_of_odd_shapes_agree(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "tf32", "fp8", "f32", "f64", "int8"};
    static const uint32_t shapes[][3] = {{1, 1, 1},   {1, 300, 5},  {300, 1, 7}, {7, 9, 1},
                                         {2, 2, 900}, {40, 600, 2}, {3, 5, 8},   {65, 1, 1}};
    const deceit none = {0};
    wm_item items[7 * 8];
    (void)state;
    for (int i = 0; i < 7 * 8; i++)
        items[i] = producer_item("gemm", variants[i % 7], shapes[i / 7][0], shapes[i / 7][1],
                                 shapes[i / 7][2], 1);
    for (int round = 0; round < 3; round++) {
        static const char *const nonces[] = {"", "a1", "b2"};
        producer p;
        producer_begin(&p, items, 7 * 8, nonces[round]);
        for (size_t i = 0; i < 7 * 8; i++)
            producer_run(&p, i, &none);
        (void)producer_verify(&p, false);
        for (size_t i = 0; i < 7 * 8; i++) {
            const wm_reverify_finding finding = producer_judge(&p, i);
            if (finding.verdict != WM_REVERIFY_SPOT_CHECKED)
                print_error("%s: %s\n", wm_reverify_at(p.reverify, i)->label, finding.reason);
            assert_int_equal(finding.verdict, WM_REVERIFY_SPOT_CHECKED);
        }
        producer_end(&p);
    }
}

static void honest_outputs_are_reproduced(void **state)
{
    const deceit none = {0};
    const wm_item items[] = {producer_item("gemm", "fp16", 192, 200, 160, 1),
                             producer_item("gemm", "f32", 96, 96, 96, 1),
                             producer_item("gemm", "int8", 64, 64, 64, 1),
                             producer_item("hbm_triad", "f32", 300000, 0, 0, 1),
                             producer_item("scatter_add", "fixed", 5000, 100, 0, 1),
                             producer_item("reduction", "deterministic", 70000, 0, 0, 1),
                             producer_item("random_access", "latency", 70000, 2, 500, 1),
                             producer_item("random_access", "bandwidth", 70000, 300, 40, 1),
                             producer_item("random_access", "latency_lines", 700, 2, 500, 1),
                             producer_item("random_access", "bandwidth_lines", 700, 300, 40, 1)};
    const size_t count = sizeof items / sizeof *items;
    producer p;
    wm_reverify_summary sum;
    (void)state;
    producer_begin(&p, items, count, "00ff");
    for (size_t i = 0; i < count; i++)
        producer_run(&p, i, &none);
    sum = producer_verify(&p, true);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(producer_judge(&p, i).verdict, WM_REVERIFY_REPRODUCED);
    assert_true(sum.is_conclusive);
    assert_int_equal(sum.reproduced, count);
    producer_end(&p);
}

/* Records the method that a device is asked for, and its answer. */
static char asked[256];
static wm_status answer;
static int questions;

static wm_status note_question(wm_device *of, const wm_job *job, const char *method)
{
    assert_ptr_equal(of, producer_device);
    assert_int_equal(job->operation, WM_OPERATION_GEMM);
    (void)snprintf(asked, sizeof asked, "%s", method);
    questions++;
    return answer;
}

/* The finding for an honest product with a recorded method, on a device with that answer. */
static wm_reverify_finding find_with_method(const char *method, wm_status with)
{
    const deceit none = {.method = method};
    const wm_item item = producer_item("gemm", "fp16", 48, 40, 32, 1);
    const wm_backend *ops = producer_device->ops;
    wm_backend noting = *ops;
    wm_reverify_finding finding;
    producer p;
    answer = with, questions = 0, asked[0] = '\0';
    noting.choose = note_question;
    producer_begin(&p, &item, 1, "00ff");
    producer_run(&p, 0, &none);
    producer_device->ops = &noting;
    (void)producer_verify(&p, true);
    producer_device->ops = ops; /* of a device that was opened again too */
    finding = producer_judge(&p, 0);
    producer_end(&p);
    return finding;
}

static void the_recorded_method_is_taken_where_there_is_one(void **state)
{
    (void)state;
    assert_int_equal(find_with_method("algorithm 43", WM_OK).verdict, WM_REVERIFY_REPRODUCED);
    assert_string_equal(asked, "algorithm 43");
    assert_int_equal(questions, 1);
    assert_int_equal(find_with_method("", WM_OK).verdict, WM_REVERIFY_REPRODUCED);
    assert_int_equal(questions, 0);
}

static void a_method_that_is_not_offered_leaves_the_devices_own(void **state)
{
    (void)state;
    assert_int_equal(find_with_method("by hand", WM_E_UNSUPPORTED).verdict, WM_REVERIFY_REPRODUCED);
    assert_int_equal(questions, 1);
}

static void a_failed_recomputation_is_spot_checked(void **state)
{
    (void)state;
    assert_int_equal(find_with_method("algorithm 43", WM_E_DEVICE).verdict,
                     WM_REVERIFY_SPOT_CHECKED);
    assert_int_equal(questions, 1);
}

static void one_product_is_not_enough(void **state)
{
    const wm_item item = producer_item("gemm", "f32", 256, 256, 64, 1);
    const deceit none = {0};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &none, false);
    (void)state;
    assert_int_equal(sum.bound, wm_reverify_at(p.reverify, 0)->openings_agreeing);
    assert_int_equal(sum.bound, 32);
    assert_true(sum.is_right && !sum.is_enough && !sum.is_conclusive);
    producer_end(&p);
}

static void failed_and_skipped_items_are_not_checked(void **state)
{
    const wm_item item = producer_item("gemm", "f32", 64, 64, 64, 1);
    const deceit failed = {.fails = true}, none = {0};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &failed, true);
    (void)state;
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_false(sum.is_conclusive);
    producer_end(&p);
    producer_begin(&p, &item, 1, "");
    producer_run(&p, 0, &none);
    assert_int_equal(wm_reverify_ready(p.reverify, NULL), WM_OK);
    (void)snprintf(wm_reverify_at(p.reverify, 0)->skipped, 200, "too large");
    assert_int_equal(wm_reverify_openings(p.reverify, 0, NULL, NULL), WM_OK);
    assert_int_equal(wm_reverify_compute(p.reverify, 0, &producer_device, &producer_options),
                     WM_OK);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_string_equal(producer_judge(&p, 0).reason, "too large");
    wm_reverify_at(p.reverify, 0)->is_left_out = true;
    sum = wm_reverify_conclude(p.reverify);
    assert_int_equal(sum.not_checked, 0);
    assert_false(sum.is_conclusive); /* nothing was re-verified */
    producer_end(&p);
}

/* A record from a device with more memory than this machine. The item must not be allocated. */
static void an_item_that_does_not_fit_is_not_tried(void **state)
{
    const wm_item item =
        producer_item("index_add", "atomic", 2147418112, 128, 65536, 1); /* 1.1 TB */
    const producer_output told = {.digest = {7}};
    producer p;
    wm_reverify_summary sum;
    (void)state;
    producer_begin(&p, &item, 1, "");
    producer_write_workload(&p, 0, &told, told.digest, NULL);
    producer_write_stage(&p, 0, &wm_kind_stage_acquire, &told);
    sum = producer_verify(&p, true);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_non_null(strstr(producer_judge(&p, 0).reason, "needs 1.11e+03 GB of memory"));
    assert_false(sum.is_conclusive);
    producer_end(&p);
}

/* Items that differ only in their point have equal outputs. */
static void equal_outputs_count_once(void **state)
{
    wm_item items[] = {producer_item("gemm", "fp16", 200, 200, 64, 1),
                       producer_item("gemm", "fp16", 200, 200, 64, 2),
                       producer_item("gemm", "fp16", 200, 201, 64, 1)};
    const deceit none = {0};
    wm_reverify_summary once, both;
    producer p;
    (void)state;
    items[1].point = WM_POINT_COLD;
    producer_begin(&p, items, 3, "");
    for (size_t i = 0; i < 3; i++)
        producer_run(&p, i, &none);
    both = producer_verify(&p, false);
    assert_memory_equal(wm_reverify_at(p.reverify, 0)->digest,
                        wm_reverify_at(p.reverify, 1)->digest, 32);
    assert_int_equal(both.spot_checked, 3);
    assert_int_equal(both.bound, 64);
    wm_reverify_at(p.reverify, 2)->is_left_out = true;
    once = wm_reverify_conclude(p.reverify);
    assert_int_equal(once.bound, 32);
    assert_false(once.is_enough);
    wm_reverify_at(p.reverify, 0)->is_left_out = true; /* the other one takes its place */
    assert_int_equal(wm_reverify_conclude(p.reverify).bound, 32);
    producer_end(&p);
}

static void bounds_are_those_of_the_documents(void **state)
{
    (void)state;
    assert_true(wm_reverify_bound(0, 0) == 0);
    assert_true(fabs(1 - wm_reverify_bound(32, 0) - 0.089) < 0.0005);
    assert_true(fabs(1 - wm_reverify_bound(32, 40) - 0.617) < 0.0005);
    assert_true(1 - wm_reverify_bound(WM_REVERIFY_ENOUGH, 0) <= 0.05);
    assert_true(1 - wm_reverify_bound(WM_REVERIFY_ENOUGH - 1, 0) > 0.05);
}

enum { EXACT = 3 }; /* items below whose outputs every device reproduces */

/* Computes three outputs on a device that fails at a call, with that call's words in the reason;
 * returns how many were reproduced. *lost: whether it could not be opened again. */
static unsigned compute_on_failing(unsigned at, failing_manner manner, producer *p, bool *lost)
{
    const wm_item items[EXACT] = {producer_item("hbm_triad", "f32", 3000, 0, 0, 1),
                                  producer_item("gemm", "int8", 8, 9, 10, 1),
                                  producer_item("hbm_triad", "f32", 4000, 0, 0, 1)};
    const deceit none = {0};
    wm_device *failing;
    unsigned reproduced = 0;
    producer_begin(p, items, EXACT, "");
    for (size_t i = 0; i < EXACT; i++)
        producer_run(p, i, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    assert_int_equal(failing_backend.open(&producer_options, &failing, NULL), WM_OK);
    failing_backend_plan((failing_plan){at, WM_E_DEVICE, manner});
    for (size_t i = 0; i < EXACT; i++)
        assert_int_equal(wm_reverify_compute(p->reverify, i, &failing, &producer_options), WM_OK);
    for (size_t i = 0; i < EXACT; i++)
        reproduced += producer_judge(p, i).verdict == WM_REVERIFY_REPRODUCED;
    *lost = failing == NULL;
    if (failing != NULL)
        failing_backend.close(failing);
    return reproduced;
}

/* The outputs that were not computed say which operation failed. */
static void expect_named(producer *p)
{
    for (size_t i = 0; i < EXACT; i++) {
        const wm_reverify_own *own = &wm_reverify_at(p->reverify, i)->own;
        assert_true(own->is_done == (own->reason[0] == '\0'));
        if (!own->is_done)
            assert_non_null(strstr(own->reason, failing_backend_failed()));
    }
}

static void a_device_that_fails_is_opened_again(void **state)
{
    producer p;
    bool lost;
    unsigned calls;
    (void)state;
    assert_int_equal(compute_on_failing(0, FAILING_STICKY, &p, &lost), EXACT);
    calls = failing_backend_calls();
    producer_end(&p);
    assert_true(calls > 30);
    for (unsigned at = 1; at <= calls; at++) {
        const unsigned reproduced = compute_on_failing(at, FAILING_STICKY, &p, &lost);
        assert_false(lost);
        /* A failure of a free has no effect. */
        assert_in_range(reproduced, EXACT - 1, EXACT);
        assert_true(reproduced == EXACT ||
                    failing_backend_opened() == 1); /* again, since planned */
        expect_named(&p);
        producer_end(&p);
    }
}

static void a_device_that_is_lost_is_the_reason_of_the_rest(void **state)
{
    producer p;
    bool lost;
    const unsigned reproduced = compute_on_failing(12, FAILING_LOST, &p, &lost);
    const wm_reverify_own *last = &wm_reverify_at(p.reverify, EXACT - 1)->own;
    (void)state;
    assert_true(lost);
    assert_true(reproduced < EXACT);
    assert_non_null(strstr(last->reason, FAILING_LOST_WORDS));
    assert_non_null(strstr(last->reason, "cannot be opened again"));
    assert_int_equal(producer_judge(&p, EXACT - 1).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_false(wm_reverify_conclude(p.reverify).is_conclusive);
    producer_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_products_agree),
        cmocka_unit_test(honest_products_of_odd_shapes_agree),
        cmocka_unit_test(honest_outputs_are_reproduced),
        cmocka_unit_test(the_recorded_method_is_taken_where_there_is_one),
        cmocka_unit_test(a_method_that_is_not_offered_leaves_the_devices_own),
        cmocka_unit_test(a_failed_recomputation_is_spot_checked),
        cmocka_unit_test(one_product_is_not_enough),
        cmocka_unit_test(failed_and_skipped_items_are_not_checked),
        cmocka_unit_test(an_item_that_does_not_fit_is_not_tried),
        cmocka_unit_test(small_outputs_are_opened_whole),
        cmocka_unit_test(equal_outputs_count_once),
        cmocka_unit_test(bounds_are_those_of_the_documents),
        cmocka_unit_test(a_device_that_fails_is_opened_again),
        cmocka_unit_test(a_device_that_is_lost_is_the_reason_of_the_rest),
    };
    return cmocka_run_group_tests(tests, producer_open_device, producer_close_device);
}
