/* Tests of model/baseline: a baseline is read as it was written, and every false member refused. */
#include "model/baseline.h"

#include "support/cmocka.h"

#include <math.h>
#include <string.h>

#define ROOT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define ENTRY(DEVICE, LOW, MEDIAN, HIGH, ITEM, NODES)                                   \
    "{\"backend\":\"cpu\",\"device\":\"" DEVICE "\",\"high\":" HIGH ",\"item\":\"" ITEM \
    "\",\"low\":" LOW ",\"median\":" MEDIAN ",\"nodes\":" NODES                         \
    ",\"threads\":2,\"unit\":\"FLOP/s\"}"
#define FILE_OF(ENTRIES) \
    "{\"entries\":[" ENTRIES "],\"schema\":\"witnessmark-baseline/1\",\"sweep\":\"" ROOT "\"}\n"

static const char GOOD[] = FILE_OF(
    ENTRY("A", "9.5", "10", "11", "gemm.f32.n64", "40") "," ENTRY("A", "1", "2", "3", "x", "8"));

static wm_status parse(const char *text, wm_baseline *baseline, wm_error *err)
{
    return wm_baseline_parse(text, strlen(text), "b.json", baseline, err);
}

static void a_baseline_is_read_and_written(void **state)
{
    wm_buffer out = WM_BUFFER_EMPTY;
    const wm_baseline_entry *entry;
    wm_baseline baseline;
    wm_error err;
    (void)state;
    assert_int_equal(parse(GOOD, &baseline, &err), WM_OK);
    assert_string_equal(baseline.sweep, ROOT);
    entry = wm_baseline_find(&baseline, "cpu", "A", 2, "gemm.f32.n64");
    assert_non_null(entry);
    assert_true(entry->low == 9.5 && entry->median == 10 && entry->high == 11);
    assert_int_equal(entry->nodes, 40);
    assert_string_equal(entry->unit, "FLOP/s");
    assert_null(wm_baseline_find(&baseline, "cpu", "A", 3, "gemm.f32.n64"));
    assert_null(wm_baseline_find(&baseline, "cuda", "A", 2, "gemm.f32.n64"));
    assert_null(wm_baseline_find(&baseline, "cpu", "B", 2, "gemm.f32.n64"));
    assert_null(wm_baseline_find(&baseline, "cpu", "A", 2, "gemm.f32.n65"));
    assert_int_equal(wm_baseline_append(&baseline, &out), WM_OK);
    assert_int_equal(out.size, strlen(GOOD));
    assert_memory_equal(out.data, GOOD, out.size);
    wm_buffer_clear(&out);
    wm_baseline_clear(&baseline);
    assert_null(wm_baseline_find(&baseline, "cpu", "A", 2, "x"));
}

static void what_is_false_is_refused(void **state)
{
    static const struct {
        const char *text;
        wm_status status;
        const char *words;
    } cases[] = {
        {"{", WM_E_SYNTAX, ""},
        {"{\"entries\":[],\"schema\":\"witnessmark-baseline/2\",\"sweep\":\"" ROOT "\"}",
         WM_E_INVALID, "schema"},
        {"{\"entries\":[],\"schema\":\"witnessmark-baseline/1\",\"sweep\":\"12\"}", WM_E_INVALID,
         "root of a sweep"},
        {FILE_OF(ENTRY("A", "9", "10", "11", "x", "0")), WM_E_INVALID,
         "entry 1 of the baseline: "
         "nodes"},
        {FILE_OF(ENTRY("A", "9", "10", "11", "x", "1.5")), WM_E_INVALID, "nodes"},
        {FILE_OF(ENTRY("A", "0", "10", "11", "x", "8")), WM_E_INVALID, "low"},
        {FILE_OF(ENTRY("A", "9", "10", "1e999", "x", "8")), WM_E_INVALID, "high"},
        {FILE_OF(ENTRY("A", "9", "12", "11", "x", "8")), WM_E_INVALID, "median must lie between"},
        {FILE_OF(ENTRY("", "9", "10", "11", "x", "8")), WM_E_INVALID, "device"},
        {FILE_OF(ENTRY("A", "9", "10", "11", "x", "8") "," ENTRY("A", "9", "10", "11", "x", "8")),
         WM_E_INVALID, "entry 2 of the baseline: item is not behind"},
        {FILE_OF("1"), WM_E_INVALID, "backend"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_baseline baseline;
        wm_error err = {WM_OK, "", ""};
        assert_int_equal(parse(cases[i].text, &baseline, &err), cases[i].status);
        assert_non_null(strstr(err.message, cases[i].words));
        assert_string_equal(err.place, "b.json");
        assert_null(baseline.entry);
    }
}

static void texts_are_masked(void **state)
{
    wm_baseline baseline;
    wm_error err;
    (void)state;
    assert_int_equal(
        parse(FILE_OF(ENTRY("A\\u001b[2J", "9", "10", "11", "x", "8")), &baseline, &err), WM_OK);
    assert_string_equal(baseline.entry[0].device, "A?[2J");
    wm_baseline_clear(&baseline);
}

static void a_number_that_is_not_finite_is_not_written(void **state)
{
    wm_baseline_entry entry = {"cpu", "A", "x", 2, 8, "FLOP/s", (double)NAN, 1, 2};
    const wm_baseline baseline = {ROOT, &entry, 1, NULL};
    wm_buffer out = WM_BUFFER_EMPTY;
    (void)state;
    assert_int_equal(wm_baseline_append(&baseline, &out), WM_E_CANON);
    wm_buffer_clear(&out);
}

static void a_file_that_is_not_there_is_named(void **state)
{
    wm_baseline baseline;
    wm_error err;
    (void)state;
    assert_int_equal(wm_baseline_read("/nowhere/b.json", &baseline, &err), WM_E_NOTFOUND);
    assert_string_equal(err.place, "/nowhere/b.json");
    assert_int_equal(wm_baseline_read("/", &baseline, &err), WM_E_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_baseline_is_read_and_written),
        cmocka_unit_test(what_is_false_is_refused),
        cmocka_unit_test(texts_are_masked),
        cmocka_unit_test(a_number_that_is_not_finite_is_not_written),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
