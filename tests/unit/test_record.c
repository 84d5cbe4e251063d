/* Tests of archive/record: a record that is sealed, opened, and read down to its observations. */
#include <witnessmark.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cmocka.h"

static char folder[64], path[96], evidence[128];

static void system_is_well(const char *command)
{
    assert_int_equal(system(command), 0);
}

/* Seals a record of one series of three observations, one value absent. */
static void seal(const char *where, char root[WM_ID_SIZE])
{
    static const char *const NAMES[] = {"speed", "lost"};
    static const wm_own_value BESIDE[] = {{"s", "speed", "minimum_of"}};
    wm_own_claim speed = {sizeof speed, "x.speed", "B/s", "si4", {"s", "speed", "median_of"},
                          BESIDE,       1};
    wm_own_claim lost = {sizeof lost, "x.lost", "s", "sci3", {"s", "lost", "mean_of"}, NULL, 0};
    wm_environment *environment = wm_environment_new();
    wm_graph *graph = wm_graph_new();
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    assert_int_equal(wm_environment_producer(environment, "t", "1", "", NULL), WM_OK);
    assert_int_equal(wm_graph_environment(graph, environment, NULL, NULL), WM_OK);
    assert_int_equal(wm_graph_own_plan(graph, "p", NULL, NULL), WM_OK);
    own.series = "s";
    own.names = NAMES;
    own.count = 2;
    own.reason = "not measured";
    for (int i = 0; i < 3; i++) {
        const double values[] = {1e9 * (i + 1), i == 1 ? (double)NAN : i};
        own.values = values;
        assert_int_equal(wm_graph_numbers(graph, &own, NULL, NULL), WM_OK);
    }
    assert_int_equal(wm_graph_claim(graph, &speed, NULL), WM_OK);
    assert_int_equal(wm_graph_claim(graph, &lost, NULL), WM_OK);
    assert_int_equal(wm_record_write(where, graph, NULL, 0, root, NULL), WM_OK);
    wm_graph_free(graph);
    wm_environment_free(environment);
}

static char sealed[WM_ID_SIZE];

/* A graph of one number that continues records; NULL if the plan is refused. */
static wm_graph *make_continuing(const char *const *continues, size_t count, wm_status expected)
{
    wm_own_claim claim = {sizeof claim, "x.v", "s", "si4", {"s", "v", "median_of"}, NULL, 0};
    wm_environment *environment = wm_environment_new();
    wm_graph *graph = wm_graph_new();
    assert_int_equal(wm_environment_producer(environment, "t", "1", "", NULL), WM_OK);
    assert_int_equal(wm_graph_environment(graph, environment, NULL, NULL), WM_OK);
    wm_environment_free(environment);
    assert_int_equal(wm_graph_continuing_plan(graph, "p", continues, count, NULL, NULL), expected);
    if (expected != WM_OK) {
        wm_graph_free(graph);
        return NULL;
    }
    assert_int_equal(wm_graph_number(graph, "s", "v", 1, NULL, NULL), WM_OK);
    assert_int_equal(wm_graph_claim(graph, &claim, NULL), WM_OK);
    return graph;
}

/* The priors are copied byte for byte, and their roots are those of plan and root. */
static void a_record_continues_others(void **state)
{
    char other[160], second[192], next[128], command[512], root[WM_ID_SIZE];
    const char *const priors[] = {evidence, second}, *const twice[] = {evidence, evidence};
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_graph *graph;
    wm_error err;
    (void)state;
    snprintf(other, sizeof other, "%s/other", folder);
    snprintf(second, sizeof second, "%s/evidence.jsonl", other);
    seal(other, root);
    assert_null(make_continuing(twice, 2, WM_E_INVALID));
    graph = make_continuing(priors, 2, WM_OK);
    snprintf(next, sizeof next, "%s/next", folder);
    /* a seal with other priors than the plan emits nothing */
    assert_int_equal(wm_record_write(next, graph, priors, 1, root, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "[prior]"));
    assert_int_equal(access(next, F_OK), -1);
    assert_int_equal(wm_record_write(next, graph, priors, 2, root, NULL), WM_OK);
    wm_graph_free(graph);
    assert_int_equal(wm_audit_path(next, NULL, &report, NULL), WM_OK);
    snprintf(command, sizeof command, "cmp -s %s %s/prior/2.jsonl", second, next);
    system_is_well(command);
    snprintf(command, sizeof command, "tail -n 1 %s/evidence.jsonl | grep -q '\"continues\":.\"%s'",
             next, sealed);
    system_is_well(command);
    snprintf(command, sizeof command, "sed -i '1s/p/q/' %s/prior/1.jsonl", next);
    system_is_well(command);
    assert_int_equal(wm_audit_path(next, NULL, &report, NULL), WM_E_INVALID);
}

static void only_sealed_evidence_is_continued(void **state)
{
    const char *const nine[9] = {evidence, evidence, evidence, evidence, evidence,
                                 evidence, evidence, evidence, evidence};
    const char *absent = "/nonexistent";
    char cut[160], command[512];
    const char *const of_cut[] = {cut};
    (void)state;
    snprintf(cut, sizeof cut, "%s/cut.jsonl", folder);
    snprintf(command, sizeof command, "head -n 3 %s > %s", evidence, cut);
    system_is_well(command);
    assert_null(make_continuing(of_cut, 1, WM_E_INVALID));
    assert_null(make_continuing(&absent, 1, WM_E_OPEN));
    assert_null(make_continuing(nine, 9, WM_E_LIMIT));
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_record.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/record", folder);
    snprintf(evidence, sizeof evidence, "%s/evidence.jsonl", path);
    seal(path, sealed);
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void claims_have_values_and_reasons(void **state)
{
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_record *record;
    wm_error err;
    (void)state;
    assert_int_equal(wm_record_open(path, NULL, &record, &err), WM_OK);
    assert_string_equal(wm_record_report(record)->root, sealed);
    assert_int_equal(wm_record_report(record)->claims, 2);
    assert_int_equal(wm_record_report(record)->nodes, 11);
    assert_int_equal(wm_record_claim_at(record, 0, &claim, &err), WM_OK);
    assert_string_equal(claim.name, "x.speed");
    assert_int_equal(claim.kind, WM_CLAIM_NUMBER);
    assert_true(claim.number == 2e9);
    assert_string_equal(claim.unit, "B/s");
    assert_string_equal(claim.text, "2.000 GB/s");
    assert_string_equal(claim.format, "si4");
    assert_null(claim.word);
    assert_null(claim.class_word);
    assert_null(claim.reason);
    assert_true(isnan(claim.tolerance));
    assert_int_equal(claim.line, 9);
    assert_int_equal(wm_record_claim_named(record, "x.lost", &claim, &err), WM_OK);
    assert_int_equal(claim.kind, WM_CLAIM_NULL);
    assert_true(isnan(claim.number));
    assert_string_equal(claim.reason, "value absent");
    assert_string_equal(claim.text, "n/a");
    assert_int_equal(claim.line, 10);
    assert_int_equal(wm_record_claim_named(record, "x.none", &claim, &err), WM_E_NOTFOUND);
    assert_int_equal(wm_record_claim_named(record, "", &claim, &err), WM_E_NOTFOUND);
    assert_int_equal(wm_record_claim_at(record, 2, &claim, &err), WM_E_ARG);
    claim.size = 8;
    assert_int_equal(wm_record_claim_at(record, 0, &claim, &err), WM_E_ARG);
    wm_record_close(record);
}

static void a_claim_leads_to_its_observations(void **state)
{
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_node_view node = WM_NODE_VIEW_INIT, below = WM_NODE_VIEW_INIT, same = WM_NODE_VIEW_INIT;
    wm_record *record;
    double value;
    (void)state;
    assert_int_equal(wm_record_open(evidence, NULL, &record, NULL), WM_OK); /* the file alone */
    assert_int_equal(wm_record_claim_at(record, 0, &claim, NULL), WM_OK);
    assert_int_equal(wm_record_node_at(record, claim.line, &node, NULL), WM_OK);
    assert_string_equal(node.type, "claim");
    assert_null(node.kind);
    assert_string_equal(node.id, claim.id);
    assert_int_equal(node.edge_count, 2);
    assert_string_equal(node.edges[0].field, "asserts");
    assert_int_equal(node.edges[0].line, claim.reduction_line);
    assert_string_equal(node.edges[1].field, "beside");
    assert_int_equal(wm_record_node_with_id(record, claim.reduction, &node, NULL), WM_OK);
    assert_int_equal(node.line, claim.reduction_line);
    assert_string_equal(node.type, "reduction");
    assert_string_equal(node.function, "median_of");
    assert_string_equal(node.field, "speed");
    assert_null(node.series);
    assert_int_equal(node.edge_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(node.edges[i].field, "inputs");
        assert_int_equal(wm_record_node_at(record, node.edges[i].line, &below, NULL), WM_OK);
        assert_string_equal(below.kind, "external");
        assert_string_equal(below.series, "s");
        assert_int_equal(below.index, i);
        assert_int_equal(below.edge_count, 2); /* environment and plan */
        assert_string_equal(below.edges[0].field, "environment");
        assert_int_equal(below.edges[0].line, 1);
        assert_int_equal(wm_record_value(record, below.line, "speed", &value, NULL), WM_OK);
        assert_true(value == 1e9 * (double)(i + 1));
    }
    assert_int_equal(wm_record_value(record, 4, "lost", &value, NULL), WM_OK);
    assert_true(isnan(value));
    assert_int_equal(wm_record_node_at(record, below.line, &same, NULL), WM_OK);
    assert_ptr_equal(same.text, below.text); /* the record's, as long as it is open */
    assert_int_equal(strlen(same.text), same.text_size);
    assert_int_equal(wm_record_node_at(record, 11, &node, NULL), WM_OK);
    assert_string_equal(node.type, "root");
    assert_string_equal(node.id, sealed);
    wm_record_close(record);
}

static void absent_claims_and_lines_are_refused(void **state)
{
    wm_node_view node = WM_NODE_VIEW_INIT;
    wm_finding finding = WM_FINDING_INIT;
    wm_record *record;
    char id[WM_ID_SIZE];
    double value = 7;
    wm_error err;
    (void)state;
    assert_int_equal(wm_record_open(path, NULL, &record, NULL), WM_OK);
    assert_int_equal(wm_record_node_at(record, 0, &node, &err), WM_E_ARG);
    assert_int_equal(wm_record_node_at(record, 12, &node, &err), WM_E_ARG);
    assert_int_equal(wm_record_node_at(record, UINT64_MAX, &node, &err), WM_E_ARG);
    assert_int_equal(wm_record_node_with_id(record, "abc", &node, &err), WM_E_ARG);
    memset(id, '0', sizeof id);
    id[64] = '\0';
    assert_int_equal(wm_record_node_with_id(record, id, &node, &err), WM_E_NOTFOUND);
    assert_int_equal(wm_record_value(record, 3, "none", &value, &err), WM_E_NOTFOUND);
    assert_int_equal(wm_record_value(record, 1, "speed", &value, &err), WM_E_ARG);
    assert_int_equal(wm_record_value(record, 12, "speed", &value, &err), WM_E_ARG);
    assert_true(value == 7);
    assert_int_equal(wm_record_finding(record, 0, &finding, &err), WM_E_ARG);
    finding.size = 0;
    assert_int_equal(wm_record_finding(record, 0, &finding, &err), WM_E_ARG);
    assert_non_null(strstr(err.message, "wm_finding"));
    node.size = 0;
    assert_int_equal(wm_record_node_at(record, 1, &node, &err), WM_E_ARG);
    wm_record_close(record);
}

static void a_record_that_does_not_pass_is_not_opened(void **state)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_record *record = (wm_record *)folder;
    char command[256];
    wm_error err;
    (void)state;
    options.root = "00000000";
    assert_int_equal(wm_record_open(path, &options, &record, &err), WM_E_MISMATCH);
    assert_null(record);
    options.root = "no";
    assert_int_equal(wm_record_open(path, &options, &record, &err), WM_E_ARG);
    options.root = NULL;
    options.size = 3;
    assert_int_equal(wm_record_open(path, &options, &record, &err), WM_E_ARG);
    assert_int_equal(wm_record_open("/nonexistent", NULL, &record, &err), WM_E_OPEN);
    snprintf(command, sizeof command, "sed -i 's/2[.]000/2.001/' %s", evidence);
    system_is_well(command);
    assert_int_equal(wm_record_open(path, NULL, &record, &err), WM_E_INVALID);
    assert_non_null(strstr(err.message, "[text]"));
    snprintf(command, sizeof command, "sed -i 's|witnessmark/1.2|witnessmark/2.0|' %s", evidence);
    system_is_well(command);
    assert_int_equal(wm_record_open(path, NULL, &record, &err), WM_E_NEWER);
    assert_null(record);
}

static void a_record_changed_while_open_is_noticed(void **state)
{
    wm_node_view node = WM_NODE_VIEW_INIT;
    wm_record *record;
    FILE *file;
    wm_error err;
    (void)state;
    assert_int_equal(wm_record_open(path, NULL, &record, NULL), WM_OK);
    file = fopen(evidence, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 20, SEEK_SET), 0);
    assert_int_equal(fputc('#', file), '#');
    fclose(file);
    assert_int_equal(wm_record_node_at(record, 1, &node, &err), WM_E_IO);
    assert_non_null(strstr(err.message, "changed"));
    wm_record_close(record);
}

static void count(void *context, const wm_finding *finding)
{
    assert_int_equal(finding->size, sizeof *finding);
    assert_non_null(finding->claim);
    ++*(size_t *)context;
}

/* A program that was built with a later version has a larger struct. */
static void a_larger_finding_ends_in_zeros(const wm_record *record)
{
    struct {
        wm_finding known;
        uint64_t more;
    } later = {WM_FINDING_INIT, 7};
    later.known.size = sizeof later;
    assert_int_equal(wm_record_finding(record, 0, &later.known, NULL), WM_OK);
    assert_int_equal(later.known.size, sizeof later);
    assert_non_null(later.known.claim);
    assert_int_equal(later.more, 0);
}

/* The fuller record of the tests: every workload, and checks that did not pass. */
static void a_measured_record_has_words_classes_and_findings(void **state)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_node_view node = WM_NODE_VIEW_INIT;
    char command[256], full[96];
    size_t told = 0, faults = 0, caught = 0, words = 0, classes = 0, tolerances = 0;
    wm_finding finding = WM_FINDING_INIT;
    wm_record *record;
    (void)state;
    snprintf(full, sizeof full, "%s/full", folder);
    snprintf(command, sizeof command,
             "python3 tests/support/make_record.py --plan full %s >/dev/null", full);
    system_is_well(command);
    options.finding = count;
    options.context = &told;
    assert_int_equal(wm_record_open(full, &options, &record, NULL), WM_OK);
    assert_true(told > 0);
    assert_int_equal(wm_record_report(record)->findings, told);
    for (size_t i = 0; i < told; i++) {
        assert_int_equal(wm_record_finding(record, i, &finding, NULL), WM_OK);
        assert_int_equal(wm_record_claim_named(record, finding.claim, &claim, NULL), WM_OK);
        assert_string_equal(finding.text, claim.text);
        /* record.md section 7: the label names the fault */
        assert_int_equal(finding.is_of_fault, strstr(finding.claim, ".injected_") != NULL ||
                                                  strstr(finding.claim, ".faulty_") != NULL);
        faults += finding.is_of_fault != 0;
        caught += finding.is_caught != 0;
        assert_true(finding.is_of_fault || !finding.is_caught);
    }
    assert_true(faults > 0 && faults < told);
    assert_int_equal(caught, 4);
    a_larger_finding_ends_in_zeros(record);
    for (size_t i = 0; i < wm_record_report(record)->claims; i++) {
        assert_int_equal(wm_record_claim_at(record, i, &claim, NULL), WM_OK);
        words += claim.kind == WM_CLAIM_WORD;
        classes += claim.class_word != NULL;
        tolerances += isnan(claim.tolerance) ? 0 : 1;
        assert_true((claim.word != NULL) == (claim.kind == WM_CLAIM_WORD));
    }
    assert_true(words > 0 && classes > 0 && tolerances > 0);
    /* Every node can be read, and names only nodes before it. */
    for (uint64_t line = 1; line <= wm_record_report(record)->nodes; line++) {
        assert_int_equal(wm_record_node_at(record, line, &node, NULL), WM_OK);
        for (size_t i = 0; i < node.edge_count; i++)
            assert_true(node.edges[i].line >= 1 && node.edges[i].line < line);
        assert_true(line == 1 || node.edge_count > 0 || strcmp(node.kind, "environment") == 0);
    }
    wm_record_close(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(claims_have_values_and_reasons),
        TEST(a_claim_leads_to_its_observations),
        TEST(absent_claims_and_lines_are_refused),
        TEST(a_record_that_does_not_pass_is_not_opened),
        TEST(a_record_changed_while_open_is_noticed),
        TEST(a_record_continues_others),
        TEST(only_sealed_evidence_is_continued),
        TEST(a_measured_record_has_words_classes_and_findings),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
