/* Tests of record/prior: how the priors of a record are opened, judged and refused. */
#include "record/audit/prior.h"

#include <stdio.h>
#include <string.h>

#include "record/audit/audit.h"
#include "record/audit/audit_state.h"
#include "support/cmocka.h"

enum { PRIORS = 2 };

/* The evidence of a prior in memory. */
typedef struct memory {
    wm_buffer text;
    char root[WM_ID_SIZE];
    wm_status status; /* of opening it */
    int open;         /* how often it is open now */
} memory;

static memory priors[PRIORS];
static wm_buffer evidence;

/* Reads of a prior, and the number of the read from which prior 1 has the bytes of prior 2. */
static unsigned long reads, swap_from;

static wm_status read_memory(void *context, uint64_t offset, void *data, size_t size)
{
    const wm_buffer *text = context;
    assert_true(offset <= text->size && size <= text->size - offset);
    reads += text != &evidence;
    if (swap_from > 0 && reads >= swap_from && text == &priors[0].text)
        text = &priors[1].text;
    memcpy(data, text->data + offset, size);
    return WM_OK;
}

static wm_source source_of(wm_buffer *text)
{
    wm_source source;
    source.context = text;
    source.size_bytes = text->size;
    source.read = read_memory;
    return source;
}

static wm_status open_prior(void *context, size_t index, wm_source *source)
{
    (void)context;
    assert_true(index < PRIORS);
    if (priors[index].status == WM_OK) {
        *source = source_of(&priors[index].text);
        priors[index].open++;
    }
    return priors[index].status;
}

static void close_prior(wm_source *source)
{
    for (size_t i = 0; i < PRIORS; i++)
        priors[i].open -= source->context == &priors[i].text;
}

/* ---- evidence -------------------------------------------------------------------------------- */

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

static void add(wm_graph *graph, const char *json, wm_buffer *text, char id[WM_ID_SIZE])
{
    wm_error err;
    wm_line line;
    if (wm_graph_add(graph, json, strlen(json), &line, &err) != WM_OK)
        fail_msg("%s", err.message);
    memcpy(id, line.id, WM_ID_SIZE);
    assert_int_equal(wm_buffer_append(text, line.text, line.size), WM_OK);
}

/* Writes an environment and a plan, and returns their graph. */
static wm_graph *begin(wm_buffer *text, const char *name, const char *nonce, const char *items,
                       const char *continues)
{
    static const char ENVIRONMENT[] =
        "{\"type\":\"observation\",\"kind\":\"environment\",\"backend\":\"none\",\"device\":\"\","
        "\"producer\":{\"name\":\"\",\"version\":\"\",\"source_revision\":\"\"},\"facts\":["
        "{\"name\":\"compiler\",\"value\":\"\"},{\"name\":\"compiler.flags\",\"value\":\"\"},"
        "{\"name\":\"cpu.model\",\"value\":\"\"},{\"name\":\"kernel\",\"value\":\"\"},"
        "{\"name\":\"memory.bytes\",\"value\":1},{\"name\":\"threads\",\"value\":1}]}";
    wm_graph *graph = wm_graph_new();
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE], json[2048];
    assert_non_null(graph);
    text->size = 0;
    add(graph, ENVIRONMENT, text, environment);
    (void)snprintf(
        json, sizeof json,
        "{\"type\":\"observation\",\"kind\":\"plan\",\"environment\":\"%s\",\"items\":[%s],"
        "\"continues\":[%s],\"run\":\"%s\",\"name\":\"%s\",\"nonce\":\"%s\","
        "\"repeat_seconds\":1}",
        environment, items, continues, environment, name, nonce);
    add(graph, json, text, plan);
    return graph;
}

/* Makes prior number index, a record without items. */
static void make_prior(size_t index, const char *name, const char *nonce)
{
    wm_graph_file files[2] = {{"code/verify.c", ""}, {"code/verify_graph.py", ""}};
    wm_graph *graph = begin(&priors[index].text, name, nonce, "", "");
    wm_seal seal = {sizeof seal, files, 2, NULL, 0, keep, &priors[index].text};
    wm_error err;
    memset(files[0].sha256, 'a', 64);
    memset(files[1].sha256, 'b', 64);
    if (wm_graph_seal(graph, &seal, priors[index].root, &err) != WM_OK)
        fail_msg("%s", err.message);
    wm_graph_free(graph);
    priors[index].status = WM_OK;
}

static int make_priors(void **state)
{
    (void)state;
    make_prior(0, "first", "ab");
    make_prior(1, "second", "ab");
    return 0;
}

static int clear_priors(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIORS; i++) {
        assert_int_equal(priors[i].open, 0);
        wm_buffer_clear(&priors[i].text);
    }
    wm_buffer_clear(&evidence);
    return 0;
}

/* The start of a record that continues both priors. */
static void continue_both(const char *nonce, const char *items)
{
    char roots[512];
    (void)snprintf(roots, sizeof roots, "\"%.64s\",\"%.64s\"", priors[0].root, priors[1].root);
    wm_graph_free(begin(&evidence, "here", nonce, items, roots));
}

/* Audits the evidence; its place and tag must be these. */
static void expect(wm_status status, const char *file, uint64_t line, const char *tag)
{
    static const wm_prior_access ACCESS = {NULL, open_prior, close_prior};
    const wm_source source = source_of(&evidence);
    wm_audit_state audited;
    wm_audit_report report;
    memset(&report, 0, sizeof report);
    assert_int_equal(wm_audit_state_init(&audited), WM_OK);
    audited.access = &ACCESS;
    audited.refusal.file = "evidence.jsonl";
    assert_int_equal(wm_audit_ledger(&audited, &source, NULL, &report), status);
    assert_string_equal(audited.refusal.file, file);
    if (tag != NULL) {
        assert_true(audited.refusal.is_made);
        assert_int_equal(audited.refusal.line, line);
        assert_string_equal(wm_refusal_tag(audited.refusal.rule), tag);
    }
    wm_audit_state_clear(&audited);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void a_prior_that_cannot_be_opened_is_named(void **state)
{
    (void)state;
    continue_both("ab", "");
    priors[1].status = WM_E_NOTFOUND;
    expect(WM_E_INVALID, "prior/2.jsonl", 0, "files");
    priors[1].status = WM_E_INVALID;
    expect(WM_E_INVALID, "prior/2.jsonl", 0, "symlink");
    priors[1].status = WM_E_OPEN;
    expect(WM_E_OPEN, "prior/2.jsonl", 0, NULL);
}

/* The priors are valid, so the first fault is that nothing follows the plan. */
static void valid_priors_are_passed(void **state)
{
    (void)state;
    continue_both("ab", "");
    expect(WM_E_INVALID, "evidence.jsonl", 2, "order");
}

static void another_last_line_is_refused(void **state)
{
    (void)state;
    continue_both("ab", "");
    priors[1].text.data[priors[1].text.size - 3] ^= 1;
    expect(WM_E_INVALID, "prior/2.jsonl", 0, "prior");
    make_prior(1, "second", "ab");
    priors[1].text.size--;
    expect(WM_E_INVALID, "prior/2.jsonl", 0, "prior");
    priors[1].text.size = 0;
    expect(WM_E_INVALID, "prior/2.jsonl", 0, "prior");
}

/* The nodes of a prior are judged in order, before the rest of the record. */
static void an_invalid_node_is_named(void **state)
{
    char *at;
    (void)state;
    continue_both("ab", "");
    at = strstr(priors[1].text.data, "\"repeat_seconds\"");
    assert_non_null(at);
    at[1] = 'q';
    expect(WM_E_INVALID, "prior/2.jsonl", 2, "schema");
    priors[0].text.data[0] = ' ';
    expect(WM_E_INVALID, "prior/1.jsonl", 1, "line");
}

/* Equal roots, the nonce and the items are judged after the last prior. */
static void the_plan_is_judged_after_the_priors(void **state)
{
    static const char ITEM[] = "{\"workload\":\"hbm_copy\",\"variant\":\"f32\",\"shape\":{\"n\":8},"
                               "\"repeats\":1}";
    (void)state;
    continue_both("ab", "");
    memcpy(strstr(evidence.data, priors[1].root), priors[0].root, 64);
    make_prior(1, "first", "ab"); /* the same record */
    expect(WM_E_INVALID, "evidence.jsonl", 2, "continues");
    priors[1].text.data[0] = ' ';
    expect(WM_E_INVALID, "prior/2.jsonl", 1, "line");
    make_prior(1, "second", "ab");
    continue_both("ab", ITEM);
    expect(WM_E_INVALID, "evidence.jsonl", 2, "continues");
    continue_both("cd", ITEM);
    expect(WM_E_INVALID, "evidence.jsonl", 2, "continues");
}

/* A prior whose bytes are those of another valid record from some read on is refused. */
static void a_prior_that_becomes_another_record_is_refused(void **state)
{
    char roots[128];
    unsigned long all;
    (void)state;
    make_prior(1, "other", "ab");
    assert_int_equal(priors[0].text.size, priors[1].text.size);
    (void)snprintf(roots, sizeof roots, "\"%.64s\"", priors[0].root);
    wm_graph_free(begin(&evidence, "here", "ab", "", roots));
    reads = 0;
    expect(WM_E_INVALID, "evidence.jsonl", 2, "order");
    all = reads;
    assert_true(all >= 2);
    for (swap_from = 1; swap_from <= all; swap_from++) {
        reads = 0;
        expect(WM_E_INVALID, "prior/1.jsonl", 0, "prior");
    }
    swap_from = 0;
}

/* An item of a prior is found by all but its repeats. */
static void items_are_found_by_all_but_their_repeats(void **state)
{
    wm_item items[2];
    wm_prior prior;
    wm_item other;
    (void)state;
    memset(items, 0, sizeof items);
    memset(&prior, 0, sizeof prior);
    items[0].variant = items[1].variant = wm_tables_variant("gemm", 4, "fp16", 4);
    for (unsigned i = 0; i < 3; i++)
        items[0].dimension[i] = items[1].dimension[i] = 16;
    items[1].fault.kind = WM_FAULT_BIT;
    items[1].fault.row = 3;
    prior.plan.items = items;
    prior.plan.item_count = 2;
    other = items[1];
    other.repeats = 9;
    assert_int_equal(wm_prior_find(&prior, &other), 1);
    other.fault.row = 4;
    assert_int_equal(wm_prior_find(&prior, &other), 2);
    other = items[0];
    other.dimension[3] = 7; /* not a dimension of this workload */
    assert_int_equal(wm_prior_find(&prior, &other), 0);
    other.dimension[2] = 17;
    assert_int_equal(wm_prior_find(&prior, &other), 2);
    other = items[0];
    other.point = (wm_point)(WM_POINT_NONE + 1);
    assert_int_equal(wm_prior_find(&prior, &other), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_prior_that_cannot_be_opened_is_named, make_priors,
                                        clear_priors),
        cmocka_unit_test_setup_teardown(valid_priors_are_passed, make_priors, clear_priors),
        cmocka_unit_test_setup_teardown(another_last_line_is_refused, make_priors, clear_priors),
        cmocka_unit_test_setup_teardown(an_invalid_node_is_named, make_priors, clear_priors),
        cmocka_unit_test_setup_teardown(the_plan_is_judged_after_the_priors, make_priors,
                                        clear_priors),
        cmocka_unit_test_setup_teardown(a_prior_that_becomes_another_record_is_refused, make_priors,
                                        clear_priors),
        cmocka_unit_test(items_are_found_by_all_but_their_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
