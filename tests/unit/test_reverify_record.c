/* Tests of re-verification on whole records: sealed, audited, read back; from an honest and from a
 * lying device. */
#include "archive/reader.h"
#include "archive/writer.h"
#include "study/run/run_plan.h"
#include "study/reverify/reverify.h"
#include "support/cmocka.h"
#include "support/liar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a record of a device ---- */

static const wm_reverify_options OPTIONS = {.only_count = 0};

static char folder[64];
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/test_reverify_XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char ENVIRONMENT[] =
    "{\"type\":\"observation\",\"kind\":\"environment\",\"producer\":{\"name\":\"test\","
    "\"version\":\"1\",\"source_revision\":\"none\"},\"backend\":\"cpu\",\"device\":\"liar\","
    "\"facts\":[{\"name\":\"compiler\",\"value\":\"cc\"},{\"name\":\"compiler.flags\",\"value\":"
    "\"\"},{\"name\":\"cpu.model\",\"value\":\"cpu\"},{\"name\":\"kernel\",\"value\":\"k\"},"
    "{\"name\":\"memory.bytes\",\"value\":1},{\"name\":\"threads\",\"value\":2}]}";

static void append_plan(wm_writer *writer, const char *environment, const char *nonce,
                        const wm_item *items, size_t count, char id[WM_ID_SIZE])
{
    wm_item_node nodes[16];
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_plan_node plan = {.environment = wm_member_edge(environment),
                         .name = wm_member_text("test"),
                         .nonce = wm_member_text(nonce),
                         .repeat_seconds = 0.001,
                         .continues = wm_member_list(NULL, 0),
                         .run = {.is_there = true}};
    assert_true(count <= 16);
    for (size_t i = 0; i < count; i++)
        nodes[i] = wm_kind_plan_node_of(&items[i]);
    plan.items = wm_member_list(nodes, count);
    assert_int_equal(wm_kind_write(&wm_kind_plan_form, &plan, &line), WM_OK);
    assert_int_equal(wm_writer_append(writer, line.data, line.size, id, NULL), WM_OK);
    wm_buffer_clear(&line);
}

static wm_status append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err)
{
    return wm_writer_append(context, json, size, id, err);
}

/* Runs the items on a device and seals the record. Returns what the run and the seal return. */
static wm_status try_seal(wm_device *device, const char *name, const char *nonce,
                          const wm_item *items, size_t count, wm_error *err)
{
    static const volatile sig_atomic_t never = 0;
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE], root[WM_ID_SIZE];
    wm_writer *writer = NULL;
    wm_status status;
    *err = (wm_error){WM_OK, "", ""};
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(wm_writer_open(path, 1 << 20, NULL, 0, &writer, NULL), WM_OK);
    assert_int_equal(wm_writer_append(writer, ENVIRONMENT, strlen(ENVIRONMENT), environment, NULL),
                     WM_OK);
    append_plan(writer, environment, nonce, items, count, plan);
    const wm_settings settings = {.device = &device,
                                  .memory_bytes = (double)NAN,
                                  .on_fault = WM_ON_FAULT_REPAIR,
                                  .stop = &never};
    const wm_run_plan grid = {.settings = &settings,
                              .sink = {writer, append, wm_writer_graph(writer), environment, plan},
                              .repeat = {.repeat_seconds = 0.001, .processors = 2}};
    status = wm_run_plan_run(&grid, err);
    if (status == WM_OK)
        status = wm_writer_seal(writer, NULL, 0, root, err);
    wm_writer_close(writer);
    return status;
}

static void seal(wm_device *device, const char *name, const char *nonce, const wm_item *items,
                 size_t count)
{
    wm_error err;
    const wm_status status = try_seal(device, name, nonce, items, count, &err);
    if (status != WM_OK)
        print_error("%s: %s\n", err.place, err.message);
    assert_int_equal(status, WM_OK);
}

/* ---- re-verification ---- */

static wm_reverify *take(void)
{
    wm_reverify *reverify = wm_reverify_new(&OPTIONS);
    wm_reader *reader = NULL;
    assert_int_equal(wm_reader_open(path, &reader, NULL), WM_OK);
    for (uint32_t line = 1; line <= wm_reader_lines(reader); line++) {
        wm_content content;
        if (wm_reader_at(reader, line)->type != WM_READER_OBSERVATION)
            continue;
        assert_int_equal(wm_reader_read(reader, line, &content, NULL), WM_OK);
        assert_int_equal(wm_reverify_take(reverify, &content, wm_reader_at(reader, line)->id, NULL),
                         WM_OK);
    }
    wm_reader_close(reader);
    assert_int_equal(wm_reverify_ready(reverify, NULL), WM_OK);
    return reverify;
}

/* Re-verifies the record, and computes every output on an honest device if there is one. Ownership:
 * wm_reverify_free. */
static wm_reverify *find_out(wm_device *honest)
{
    wm_reverify *reverify = take();
    for (size_t i = 0; i < wm_reverify_count(reverify); i++) {
        assert_int_equal(wm_reverify_openings(reverify, i, NULL, NULL), WM_OK);
        if (honest != NULL)
            assert_int_equal(
                wm_reverify_compute(reverify, i, &honest, &(wm_device_options){.threads = 2}),
                WM_OK);
    }
    return reverify;
}

/* Whether an output is settled: reproduced with all of its recorded numbers. */
static bool is_settled(wm_reverify *reverify, size_t index)
{
    const wm_reverify_output *o = wm_reverify_at(reverify, index);
    return wm_reverify_judge(o).verdict == WM_REVERIFY_REPRODUCED && !wm_reverify_is_partly(o);
}

static void count_finding(void *context, const wm_finding *finding)
{
    (void)finding;
    ++*(unsigned *)context;
}

/* Audits the record; returns its findings. */
static unsigned audit(void)
{
    unsigned findings = 0;
    const wm_audit_options options = {
        .size = sizeof options, .finding = count_finding, .context = &findings};
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    const wm_status status = wm_audit_path(path, &options, &report, &err);
    if (status != WM_OK)
        print_error("%s:%lu %s\n", report.failure.file, (unsigned long)report.failure.line,
                    report.failure.words);
    assert_int_equal(status, WM_OK);
    return findings;
}

static wm_item item_of(const char *workload, const char *variant, uint32_t a, uint32_t b,
                       uint32_t c, uint32_t d)
{
    return (wm_item){wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                     {a, b, c, d},
                     2,
                     {WM_FAULT_NONE, false, 0, 0},
                     WM_POINT_NONE,
                     0,
                     {WM_TRIAL_NOT, 0},
                     NULL};
}

enum { ITEMS = 14, PRODUCTS = 7 };

/* Every workload whose output is reproducible, products first. */
static void fill_items(wm_item items[ITEMS])
{
    static const char *const formats[PRODUCTS] = {"fp16", "bf16", "tf32", "fp8",
                                                  "f32",  "f64",  "int8"};
    for (size_t i = 0; i < PRODUCTS; i++)
        items[i] = item_of("gemm", formats[i], 200, 192, 160, 0);
    items[7] = item_of("hbm_triad", "f32", 30000, 0, 0, 0);
    items[8] = item_of("attention", "bf16", 1, 2, 64, 32);
    items[9] = item_of("reduction", "default", 30000, 0, 0, 0);
    items[10] = item_of("reduction", "deterministic", 30000, 0, 0, 0);
    items[11] = item_of("scatter_add", "fixed", 30000, 3000, 0, 0);
    items[12] = item_of("random_access", "latency", 30000, 2, 500, 0);
    items[13] = item_of("random_access", "bandwidth", 30000, 3000, 20, 0);
}

static void an_honest_record_is_reproduced(void **state)
{
    wm_item items[ITEMS];
    wm_device *device = liar_open(LIAR_HONEST);
    wm_reverify *reverify;
    wm_reverify_summary sum;
    (void)state;
    fill_items(items);
    seal(device, "honest", "", items, ITEMS);
    assert_int_equal(audit(), 0);
    reverify = find_out(NULL);
    sum = wm_reverify_conclude(reverify);
    assert_int_equal(sum.spot_checked, ITEMS);
    assert_true(sum.is_right && sum.is_enough && !sum.is_conclusive);
    wm_reverify_free(reverify);
    reverify = find_out(device);
    sum = wm_reverify_conclude(reverify);
    for (size_t i = 0; i < ITEMS; i++)
        assert_true(is_settled(reverify, i));
    assert_true(sum.is_right && sum.is_conclusive);
    wm_reverify_free(reverify);
    device->ops->close(device);
}

/* Whether a lie is possible for an item. */
static bool is_told(liar_subject about, size_t item)
{
    return !(about == LIAR_ROW || about == LIAR_WORST || about == LIAR_FLOOR) || item < PRODUCTS;
}

/* The audit accepts each of these records. Re-verification is never conclusive, whatever it
 * computes. */
static void try_to_pass(const wm_item items[ITEMS], liar_subject about, double factor)
{
    const size_t count = is_told(about, ITEMS - 1) ? ITEMS : PRODUCTS;
    wm_device *device = liar_open(about);
    wm_reverify *reverify;
    wm_reverify_summary sum;
    char name[64];
    liar.factor = factor;
    (void)snprintf(name, sizeof name, "lie%d_%a", (int)about, factor);
    device->ops = &liar.lies;
    seal(device, name, "", items, count);
    device->ops = liar.truth;
    (void)audit();
    reverify = find_out(NULL);
    sum = wm_reverify_conclude(reverify);
    assert_false(sum.is_right && sum.is_conclusive);
    wm_reverify_free(reverify);
    reverify = find_out(device);
    sum = wm_reverify_conclude(reverify);
    assert_false(sum.is_right && sum.is_conclusive);
    for (size_t i = 0; i < count; i++) {
        if (is_settled(reverify, i))
            print_error("lie %d times %a passed in %s\n", (int)about, factor,
                        wm_reverify_at(reverify, i)->label);
        assert_false(is_settled(reverify, i));
    }
    wm_reverify_free(reverify);
    device->ops->close(device);
}

static void no_lying_device_is_reproduced(void **state)
{
    wm_item items[ITEMS];
    (void)state;
    fill_items(items);
    for (liar_subject about = LIAR_CHUNKS; about < LIAR_COUNT; about++)
        if (about != LIAR_DIGEST)
            try_to_pass(items, about, 1.3);
}

/* A residual that is invented after the first repeat: equal digests have equal residuals, so the
 * repeat has failed. */
static void a_second_residual_of_a_digest_fails_its_repeat(void **state)
{
    char command[512];
    wm_item items[ITEMS];
    wm_device *device = liar_open(LIAR_RESIDUAL);
    wm_error err;
    (void)state;
    fill_items(items);
    liar.repeat = 1;
    device->ops = &liar.lies;
    assert_int_equal(try_seal(device, "second", "0f", items, ITEMS, &err), WM_OK);
    (void)snprintf(command, sizeof command,
                   "grep -q 'two answers for one output' %s/evidence.jsonl", path);
    assert_int_equal(system(command), 0);
    device->ops = liar.truth;
    device->ops->close(device);
}

/* The paths of the openings do not lead to an invented digest: no record has one. */
static void an_invented_digest_is_refused_at_once(void **state)
{
    wm_item items[ITEMS];
    wm_device *device = liar_open(LIAR_DIGEST);
    wm_error err;
    (void)state;
    fill_items(items);
    device->ops = &liar.lies;
    for (size_t i = 0; i < ITEMS; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "digest%zu", i);
        assert_int_equal(try_seal(device, name, "", items + i, 1, &err), WM_E_INVALID);
        assert_non_null(strstr(err.message, "do not lead to the output digest"));
    }
    device->ops = liar.truth;
    device->ops->close(device);
}

/* However near: a number that differs may be another processor's, and may be forged. */
static void a_nearly_equal_number_differs(void **state)
{
    static const double factors[] = {1.005, 1 + 0x1p-52};
    static const liar_subject numbers[] = {LIAR_RESIDUAL, LIAR_ROW, LIAR_FLOOR};
    wm_item items[ITEMS];
    (void)state;
    fill_items(items);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            try_to_pass(items, numbers[j], factors[i]);
}

/* More than not conclusive: if the witness is finer than the residual, a residual times 1.3
 * differs. */
static void an_invented_residual_differs(void **state)
{
    wm_item items[ITEMS];
    wm_device *device = liar_open(LIAR_RESIDUAL);
    wm_reverify *reverify;
    (void)state;
    fill_items(items);
    device->ops = &liar.lies;
    seal(device, "residual", "", items, ITEMS);
    device->ops = liar.truth;
    reverify = find_out(device);
    for (size_t i = 0; i < ITEMS; i++) {
        /* f64, and int8 unless it is 0: the residual consists only of the witness's rounding */
        if (i == 5 || i == 6)
            assert_false(is_settled(reverify, i));
        else
            assert_int_equal(wm_reverify_judge(wm_reverify_at(reverify, i)).verdict,
                             WM_REVERIFY_DIFFERS);
    }
    wm_reverify_free(reverify);
    device->ops->close(device);
}

/* Another order of sums: the last bit of one bucket. */
static wm_status other_scatter(wm_device *on, const wm_scatter *scatter)
{
    const wm_status status = liar.truth->scatter_add(on, scatter);
    return status == WM_OK ? liar.truth->flip_bits(on, scatter->out, 0, 1, 4) : status;
}

/* A device with another order of sums made the record. */
static void atomic_sums_are_not_reproduced(void **state)
{
    const wm_item item = item_of("scatter_add", "atomic", 200000, 50, 0, 0);
    wm_reverify_finding finding;
    wm_device *device = liar_open(LIAR_HONEST);
    wm_reverify *reverify;
    (void)state;
    liar.lies.scatter_add = other_scatter;
    device->ops = &liar.lies;
    seal(device, "atomic", "", &item, 1);
    device->ops = liar.truth;
    (void)audit();
    reverify = find_out(device);
    finding = wm_reverify_judge(wm_reverify_at(reverify, 0));
    assert_int_equal(finding.verdict, WM_REVERIFY_SPOT_CHECKED);
    assert_non_null(strstr(finding.reason, "random"));
    assert_false(wm_reverify_conclude(reverify).is_conclusive);
    wm_reverify_free(reverify);
    device->ops->close(device);
}

/* ---- injected faults ---- */

static void planned_faults_are_made_again(void **state)
{
    wm_item items[4];
    wm_device *device = liar_open(LIAR_HONEST);
    wm_reverify *reverify;
    wm_reverify_summary sum;
    (void)state;
    items[0] = item_of("gemm", "fp16", 100, 96, 80, 0);
    items[0].fault = (wm_planned_fault){WM_FAULT_PRECISION, false, 0, 0};
    items[1] = item_of("gemm", "int8", 100, 96, 80, 0);
    items[1].fault = (wm_planned_fault){WM_FAULT_ROW, false, 3, 0};
    items[2] = item_of("attention", "bf16", 1, 2, 64, 32);
    items[2].fault = (wm_planned_fault){WM_FAULT_OPERAND, true, 0, 0};
    items[3] = item_of("hbm_triad", "f32", 30000, 0, 0, 0);
    items[3].fault = (wm_planned_fault){WM_FAULT_NAN, false, 0, 9};
    seal(device, "faults", "", items, 4);
    reverify = find_out(device);
    sum = wm_reverify_conclude(reverify);
    assert_true(wm_reverify_count(reverify) >= 7);
    for (size_t i = 0; i < wm_reverify_count(reverify); i++)
        assert_true(is_settled(reverify, i));
    assert_true(sum.is_right && sum.is_conclusive);
    wm_reverify_free(reverify);
    device->ops->close(device);
}

/* The numbers of a faulty output can be invented as well: the repeats are honest, the transcript's
 * witness is not. */
static void an_invented_fault_is_not_reproduced(void **state)
{
    static const uint64_t first_invented[] = {2, 3};
    wm_item item = item_of("gemm", "fp16", 100, 96, 80, 0);
    (void)state;
    item.fault = (wm_planned_fault){WM_FAULT_ROW, false, 3, 0};
    for (size_t i = 0; i < 2; i++) { /* from the faulty output on; of the repaired one only */
        wm_device *device = liar_open(LIAR_RESIDUAL);
        wm_reverify *reverify;
        liar.repeat = first_invented[i];
        device->ops = &liar.lies;
        seal(device, i == 0 ? "fault0" : "fault1", "", &item, 1);
        device->ops = liar.truth;
        (void)audit();
        reverify = find_out(device);
        assert_int_equal(wm_reverify_count(reverify), 3);
        assert_true(is_settled(reverify, 0));
        assert_int_equal(is_settled(reverify, 1), i == 1);
        assert_false(is_settled(reverify, 2));
        assert_false(wm_reverify_conclude(reverify).is_right);
        wm_reverify_free(reverify);
        device->ops->close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_record_is_reproduced),
        cmocka_unit_test(no_lying_device_is_reproduced),
        cmocka_unit_test(a_second_residual_of_a_digest_fails_its_repeat),
        cmocka_unit_test(an_invented_digest_is_refused_at_once),
        cmocka_unit_test(a_nearly_equal_number_differs),
        cmocka_unit_test(an_invented_residual_differs),
        cmocka_unit_test(atomic_sums_are_not_reproduced),
        cmocka_unit_test(planned_faults_are_made_again),
        cmocka_unit_test(an_invented_fault_is_not_reproduced),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
