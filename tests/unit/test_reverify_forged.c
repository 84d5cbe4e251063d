/* Tests of study/reverify: records of faulty devices, of producers who forge, and nodes that are
 * invalid. */
#include "record/nodes/contents.h"
#include "study/reverify/reverify.h"
#include "support/cmocka.h"
#include "support/producer.h"

#include <stdio.h>
#include <string.h>

/* A device with the accumulator made it. Here only its openings can be checked. */
static const wm_reverify_options OPTIONS = {.only_count = 0};

static const uint8_t NO_ID[WM_SHA256_SIZE];

static void a_product_that_cannot_be_made_here_is_opened(void **state)
{
    const deceit none = {0}, liar = {.lie_every = 2}, larger = {.residual_factor = 40};
    const deceit faulty = {.inject = true, .repair = true};
    const wm_item item = producer_item("gemm", "fp8_fast", 192, 200, 160, 1);
    producer p;
    (void)state;
    assert_false(producer_tell(&p, &item, "", &faulty, true).is_conclusive);
    for (size_t i = 0; i < 3; i++) /* one reason for the product, its fault and its repair */
        assert_non_null(strstr(producer_judge(&p, i).reason, "not computed here"));
    producer_end(&p);
    assert_true(producer_tell(&p, &item, "", &none, true).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_non_null(strstr(producer_judge(&p, 0).reason, "not computed here"));
    producer_end(&p);
    assert_false(producer_tell(&p, &item, "", &liar, false).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    producer_end(&p);
    assert_false(producer_tell(&p, &item, "", &larger, false).is_right);
    producer_end(&p);
}

/* Its sums are exact in any accumulator, so a device without the reduced one has its output. */
static void an_exact_product_needs_no_reduced_accumulator(void **state)
{
    const deceit none = {0}, liar = {.lie_every = 64};
    const deceit faulty = {.inject = true, .repair = true};
    const wm_item item = producer_item("gemm", "fp8_fast_exact", 192, 200, 160, 1);
    producer p;
    (void)state;
    assert_true(producer_tell(&p, &item, "", &none, true).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    producer_end(&p);
    assert_true(producer_tell(&p, &item, "", &faulty, true).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    producer_end(&p);
    assert_false(producer_tell(&p, &item, "", &liar, true).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    producer_end(&p);
}

/* A device that is wrong in 5 % of the chunks. An output differs if an opening draws a wrong chunk,
 * which is likely in two products. */
static void a_device_that_lies_is_found(void **state)
{
    const wm_item items[] = {producer_item("gemm", "f32", 300, 256, 64, 1),
                             producer_item("gemm", "fp16", 300, 512, 64, 1)};
    const deceit lies = {.lie_every = 20};
    unsigned found = 0;
    (void)state;
    for (int i = 0; i < 5; i++) {
        char nonce[8];
        producer p;
        wm_reverify_summary sum;
        (void)snprintf(nonce, sizeof nonce, "%02x", i);
        producer_begin(&p, items, 2, nonce);
        producer_run(&p, 0, &lies);
        producer_run(&p, 1, &lies);
        sum = producer_verify(&p, true);
        assert_int_equal(sum.reproduced, 0);
        assert_false(sum.is_conclusive);
        found += sum.is_right ? 0 : 1;
        producer_end(&p);
    }
    /* the openings miss 0.95^64 = 3.8 % of these devices; with these five nonces they find all */
    assert_int_equal(found, 5);
}

static void an_exact_lie_is_always_found_by_computing(void **state)
{
    const wm_item item = producer_item("gemm", "int8", 64, 256, 32, 1);
    const deceit lies = {.lie_every = 64};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &lies, true);
    (void)state;
    assert_false(sum.is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    producer_end(&p);
}

static void invented_residuals_are_found(void **state)
{
    static const double factors[] = {1e-3, 0.1, 30, 1e6};
    const wm_item item = producer_item("gemm", "fp16", 300, 512, 300, 1);
    (void)state;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const deceit how = {.residual_factor = factors[i]};
        producer p;
        wm_reverify_summary sum = producer_tell(&p, &item, "", &how, false);
        assert_false(sum.is_right);
        assert_non_null(strstr(producer_judge(&p, 0).reason, "residual"));
        producer_end(&p);
    }
}

/* Within the range from the openings, only computing finds a false residual. */
static void a_residual_that_is_nearly_right_is_found_by_computing(void **state)
{
    const wm_item item = producer_item("gemm", "fp16", 300, 512, 300, 1);
    const deceit how = {.residual_factor = 0.8};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &how, true);
    (void)state;
    assert_false(sum.is_right);
    assert_non_null(strstr(producer_judge(&p, 0).reason, "not: recomputed max|r|"));
    producer_end(&p);
}

static void invented_digests_are_found(void **state)
{
    const wm_item items[] = {producer_item("hbm_triad", "f32", 3000, 0, 0, 1),
                             producer_item("scatter_add", "fixed", 3000, 100, 0, 1)};
    const deceit how = {.made_up_digest = true};
    (void)state;
    for (int i = 0; i < 2; i++) {
        producer p;
        wm_reverify_summary sum = producer_tell(&p, &items[i], "", &how, false);
        assert_int_equal(sum.spot_checked, 1);
        assert_false(sum.is_conclusive);
        producer_end(&p);
        sum = producer_tell(&p, &items[i], "", &how, true);
        assert_false(sum.is_right);
        assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
        producer_end(&p);
    }
}

static void an_order_dependent_sum_is_not_conclusive(void **state)
{
    const wm_item item = producer_item("reduction", "default", 3000, 0, 0, 1);
    const deceit how = {.made_up_digest = true};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &how, true);
    (void)state;
    assert_true(sum.is_right);
    assert_false(sum.is_conclusive);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    producer_end(&p);
}

static void repeats_with_another_output_are_checked_in_part(void **state)
{
    const wm_item items[] = {producer_item("gemm", "f32", 64, 64, 64, 2),
                             producer_item("gemm", "int8", 64, 64, 64, 2)};
    const deceit how = {.other_repeat = true};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &items[0], "", &how, true);
    (void)state;
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(wm_reverify_at(p.reverify, 0)->is_same);
    assert_int_equal(sum.partly, 1);
    assert_true(sum.is_right && !sum.is_conclusive);
    producer_end(&p);
    sum = producer_tell(&p, &items[1], "", &how, true);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    producer_end(&p);
}

static void an_injected_fault_is_counted_apart(void **state)
{
    const wm_item item = producer_item("gemm", "fp16", 4, 512, 64, 1); /* 4 chunks: all are drawn */
    const deceit how = {.inject = true, .repair = true};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &how, false);
    (void)state;
    assert_int_equal(wm_reverify_count(p.reverify), 3);
    /* The product has the digest of the repaired output, and so its openings. */
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(wm_reverify_at(p.reverify, 0)->has_twin);
    assert_int_equal(wm_reverify_at(p.reverify, 1)->part, WM_REVERIFY_INJECTED);
    assert_false(wm_reverify_at(p.reverify, 1)->is_opened); /* it has an injected fault */
    assert_int_equal(producer_judge(&p, 1).verdict, WM_REVERIFY_CAUGHT);
    assert_int_equal(sum.caught, 1);
    assert_int_equal(sum.not_checked, 0);
    assert_int_equal(wm_reverify_at(p.reverify, 2)->part, WM_REVERIFY_REPAIRED);
    assert_int_equal(producer_judge(&p, 2).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(sum.is_right && !sum.is_conclusive);
    producer_end(&p);
}

/* Reads a node of which only some fields are there. */
static void read_node(wm_json *json, const char *text, wm_content *content)
{
    assert_int_equal(wm_contents_read(json, text, strlen(text), content), WM_OK);
}

#define KIND(kind, head, tail) "{" head "\"kind\":\"" kind "\"," tail "\"type\":\"observation\"}"
#define ZEROS "\"0000000000000000000000000000000000000000000000000000000000000000\""
#define STAGE(item, tail) "{\"item\":" item ",\"kind\":\"stage\"," tail ",\"type\":\"observation\"}"

/* Nodes after a plan of one product; each is refused. */
static void nodes_without_their_fields_are_refused(void **state)
{
    static const char *const nodes[] = {
        KIND("stage", "", ""),
        STAGE("1", "\"stage\":\"acquire\""),
        STAGE("0.5", "\"stage\":\"acquire\""),
        STAGE("0", "\"stage\":\"acquire\""),
        STAGE("0", "\"output_digest\":7,\"stage\":\"acquire\""),
        STAGE("0", "\"output_digest\":\"00\",\"stage\":\"witness\""),
        STAGE("0", "\"output_digest\":" ZEROS ",\"stage\":\"witness\""),
        STAGE("0", "\"openings\":{},\"output_digest\":" ZEROS ",\"stage\":\"witness\""),
        STAGE("0", "\"openings\":[1],\"output_digest\":" ZEROS ",\"stage\":\"witness\""),
        KIND("workload", "\"item\":0,", "\"status\":\"ok\","),
        KIND("workload", "\"item\":-1,", "\"status\":\"ok\","),
        KIND("plan", "\"items\":[],", "\"nonce\":\"\","),
    };
    const wm_item item = producer_item("gemm", "f32", 4, 4, 4, 1);
    wm_json *json = wm_json_new();
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        wm_content content;
        producer p;
        producer_begin(&p, &item, 1, "");
        read_node(json, nodes[i], &content);
        assert_int_equal(wm_reverify_take(p.reverify, &content, NO_ID, NULL), WM_E_INVALID);
        producer_end(&p);
    }
    wm_json_free(json);
}

/* A position that the digest does not draw. */
static void openings_of_other_places_are_refused(void **state)
{
    const wm_item item = producer_item("gemm", "f32", 40, 40, 4, 1);
    const deceit none = {0};
    producer p, other;
    (void)state;
    producer_begin(&p, &item, 1, "");
    producer_run(&p, 0, &none); /* leaves the witness as the latest node */
    p.opener.nodes[7].row = p.opener.nodes[7].row == 3 ? 2 : 3;
    producer_begin(&other, &item, 1, "");
    assert_int_equal(wm_reverify_take(other.reverify, &p.content, NO_ID, NULL), WM_E_INVALID);
    producer_end(&other);
    producer_end(&p);
}

/* A revisit of one chunk: an output of one chunk of zeros in binary32. */
#define REVISIT(data)                                                              \
    "{\"item\":0,\"kind\":\"revisit\",\"openings\":[{\"chunk\":0,\"data\":\"" data \
    "\",\"matrix_path\":[],\"row\":0,\"row_path\":[]}],\"prior\":1,\"type\":\"observation\"}"

/* A chunk at a prior's place that is not what the seeds give. */
static void a_false_revisit_differs(void **state)
{
    const wm_item item = producer_item("gemm", "f32", 1, 4, 4, 1);
    const deceit none = {0};
    wm_json *json = wm_json_new();
    wm_content content;
    producer p;
    (void)state;
    producer_begin(&p, &item, 1, "");
    producer_run(&p, 0, &none);
    read_node(json, REVISIT("AAAAAAAAAAAAAAAAAAAAAA=="), &content);
    assert_int_equal(wm_reverify_take(p.reverify, &content, NO_ID, NULL), WM_OK);
    assert_false(producer_verify(&p, false).is_right);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    assert_non_null(strstr(producer_judge(&p, 0).reason, "4 of 4 opened elements at a prior's"));
    assert_int_equal(wm_reverify_at(p.reverify, 0)->openings_agreeing, 1);
    producer_end(&p);
    producer_begin(&p, &item, 1, "");
    read_node(json, REVISIT("AAA*"), &content);
    assert_int_equal(wm_reverify_take(p.reverify, &content, NO_ID, NULL), WM_E_INVALID);
    producer_end(&p);
    wm_json_free(json);
}

static void invalid_nodes_are_refused(void **state)
{
    static const char *const nodes[] = {
        KIND("workload", "\"item\":0,", "\"status\":\"ok\","),
        KIND("plan", "\"items\":[{\"workload\":\"gemm\"}],", "\"nonce\":\"\","),
        KIND("plan", "\"items\":[],", "\"nonce\":7,"),
        KIND("plan",
             "\"items\":[{\"repeats\":0,\"shape\":{\"k\":1,\"m\":1,\"n\":1},\"variant\":\"f32\","
             "\"workload\":\"gemm\"}],",
             "\"nonce\":\"\","),
    };
    wm_json *json = wm_json_new();
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        wm_reverify *reverify = wm_reverify_new(&OPTIONS);
        wm_content content;
        wm_error err;
        read_node(json, nodes[i], &content);
        assert_int_equal(wm_reverify_take(reverify, &content, NO_ID, &err), WM_E_INVALID);
        wm_reverify_free(reverify);
    }
    wm_reverify *empty = wm_reverify_new(&OPTIONS);
    assert_int_equal(wm_reverify_ready(empty, NULL), WM_E_INVALID);
    wm_reverify_free(empty);
    wm_json_free(json);
}

/* A fault that the record accepts is not caught. */
static void a_missed_fault_is_not_checked(void **state)
{
    const wm_item item = producer_item("gemm", "fp16", 4, 512, 64, 1);
    const deceit how = {.inject = true, .misses = true};
    producer p;
    wm_reverify_summary sum = producer_tell(&p, &item, "", &how, false);
    (void)state;
    assert_int_equal(sum.caught, 0);
    assert_int_equal(producer_judge(&p, 1).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED); /* it has no twin */
    producer_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_that_cannot_be_made_here_is_opened),
        cmocka_unit_test(an_exact_product_needs_no_reduced_accumulator),
        cmocka_unit_test(a_device_that_lies_is_found),
        cmocka_unit_test(an_exact_lie_is_always_found_by_computing),
        cmocka_unit_test(invented_residuals_are_found),
        cmocka_unit_test(a_residual_that_is_nearly_right_is_found_by_computing),
        cmocka_unit_test(invented_digests_are_found),
        cmocka_unit_test(an_order_dependent_sum_is_not_conclusive),
        cmocka_unit_test(repeats_with_another_output_are_checked_in_part),
        cmocka_unit_test(an_injected_fault_is_counted_apart),
        cmocka_unit_test(a_missed_fault_is_not_checked),
        cmocka_unit_test(nodes_without_their_fields_are_refused),
        cmocka_unit_test(openings_of_other_places_are_refused),
        cmocka_unit_test(a_false_revisit_differs),
        cmocka_unit_test(invalid_nodes_are_refused),
    };
    return cmocka_run_group_tests(tests, producer_open_device, producer_close_device);
}
