/* Tests of study/reverify: records of honest devices, of faulty devices, and of producers who
 * forge. */
#include "study/reverify.h"
#include "study/reverify_resume.h"
#include "backend/registry.h"
#include "record/contents.h"
#include "workload/workload.h"
#include "support/cmocka.h"
#include "support/failing_backend.h"
#include "verify/check.h"
#include "verify/freivalds.h"
#include "verify/opener.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_device *device;

static const wm_device_options TWO_THREADS = {0, 2};

static int open_device(void **state)
{
    (void)state;
    return wm_registry_find("cpu")->open(&TWO_THREADS, &device, NULL) == WM_OK ? 0 : -1;
}

static int close_device(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

/* How a producer forges an item. */
typedef struct {
    unsigned lie_every;     /* one chunk in so many is invented; 0: none */
    double residual_factor; /* on every recorded difference_max; 0: unchanged */
    bool inject;            /* a fault in the first element, after the product was acquired */
    bool misses;            /* the record accepts the fault */
    bool repair;            /* and the honest product after it */
    bool fails;             /* the only repeat failed */
    bool other_repeat;      /* a second repeat has another digest */
    bool made_up_digest;    /* the output's digest is invented */
    const char *method;     /* recorded of every repeat; null: none */
} deceit;

/* A record under construction. Each node is passed to a re-verification as it is made. */
typedef struct {
    wm_reverify *reverify;
    const char *nonce;
    const wm_item *items;
    size_t item_count;
    wm_content content; /* the latest node */
    wm_opener opener;   /* the bytes that its openings point to */
} producer;

static void feed(producer *p)
{
    assert_int_equal(wm_reverify_take(p->reverify, &p->content, NULL), WM_OK);
}

static void begin(producer *p, const wm_item *items, size_t count, const char *nonce)
{
    wm_item_node nodes[64];
    *p = (producer){.reverify = wm_reverify_new(),
                    .nonce = nonce,
                    .items = items,
                    .item_count = count,
                    .content = {.kind = &wm_kind_plan, .form = &wm_kind_plan_form}};
    assert_non_null(p->reverify);
    assert_true(count <= 64);
    for (size_t i = 0; i < count; i++)
        nodes[i] = wm_kind_plan_node_of(&items[i]);
    p->content.of.plan =
        (wm_plan_node){.nonce = wm_member_text(nonce), .items = wm_member_list(nodes, count)};
    feed(p);
}

static void end(producer *p)
{
    wm_reverify_free(p->reverify);
    wm_opener_clear(&p->opener);
}

/* The current output with its recorded values. */
typedef struct {
    wm_workload workload;
    wm_check check;
    uint8_t digest[32];
    wm_observed_residual residual;
    wm_observed_calibration calibration;
} made;

static void look(made *m, double factor)
{
    assert_int_equal(wm_workload_digest_tree(&m->workload, m->digest), WM_OK);
    assert_int_equal(wm_workload_check(&m->check, m->digest, &m->residual), WM_OK);
    if (factor != 0)
        m->residual.difference_max *= factor;
}

/* Invents every so-many-th chunk of an output. The elements are those of another row, so they look
 * plausible. */
static void lie(made *m, unsigned every)
{
    const wm_output *shape = &m->workload.shape;
    const size_t bytes = m->workload.output_bytes, row = (size_t)shape->row_bytes;
    uint8_t *copy = malloc(bytes);
    assert_non_null(copy);
    assert_int_equal(device->ops->download(device, m->workload.output, 0, copy, bytes), WM_OK);
    for (uint64_t i = every / 2; i < shape->rows * shape->chunks; i += every) {
        const size_t at = (size_t)(i % shape->chunks) * WM_TABLES_CHUNK_BYTES;
        const size_t size = row - at < WM_TABLES_CHUNK_BYTES ? row - at : WM_TABLES_CHUNK_BYTES;
        const size_t to = (size_t)(i / shape->chunks), from = (to + 1) % (size_t)shape->rows;
        assert_int_equal(device->ops->upload(device, m->workload.output, to * row + at,
                                             copy + from * row + at, size),
                         WM_OK);
    }
    free(copy);
}

static wm_residual_node residual_of(const producer *p, size_t item, const made *m)
{
    return wm_kind_workload_residual_node(&m->residual, p->items[item].variant);
}

static void write_workload(producer *p, size_t item, const made *m, const uint8_t digest[32],
                           const char *method)
{
    p->content = (wm_content){.kind = &wm_kind_workload, .form = &wm_kind_workload_ok};
    p->content.of.workload = (wm_workload_node){.item = (double)item,
                                                .method = wm_member_text(method),
                                                .output_digest = wm_member_hex(digest),
                                                .residual = residual_of(p, item, m)};
    feed(p);
}

static void write_calibration(producer *p, size_t item, const made *m, double factor)
{
    double differences[WM_TABLES_PROBES];
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        differences[j] = m->calibration.difference_max[j] * (factor != 0 ? factor : 1);
    p->content = (wm_content){.kind = &wm_kind_calibration, .form = &wm_kind_calibration_ok};
    p->content.of.calibration = (wm_calibration_node){
        .item = (double)item,
        .difference_max = wm_member_list(differences, WM_TABLES_PROBES),
        .reference_max = wm_member_list(m->calibration.reference_max, WM_TABLES_PROBES),
        .residual_squares = wm_member_list(m->calibration.residual_squares, WM_TABLES_PROBES),
        .rounding_squares = wm_member_list(m->calibration.rounding_squares, WM_TABLES_PROBES)};
    feed(p);
}

static void write_stage(producer *p, size_t item, const wm_form *form, const made *m)
{
    p->content = (wm_content){.kind = &wm_kind_stage, .form = form};
    p->content.of.stage =
        (wm_stage_node){.item = (double)item, .output_digest = wm_member_hex(m->digest)};
    if (form == &wm_kind_stage_witness) {
        p->content.of.stage.residual = residual_of(p, item, m);
        if (wm_tables_has(p->items[item].variant, WM_TRAIT_CALIBRATION))
            p->content.form = &wm_kind_stage_witness_calibrated;
        assert_int_equal(wm_opener_open(&p->opener, &m->check, m->digest, m->workload.tree), WM_OK);
        p->content.of.stage.openings = wm_member_list(p->opener.nodes, p->opener.count);
    }
    feed(p);
}

static void write_decision(producer *p, size_t item, const char *decision)
{
    const wm_content witness = p->content; /* stays the latest node */
    p->content.form = &wm_kind_stage_decide;
    p->content.of.stage =
        (wm_stage_node){.item = (double)item, .decision = wm_member_text(decision)};
    feed(p);
    p->content = witness;
}

/* Runs one item and records it with the forgery. */
static void produce(producer *p, size_t item, const deceit *how)
{
    const wm_item *of = &p->items[item];
    made m;
    if (how->fails) {
        p->content = (wm_content){.kind = &wm_kind_workload, .form = &wm_kind_workload_failed};
        p->content.of.workload = (wm_workload_node){.item = (double)item};
        feed(p);
        return;
    }
    assert_int_equal(wm_workload_open(&m.workload, device, of), WM_OK);
    assert_int_equal(wm_workload_fill(&m.workload, p->nonce), WM_OK);
    if (m.workload.job.operation == WM_OPERATION_GEMM &&
        m.workload.job.as.gemm.arithmetic == WM_ARITHMETIC_F32_FAST)
        m.workload.job.as.gemm.arithmetic = WM_ARITHMETIC_F32; /* more exact than required */
    assert_int_equal(wm_job_run(device, &m.workload.job), WM_OK);
    m.check = (wm_check){device, of, p->nonce, &m.workload.job};
    if (how->lie_every != 0)
        lie(&m, how->lie_every);
    look(&m, how->residual_factor);
    if (how->made_up_digest)
        memset(m.digest, 0x5a, 32);
    write_workload(p, item, &m, m.digest, how->method);
    if (how->other_repeat) {
        const uint8_t other[32] = {1};
        write_workload(p, item, &m, other, how->method);
    }
    if (wm_tables_has(of->variant, WM_TRAIT_CALIBRATION)) {
        assert_int_equal(wm_freivalds_calibrate(&m.check, m.digest, &m.calibration), WM_OK);
        write_calibration(p, item, &m, how->residual_factor);
    }
    write_stage(p, item, &wm_kind_stage_acquire, &m);
    if (how->inject) {
        assert_int_equal(device->ops->flip_bits(device, m.workload.output, 0, 0x4000, 2), WM_OK);
        look(&m, 0);
        write_stage(p, item, &wm_kind_stage_inject, &m);
    }
    write_stage(p, item, &wm_kind_stage_witness, &m);
    write_decision(p, item, how->inject && !how->misses ? "reject" : "accept");
    if (how->repair) {
        assert_int_equal(device->ops->flip_bits(device, m.workload.output, 0, 0x4000, 2), WM_OK);
        look(&m, 0);
        write_stage(p, item, &wm_kind_stage_repair, &m);
        write_stage(p, item, &wm_kind_stage_witness, &m);
    }
    wm_workload_close(&m.workload);
}

static wm_item item_of(const char *workload, const char *variant, uint32_t a, uint32_t b,
                       uint32_t c, uint32_t repeats)
{
    const wm_item item = {wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                          {a, b, c, 0},
                          repeats,
                          {WM_FAULT_NONE, false, 0, 0},
                          WM_POINT_NONE,
                          0};
    assert_non_null(item.variant);
    return item;
}

/* Re-verifies all outputs, also on a device if `compute`. */
static wm_reverify_summary verify(producer *p, bool compute)
{
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    for (size_t i = 0; i < wm_reverify_count(p->reverify); i++) {
        assert_int_equal(wm_reverify_openings(p->reverify, i, NULL, NULL), WM_OK);
        if (compute)
            assert_int_equal(wm_reverify_compute(p->reverify, i, &device, &TWO_THREADS), WM_OK);
    }
    return wm_reverify_conclude(p->reverify);
}

static wm_reverify_finding judge(producer *p, size_t index)
{
    assert_true(index < wm_reverify_count(p->reverify));
    return wm_reverify_judge(wm_reverify_at(p->reverify, index));
}

/* One item, one forgery. */
static wm_reverify_summary tell(producer *p, const wm_item *item, const char *nonce,
                                const deceit *how, bool compute)
{
    begin(p, item, 1, nonce);
    produce(p, 0, how);
    return verify(p, compute);
}

static void honest_products_agree(void **state)
{
    static const char *const variants[] = {"fp16", "bf16", "tf32", "fp8", "f32", "f64", "int8"};
    const deceit none = {0};
    wm_item items[7];
    producer p;
    wm_reverify_summary sum;
    (void)state;
    for (int i = 0; i < 7; i++)
        items[i] = item_of("gemm", variants[i], 192, 200, 160, 1);
    begin(&p, items, 7, "");
    for (size_t i = 0; i < 7; i++)
        produce(&p, i, &none);
    sum = verify(&p, false);
    assert_int_equal(sum.spot_checked, 7);
    assert_true(sum.is_right && sum.is_enough);
    assert_int_equal(sum.unsettled, 7);
    assert_false(sum.is_conclusive); /* nobody has checked the residuals */
    for (size_t i = 0; i < 7; i++) {
        const wm_reverify_output *o = wm_reverify_at(p.reverify, i);
        assert_int_equal(o->openings_agreeing, 32);
        sum.bound -= o->openings_agreeing;
        assert_true(o->is_plausible && o->seen.worst_ratio <= 1);
        assert_string_equal(judge(&p, i).reason, "");
    }
    assert_int_equal(sum.bound, 0);
    end(&p);
}

/* An output of at most 32 chunks is opened whole. */
static void small_outputs_are_opened_whole(void **state)
{
    const deceit none = {0};
    const wm_item items[] = {
        item_of("gemm", "f32", 1, 1, 9, 1), item_of("gemm", "f64", 1, 100, 9, 1),
        item_of("gemm", "fp16", 16, 16, 9, 1), item_of("gemm", "fp16", 33, 16, 9, 1)};
    static const unsigned counts[] = {1, 1, 16, 32};
    producer p;
    wm_reverify_summary sum;
    (void)state;
    begin(&p, items, 4, "");
    for (size_t i = 0; i < 4; i++)
        produce(&p, i, &none);
    sum = verify(&p, false);
    for (size_t i = 0; i < 4; i++) {
        const wm_reverify_output *o = wm_reverify_at(p.reverify, i);
        assert_int_equal(o->opening_count, counts[i]);
        assert_int_equal(o->openings_agreeing, counts[i]);
        assert_true((wm_reverify_share(o, 40) == 1) == (i < 3));
    }
    assert_int_equal(sum.bound, 50);
    assert_false(sum.is_enough);
    end(&p);
}

/* A device with the accumulator made it. Here only its openings can be checked. */
static void a_product_that_cannot_be_made_here_is_opened(void **state)
{
    const deceit none = {0}, liar = {.lie_every = 2}, larger = {.residual_factor = 40};
    const deceit faulty = {.inject = true, .repair = true};
    const wm_item item = item_of("gemm", "fp8_fast", 192, 200, 160, 1);
    producer p;
    (void)state;
    assert_false(tell(&p, &item, "", &faulty, true).is_conclusive);
    for (size_t i = 0; i < 3; i++) /* one reason for the product, its fault and its repair */
        assert_non_null(strstr(judge(&p, i).reason, "not computed here"));
    end(&p);
    assert_true(tell(&p, &item, "", &none, true).is_right);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_non_null(strstr(judge(&p, 0).reason, "not computed here"));
    end(&p);
    assert_false(tell(&p, &item, "", &liar, false).is_right);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    end(&p);
    assert_false(tell(&p, &item, "", &larger, false).is_right);
    end(&p);
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
        items[i] = item_of("gemm", variants[i % 7], shapes[i / 7][0], shapes[i / 7][1],
                           shapes[i / 7][2], 1);
    for (int round = 0; round < 3; round++) {
        static const char *const nonces[] = {"", "a1", "b2"};
        producer p;
        begin(&p, items, 7 * 8, nonces[round]);
        for (size_t i = 0; i < 7 * 8; i++)
            produce(&p, i, &none);
        (void)verify(&p, false);
        for (size_t i = 0; i < 7 * 8; i++) {
            const wm_reverify_finding finding = judge(&p, i);
            if (finding.verdict != WM_REVERIFY_SPOT_CHECKED)
                print_error("%s: %s\n", wm_reverify_at(p.reverify, i)->label, finding.reason);
            assert_int_equal(finding.verdict, WM_REVERIFY_SPOT_CHECKED);
        }
        end(&p);
    }
}

static void honest_outputs_are_reproduced(void **state)
{
    const deceit none = {0};
    const wm_item items[] = {item_of("gemm", "fp16", 192, 200, 160, 1),
                             item_of("gemm", "f32", 96, 96, 96, 1),
                             item_of("gemm", "int8", 64, 64, 64, 1),
                             item_of("hbm_triad", "f32", 300000, 0, 0, 1),
                             item_of("scatter_add", "fixed", 5000, 100, 0, 1),
                             item_of("reduction", "deterministic", 70000, 0, 0, 1),
                             item_of("random_access", "latency", 70000, 2, 500, 1),
                             item_of("random_access", "bandwidth", 70000, 300, 40, 1)};
    const size_t count = sizeof items / sizeof *items;
    producer p;
    wm_reverify_summary sum;
    (void)state;
    begin(&p, items, count, "00ff");
    for (size_t i = 0; i < count; i++)
        produce(&p, i, &none);
    sum = verify(&p, true);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(judge(&p, i).verdict, WM_REVERIFY_REPRODUCED);
    assert_true(sum.is_conclusive);
    assert_int_equal(sum.reproduced, count);
    end(&p);
}

/* Records the method that a device is asked for, and its answer. */
static char asked[256];
static wm_status answer;
static int questions;

static wm_status note_question(wm_device *of, const wm_job *job, const char *method)
{
    assert_ptr_equal(of, device);
    assert_int_equal(job->operation, WM_OPERATION_GEMM);
    (void)snprintf(asked, sizeof asked, "%s", method);
    questions++;
    return answer;
}

/* The finding for an honest product with a recorded method, on a device with that answer. */
static wm_reverify_finding find_with_method(const char *method, wm_status with)
{
    const deceit none = {.method = method};
    const wm_item item = item_of("gemm", "fp16", 48, 40, 32, 1);
    const wm_backend *ops = device->ops;
    wm_backend noting = *ops;
    wm_reverify_finding finding;
    producer p;
    answer = with, questions = 0, asked[0] = '\0';
    noting.choose = note_question;
    begin(&p, &item, 1, "00ff");
    produce(&p, 0, &none);
    device->ops = &noting;
    (void)verify(&p, true);
    device->ops = ops; /* of a device that was opened again too */
    finding = judge(&p, 0);
    end(&p);
    return finding;
}

static void the_recorded_method_is_taken_where_there_is_one(void **state)
{
    (void)state;
    assert_int_equal(find_with_method("algorithm 43", WM_OK).verdict, WM_REVERIFY_REPRODUCED);
    assert_string_equal(asked, "algorithm 43");
    assert_int_equal(questions, 1);
    assert_int_equal(find_with_method(NULL, WM_OK).verdict, WM_REVERIFY_REPRODUCED);
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
    const wm_item item = item_of("gemm", "f32", 256, 256, 64, 1);
    const deceit none = {0};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &none, false);
    (void)state;
    assert_int_equal(sum.bound, wm_reverify_at(p.reverify, 0)->openings_agreeing);
    assert_int_equal(sum.bound, 32);
    assert_true(sum.is_right && !sum.is_enough && !sum.is_conclusive);
    end(&p);
}

/* A device that is wrong in 5 % of the chunks. An output differs if an opening draws a wrong chunk,
 * which is likely in two products. */
static void a_device_that_lies_is_found(void **state)
{
    const wm_item items[] = {item_of("gemm", "f32", 300, 256, 64, 1),
                             item_of("gemm", "fp16", 300, 512, 64, 1)};
    const deceit lies = {.lie_every = 20};
    unsigned found = 0;
    (void)state;
    for (int i = 0; i < 5; i++) {
        char nonce[8];
        producer p;
        wm_reverify_summary sum;
        (void)snprintf(nonce, sizeof nonce, "%02x", i);
        begin(&p, items, 2, nonce);
        produce(&p, 0, &lies);
        produce(&p, 1, &lies);
        sum = verify(&p, true);
        assert_int_equal(sum.reproduced, 0);
        assert_false(sum.is_conclusive);
        found += sum.is_right ? 0 : 1;
        end(&p);
    }
    /* the openings miss 0.95^64 = 3.8 % of these devices; with these five nonces they find all */
    assert_int_equal(found, 5);
}

static void an_exact_lie_is_always_found_by_computing(void **state)
{
    const wm_item item = item_of("gemm", "int8", 64, 256, 32, 1);
    const deceit lies = {.lie_every = 64};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &lies, true);
    (void)state;
    assert_false(sum.is_right);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    end(&p);
}

static void invented_residuals_are_found(void **state)
{
    static const double factors[] = {1e-3, 0.1, 30, 1e6};
    const wm_item item = item_of("gemm", "fp16", 300, 512, 300, 1);
    (void)state;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const deceit how = {.residual_factor = factors[i]};
        producer p;
        wm_reverify_summary sum = tell(&p, &item, "", &how, false);
        assert_false(sum.is_right);
        assert_non_null(strstr(judge(&p, 0).reason, "residual"));
        end(&p);
    }
}

/* Within the range from the openings, only computing finds a false residual. */
static void a_residual_that_is_nearly_right_is_found_by_computing(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 300, 512, 300, 1);
    const deceit how = {.residual_factor = 0.8};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &how, true);
    (void)state;
    assert_false(sum.is_right);
    assert_non_null(strstr(judge(&p, 0).reason, "not: recomputed max|r|"));
    end(&p);
}

static void invented_digests_are_found(void **state)
{
    const wm_item items[] = {item_of("hbm_triad", "f32", 3000, 0, 0, 1),
                             item_of("scatter_add", "fixed", 3000, 100, 0, 1)};
    const deceit how = {.made_up_digest = true};
    (void)state;
    for (int i = 0; i < 2; i++) {
        producer p;
        wm_reverify_summary sum = tell(&p, &items[i], "", &how, false);
        assert_int_equal(sum.spot_checked, 1);
        assert_false(sum.is_conclusive);
        end(&p);
        sum = tell(&p, &items[i], "", &how, true);
        assert_false(sum.is_right);
        assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
        end(&p);
    }
}

static void an_order_dependent_sum_is_not_conclusive(void **state)
{
    const wm_item item = item_of("reduction", "default", 3000, 0, 0, 1);
    const deceit how = {.made_up_digest = true};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &how, true);
    (void)state;
    assert_true(sum.is_right);
    assert_false(sum.is_conclusive);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    end(&p);
}

static void repeats_with_another_output_are_checked_in_part(void **state)
{
    const wm_item items[] = {item_of("gemm", "f32", 64, 64, 64, 2),
                             item_of("gemm", "int8", 64, 64, 64, 2)};
    const deceit how = {.other_repeat = true};
    producer p;
    wm_reverify_summary sum = tell(&p, &items[0], "", &how, true);
    (void)state;
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(wm_reverify_at(p.reverify, 0)->is_same);
    assert_int_equal(sum.partly, 1);
    assert_true(sum.is_right && !sum.is_conclusive);
    end(&p);
    sum = tell(&p, &items[1], "", &how, true);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_DIFFERS);
    end(&p);
}

static void failed_and_skipped_items_are_not_checked(void **state)
{
    const wm_item item = item_of("gemm", "f32", 64, 64, 64, 1);
    const deceit failed = {.fails = true}, none = {0};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &failed, true);
    (void)state;
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_false(sum.is_conclusive);
    end(&p);
    begin(&p, &item, 1, "");
    produce(&p, 0, &none);
    assert_int_equal(wm_reverify_ready(p.reverify, NULL), WM_OK);
    (void)snprintf(wm_reverify_at(p.reverify, 0)->skipped, 200, "too large");
    assert_int_equal(wm_reverify_openings(p.reverify, 0, NULL, NULL), WM_OK);
    assert_int_equal(wm_reverify_compute(p.reverify, 0, &device, &TWO_THREADS), WM_OK);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_string_equal(judge(&p, 0).reason, "too large");
    wm_reverify_at(p.reverify, 0)->is_left_out = true;
    sum = wm_reverify_conclude(p.reverify);
    assert_int_equal(sum.not_checked, 0);
    assert_false(sum.is_conclusive); /* nothing was re-verified */
    end(&p);
}

/* A record from a device with more memory than this machine. The item must not be allocated. */
static void an_item_that_does_not_fit_is_not_tried(void **state)
{
    const wm_item item = item_of("index_add", "atomic", 2147418112, 128, 65536, 1); /* 1.1 TB */
    const made told = {.digest = {7}};
    producer p;
    wm_reverify_summary sum;
    (void)state;
    begin(&p, &item, 1, "");
    write_workload(&p, 0, &told, told.digest, NULL);
    write_stage(&p, 0, &wm_kind_stage_acquire, &told);
    sum = verify(&p, true);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_non_null(strstr(judge(&p, 0).reason, "needs 1.11e+03 GB of memory"));
    assert_false(sum.is_conclusive);
    end(&p);
}

static void an_injected_fault_is_counted_apart(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 4, 512, 64, 1); /* 4 chunks: all are drawn */
    const deceit how = {.inject = true, .repair = true};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &how, false);
    (void)state;
    assert_int_equal(wm_reverify_count(p.reverify), 3);
    /* The product has the digest of the repaired output, and so its openings. */
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(wm_reverify_at(p.reverify, 0)->has_twin);
    assert_int_equal(wm_reverify_at(p.reverify, 1)->part, WM_REVERIFY_INJECTED);
    assert_false(wm_reverify_at(p.reverify, 1)->is_opened); /* it has an injected fault */
    assert_int_equal(judge(&p, 1).verdict, WM_REVERIFY_CAUGHT);
    assert_int_equal(sum.caught, 1);
    assert_int_equal(sum.not_checked, 0);
    assert_int_equal(wm_reverify_at(p.reverify, 2)->part, WM_REVERIFY_REPAIRED);
    assert_int_equal(judge(&p, 2).verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_true(sum.is_right && !sum.is_conclusive);
    end(&p);
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
    const wm_item item = item_of("gemm", "f32", 4, 4, 4, 1);
    wm_json *json = wm_json_new();
    (void)state;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        wm_content content;
        producer p;
        begin(&p, &item, 1, "");
        read_node(json, nodes[i], &content);
        assert_int_equal(wm_reverify_take(p.reverify, &content, NULL), WM_E_INVALID);
        end(&p);
    }
    wm_json_free(json);
}

/* A position that the digest does not draw. */
static void openings_of_other_places_are_refused(void **state)
{
    const wm_item item = item_of("gemm", "f32", 40, 40, 4, 1);
    const deceit none = {0};
    producer p, other;
    (void)state;
    begin(&p, &item, 1, "");
    produce(&p, 0, &none); /* leaves the witness as the latest node */
    p.opener.nodes[7].row = p.opener.nodes[7].row == 3 ? 2 : 3;
    begin(&other, &item, 1, "");
    assert_int_equal(wm_reverify_take(other.reverify, &p.content, NULL), WM_E_INVALID);
    end(&other);
    end(&p);
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
        wm_reverify *reverify = wm_reverify_new();
        wm_content content;
        wm_error err;
        read_node(json, nodes[i], &content);
        assert_int_equal(wm_reverify_take(reverify, &content, &err), WM_E_INVALID);
        wm_reverify_free(reverify);
    }
    wm_reverify *empty = wm_reverify_new();
    assert_int_equal(wm_reverify_ready(empty, NULL), WM_E_INVALID);
    wm_reverify_free(empty);
    wm_json_free(json);
}

/* A fault that the record accepts is not caught. */
static void a_missed_fault_is_not_checked(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 4, 512, 64, 1);
    const deceit how = {.inject = true, .misses = true};
    producer p;
    wm_reverify_summary sum = tell(&p, &item, "", &how, false);
    (void)state;
    assert_int_equal(sum.caught, 0);
    assert_int_equal(judge(&p, 1).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_NOT_CHECKED); /* it has no twin */
    end(&p);
}

/* ---- origin ---- */

/* The environment that the record names. */
static void write_environment(producer *p, const char *backend)
{
    p->content = (wm_content){.kind = &wm_kind_environment, .form = &wm_kind_environment_form};
    p->content.of.environment = (wm_environment_node){.backend = wm_member_text(backend),
                                                      .device = wm_member_text("a device")};
    feed(p);
}

static wm_reverify_summary tell_origin(producer *p, const wm_item *item, const char *backend)
{
    const deceit none = {0};
    begin(p, item, 1, "");
    write_environment(p, backend);
    produce(p, 0, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    assert_int_equal(wm_reverify_computes_on(p->reverify, device), WM_OK);
    return verify(p, true);
}

static void another_backend_is_never_a_yes(void **state)
{
    const wm_item item = item_of("gemm", "int8", 64, 64, 64, 1);
    producer p;
    wm_reverify_summary sum = tell_origin(&p, &item, "cpu");
    (void)state;
    assert_true(sum.is_conclusive);
    assert_string_equal(wm_reverify_origin_of(p.reverify)->recorded, "cpu, a device");
    assert_non_null(strstr(wm_reverify_origin_of(p.reverify)->here, "cpu, "));
    end(&p);
    sum = tell_origin(&p, &item, "cuda"); /* exact: equal bits are right */
    assert_true(sum.is_right && !sum.is_conclusive);
    assert_int_equal(sum.reproduced, 1);
    end(&p);
}

/* 256 x 256 elements of fp16 at k = 256: 49 should differ. */
static void equal_bits_of_another_backend_are_a_finding(void **state)
{
    const wm_item wide = item_of("gemm", "fp16", 256, 256, 256, 1);
    const wm_item narrow = item_of("gemm", "fp16", 256, 200, 256, 1);
    producer p;
    wm_reverify_summary sum = tell_origin(&p, &wide, "cuda");
    (void)state;
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_WRONG_ORIGIN);
    assert_true(!sum.is_right && sum.wrong_origin == 1 && sum.differing == 0);
    end(&p);
    sum = tell_origin(&p, &wide, "cpu");
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    end(&p);
    sum = tell_origin(&p, &narrow, "cuda"); /* 38 are too few */
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    assert_true(sum.is_right);
    end(&p);
}

/* The measured shares of reverify_origin.c exceed the least ones. */
static void least_shares_are_below_the_measured_ones(void **state)
{
    static const struct {
        const char *variant;
        uint32_t k;
        double share;
    } measured[] = {
        {"fp16", 16, 0.00028},  {"fp16", 64, 0.00076},  {"fp16", 256, 0.00188},
        {"fp16", 1024, 0.0051}, {"fp16", 8192, 0.0311}, {"bf16", 16, 0.000011},
        {"bf16", 64, 0.000034}, {"bf16", 256, 0.00016}, {"bf16", 1024, 0.00052},
        {"bf16", 8192, 0.0045}, {"f32", 256, 0},        {"f32", 512, 0.91},
        {"f32", 2048, 0.964},   {"tf32", 8192, 0},      {"fp8", 8192, 0},
        {"fp8_fast", 8192, 0},  {"f64", 8192, 0},       {"int8", 8192, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const wm_item item = item_of("gemm", measured[i].variant, 100, 100, measured[i].k, 1);
        const double least = wm_reverify_differing(&item) / 10000;
        assert_true(least <= measured[i].share && least >= 0);
        assert_true(least > 0 || measured[i].share == 0 || measured[i].k == 512);
    }
}

/* ---- interrupting and resuming ---- */

static const wm_reverify_resume RESUME = {.root = "aa", .has_computed = true, .threads = 2};

static void read_again(producer *p, const wm_item *items, size_t count)
{
    const deceit none = {0};
    begin(p, items, count, "77");
    for (size_t i = 0; i < count; i++)
        produce(p, i, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
}

static void finished_outputs_are_resumed(void **state)
{
    const wm_item items[] = {item_of("gemm", "fp16", 100, 90, 64, 1),
                             item_of("scatter_add", "atomic", 5000, 100, 0, 1),
                             item_of("hbm_triad", "f32", 3000, 0, 0, 1)};
    wm_buffer text = WM_BUFFER_EMPTY, again = WM_BUFFER_EMPTY;
    wm_reverify_resume other = RESUME;
    producer p, resumed;
    wm_error err;
    (void)state;
    read_again(&p, items, 3);
    (void)verify(&p, true);
    for (size_t i = 0; i < 2; i++)
        wm_reverify_at(p.reverify, i)->is_finished = true;
    assert_int_equal(wm_reverify_resume_write(&RESUME, p.reverify, &text), WM_OK);
    read_again(&resumed, items, 3);
    assert_int_equal(wm_reverify_resume_read(&RESUME, &text, resumed.reverify, &err), WM_OK);
    for (size_t i = 0; i < 2; i++) {
        const wm_reverify_output *o = wm_reverify_at(resumed.reverify, i);
        assert_true(o->is_finished && o->is_opened && o->own.is_done);
        assert_int_equal(judge(&resumed, i).verdict, judge(&p, i).verdict);
        assert_string_equal(judge(&resumed, i).reason, judge(&p, i).reason);
    }
    assert_false(wm_reverify_at(resumed.reverify, 2)->is_finished);
    assert_int_equal(wm_reverify_resume_write(&RESUME, resumed.reverify, &again), WM_OK);
    assert_int_equal(again.size, text.size);
    assert_memory_equal(again.data, text.data, text.size);
    other.root = "ab";
    assert_int_equal(wm_reverify_resume_read(&other, &text, resumed.reverify, &err), WM_E_INVALID);
    other = RESUME;
    other.has_computed = false;
    assert_int_equal(wm_reverify_resume_read(&other, &text, resumed.reverify, &err), WM_E_INVALID);
    text.size--;
    assert_int_equal(wm_reverify_resume_read(&RESUME, &text, resumed.reverify, &err), WM_E_INVALID);
    text.size -= 5; /* no end */
    assert_true(wm_reverify_resume_read(&RESUME, &text, resumed.reverify, &err) != WM_OK);
    wm_buffer_clear(&text);
    wm_buffer_clear(&again);
    end(&p);
    end(&resumed);
}

static void a_signal_stops_the_work(void **state)
{
    const wm_item item = item_of("gemm", "fp16", 100, 90, 64, 1);
    volatile sig_atomic_t stop = 1;
    producer p;
    (void)state;
    read_again(&p, &item, 1);
    wm_reverify_stops_at(p.reverify, &stop);
    assert_int_equal(wm_reverify_openings(p.reverify, 0, NULL, NULL), WM_E_INTERRUPTED);
    assert_false(wm_reverify_at(p.reverify, 0)->is_opened);
    assert_int_equal(wm_reverify_compute(p.reverify, 0, &device, &TWO_THREADS), WM_E_INTERRUPTED);
    assert_false(wm_reverify_at(p.reverify, 0)->own.is_done);
    stop = 0;
    (void)verify(&p, true);
    assert_int_equal(judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    end(&p);
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
    const wm_item items[EXACT] = {item_of("hbm_triad", "f32", 3000, 0, 0, 1),
                                  item_of("gemm", "int8", 8, 9, 10, 1),
                                  item_of("hbm_triad", "f32", 4000, 0, 0, 1)};
    const deceit none = {0};
    wm_device *failing;
    unsigned reproduced = 0;
    begin(p, items, EXACT, "");
    for (size_t i = 0; i < EXACT; i++)
        produce(p, i, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    assert_int_equal(failing_backend.open(&TWO_THREADS, &failing, NULL), WM_OK);
    failing_backend_plan((failing_plan){at, WM_E_DEVICE, manner});
    for (size_t i = 0; i < EXACT; i++)
        assert_int_equal(wm_reverify_compute(p->reverify, i, &failing, &TWO_THREADS), WM_OK);
    for (size_t i = 0; i < EXACT; i++)
        reproduced += judge(p, i).verdict == WM_REVERIFY_REPRODUCED;
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
    end(&p);
    assert_true(calls > 30);
    for (unsigned at = 1; at <= calls; at++) {
        const unsigned reproduced = compute_on_failing(at, FAILING_STICKY, &p, &lost);
        assert_false(lost);
        /* A failure of a free has no effect. */
        assert_in_range(reproduced, EXACT - 1, EXACT);
        assert_true(reproduced == EXACT ||
                    failing_backend_opened() == 1); /* again, since planned */
        expect_named(&p);
        end(&p);
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
    assert_int_equal(judge(&p, EXACT - 1).verdict, WM_REVERIFY_NOT_CHECKED);
    assert_false(wm_reverify_conclude(p.reverify).is_conclusive);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_products_agree),
        cmocka_unit_test(a_product_that_cannot_be_made_here_is_opened),
        cmocka_unit_test(honest_products_of_odd_shapes_agree),
        cmocka_unit_test(honest_outputs_are_reproduced),
        cmocka_unit_test(the_recorded_method_is_taken_where_there_is_one),
        cmocka_unit_test(a_method_that_is_not_offered_leaves_the_devices_own),
        cmocka_unit_test(a_failed_recomputation_is_spot_checked),
        cmocka_unit_test(one_product_is_not_enough),
        cmocka_unit_test(a_device_that_lies_is_found),
        cmocka_unit_test(an_exact_lie_is_always_found_by_computing),
        cmocka_unit_test(invented_residuals_are_found),
        cmocka_unit_test(a_residual_that_is_nearly_right_is_found_by_computing),
        cmocka_unit_test(invented_digests_are_found),
        cmocka_unit_test(an_order_dependent_sum_is_not_conclusive),
        cmocka_unit_test(repeats_with_another_output_are_checked_in_part),
        cmocka_unit_test(failed_and_skipped_items_are_not_checked),
        cmocka_unit_test(an_item_that_does_not_fit_is_not_tried),
        cmocka_unit_test(an_injected_fault_is_counted_apart),
        cmocka_unit_test(a_missed_fault_is_not_checked),
        cmocka_unit_test(another_backend_is_never_a_yes),
        cmocka_unit_test(equal_bits_of_another_backend_are_a_finding),
        cmocka_unit_test(least_shares_are_below_the_measured_ones),
        cmocka_unit_test(finished_outputs_are_resumed),
        cmocka_unit_test(a_signal_stops_the_work),
        cmocka_unit_test(nodes_without_their_fields_are_refused),
        cmocka_unit_test(openings_of_other_places_are_refused),
        cmocka_unit_test(invalid_nodes_are_refused),
        cmocka_unit_test(small_outputs_are_opened_whole),
        cmocka_unit_test(bounds_are_those_of_the_documents),
        cmocka_unit_test(a_device_that_fails_is_opened_again),
        cmocka_unit_test(a_device_that_is_lost_is_the_reason_of_the_rest),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
