/* Passes the nodes of items that it runs on the CPU device to a re-verification. */
#include "support/producer.h"

#include "backend/registry.h"
#include "support/cmocka.h"
#include "verify/freivalds.h"

#include <stdlib.h>
#include <string.h>

wm_device *producer_device;

const wm_device_options producer_options = {.threads = 2};

int producer_open_device(void **state)
{
    (void)state;
    const wm_backend *cpu = wm_registry_find("cpu");
    return cpu->open(&producer_options, &producer_device, NULL) == WM_OK ? 0 : -1;
}

int producer_close_device(void **state)
{
    (void)state;
    producer_device->ops->close(producer_device);
    return 0;
}

static void feed(producer *p)
{
    assert_int_equal(wm_reverify_take(p->reverify, &p->content, p->environment.id, NULL), WM_OK);
}

void producer_begin(producer *p, const wm_item *items, size_t count, const char *nonce)
{
    wm_item_node nodes[64];
    *p = (producer){.reverify = wm_reverify_new(&p->options),
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

void producer_end(producer *p)
{
    wm_reverify_free(p->reverify);
    wm_opener_clear(&p->opener);
}

static void look(producer_output *m, double factor)
{
    assert_int_equal(wm_workload_digest_tree(&m->workload, m->digest), WM_OK);
    assert_int_equal(wm_workload_check(&m->check, m->digest, &m->residual), WM_OK);
    if (factor != 0)
        m->residual.difference_max *= factor;
}

/* Flips two bits of the first element, or flips them back. */
static void flip(producer_output *m)
{
    const wm_backend *ops = producer_device->ops;
    assert_int_equal(ops->flip_bits(producer_device, m->workload.output, 0, 0x4000, 2), WM_OK);
    look(m, 0);
}

/* Invents every so-many-th chunk of an output. The elements are those of another row, so they look
 * plausible. */
static void lie(producer_output *m, unsigned every)
{
    const wm_output *shape = &m->workload.shape;
    const size_t bytes = m->workload.output_bytes, row = (size_t)shape->row_bytes;
    uint8_t *copy = malloc(bytes);
    assert_non_null(copy);
    assert_int_equal(
        producer_device->ops->download(producer_device, m->workload.output, 0, copy, bytes), WM_OK);
    for (uint64_t i = every / 2; i < shape->rows * shape->chunks; i += every) {
        const size_t at = (size_t)(i % shape->chunks) * WM_TABLES_CHUNK_BYTES;
        const size_t size = row - at < WM_TABLES_CHUNK_BYTES ? row - at : WM_TABLES_CHUNK_BYTES;
        const size_t to = (size_t)(i / shape->chunks), from = (to + 1) % (size_t)shape->rows;
        assert_int_equal(producer_device->ops->upload(producer_device, m->workload.output,
                                                      to * row + at, copy + from * row + at, size),
                         WM_OK);
    }
    free(copy);
}

static wm_residual_node residual_of(const producer *p, size_t item, const producer_output *m)
{
    return wm_objects_residual_node(&m->residual, p->items[item].variant);
}

void producer_write_workload(producer *p, size_t item, const producer_output *m,
                             const uint8_t digest[32], const char *method)
{
    p->content = (wm_content){.kind = &wm_kind_workload, .form = &wm_kind_workload_ok};
    p->content.of.workload = (wm_workload_node){.item = (double)item,
                                                .environment = p->environment,
                                                .method = wm_member_text(method),
                                                .output_digest = wm_member_hex(digest),
                                                .residual = residual_of(p, item, m)};
    feed(p);
}

static void write_calibration(producer *p, size_t item, const producer_output *m, double factor)
{
    double differences[WM_TABLES_PROBES];
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        differences[j] = m->calibration.difference_max[j] * (factor != 0 ? factor : 1);
    p->content = (wm_content){.kind = &wm_kind_calibration, .form = &wm_kind_calibration_ok};
    p->content.of.calibration = (wm_calibration_node){
        .item = (double)item,
        .environment = p->environment,
        .difference_max = wm_member_list(differences, WM_TABLES_PROBES),
        .reference_max = wm_member_list(m->calibration.reference_max, WM_TABLES_PROBES),
        .residual_squares = wm_member_list(m->calibration.residual_squares, WM_TABLES_PROBES),
        .rounding_squares = wm_member_list(m->calibration.rounding_squares, WM_TABLES_PROBES)};
    feed(p);
}

void producer_write_stage(producer *p, size_t item, const wm_form *form, const producer_output *m)
{
    p->content = (wm_content){.kind = &wm_kind_stage, .form = form};
    p->content.of.stage = (wm_stage_node){.item = (double)item,
                                          .environment = p->environment,
                                          .output_digest = wm_member_hex(m->digest)};
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

void producer_forge_environment(producer *p, const char *backend, const char *fact,
                                const char *value)
{
    wm_device_properties here;
    wm_fact_node facts[32];
    size_t count = 0;
    assert_int_equal(producer_device->ops->properties(producer_device, &here), WM_OK);
    for (; count < here.fact_count && count < 32; count++) {
        const wm_device_fact *told = &here.facts[count];
        const bool is_forged = fact != NULL && strcmp(fact, told->name) == 0;
        facts[count] = (wm_fact_node){.is_there = true, .name = wm_member_text(told->name)};
        facts[count].value.kind = WM_VALUE_WORD;
        facts[count].value.text = wm_member_text(is_forged ? value : told->value);
    }
    p->environment.is_there = true;
    p->environment.id[0]++;
    p->content = (wm_content){.kind = &wm_kind_environment, .form = &wm_kind_environment_form};
    p->content.of.environment =
        (wm_environment_node){.backend = wm_member_text(backend),
                              .device = wm_member_text("a device"),
                              .facts = wm_member_list(facts, (uint32_t)count)};
    feed(p);
}

void producer_write_environment(producer *p, const char *backend)
{
    producer_forge_environment(p, backend, NULL, NULL);
}

void producer_run(producer *p, size_t item, const deceit *how)
{
    const wm_item *of = &p->items[item];
    const char *method = how->method;
    char own[256];
    producer_output m;
    if (how->fails) {
        p->content = (wm_content){.kind = &wm_kind_workload, .form = &wm_kind_workload_failed};
        p->content.of.workload = (wm_workload_node){.item = (double)item};
        feed(p);
        return;
    }
    assert_int_equal(wm_workload_open(&m.workload, producer_device, of), WM_OK);
    assert_int_equal(wm_workload_fill(&m.workload, p->nonce), WM_OK);
    if (m.workload.job.operation == WM_OPERATION_GEMM &&
        m.workload.job.as.gemm.arithmetic == WM_ARITHMETIC_F32_FAST)
        m.workload.job.as.gemm.arithmetic = WM_ARITHMETIC_F32; /* more exact than required */
    assert_int_equal(wm_job_run(producer_device, &m.workload.job), WM_OK);
    if (method == NULL &&
        producer_device->ops->describe(producer_device, &m.workload.job, own) == WM_OK)
        method = own;
    m.check = (wm_check){producer_device, of, p->nonce, &m.workload.job, NULL};
    if (how->lie_every != 0)
        lie(&m, how->lie_every);
    look(&m, how->residual_factor);
    if (how->made_up_digest)
        memset(m.digest, 0x5a, 32);
    producer_write_workload(p, item, &m, m.digest, method);
    if (how->other_repeat) {
        const uint8_t other[32] = {1};
        producer_write_workload(p, item, &m, other, method);
    }
    if (wm_tables_has(of->variant, WM_TRAIT_CALIBRATION)) {
        assert_int_equal(wm_freivalds_calibrate(&m.check, m.digest, &m.calibration), WM_OK);
        write_calibration(p, item, &m, how->residual_factor);
    }
    producer_write_stage(p, item, &wm_kind_stage_acquire, &m);
    if (how->inject) {
        flip(&m);
        producer_write_stage(p, item, &wm_kind_stage_inject, &m);
    }
    producer_write_stage(p, item, &wm_kind_stage_witness, &m);
    write_decision(p, item, how->inject && !how->misses ? "reject" : "accept");
    if (how->repair) {
        flip(&m);
        producer_write_stage(p, item, &wm_kind_stage_repair, &m);
        producer_write_stage(p, item, &wm_kind_stage_witness, &m);
    }
    wm_workload_close(&m.workload);
}

wm_item producer_item(const char *workload, const char *variant, uint32_t a, uint32_t b, uint32_t c,
                      uint32_t repeats)
{
    const wm_item item = {wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                          {a, b, c, 0},
                          repeats,
                          {WM_FAULT_NONE, false, 0, 0},
                          WM_POINT_NONE,
                          0,
                          {WM_TRIAL_NOT, 0},
                          NULL};
    assert_non_null(item.variant);
    return item;
}

wm_reverify_summary producer_verify(producer *p, bool compute)
{
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
    for (size_t i = 0; i < wm_reverify_count(p->reverify); i++) {
        assert_int_equal(wm_reverify_openings(p->reverify, i, NULL, NULL), WM_OK);
        if (compute)
            assert_int_equal(
                wm_reverify_compute(p->reverify, i, &producer_device, &producer_options), WM_OK);
    }
    return wm_reverify_conclude(p->reverify);
}

wm_reverify_finding producer_judge(producer *p, size_t index)
{
    assert_true(index < wm_reverify_count(p->reverify));
    return wm_reverify_judge(wm_reverify_at(p->reverify, index));
}

wm_reverify_summary producer_tell(producer *p, const wm_item *item, const char *nonce,
                                  const deceit *how, bool compute)
{
    producer_begin(p, item, 1, nonce);
    producer_run(p, 0, how);
    return producer_verify(p, compute);
}
