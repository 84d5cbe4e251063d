/* Tests of the public interface as a whole: every function refuses a NULL where it needs a pointer,
 * and a struct whose size is not set. */
#include <witnessmark.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cmocka.h"

static const char SOURCE[] = "tests/unit/test_interface.c", HEADER[] = "include/witnessmark.h";
static char folder[64], path[96], id[WM_ID_SIZE];
static wm_environment *environment;
static wm_graph *graph;
static wm_record *record;
static wm_error err;

static wm_status take(void *context, const char *data, size_t size)
{
    (void)context;
    return data != NULL && size > 0 ? WM_OK : WM_E_IO;
}

static wm_status read_nothing(void *context, uint64_t offset, void *data, size_t size)
{
    (void)context;
    (void)offset;
    memset(data, 0, size);
    return WM_OK;
}

/* A graph with a series, and a record of the same. */
static wm_graph *make_graph(void)
{
    static const wm_own_claim CLAIM = {sizeof CLAIM, "x.v", "1", "si4", {"s", "v", "median_of"},
                                       NULL,         0};
    wm_graph *made = wm_graph_new();
    assert_non_null(made);
    assert_int_equal(wm_graph_environment(made, environment, NULL, NULL), WM_OK);
    assert_int_equal(wm_graph_own_plan(made, "p", NULL, NULL), WM_OK);
    assert_int_equal(wm_graph_number(made, "s", "v", 1, NULL, NULL), WM_OK);
    assert_int_equal(wm_graph_claim(made, &CLAIM, NULL), WM_OK);
    return made;
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_interface.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/record", folder);
    environment = wm_environment_new();
    assert_int_equal(wm_environment_producer(environment, "t", "1", "", NULL), WM_OK);
    graph = make_graph();
    assert_int_equal(wm_record_write(path, graph, NULL, 0, id, NULL), WM_OK);
    wm_graph_free(graph);
    graph = make_graph();
    return wm_record_open(path, NULL, &record, NULL) == WM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    wm_environment_free(environment);
    wm_graph_free(graph);
    wm_record_close(record);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* The call answers ARG, with words. */
#define REFUSED(call)                             \
    do {                                          \
        err.message[0] = '\0';                    \
        assert_int_equal(call, WM_E_ARG);         \
        assert_string_not_equal(err.message, ""); \
        err.message[0] = '\0';                    \
    } while (0)

static void null_is_allowed_where_the_header_says_so(void **state)
{
    (void)state;
    wm_environment_free(NULL);
    wm_graph_free(NULL);
    wm_record_close(NULL);
    assert_null(wm_record_report(NULL));
    assert_null(wm_checker_at(SIZE_MAX));
    assert_string_equal(wm_version(), WM_VERSION);
    assert_string_equal(wm_status_text((wm_status)-1), "unknown status");
}

static void environments(void **state)
{
    (void)state;
    REFUSED(wm_environment_producer(NULL, "", "", "", &err));
    REFUSED(wm_environment_producer(environment, NULL, "", "", &err));
    REFUSED(wm_environment_producer(environment, "", NULL, "", &err));
    REFUSED(wm_environment_producer(environment, "", "", NULL, &err));
    REFUSED(wm_environment_device(NULL, "none", "", &err));
    REFUSED(wm_environment_device(environment, NULL, "", &err));
    REFUSED(wm_environment_device(environment, "none", NULL, &err));
    REFUSED(wm_environment_text(NULL, "a", "", &err));
    REFUSED(wm_environment_text(environment, NULL, "", &err));
    REFUSED(wm_environment_text(environment, "a", NULL, &err));
    REFUSED(wm_environment_number(NULL, "a", 1, &err));
    REFUSED(wm_environment_number(environment, NULL, 1, &err));
    REFUSED(wm_environment_absent(NULL, "a", "b", &err));
    REFUSED(wm_environment_absent(environment, NULL, "b", &err));
    REFUSED(wm_environment_absent(environment, "a", NULL, &err));
    REFUSED(wm_environment_here(NULL, &err));
    assert_int_equal(wm_environment_text(NULL, NULL, NULL, NULL), WM_E_ARG);
}

static void graphs(void **state)
{
    const char *names[] = {"v"};
    const double values[] = {1};
    wm_own_numbers own = {sizeof own, "s", names, values, 1, NULL, NULL};
    wm_line line;
    (void)state;
    REFUSED(wm_graph_environment(NULL, environment, &line, &err));
    REFUSED(wm_graph_environment(graph, NULL, &line, &err));
    REFUSED(wm_graph_own_plan(NULL, "p", &line, &err));
    REFUSED(wm_graph_own_plan(graph, NULL, &line, &err));
    REFUSED(wm_graph_continuing_plan(NULL, "p", NULL, 0, &line, &err));
    REFUSED(wm_graph_continuing_plan(graph, "p", NULL, 1, &line, &err));
    REFUSED(wm_graph_numbers(NULL, &own, &line, &err));
    REFUSED(wm_graph_numbers(graph, NULL, &line, &err));
    REFUSED(wm_graph_number(NULL, "s", "v", 1, &line, &err));
    REFUSED(wm_graph_number(graph, NULL, "v", 1, &line, &err));
    REFUSED(wm_graph_number(graph, "s", NULL, 1, &line, &err));
    REFUSED(wm_graph_add(NULL, "{}", 2, &line, &err));
    REFUSED(wm_graph_add(graph, NULL, 0, &line, &err));
    own.series = NULL;
    REFUSED(wm_graph_numbers(graph, &own, &line, &err));
    own.series = "s";
    own.names = NULL;
    REFUSED(wm_graph_numbers(graph, &own, &line, &err));
    own.names = names;
    names[0] = NULL;
    REFUSED(wm_graph_numbers(graph, &own, &line, &err));
    names[0] = "v";
    own.values = NULL;
    REFUSED(wm_graph_numbers(graph, &own, &line, &err));
    own.values = values;
    assert_int_equal(wm_graph_numbers(graph, &own, NULL, NULL), WM_OK);
}

static void claims(void **state)
{
    wm_own_value beside[] = {{"s", "v", "minimum_of"}};
    const wm_own_claim good = {sizeof good, "x.w", "1", "si4", {"s", "v", "median_of"}, beside, 1};
    wm_own_claim claim = good;
    (void)state;
    REFUSED(wm_graph_claim(NULL, &claim, &err));
    REFUSED(wm_graph_claim(graph, NULL, &err));
    claim.size = 0;
    REFUSED(wm_graph_claim(graph, &claim, &err));
#define WITHOUT(member)  \
    claim = good;        \
    claim.member = NULL; \
    REFUSED(wm_graph_claim(graph, &claim, &err))
    WITHOUT(name);
    WITHOUT(unit);
    WITHOUT(value.series);
    WITHOUT(value.field);
    WITHOUT(value.function);
    WITHOUT(beside);
#undef WITHOUT
    beside[0].field = NULL;
    REFUSED(wm_graph_claim(graph, &good, &err));
    beside[0].field = "v";
    assert_int_equal(wm_graph_claim(graph, &good, NULL), WM_OK);
    claim = good; /* without a format, the unit chooses it */
    claim.name = "x.z";
    claim.format = NULL;
    assert_int_equal(wm_graph_claim(graph, &claim, NULL), WM_OK);
}

static void seals(void **state)
{
    wm_graph_file files[2] = {{NULL, ""}, {"code/verify_graph.py", ""}};
    wm_seal seal = {sizeof seal, files, 2, NULL, 0, take, NULL};
    char root[WM_ID_SIZE], other[128];
    (void)state;
    REFUSED(wm_graph_seal(NULL, &seal, root, &err));
    REFUSED(wm_graph_seal(graph, NULL, root, &err));
    REFUSED(wm_graph_seal(graph, &seal, NULL, &err));
    REFUSED(wm_graph_seal(graph, &seal, root, &err)); /* a path is NULL */
    seal.emit = NULL;
    REFUSED(wm_graph_seal(graph, &seal, root, &err));
    seal.emit = take;
    seal.files = NULL;
    REFUSED(wm_graph_seal(graph, &seal, root, &err));
    seal.size = 0;
    REFUSED(wm_graph_seal(graph, &seal, root, &err));
    snprintf(other, sizeof other, "%s/other", folder);
    REFUSED(wm_record_write(NULL, graph, NULL, 0, root, &err));
    REFUSED(wm_record_write(other, NULL, NULL, 0, root, &err));
    REFUSED(wm_record_write(other, graph, NULL, 0, NULL, &err));
    assert_int_equal(wm_record_write(other, graph, NULL, 0, root, NULL), WM_OK);
}

static void audits(void **state)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_source source = {NULL, 4, read_nothing};
    (void)state;
    REFUSED(wm_audit_path(NULL, &options, &report, &err));
    REFUSED(wm_audit_path(path, &options, NULL, &err));
    REFUSED(wm_audit_source(NULL, &options, &report, &err));
    REFUSED(wm_audit_source(&source, &options, NULL, &err));
    assert_int_equal(wm_audit_source(&source, &options, &report, &err), WM_E_OPEN);
    source.read = NULL;
    REFUSED(wm_audit_source(&source, &options, &report, &err));
    options.size = 0;
    REFUSED(wm_audit_path(path, &options, &report, &err));
    report.size = 0;
    REFUSED(wm_audit_path(path, NULL, &report, &err));
    report.size = sizeof report;
    assert_int_equal(wm_audit_path(path, NULL, &report, NULL), WM_OK);
    assert_string_equal(report.root, id);
}

/* A caller that was built with a newer header: its structs are larger. */
static void newer_callers(void **state)
{
    struct {
        wm_audit_options common;
        void *more;
    } options = {WM_AUDIT_OPTIONS_INIT, NULL};
    struct {
        wm_audit_report common;
        uint64_t more;
    } report = {WM_AUDIT_REPORT_INIT, 7};
    (void)state;
    options.common.size = sizeof options;
    report.common.size = sizeof report;
    assert_int_equal(wm_audit_path(path, &options.common, &report.common, NULL), WM_OK);
    assert_string_equal(report.common.root, id);
    assert_int_equal(report.common.size, sizeof report);
    assert_int_equal(report.more, 0);
    options.more = folder;
    REFUSED(wm_audit_path(path, &options.common, &report.common, &err));
}

static void records(void **state)
{
    wm_claim_view claim = WM_CLAIM_VIEW_INIT;
    wm_node_view node = WM_NODE_VIEW_INIT;
    wm_finding finding = WM_FINDING_INIT;
    wm_record *opened;
    double value;
    (void)state;
    REFUSED(wm_record_open(NULL, NULL, &opened, &err));
    REFUSED(wm_record_open(path, NULL, NULL, &err));
    REFUSED(wm_record_finding(NULL, 0, &finding, &err));
    REFUSED(wm_record_finding(record, 0, NULL, &err));
    REFUSED(wm_record_claim_at(NULL, 0, &claim, &err));
    REFUSED(wm_record_claim_at(record, 0, NULL, &err));
    REFUSED(wm_record_claim_named(NULL, "x.v", &claim, &err));
    REFUSED(wm_record_claim_named(record, NULL, &claim, &err));
    REFUSED(wm_record_claim_named(record, "x.v", NULL, &err));
    REFUSED(wm_record_node_at(NULL, 1, &node, &err));
    REFUSED(wm_record_node_at(record, 1, NULL, &err));
    REFUSED(wm_record_node_with_id(NULL, id, &node, &err));
    REFUSED(wm_record_node_with_id(record, NULL, &node, &err));
    REFUSED(wm_record_node_with_id(record, id, NULL, &err));
    REFUSED(wm_record_value(NULL, 3, "v", &value, &err));
    REFUSED(wm_record_value(record, 3, NULL, &value, &err));
    REFUSED(wm_record_value(record, 3, "v", NULL, &err));
    assert_int_equal(wm_record_value(record, 3, "v", &value, NULL), WM_OK);
}

static void proofs(void **state)
{
    wm_proof proof = WM_PROOF_INIT;
    (void)state;
    REFUSED(wm_proof_make(NULL, "x.v", take, NULL, &err));
    REFUSED(wm_proof_make(path, NULL, take, NULL, &err));
    REFUSED(wm_proof_make(path, "x.v", NULL, NULL, &err));
    REFUSED(wm_proof_check(NULL, 0, &proof, &err));
    REFUSED(wm_proof_check("", 0, NULL, &err));
    assert_int_equal(wm_proof_check("", 0, &proof, &err), WM_E_INVALID);
    assert_int_equal(proof.size, sizeof proof);
    proof.size = 0;
    REFUSED(wm_proof_check("", 0, &proof, &err));
    assert_int_equal(wm_proof_make(path, "x.v", take, NULL, NULL), WM_OK);
}

static void products(void **state)
{
    static const float ONE = 1;
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    (void)state;
    product.variant = "f32";
    product.m = product.n = product.k = 1;
    product.a.data = product.b.data = product.c.data = &ONE;
    REFUSED(wm_product_check(NULL, &report, &err));
    REFUSED(wm_product_check(&product, NULL, &err));
    assert_int_equal(wm_product_check(&product, &report, NULL), WM_OK);
    assert_int_equal(report.answer, WM_PRODUCT_RIGHT);
    product.size = 0;
    REFUSED(wm_product_check(&product, &report, &err));
    product.size = sizeof product;
    report.size = 0;
    REFUSED(wm_product_check(&product, &report, &err));
}

static char *read_text(const char *name)
{
    FILE *file = fopen(name, "r");
    char *text = calloc(1, 1 << 17);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 17) - 1, file) > 0);
    fclose(file);
    return text;
}

/* This file calls every function that the header declares, so that none is forgotten. */
static void every_public_function_is_tested(void **state)
{
    char *header = read_text(HEADER), *source = read_text(SOURCE), name[64];
    size_t count = 0;
    (void)state;
    for (const char *at = header; (at = strstr(at, "wm_")) != NULL; at++) {
        size_t size = 3;
        while (isalnum((unsigned char)at[size]) || at[size] == '_')
            size++;
        if (at[size] != '(' || (at > header && (at[-1] == '*' || isalnum((unsigned char)at[-1]))) ||
            strncmp(at, "wm_emit", 7) == 0)
            continue;
        assert_true(size + 2 < sizeof name);
        snprintf(name, sizeof name, "%.*s(", (int)size, at);
        if (strstr(source, name) == NULL)
            fail_msg("%s) is not tested", name);
        count++;
    }
    assert_true(count > 25);
    free(header);
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_allowed_where_the_header_says_so),
        cmocka_unit_test(environments),
        cmocka_unit_test(graphs),
        cmocka_unit_test(claims),
        cmocka_unit_test(audits),
        cmocka_unit_test(newer_callers),
        cmocka_unit_test(records),
        cmocka_unit_test(proofs),
        cmocka_unit_test(seals),
        cmocka_unit_test(products),
        cmocka_unit_test(every_public_function_is_tested),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
