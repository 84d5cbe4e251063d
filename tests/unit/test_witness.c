/* Tests of a run whose outputs another device checks: a device's own false checks are not used
 * then. */
#include "study/run/run_plan.h"

#include "backend/registry.h"
#include "support/cmocka.h"
#include "support/failing_backend.h"
#include "support/memory_record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GEMM "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"m\":40,\"n\":64,\"k\":48}}"
#define TRIAD "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}}"
#define ATTENTION                                       \
    "{\"workload\":\"attention\",\"variant\":\"bf16\"," \
    "\"shape\":{\"b\":1,\"h\":2,\"s\":32,\"d\":16}}"
#define REDUCTION "{\"workload\":\"reduction\",\"variant\":\"default\",\"shape\":{\"n\":1000}}"
#define SCATTER                                            \
    "{\"workload\":\"scatter_add\",\"variant\":\"fixed\"," \
    "\"shape\":{\"n\":1000,\"buckets\":10}}"
#define INDEX                                             \
    "{\"workload\":\"index_add\",\"variant\":\"atomic\"," \
    "\"shape\":{\"rows\":500,\"columns\":3,\"buckets\":5}}"
#define BAD_GEMM                                                        \
    "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":32}," \
    "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"transcript\"}}"
#define ALL GEMM "," TRIAD "," ATTENTION "," REDUCTION "," SCATTER "," INDEX

static const wm_backend *honest;
static wm_backend bent;
static wm_device *device, *witness;
static memory_record record;
static wm_settings settings;
static wm_run_plan grid;
static wm_error err;

static int set_up(void **state)
{
    const wm_device_options options = {.threads = 1};
    (void)state;
    honest = wm_registry_find("cpu");
    bent = *honest;
    if (honest->open(&options, &device, NULL) != WM_OK ||
        honest->open(&options, &witness, NULL) != WM_OK)
        return -1;
    device->ops = &bent;
    settings = (wm_settings){.device = &device,
                             .witness = witness,
                             .memory_bytes = (double)NAN,
                             .witness_memory_bytes = (double)NAN,
                             .on_fault = WM_ON_FAULT_CONTINUE};
    grid =
        (wm_run_plan){.settings = &settings, .repeat = {.repeat_seconds = 1e-9, .processors = 2}};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    honest->close(device);
    honest->close(witness);
    memory_record_clear(&record);
    return 0;
}

static void run_plan(const char *items)
{
    memory_record_plan(&record, device, items);
    grid.sink =
        (wm_sink){&record, memory_record_append, record.graph, record.environment, record.plan};
    if (wm_run_plan_run(&grid, &err) != WM_OK)
        fail_msg("%s: %s", err.place, err.message);
}

/* ---- a device with wrong results, whose own checks accept them ---- */

static wm_status spoil(wm_device *on, wm_status status, wm_device_buffer *buffer, size_t at)
{
    return status == WM_OK ? honest->flip_bits(on, buffer, at, 0x40, 1) : status;
}

static wm_status wrong_gemm(wm_device *on, const wm_gemm *gemm)
{
    return spoil(on, honest->gemm(on, gemm), gemm->C, 2 * (5 * gemm->n + 7) + 1);
}

/* The residual of a correct product. */
static wm_status invented_residual(wm_device *on, const wm_residual *residual,
                                   wm_residual_result *results)
{
    const size_t at = 2 * (5 * residual->gemm->n + 7) + 1;
    wm_status status = spoil(on, WM_OK, residual->gemm->C, at);
    if (status == WM_OK)
        status = honest->residual(on, residual, results);
    return spoil(on, status, residual->gemm->C, at);
}

static wm_status wrong_triad(wm_device *on, wm_device_buffer *a, const wm_device_buffer *b,
                             const wm_device_buffer *c, size_t count)
{
    return spoil(on, honest->triad(on, a, b, c, count), a, 4 * 77 + 3);
}

static wm_status invented_triad(wm_device *on, const wm_device_buffer *a, const wm_device_buffer *b,
                                const wm_device_buffer *c, size_t count, wm_difference *result)
{
    const wm_status status = honest->triad_residual(on, a, b, c, count, result);
    result->difference_max = 0;
    return status;
}

static wm_status wrong_attention(wm_device *on, const wm_attention *attention)
{
    wm_attention exchanged = *attention;
    exchanged.K = attention->V;
    exchanged.V = attention->K;
    return honest->attention(on, &exchanged);
}

static wm_status invented_attention(wm_device *on, const wm_attention *attention,
                                    const uint64_t *rows, size_t count, wm_attention_result *result)
{
    const wm_status status = honest->attention_residual(on, attention, rows, count, result);
    result->difference_max = 0;
    return status;
}

static wm_status wrong_reduce(wm_device *on, const wm_reduction *reduction)
{
    return spoil(on, honest->reduce(on, reduction), reduction->out, 3);
}

static wm_status invented_reduction(wm_device *on, const wm_reduction *reduction,
                                    wm_difference *result)
{
    const wm_status status = honest->reduction_residual(on, reduction, result);
    *result = (wm_difference){0, 1};
    return status;
}

static wm_status wrong_scatter(wm_device *on, const wm_scatter *scatter)
{
    return spoil(on, honest->scatter_add(on, scatter), scatter->out, 4 * 3 + 3);
}

static wm_status wrong_index(wm_device *on, const wm_scatter *scatter)
{
    return spoil(on, honest->index_add(on, scatter), scatter->out, 4 * 3 + 3);
}

static wm_status invented_scatter(wm_device *on, const wm_scatter *scatter,
                                  const uint8_t weights[32], wm_difference *result)
{
    const wm_status status = honest->scatter_residual(on, scatter, weights, result);
    *result = (wm_difference){0, 1};
    return status;
}

static void make_liar(void)
{
    bent.gemm = wrong_gemm;
    bent.residual = invented_residual;
    bent.triad = wrong_triad;
    bent.triad_residual = invented_triad;
    bent.attention = wrong_attention;
    bent.attention_residual = invented_attention;
    bent.reduce = wrong_reduce;
    bent.reduction_residual = invented_reduction;
    bent.scatter_add = wrong_scatter;
    bent.index_add = wrong_index;
    bent.scatter_residual = invented_scatter;
}

static void a_lying_device_passes_its_own_checks(void **state)
{
    (void)state;
    make_liar();
    settings.witness = NULL;
    run_plan(ALL);
    memory_record_expect(&record, "");
}

static void another_device_catches_every_lie(void **state)
{
    (void)state;
    make_liar();
    run_plan(ALL);
    memory_record_expect(&record, "gemm.fp16.m40n64k48.verified FAIL\n"
                                  "gemm.fp16.m40n64k48.transcript reject\n"
                                  "hbm_triad.f32.n1000.verified FAIL\n"
                                  "hbm_triad.f32.n1000.transcript reject\n"
                                  "attention.bf16.b1h2s32d16.verified FAIL\n"
                                  "attention.bf16.b1h2s32d16.transcript reject\n"
                                  "reduction.default.n1000.verified FAIL\n"
                                  "reduction.default.n1000.transcript reject\n"
                                  "scatter_add.fixed.n1000b10.verified FAIL\n"
                                  "scatter_add.fixed.n1000b10.transcript reject\n"
                                  "index_add.atomic.r500c3b5.verified FAIL\n"
                                  "index_add.atomic.r500c3b5.transcript reject\n");
}

/* Operands that do not come from their seeds: consistent on the device, so that its own check
 * passes. */
static wm_status wrong_fill(wm_device *on, wm_device_buffer *buffer, wm_format format, size_t count,
                            const uint8_t seed[32])
{
    uint8_t other[32];
    memcpy(other, seed, sizeof other);
    other[0] ^= 1;
    return honest->fill_normal(on, buffer, format, count, other);
}

static void chosen_operands_are_caught(void **state)
{
    (void)state;
    bent.fill_normal = wrong_fill;
    settings.witness = NULL;
    run_plan(TRIAD "," ATTENTION);
    memory_record_expect(&record, "");
    settings.witness = witness;
    run_plan(TRIAD "," ATTENTION);
    memory_record_expect(&record, "hbm_triad.f32.n1000.verified FAIL\n"
                                  "hbm_triad.f32.n1000.transcript reject\n"
                                  "attention.bf16.b1h2s32d16.verified FAIL\n"
                                  "attention.bf16.b1h2s32d16.transcript reject\n");
}

/* ---- an honest device ---- */

/* The recorded digests and residuals, without times and covariates. */
static void take_checks(wm_buffer *checks)
{
    const char *at = wm_buffer_text(&record.evidence);
    checks->size = 0;
    while ((at = strstr(at, "\"output_digest\":\"")) != NULL) {
        assert_int_equal(wm_buffer_append(checks, at, 16 + 64), WM_OK);
        at += 16;
    }
    assert_true(checks->size > 0);
}

static void witness_and_honest_device_agree(void **state)
{
    wm_buffer own = WM_BUFFER_EMPTY, other = WM_BUFFER_EMPTY;
    (void)state;
    settings.on_fault = WM_ON_FAULT_REPAIR;
    run_plan(BAD_GEMM "," ALL);
    memory_record_expect(&record, "gemm.fp16.n32.injected_row.transcript injected repaired\n");
    take_checks(&other);
    settings.witness = NULL;
    run_plan(BAD_GEMM "," ALL);
    take_checks(&own);
    assert_int_equal(own.size, other.size);
    assert_memory_equal(own.data, other.data, own.size);
    wm_buffer_clear(&own);
    wm_buffer_clear(&other);
}

/* The first wrong repeat is kept on the device, and copied to the witness again for its openings.
 */
static wm_status third_wrong(wm_device *on, const wm_gemm *gemm)
{
    static unsigned calls;
    return ++calls == 3 ? wrong_gemm(on, gemm) : honest->gemm(on, gemm);
}

static void the_witness_opens_the_rejected_repeat(void **state)
{
    (void)state;
    bent.gemm = third_wrong;
    run_plan(GEMM "," TRIAD);
    memory_record_seal(&record);
    assert_non_null(strstr(record.findings, "gemm.fp16.m40n64k48.verified FAIL\n"));
}

static void a_run_with_a_witness_can_be_cut_anywhere(void **state)
{
    static size_t ends[MEMORY_RECORD_LINES];
    wm_buffer whole = WM_BUFFER_EMPTY;
    size_t count;
    (void)state;
    settings.on_fault = WM_ON_FAULT_REPAIR;
    run_plan(BAD_GEMM "," TRIAD);
    count = record.line_count;
    memcpy(ends, record.line_end, sizeof ends);
    assert_int_equal(wm_buffer_append(&whole, record.evidence.data, record.evidence.size), WM_OK);
    for (size_t cut = 2; cut <= count; cut++) {
        memory_record_begin(&record);
        for (size_t i = 0; i < cut; i++) {
            const size_t from = i == 0 ? 0 : ends[i - 1];
            assert_int_equal(
                memory_record_append(&record, whole.data + from, ends[i] - from - 1, NULL, &err),
                WM_OK);
        }
        grid.sink.graph = record.graph;
        assert_int_equal(wm_run_plan_run(&grid, &err), WM_OK);
        assert_int_equal(record.line_count, cut == 2 ? count : count + 1); /* a session more */
        memory_record_expect(&record,
                             cut == 2 ? "gemm.fp16.n32.injected_row.transcript injected repaired\n"
                                      : "gemm.fp16.n32.injected_row.transcript injected repaired\n"
                                        "record.sessions 2\n");
    }
    wm_buffer_clear(&whole);
}

/* ---- a witness that fails ---- */

static void an_item_too_large_for_the_witness_is_not_run(void **state)
{
    (void)state;
    settings.witness_memory_bytes = 60000;
    run_plan(GEMM "," TRIAD "," REDUCTION);
    assert_non_null(strstr(wm_buffer_text(&record.evidence), "the witness needs 0.00"));
    memory_record_seal(&record);
    assert_non_null(strstr(record.findings, "gemm.fp16.m40n64k48.verified n/a\n"));
}

/* The witness fails at each of its calls in turn: the item is not checked, and nothing is accepted.
 */
static void a_witness_that_fails_passes_nothing(void **state)
{
    const wm_device_options options = {.threads = 1};
    wm_device *failing;
    unsigned calls = 0;
    (void)state;
    failing_backend_plan((failing_plan){0, WM_OK, FAILING_ONCE});
    assert_int_equal(failing_backend.open(&options, &failing, NULL), WM_OK);
    settings.witness = failing;
    for (unsigned at = 0; at <= calls; at++) {
        failing_backend_plan((failing_plan){at, WM_E_NOMEM, FAILING_ONCE});
        run_plan(GEMM "," TRIAD);
        memory_record_seal(&record);
        if (at == 0)
            calls = failing_backend_calls();
        if (at == 0)
            assert_string_equal(record.findings, "");
        else if (strstr(record.findings, "verified n/a\n") == NULL ||
                 strstr(wm_buffer_text(&record.evidence), FAILING_WORDS) == NULL)
            fail_msg("call %u, %s: \"%s\"", at, failing_backend_failed(), record.findings);
    }
    assert_true(calls > 20);
    failing_backend.close(failing);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_lying_device_passes_its_own_checks),
        TEST(another_device_catches_every_lie),
        TEST(chosen_operands_are_caught),
        TEST(witness_and_honest_device_agree),
        TEST(the_witness_opens_the_rejected_repeat),
        TEST(a_run_with_a_witness_can_be_cut_anywhere),
        TEST(an_item_too_large_for_the_witness_is_not_run),
        TEST(a_witness_that_fails_passes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
