/* Tests of the audit over a caller's source: reading, reporting, and failing readers. */
#include "record/audit/audit.h"

#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "record/audit/series.h"
#include "support/cmocka.h"

/* Evidence in memory, and the faults of reading it. */
typedef struct memory {
    wm_buffer text;
    unsigned reads;
    unsigned fails_at;   /* the read, from 1, that fails; 0 for none */
    unsigned changes_at; /* from this read on, counted from 1, every 7 is read as an 8 */
} memory;

static memory evidence;
static char root[WM_ID_SIZE];

static wm_status read_memory(void *context, uint64_t offset, void *data, size_t size)
{
    memory *of = context;
    of->reads++;
    assert_true(offset <= of->text.size && size <= of->text.size - offset);
    if (of->reads == of->fails_at)
        return WM_E_IO;
    memcpy(data, of->text.data + offset, size);
    if (of->changes_at != 0 && of->reads >= of->changes_at)
        for (size_t i = 0; i < size; i++)
            if (((char *)data)[i] == '7')
                ((char *)data)[i] = '8';
    return WM_OK;
}

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

static void add(wm_graph *graph, const char *json, char id[WM_ID_SIZE])
{
    wm_error err;
    wm_line line;
    if (wm_graph_add(graph, json, strlen(json), &line, &err) != WM_OK)
        fail_msg("%s", err.message);
    memcpy(id, line.id, WM_ID_SIZE);
    assert_int_equal(wm_buffer_append(&evidence.text, line.text, line.size), WM_OK);
}

/* A name of 80 bytes: longer than any name of the tables. */
#define TEN "wwwwwwwwww"
#define LONG TEN TEN TEN TEN TEN TEN

/* One series of three observations whose value is 7, with a value of a long name, and a claim on
 * it. */
static int make_evidence(void **state)
{
    static const char ENVIRONMENT[] =
        "{\"type\":\"observation\",\"kind\":\"environment\",\"backend\":\"none\",\"device\":\"\","
        "\"producer\":{\"name\":\"\",\"version\":\"\",\"source_revision\":\"\"},\"facts\":["
        "{\"name\":\"compiler\",\"value\":\"\"},{\"name\":\"compiler.flags\",\"value\":\"\"},"
        "{\"name\":\"cpu.model\",\"value\":\"\"},{\"name\":\"kernel\",\"value\":\"\"},"
        "{\"name\":\"memory.bytes\",\"value\":1},{\"name\":\"threads\",\"value\":1}]}";
    wm_graph_file files[2] = {{"code/verify.c", ""}, {"code/verify_graph.py", ""}};
    wm_seal seal = {sizeof seal, files, 2, NULL, 0, keep, &evidence.text};
    wm_graph *graph = wm_graph_new();
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE], id[WM_ID_SIZE], json[1024];
    wm_own_claim claim = {sizeof claim, "x.v", "s", "si4", {"s", "v", "maximum_of"}, NULL, 0};
    wm_error err;
    (void)state;
    assert_non_null(graph);
    memset(files[0].sha256, 'a', 64);
    memset(files[1].sha256, 'b', 64);
    memset(&evidence, 0, sizeof evidence);
    add(graph, ENVIRONMENT, environment);
    snprintf(json, sizeof json,
             "{\"type\":\"observation\",\"kind\":\"plan\",\"environment\":\"%s\",\"items\":[],"
             "\"continues\":[],\"run\":\"%s\",\"name\":\"\",\"nonce\":\"\",\"repeat_seconds\":1}",
             environment, environment);
    add(graph, json, plan);
    for (int i = 0; i < 3; i++) {
        snprintf(json, sizeof json,
                 "{\"type\":\"observation\",\"kind\":\"external\",\"environment\":\"%s\","
                 "\"plan\":\"%s\",\"series\":\"s\",\"index\":%d,\"values\":{\"v\":7,\"" LONG
                 "\":1}}",
                 environment, plan, i);
        add(graph, json, id);
    }
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_OK);
    if (wm_graph_seal(graph, &seal, root, &err) != WM_OK)
        fail_msg("%s", err.message);
    wm_graph_free(graph);
    return 0;
}

static int clear_evidence(void **state)
{
    (void)state;
    wm_buffer_clear(&evidence.text);
    return 0;
}

static wm_status audit(const wm_audit_options *options, wm_audit_report *report, wm_error *err)
{
    wm_source source;
    source.context = &evidence;
    source.size_bytes = evidence.text.size;
    source.read = read_memory;
    evidence.reads = 0;
    memset(err, 0, sizeof *err);
    return wm_audit_source(&source, options, report, err);
}

static void valid_evidence_has_a_report(void **state)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    (void)state;
    assert_int_equal(audit(NULL, &report, &err), WM_OK);
    assert_string_equal(report.root, root);
    assert_string_equal(report.format, "witnessmark/1.2");
    assert_int_equal(report.nodes, 8);
    assert_int_equal(report.claims, 1);
    assert_int_equal(report.size_bytes, evidence.text.size);
    assert_string_equal(report.failure.tag, "");
    options.root = root;
    assert_int_equal(audit(&options, &report, &err), WM_OK);
}

static void a_root_is_held_by_a_prefix(void **state)
{
    static const char *const BAD[] = {"", "1234567", "0123456g", "ABCDEF01"};
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    char prefix[9];
    (void)state;
    memcpy(prefix, root, 8);
    prefix[8] = '\0';
    options.root = prefix;
    assert_int_equal(audit(&options, &report, &err), WM_OK);
    prefix[7] = prefix[7] == '0' ? '1' : '0';
    assert_int_equal(audit(&options, &report, &err), WM_E_MISMATCH);
    assert_string_equal(report.failure.tag, "root");
    assert_string_equal(report.root, "");
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        options.root = BAD[i];
        assert_int_equal(audit(&options, &report, &err), WM_E_ARG);
    }
}

/* Whichever read fails, the status is that it could not be read: neither valid nor invalid. */
static void a_failed_read_is_no_verdict(void **state)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    unsigned reads;
    (void)state;
    assert_int_equal(audit(NULL, &report, &err), WM_OK);
    reads = evidence.reads;
    assert_true(reads >= 2);
    for (evidence.fails_at = 1; evidence.fails_at <= reads; evidence.fails_at++) {
        assert_int_equal(audit(NULL, &report, &err), WM_E_IO);
        assert_string_equal(report.failure.tag, "");
        assert_true(err.message[0] != '\0');
    }
    evidence.fails_at = 0;
}

/* A file cut at any byte is refused with a line. Cut within line 1, it is no record. */
static void truncated_evidence_is_refused(void **state)
{
    const size_t size = evidence.text.size, first = wm_lines_first(evidence.text.data, size);
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    (void)state;
    for (evidence.text.size = 0; evidence.text.size < size; evidence.text.size++) {
        const bool is_record = evidence.text.size >= first;
        assert_int_equal(audit(NULL, &report, &err), is_record ? WM_E_INVALID : WM_E_OPEN);
        assert_true((report.failure.line > 0) == is_record);
        assert_string_equal(report.root, "");
    }
    evidence.text.size = size;
}

/* Recent values are kept, however long their names are: none is read again. */
static void recent_values_are_kept(void **state)
{
    static const char *const names[] = {"v", LONG};
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_source source;
    wm_audit_state ledger;
    (void)state;
    source.context = &evidence;
    source.size_bytes = evidence.text.size;
    source.read = read_memory;
    assert_int_equal(wm_audit_state_init(&ledger), WM_OK);
    assert_int_equal(wm_audit_ledger(&ledger, &source, NULL, &report), WM_OK);
    evidence.reads = 0;
    for (unsigned i = 0; i < 2; i++) {
        const wm_series_field field = wm_series_field_of(wm_member_text(names[i]));
        double value = 0;
        bool is_there = false;
        assert_true(wm_series_value(&ledger, 3, &field, &value, &is_there));
        assert_true(is_there && value == (i == 0 ? 7 : 1));
    }
    assert_int_equal(evidence.reads, 0);
    wm_audit_state_clear(&ledger);
}

/* Values that are no longer kept are read again. A file that changed in between is an error, not a
 * value. */
static void values_are_read_again(void **state)
{
    const wm_series_field field = wm_series_field_of(wm_member_text("v"));
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_source source;
    wm_audit_state ledger;
    double value = 0;
    bool is_there = false;
    (void)state;
    source.context = &evidence;
    source.size_bytes = evidence.text.size;
    source.read = read_memory;
    assert_int_equal(wm_audit_state_init(&ledger), WM_OK);
    assert_int_equal(wm_audit_ledger(&ledger, &source, NULL, &report), WM_OK);
    for (unsigned i = 0; i < WM_AUDIT_STATE_RECENT; i++)
        ledger.recent[i].entry = WM_AUDIT_STATE_NONE;
    assert_true(wm_series_value(&ledger, 3, &field, &value, &is_there));
    assert_true(is_there && value == 7);
    evidence.changes_at = 1;
    assert_false(wm_series_value(&ledger, 3, &field, &value, &is_there));
    assert_int_equal(ledger.status, WM_E_IO);
    evidence.changes_at = 0;
    wm_audit_state_clear(&ledger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_evidence_has_a_report),
        cmocka_unit_test(a_root_is_held_by_a_prefix),
        cmocka_unit_test(a_failed_read_is_no_verdict),
        cmocka_unit_test(truncated_evidence_is_refused),
        cmocka_unit_test(recent_values_are_kept),
        cmocka_unit_test(values_are_read_again),
    };
    return cmocka_run_group_tests(tests, make_evidence, clear_evidence);
}
