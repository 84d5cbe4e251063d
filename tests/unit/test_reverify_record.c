/* Tests of re-verification on whole records: sealed, audited, read back; by a device that is honest and by one that lies. */
#include "archive/reader.h"
#include "archive/writer.h"
#include "backend/registry.h"
#include "study/grid.h"
#include "study/reverify.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a device that is wrong in one chunk of twenty, and invents the residual of a correct product ---- */

static struct {
    const wm_backend *truth;
    wm_backend lies;
    wm_device *inner;
    unsigned every; /* one chunk in so many; 0: honest */
} liar;

#define TRUE_OPS (liar.truth)

/* Makes up chunks of a product: each gets the bytes of the row behind it. */
static wm_status make_up(const wm_gemm *gemm)
{
    const size_t row = gemm->n * wm_format_size(gemm->output_format);
    const size_t chunks = (row + WM_QUANTITY_CHUNK_BYTES - 1) / WM_QUANTITY_CHUNK_BYTES;
    uint8_t bytes[WM_QUANTITY_CHUNK_BYTES];
    wm_status status = WM_OK;
    for (size_t i = liar.every / 2; i < gemm->m * chunks && status == WM_OK; i += liar.every) {
        const size_t at = i % chunks * WM_QUANTITY_CHUNK_BYTES, to = i / chunks;
        const size_t size = row - at < WM_QUANTITY_CHUNK_BYTES ? row - at : WM_QUANTITY_CHUNK_BYTES;
        status =
            TRUE_OPS->download(liar.inner, gemm->C, (to + 1) % gemm->m * row + at, bytes, size);
        if (status == WM_OK)
            status = TRUE_OPS->upload(liar.inner, gemm->C, to * row + at, bytes, size);
    }
    return status;
}

static wm_status lying_gemm(wm_device *device, const wm_gemm *gemm)
{
    const wm_status status = TRUE_OPS->gemm(device, gemm);
    return status == WM_OK && liar.every != 0 ? make_up(gemm) : status;
}

/* The residual of the correct product, which is not there. */
static wm_status lying_residual(wm_device *device, const wm_residual *residual,
                                wm_residual_result *results)
{
    wm_status status = TRUE_OPS->gemm(device, residual->gemm);
    if (status == WM_OK)
        status = TRUE_OPS->residual(device, residual, results);
    return status == WM_OK && liar.every != 0 ? make_up(residual->gemm) : status;
}

static wm_device *open_liar(unsigned every)
{
    const wm_device_options options = {0, 2};
    liar.every = every;
    assert_int_equal(wm_registry_find("cpu")->open(&options, &liar.inner, NULL), WM_OK);
    liar.truth = liar.inner->ops;
    liar.lies = *liar.truth;
    liar.lies.gemm = lying_gemm;
    liar.lies.residual = lying_residual;
    return liar.inner;
}

/* ---- a record of it ---- */

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
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin(&node, "observation", "plan");
    wm_node_text(&node, "environment", environment);
    wm_node_text(&node, "name", "test");
    wm_node_text(&node, "nonce", nonce);
    wm_node_number(&node, "repeat_seconds", 0.001);
    wm_node_open_array(&node, "items");
    for (size_t i = 0; i < count; i++) {
        wm_buffer text = WM_BUFFER_EMPTY;
        assert_int_equal(wm_plan_item_json(&items[i], &text), WM_OK);
        wm_node_json(&node, NULL, text.data, text.size);
        wm_buffer_clear(&text);
    }
    wm_node_close_array(&node);
    assert_int_equal(wm_node_finish(&node), WM_OK);
    assert_int_equal(wm_writer_append(writer, node.text.data, node.text.size, id, NULL), WM_OK);
    wm_node_clear(&node);
}

static wm_status append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err)
{
    return wm_writer_append(context, json, size, id, err);
}

/* Runs the items on a device and seals what it says. */
static void seal(wm_device *device, const char *name, const char *nonce, const wm_item *items,
                 size_t count)
{
    static const volatile sig_atomic_t never = 0;
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE], root[WM_ID_SIZE];
    wm_error err = {WM_OK, "", ""};
    wm_writer *writer = NULL;
    wm_status status;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(wm_writer_open(path, 1 << 20, &writer, NULL), WM_OK);
    assert_int_equal(wm_writer_append(writer, ENVIRONMENT, strlen(ENVIRONMENT), environment, NULL),
                     WM_OK);
    append_plan(writer, environment, nonce, items, count, plan);
    const wm_grid grid = {.device = &device,
                          .sink = {writer, append, wm_writer_graph(writer), environment, plan},
                          .repeat = {0.001, 2, NULL, &never},
                          .memory_bytes = (double)NAN,
                          .on_fault = WM_ON_FAULT_CONTINUE};
    status = wm_grid_run(&grid, &err);
    if (status == WM_OK)
        status = wm_writer_seal(writer, NULL, root, &err);
    if (status != WM_OK)
        print_error("%s: %s\n", err.place, err.message);
    assert_int_equal(status, WM_OK);
    wm_writer_close(writer);
}

/* ---- what is found out of it ---- */

static wm_reverify *take(void)
{
    wm_reverify *reverify = wm_reverify_new();
    wm_reader *reader = NULL;
    assert_int_equal(wm_reader_open(path, &reader, NULL), WM_OK);
    for (uint32_t line = 1; line <= wm_reader_lines(reader); line++) {
        const wm_json_value *node;
        if (wm_reader_at(reader, line)->type != WM_READER_OBSERVATION)
            continue;
        assert_int_equal(wm_reader_parse(reader, line, &node, NULL, NULL), WM_OK);
        assert_int_equal(wm_reverify_take(reverify, node, NULL), WM_OK);
    }
    wm_reader_close(reader);
    assert_int_equal(wm_reverify_ready(reverify, NULL), WM_OK);
    return reverify;
}

/* The summary, with every output computed on an honest device too if there is one. */
static wm_reverify_summary find_out(wm_device *honest)
{
    wm_reverify *reverify = take();
    wm_reverify_summary sum;
    for (size_t i = 0; i < wm_reverify_count(reverify); i++) {
        assert_int_equal(wm_reverify_openings(reverify, i, NULL, NULL), WM_OK);
        if (honest != NULL)
            assert_int_equal(wm_reverify_compute(reverify, i, honest), WM_OK);
    }
    sum = wm_reverify_conclude(reverify);
    wm_reverify_free(reverify);
    return sum;
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
    const wm_audit_options options = {.finding = count_finding, .context = &findings};
    wm_audit_report report;
    wm_error err;
    const wm_status status = wm_audit_path(path, &options, &report, &err);
    if (status != WM_OK)
        print_error("%s:%lu %s\n", report.failure.file, (unsigned long)report.failure.line,
                    report.failure.words);
    assert_int_equal(status, WM_OK);
    return findings;
}

static wm_item item_of(const char *variant, uint32_t m, uint32_t n, uint32_t k)
{
    return (wm_item){wm_quantity_variant("gemm", 4, variant, strlen(variant)),
                     {m, n, k, 0},
                     2,
                     {WM_FAULT_NONE, false, 0, 0}};
}

static void an_honest_record_is_agreed_with(void **state)
{
    const wm_item items[] = {item_of("fp16", 300, 512, 256), item_of("f32", 300, 256, 256)};
    wm_device *device = open_liar(0);
    wm_reverify_summary sum;
    (void)state;
    seal(device, "honest", "", items, 2);
    assert_int_equal(audit(), 0);
    sum = find_out(NULL);
    assert_int_equal(sum.agreeing, 2);
    assert_true(sum.is_right && sum.is_conclusive);
    sum = find_out(device);
    assert_int_equal(sum.reproduced, 2);
    assert_true(sum.is_right && sum.is_conclusive);
    device->ops->close(device);
}

/* The audit has nothing to say against the liar: its openings are what it digested, its residuals are good. */
static void a_liar_passes_the_audit_alone(void **state)
{
    const wm_item items[] = {item_of("fp16", 300, 512, 256), item_of("f32", 300, 256, 256)};
    static const char *const nonces[] = {"", "01", "02"};
    wm_device *device = open_liar(20);
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        wm_reverify_summary sum;
        char name[16];
        (void)snprintf(name, sizeof name, "liar%lu", (unsigned long)i);
        device->ops = &liar.lies;
        seal(device, name, nonces[i], items, 2);
        device->ops = liar.truth;
        assert_int_equal(audit(), 0);
        sum = find_out(NULL);
        assert_false(sum.is_right && sum.is_conclusive);
        sum = find_out(device);
        assert_int_equal(sum.reproduced, 0);
        assert_false(sum.is_right && sum.is_conclusive);
    }
    device->ops->close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_record_is_agreed_with),
        cmocka_unit_test(a_liar_passes_the_audit_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
