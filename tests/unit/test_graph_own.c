/* Tests of records of own numbers that are built without JSON: environment, plan, series, claims.
 */
#include <witnessmark.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "standards/json.h"
#include "support/cmocka.h"

/* "é", a quote, a backslash, a tab, and a character beyond the basic plane. */
#define ODD "\xc3\xa9 \" \\ \t \xf0\x9f\x98\x80"
#define ODD_ESCAPED "\xc3\xa9 \\\" \\\\ \\t \xf0\x9f\x98\x80"
#define NOT_UTF8 "a\xff"

static wm_environment *environment;
static wm_graph *graph;

static void add_environment(void)
{
    assert_int_equal(wm_graph_environment(graph, environment, NULL, NULL), WM_OK);
}

static void begin(void)
{
    add_environment();
    assert_int_equal(wm_graph_own_plan(graph, "p", NULL, NULL), WM_OK);
}

static int set_up(void **state)
{
    (void)state;
    environment = wm_environment_new();
    graph = wm_graph_new();
    if (environment == NULL || graph == NULL)
        return -1;
    return wm_environment_producer(environment, "t", "1", "", NULL) == WM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    wm_environment_free(environment);
    wm_graph_free(graph);
    return 0;
}

/* Asserts a status, and words of the message. */
static void expect(wm_status got, wm_status wanted, const wm_error *err, const char *words)
{
    if (got != wanted || strstr(err->message, words) == NULL)
        fail_msg("found %s: `%s`, expected %s: `%s`", wm_status_text(got), err->message,
                 wm_status_text(wanted), words);
}

/* ---- environments ---------------------------------------------------------------------------- */

static void an_environment_has_what_the_format_requires(void **state)
{
    static const char FACTS[] =
        "\"facts\":[{\"name\":\"compiler\",\"reason\":\"not recorded\",\"value\":null},"
        "{\"name\":\"compiler.flags\",\"reason\":\"not recorded\",\"value\":null},"
        "{\"name\":\"cpu.model\",\"reason\":\"not recorded\",\"value\":null},"
        "{\"name\":\"kernel\",\"reason\":\"not recorded\",\"value\":null},"
        "{\"name\":\"memory.bytes\",\"reason\":\"not recorded\",\"value\":null},"
        "{\"name\":\"threads\",\"reason\":\"not recorded\",\"value\":null}]";
    wm_line line;
    (void)state;
    assert_int_equal(wm_graph_environment(graph, environment, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, FACTS));
    assert_non_null(strstr(line.text, "\"backend\":\"none\",\"device\":\"\""));
}

static void facts_are_sorted_replaced_and_escaped(void **state)
{
    wm_line line;
    (void)state;
    assert_int_equal(wm_environment_text(environment, "z.last", ODD, NULL), WM_OK);
    assert_int_equal(wm_environment_number(environment, "a.first", 1, NULL), WM_OK);
    assert_int_equal(wm_environment_number(environment, "a.first", 2.5, NULL), WM_OK);
    assert_int_equal(wm_environment_text(environment, "kernel", "k", NULL), WM_OK);
    assert_int_equal(wm_environment_absent(environment, "kernel", ODD, NULL), WM_OK);
    assert_int_equal(wm_environment_device(environment, "cuda", ODD, NULL), WM_OK);
    assert_int_equal(wm_environment_producer(environment, ODD, "2", "abc", NULL), WM_OK);
    assert_int_equal(wm_graph_environment(graph, environment, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, "\"facts\":[{\"name\":\"a.first\",\"value\":2.5},{"));
    assert_non_null(
        strstr(line.text, "{\"name\":\"z.last\",\"value\":\"" ODD_ESCAPED "\"}],\"kind\""));
    assert_non_null(
        strstr(line.text, "{\"name\":\"kernel\",\"reason\":\"" ODD_ESCAPED "\",\"value\":null}"));
    assert_non_null(strstr(line.text, "\"backend\":\"cuda\",\"device\":\"" ODD_ESCAPED "\""));
    assert_non_null(strstr(line.text, "{\"name\":\"" ODD_ESCAPED
                                      "\",\"source_revision\":\"abc\",\"version\":\"2\"}"));
}

static void an_environment_refuses_what_the_format_does(void **state)
{
    wm_environment *bare = wm_environment_new();
    char longest[4098];
    wm_error err;
    (void)state;
    memset(longest, 'x', sizeof longest);
    longest[4097] = '\0';
    expect(wm_environment_text(environment, "os", NOT_UTF8, &err), WM_E_CANON, &err, "os");
    expect(wm_environment_text(environment, "os", longest, &err), WM_E_LIMIT, &err, "4097");
    longest[4096] = '\0';
    assert_int_equal(wm_environment_text(environment, "os", longest, &err), WM_OK);
    expect(wm_environment_text(environment, "Os", "x", &err), WM_E_ARG, &err, "Os");
    expect(wm_environment_text(environment, "", "x", &err), WM_E_ARG, &err, "1 to 64");
    expect(wm_environment_number(environment, "n", NAN, &err), WM_E_ARG, &err, "`n`");
    expect(wm_environment_number(environment, "n-1", 1, &err), WM_E_ARG, &err, "n-1");
    expect(wm_environment_absent(environment, "n", "", &err), WM_E_ARG, &err, "empty");
    expect(wm_environment_absent(environment, "n", NOT_UTF8, &err), WM_E_CANON, &err, "n");
    expect(wm_environment_device(environment, "tpu", "", &err), WM_E_ARG, &err, "tpu");
    expect(wm_environment_device(environment, "cpu", NOT_UTF8, &err), WM_E_CANON, &err, "device");
    expect(wm_environment_producer(environment, NOT_UTF8, "", "", &err), WM_E_CANON, &err,
           "producer.name");
    expect(wm_environment_producer(environment, "", NOT_UTF8, "", &err), WM_E_CANON, &err,
           "producer.version");
    expect(wm_environment_producer(environment, "", "", NOT_UTF8, &err), WM_E_CANON, &err,
           "producer.source_revision");
    assert_non_null(bare);
    expect(wm_graph_environment(graph, bare, NULL, &err), WM_E_ARG, &err, "producer");
    wm_environment_free(bare);
}

static void an_environment_can_be_too_long(void **state)
{
    char text[4097], name[32];
    wm_error err;
    (void)state;
    memset(text, 'x', sizeof text);
    text[4096] = '\0';
    for (int i = 0; i < 256; i++) {
        snprintf(name, sizeof name, "fact.%d", i);
        assert_int_equal(wm_environment_text(environment, name, text, NULL), WM_OK);
    }
    expect(wm_graph_environment(graph, environment, NULL, &err), WM_E_LIMIT, &err, "1048576");
    for (int i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "fact.%d", i);
        assert_int_equal(wm_environment_text(environment, name, "", NULL), WM_OK);
    }
    add_environment(); /* the refusal left the graph as it was */
}

static void the_machine_fills_in_its_facts(void **state)
{
    static const char *const FACTS[] = {"kernel",  "os",         "memory.bytes", "cpu.model",
                                        "cpu.smt", "cpu.online", "cpu.allowed",  "cpu.governor"};
    char key[64];
    wm_line line;
    (void)state;
    assert_int_equal(wm_environment_here(environment, NULL), WM_OK);
    assert_int_equal(wm_graph_environment(graph, environment, &line, NULL), WM_OK);
    for (size_t i = 0; i < sizeof FACTS / sizeof FACTS[0]; i++) {
        snprintf(key, sizeof key, "{\"name\":\"%s\",", FACTS[i]);
        assert_non_null(strstr(line.text, key));
    }
    assert_non_null(strstr(line.text, "{\"name\":\"kernel\",\"value\":\""));
    assert_non_null(strstr(line.text, "{\"name\":\"compiler\",\"reason\":\"not recorded\""));
    assert_non_null(strstr(line.text, "{\"name\":\"threads\",\"reason\":\"not recorded\""));
}

/* ---- plans and numbers ----------------------------------------------------------------------- */

static void the_order_is_environment_plan_numbers(void **state)
{
    wm_error err;
    wm_line line;
    (void)state;
    expect(wm_graph_own_plan(graph, "p", NULL, &err), WM_E_ARG, &err, "environment");
    expect(wm_graph_number(graph, "s", "v", 1, NULL, &err), WM_E_ARG, &err, "plan");
    add_environment();
    expect(wm_graph_environment(graph, environment, NULL, &err), WM_E_INVALID, &err, "[");
    expect(wm_graph_number(graph, "s", "v", 1, NULL, &err), WM_E_ARG, &err, "plan");
    expect(wm_graph_own_plan(graph, NOT_UTF8, NULL, &err), WM_E_CANON, &err, "name");
    assert_int_equal(wm_graph_own_plan(graph, ODD, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, "\"name\":\"" ODD_ESCAPED "\""));
    expect(wm_graph_own_plan(graph, "again", NULL, &err), WM_E_INVALID, &err, "[order]");
}

static void a_series_counts_its_index(void **state)
{
    char first[WM_ID_SIZE];
    wm_error err;
    wm_line line;
    (void)state;
    assert_int_equal(wm_graph_environment(graph, environment, &line, NULL), WM_OK);
    memcpy(first, line.id, sizeof first);
    assert_int_equal(wm_graph_own_plan(graph, "p", NULL, NULL), WM_OK);
    for (int i = 0; i < 3; i++) {
        char key[32];
        assert_int_equal(wm_graph_number(graph, "a", "v", i, &line, NULL), WM_OK);
        snprintf(key, sizeof key, "\"index\":%d,", i);
        assert_non_null(strstr(line.text, key));
        assert_non_null(strstr(line.text, first));
    }
    assert_int_equal(wm_graph_number(graph, "b", "v", 7, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, "\"index\":0,"));
    /* Another environment: later numbers name it, or the one that they ask for. */
    assert_int_equal(wm_environment_text(environment, "note", "2", NULL), WM_OK);
    assert_int_equal(wm_graph_environment(graph, environment, &line, NULL), WM_OK);
    {
        char second[WM_ID_SIZE];
        const char *const names[] = {"v"};
        const double values[] = {1};
        wm_own_numbers own = WM_OWN_NUMBERS_INIT;
        memcpy(second, line.id, sizeof second);
        own.series = "c";
        own.names = names;
        own.values = values;
        own.count = 1;
        assert_int_equal(wm_graph_numbers(graph, &own, &line, NULL), WM_OK);
        assert_non_null(strstr(line.text, second));
        own.environment = first;
        assert_int_equal(wm_graph_numbers(graph, &own, &line, NULL), WM_OK);
        assert_non_null(strstr(line.text, first));
        memset(first, '0', 64);
        expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_INVALID, &err, "[edge]");
        own.environment = "none";
        expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_INVALID, &err, "[edge]");
    }
}

static void numbers_are_sorted_and_absent_ones_have_a_reason(void **state)
{
    const char *names[] = {"z", "a", "m"};
    double values[] = {1, NAN, -2.5};
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    wm_error err;
    wm_line line;
    (void)state;
    begin();
    own.series = "s";
    own.names = names;
    own.values = values;
    own.count = 3;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "reason");
    own.reason = "";
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "reason");
    own.reason = NOT_UTF8;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_CANON, &err, "reason");
    own.reason = ODD;
    assert_int_equal(wm_graph_numbers(graph, &own, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, "\"values\":{\"a\":null,\"m\":-2.5,\"reason\":\"" ODD_ESCAPED
                                      "\",\"z\":1}"));
    values[1] = 0;
    assert_int_equal(wm_graph_numbers(graph, &own, &line, NULL), WM_OK);
    assert_non_null(strstr(line.text, "\"values\":{\"a\":0,\"m\":-2.5,\"z\":1}"));
}

static void numbers_are_refused_by_name(void **state)
{
    const char *names[65];
    double values[65];
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    char longest[66];
    wm_error err;
    (void)state;
    begin();
    memset(longest, 'n', sizeof longest);
    longest[65] = '\0';
    for (int i = 0; i < 65; i++) {
        names[i] = "v";
        values[i] = 1;
    }
    own.series = "s";
    own.names = names;
    own.values = values;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "1 to 64");
    own.count = 65;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "1 to 64");
    own.count = 2;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "two values");
    names[1] = "reason";
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "reason");
    names[1] = "a.b";
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "a.b");
    names[1] = longest;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "1 to 64");
    names[1] = "w";
    values[1] = INFINITY;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "`w`");
    own.series = "S";
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "series");
    own.size = 0;
    expect(wm_graph_numbers(graph, &own, NULL, &err), WM_E_ARG, &err, "size");
    expect(wm_graph_number(graph, "s", "v", NAN, NULL, &err), WM_E_ARG, &err, "reason");
    assert_int_equal(wm_graph_number(graph, "s", "v", 1, NULL, &err), WM_OK);
}

/* ---- sealing --------------------------------------------------------------------------------- */

/* The derived lines, and the longest of them. */
typedef struct derived {
    wm_buffer text;
    size_t longest;
} derived;

static wm_status keep(void *context, const char *data, size_t size)
{
    derived *to = context;
    if (size > to->longest)
        to->longest = size;
    return wm_buffer_append(&to->text, data, size);
}

static wm_status seal(derived *to, wm_error *err)
{
    static wm_graph_file files[2] = {{"code/verify.c", ""}, {"code/verify_graph.py", ""}};
    wm_seal how = {sizeof how, files, 2, NULL, 0, keep, to};
    char root[WM_ID_SIZE];
    for (int i = 0; i < 2; i++)
        memset(files[i].sha256, 'a', WM_ID_SIZE - 1);
    return wm_graph_seal(graph, &how, root, err);
}

static void a_claim_that_was_refused_leaves_nothing(void **state)
{
    const wm_own_value beside[] = {{"s", "v", "minimum_of"}, {"s", "w", "minimum_of"}};
    wm_own_claim claim = {sizeof claim, "x.v", "s", "si4", {"s", "v", "maximum_of"}, beside, 2};
    derived to = {WM_BUFFER_EMPTY, 0};
    wm_error err;
    (void)state;
    begin();
    assert_int_equal(wm_graph_number(graph, "s", "v", 1.5, NULL, NULL), WM_OK);
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "`w`");
    claim.beside_count = 17;
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "17");
    claim.beside_count = 0;
    claim.unit = "m s";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "m s");
    claim.unit = "";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "unit");
    claim.unit = "s";
    claim.format = "word";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "word");
    claim.format = "si4";
    claim.name = "y.v";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "y.v");
    claim.name = "x.";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "1 to 64");
    claim.name = "x.v";
    claim.value.series = "t";
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "`t`");
    claim.value.series = "s";
    claim.value.function = "median_of";
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_OK);
    assert_int_equal(seal(&to, &err), WM_OK);
    assert_non_null(strstr(wm_buffer_text(&to.text), "\"text\":\"1.500 s\""));
    assert_null(strstr(to.text.data, "maximum_of"));
    wm_buffer_clear(&to.text);
    expect(wm_graph_claim(graph, &claim, &err), WM_E_ARG, &err, "sealed");
    expect(wm_graph_number(graph, "s", "v", 1, NULL, &err), WM_E_ARG, &err, "sealed");
    expect(wm_graph_own_plan(graph, "p", NULL, &err), WM_E_ARG, &err, "sealed");
    expect(wm_graph_environment(graph, environment, NULL, &err), WM_E_ARG, &err, "sealed");
    expect(seal(&to, &err), WM_E_ARG, &err, "sealed");
}

/* Fills a series to its limit and seals it; gives the longest line. One value is absent or all are
 * of the longest text, as the caller says. */
static size_t fill(const char *field, const char *function, double value, bool has_absent)
{
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    wm_own_claim claim = {sizeof claim, "x.v", "1", "sci3", {"s", field, function}, NULL, 0};
    derived to = {WM_BUFFER_EMPTY, 0};
    double absent = NAN;
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    size_t count = 0, longest;
    begin();
    own.series = "s";
    own.names = &field;
    own.count = 1;
    own.reason = "lost";
    for (; status == WM_OK; count++) {
        own.values = has_absent && count == 0 ? &absent : &value;
        status = wm_graph_numbers(graph, &own, NULL, &err);
    }
    expect(status, WM_E_LIMIT, &err, "`s`");
    expect(status, WM_E_LIMIT, &err, "1048576");
    assert_int_equal(wm_graph_number(graph, "t", "v", 1, NULL, NULL), WM_OK); /* goes on */
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_OK);
    claim = (wm_own_claim){sizeof claim, "x.t", "1", "sci3", {"t", "v", "median_of"}, NULL, 0};
    assert_int_equal(wm_graph_claim(graph, &claim, &err), WM_OK);
    if (seal(&to, &err) != WM_OK)
        fail_msg("%s", err.message);
    longest = to.longest;
    wm_buffer_clear(&to.text);
    return longest;
}

static void a_series_ends_at_the_limit_of_a_line(void **state)
{
    (void)state;
    /* The function and the reason with the most bytes: one more id, 67 bytes, would not fit. */
    const size_t longest = fill("v", "standard_deviation_of", 1, true);
    assert_true(longest <= 1048576);
    assert_true(longest + 67 > 1048576);
}

static void a_series_with_a_long_name_ends_earlier(void **state)
{
    char field[65];
    (void)state;
    memset(field, 'n', sizeof field);
    field[64] = '\0';
    const size_t longest = fill(field, "standard_deviation_of", 1, true);
    assert_true(longest <= 1048576);
    assert_true(longest + 67 > 1048576);
}

static void any_function_fits_at_the_limit(void **state)
{
    (void)state;
    const size_t longest = fill("v", "mean_of", -2.2250738585072014e-308, false);
    assert_true(longest <= 1048576);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(an_environment_has_what_the_format_requires),
        TEST(facts_are_sorted_replaced_and_escaped),
        TEST(an_environment_refuses_what_the_format_does),
        TEST(an_environment_can_be_too_long),
        TEST(the_machine_fills_in_its_facts),
        TEST(the_order_is_environment_plan_numbers),
        TEST(a_series_counts_its_index),
        TEST(numbers_are_sorted_and_absent_ones_have_a_reason),
        TEST(numbers_are_refused_by_name),
        TEST(a_claim_that_was_refused_leaves_nothing),
        TEST(a_series_ends_at_the_limit_of_a_line),
        TEST(a_series_with_a_long_name_ends_earlier),
        TEST(any_function_fits_at_the_limit),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
