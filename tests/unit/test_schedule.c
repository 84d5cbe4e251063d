/* Tests of measure/schedule and measure/schedule_file. */
#include "measure/schedule.h"
#include "measure/schedule_file.h"
#include "workload/workload.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static wm_schedule schedule;
static wm_error err;

static wm_status parse(const char *text)
{
    memset(&err, 0, sizeof err);
    return wm_schedule_file_parse(text, strlen(text), "my.json", &schedule, &err);
}

/* The plans of all workloads; others have one purpose. */
static bool is_general(const wm_schedule_entry *entry)
{
    return strcmp(entry->name, "default") == 0 || strcmp(entry->name, "quick") == 0 ||
           strcmp(entry->name, "paper") == 0;
}

static void built_in_plans_are_plans_of_the_format(void **state)
{
    const wm_schedule_entry *entry;
    char label[WM_PLAN_LABEL_SIZE], other[WM_PLAN_LABEL_SIZE];
    (void)state;
    for (size_t p = 0; (entry = wm_schedule_builtin_at(p)) != NULL; p++) {
        for (unsigned gpu = 0; gpu < 2; gpu++) {
            assert_int_equal(
                wm_schedule_builtin(entry->name, gpu ? "cuda" : "cpu", (double)INFINITY, &schedule),
                WM_OK);
            assert_in_range(schedule.item_count, is_general(entry) ? 15 : 2, WM_TABLES_ITEMS);
            for (size_t i = 0; i < schedule.item_count; i++) {
                assert_non_null(schedule.items[i].variant);
                assert_int_equal(wm_schedule_check_item(&schedule.items[i], &err), WM_OK);
                assert_true(schedule.items[i].repeats >= 8);
                wm_plan_label(&schedule.items[i], label);
                for (size_t j = 0; j < i; j++) {
                    wm_plan_label(&schedule.items[j], other);
                    assert_string_not_equal(label, other);
                }
            }
            wm_schedule_clear(&schedule);
        }
    }
    assert_int_equal(wm_schedule_builtin("nightly", "cpu", 1e12, &schedule), WM_E_NOTFOUND);
}

static void built_in_plans_have_every_variant(void **state)
{
    const wm_schedule_entry *entry;
    (void)state;
    for (size_t p = 0; (entry = wm_schedule_builtin_at(p)) != NULL; p++) {
        if (!is_general(entry))
            continue;
        assert_int_equal(wm_schedule_builtin(entry->name, "cpu", (double)INFINITY, &schedule),
                         WM_OK);
        for (size_t v = 0; v < wm_tables_variant_count(); v++) {
            size_t i = 0;
            while (i < schedule.item_count && schedule.items[i].variant != wm_tables_variant_at(v))
                i++;
            /* A CPU has no accumulator for fp8_fast; tables of lines are for sweeps. */
            assert_true((i < schedule.item_count) ==
                        (strncmp(wm_tables_variant_at(v)->variant, "fp8_fast", 8) != 0 &&
                         wm_tables_variant_at(v)->procedure == WM_PROCEDURE_REPEATS &&
                         !wm_tables_has(wm_tables_variant_at(v), WM_TRAIT_LINES)));
        }
        wm_schedule_clear(&schedule);
    }
}

/* The items of a variant differ in n alone, ascend by at most an octave, and fit. */
static void check_curve(const char *kind, double memory_bytes, uint64_t last_least)
{
    static const char *const VARIANTS[] = {"latency_lines", "bandwidth_lines"};
    size_t i = 0;
    assert_int_equal(wm_schedule_builtin("curve", kind, memory_bytes, &schedule), WM_OK);
    for (size_t v = 0; v < 2; v++) {
        const wm_item *first = &schedule.items[i], *item = first;
        assert_string_equal(first->variant->variant, VARIANTS[v]);
        assert_int_equal(first->dimension[0], 8192);
        for (i++; i < schedule.item_count; i++) {
            const wm_item *next = &schedule.items[i];
            if (next->variant != first->variant)
                break;
            assert_true(next->dimension[0] > item->dimension[0] &&
                        next->dimension[0] <= 2ull * item->dimension[0]);
            assert_memory_equal(next->dimension + 1, first->dimension + 1, 8);
            assert_true(wm_workload_bytes(next) <= memory_bytes);
            item = next;
        }
        assert_true(128ull * item->dimension[0] >= last_least);
    }
    assert_int_equal(i, schedule.item_count);
    wm_schedule_clear(&schedule);
}

/* On a CPU a part of the memory is left to other programs. */
static void a_curve_reaches_nearly_all_memory(void **state)
{
    (void)state;
    check_curve("cuda", 135e9, 134000000000ull);
    check_curve("cuda", 76e9, 75000000000ull);
    check_curve("cuda", 280e9, 128ull << 30);
    check_curve("cpu", 22e9, 16ull << 30);
    check_curve("cpu", 21e9, 8ull << 30);
    check_curve("cpu", 6e6, 3 << 20);
}

static bool has_without_fault(const wm_item *item)
{
    for (size_t i = 0; i < schedule.item_count; i++)
        if (schedule.items[i].fault.kind == WM_FAULT_NONE &&
            schedule.items[i].variant == item->variant &&
            memcmp(schedule.items[i].dimension, item->dimension, sizeof item->dimension) == 0)
            return true;
    return false;
}

/* Otherwise the fault has no floor to compare with, and the correct product has no openings. */
static void a_planned_fault_has_its_sound_item(void **state)
{
    const wm_schedule_entry *entry;
    (void)state;
    for (size_t p = 0; (entry = wm_schedule_builtin_at(p)) != NULL; p++) {
        for (unsigned gpu = 0; gpu < 2; gpu++) {
            size_t faults = 0;
            assert_int_equal(
                wm_schedule_builtin(entry->name, gpu ? "cuda" : "cpu", (double)INFINITY, &schedule),
                WM_OK);
            for (size_t i = 0; i < schedule.item_count; i++) {
                if (schedule.items[i].fault.kind == WM_FAULT_NONE)
                    continue;
                faults++;
                assert_true(has_without_fault(&schedule.items[i]));
            }
            wm_schedule_clear(&schedule);
            if (is_general(entry) && (gpu == 0 || strcmp(entry->name, "default") != 0))
                assert_int_equal(faults, strcmp(entry->name, "paper") == 0 ? 5 : 4);
        }
    }
}

/* Table 1 of the paper: an fp8 product at the tolerance of fp16, and one flipped bit of fp16. */
static void the_paper_plan_has_both_cases_of_table_1(void **state)
{
    (void)state;
    for (unsigned gpu = 0; gpu < 2; gpu++) {
        size_t judged = 0, flipped = 0;
        assert_int_equal(
            wm_schedule_builtin("paper", gpu ? "cuda" : "cpu", (double)INFINITY, &schedule), WM_OK);
        for (size_t i = 0; i < schedule.item_count; i++) {
            const wm_item *item = &schedule.items[i], *named;
            flipped += item->fault.kind == WM_FAULT_BIT && item->dimension[0] == 2048;
            if (item->tolerance_of == NULL)
                continue;
            judged++;
            named = &schedule.items[wm_plan_named(schedule.items, i)];
            assert_string_equal(item->variant->variant, "fp8");
            assert_string_equal(named->variant->variant, "fp16");
            assert_int_equal(named->dimension[0], 2048);
        }
        assert_int_equal(judged, 1);
        assert_int_equal(flipped, 1);
        wm_schedule_clear(&schedule);
    }
}

static void the_paper_plan_of_a_gpu_has_fp8_fast(void **state)
{
    uint32_t next = 2048;
    (void)state;
    assert_int_equal(wm_schedule_builtin("paper", "cuda", (double)INFINITY, &schedule), WM_OK);
    for (size_t i = 0; i < schedule.item_count; i++) {
        if (strcmp(schedule.items[i].variant->variant, "fp8_fast") != 0)
            continue;
        assert_int_equal(schedule.items[i].dimension[2], next);
        next *= 2;
    }
    assert_int_equal(next, 32768);
    wm_schedule_clear(&schedule);
}

/* The items of index_add; returns the largest. */
static const wm_item *largest_index_add(size_t *count)
{
    const wm_item *largest = NULL;
    *count = 0;
    for (size_t i = 0; i < schedule.item_count; i++) {
        const wm_item *item = &schedule.items[i];
        if (item->variant->work != WM_WORK_INDEX)
            continue;
        ++*count;
        if (largest == NULL || item->dimension[0] > largest->dimension[0])
            largest = item;
    }
    return largest;
}

/* A sum reads nearly all of a memory above 5 GB; a triad three fifths of one above 24. */
static void check_stream(double memory_bytes)
{
    double sum = 0, triad = 0;
    for (size_t i = 0; i < schedule.item_count; i++) {
        const wm_item *item = &schedule.items[i];
        const double work = wm_plan_work(item);
        if (item->variant->work == WM_WORK_REDUCTION)
            sum = fmax(sum, work);
        if (item->variant->work == WM_WORK_TRIAD)
            triad = fmax(triad, work);
        if (wm_tables_has(item->variant, WM_TRAIT_LONG))
            assert_int_equal(wm_schedule_check_item(item, &err), WM_OK);
    }
    assert_true(sum > 0.99 * memory_bytes && sum <= memory_bytes);
    assert_true(memory_bytes < 24e9 || triad > 0.59 * memory_bytes);
}

static void an_item_fills_the_memory_of_a_gpu(void **state)
{
    static const double memories[] = {7.2e9, 21.6e9, 72.1e9, 135.1e9, 172.8e9, 259e9, 1000e9};
    size_t count;
    (void)state;
    for (size_t m = 0; m < sizeof memories / sizeof memories[0]; m++) {
        assert_int_equal(wm_schedule_builtin("paper", "cuda", memories[m], &schedule), WM_OK);
        const wm_item *board = largest_index_add(&count);
        assert_int_equal(count, 2);
        assert_int_equal(wm_schedule_check_item(board, &err), WM_OK);
        assert_int_equal(board->repeats, 24);
        assert_true(wm_workload_bytes(board) <= memories[m]);
        assert_true(wm_workload_bytes(board) > 0.99 * memories[m]);
        assert_true(wm_workload_operand(board, 0).count * 4 > 0.95 * memories[m]);
        for (size_t i = 0; i < schedule.item_count; i++)
            assert_true(wm_workload_bytes(&schedule.items[i]) <= memories[m]);
        check_stream(memories[m]);
        assert_false(schedule.lacks_filler);
        wm_schedule_clear(&schedule);
    }
    /* memory larger than any dimension is filled up to the largest dimension */
    assert_int_equal(wm_schedule_builtin("paper", "cuda", 1e13, &schedule), WM_OK);
    assert_int_equal(largest_index_add(&count)->dimension[0], 2147418112);
    count = 0;
    for (size_t i = 0; i < schedule.item_count; i++)
        count += schedule.items[i].dimension[0] == WM_TABLES_LENGTH;
    assert_int_equal(count, 2); /* a triad and a reduction */
    wm_schedule_clear(&schedule);
}

static void no_item_fills_a_memory_that_is_small_or_not_known(void **state)
{
    static const struct {
        const char *name, *kind;
        double memory;
        bool lacks;
    } cases[] = {{"paper", "cuda", 1e9, false},
                 {"paper", "cuda", (double)INFINITY, true},
                 {"paper", "cpu", 135e9, false},
                 {"default", "cuda", 135e9, false},
                 {"default", "cuda", (double)INFINITY, false}};
    size_t count;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(
            wm_schedule_builtin(cases[i].name, cases[i].kind, cases[i].memory, &schedule), WM_OK);
        (void)largest_index_add(&count);
        assert_int_equal(count, 1);
        assert_int_equal(schedule.lacks_filler, cases[i].lacks);
        wm_schedule_clear(&schedule);
    }
}

static void a_signature_streams_over_the_memory_of_a_gpu(void **state)
{
    const wm_item *stream = NULL;
    (void)state;
    assert_int_equal(wm_schedule_builtin("signature", "cuda", 135.1e9, &schedule), WM_OK);
    for (size_t i = 0; i < schedule.item_count; i++)
        if (strcmp(schedule.items[i].variant->workload, "reduction") == 0) {
            assert_null(stream);
            stream = &schedule.items[i];
        }
    assert_non_null(stream);
    assert_true(wm_workload_bytes(stream) > 0.99 * 135.1e9);
    assert_true(wm_workload_bytes(stream) <= 135.1e9);
    wm_schedule_clear(&schedule);
}

static void items_that_can_never_fit_are_left_out(void **state)
{
    size_t all;
    (void)state;
    assert_int_equal(wm_schedule_builtin("paper", "cuda", (double)INFINITY, &schedule), WM_OK);
    all = schedule.item_count;
    wm_schedule_clear(&schedule);
    assert_int_equal(wm_schedule_builtin("paper", "cuda", 1e9, &schedule), WM_OK);
    assert_in_range(schedule.item_count, 1, all - 1);
    wm_schedule_clear(&schedule);
}

static void a_file_is_read_whole(void **state)
{
    (void)state;
    assert_int_equal(
        parse("{\"name\":\"night.1\",\"nonce\":\"00ff\",\"repeat_seconds\":0.5,\"repeats\":3,"
              "\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":512}},"
              "{\"workload\":\"gemm\",\"variant\":\"f32\",\"shape\":{\"m\":1,\"n\":2,\"k\":3},"
              "\"repeats\":24}]}"),
        WM_OK);
    assert_string_equal(schedule.name, "night.1");
    assert_string_equal(schedule.nonce, "00ff");
    assert_true(schedule.repeat_seconds == 0.5);
    assert_int_equal(schedule.item_count, 2);
    assert_int_equal(schedule.items[0].dimension[0], 512);
    assert_int_equal(schedule.items[0].dimension[2], 512);
    assert_int_equal(schedule.items[0].repeats, 3);
    assert_int_equal(schedule.items[1].dimension[2], 3);
    assert_int_equal(schedule.items[1].repeats, 24);
    wm_schedule_clear(&schedule);
}

#define ITEM(shape)                                                                                \
    "{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":" shape "}]" \
    "}"

#define TRIAD(shape)                                                                              \
    "{\"name\":\"a\",\"items\":[{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":" shape \
    "}]}"

#define ATTENTION(shape)                                                                           \
    "{\"name\":\"a\",\"items\":[{\"workload\":\"attention\",\"variant\":\"bf16\",\"shape\":" shape \
    "}]}"

static void a_refusal_names_the_place(void **state)
{
    static const struct {
        const char *text, *place, *words;
    } cases[] = {
        {"[]", "my.json", "must be an object"},
        {"{\"items\":[]}", "my.json: name", "is missing"},
        {"{\"name\":1,\"items\":[]}", "my.json: name", "must be a string"},
        {"{\"name\":\"A b\",\"items\":[]}", "my.json: name", "must be 1 to 64 of"},
        {"{\"name\":\"a\"}", "my.json: items", "is missing"},
        {"{\"name\":\"a\",\"items\":[]}", "my.json: items", "must be an array of 1 to 1024"},
        {"{\"name\":\"a\",\"items\":[1]}", "my.json: items[0]", "must be an object"},
        {"{\"name\":\"a\",\"itens\":[1]}", "my.json: itens", "unknown field"},
        {"{\"name\":\"a\",\"nonce\":\"AB\",\"items\":[1]}", "my.json: nonce", "hex digits"},
        {"{\"name\":\"a\",\"repeats\":0,\"items\":[1]}", "my.json: repeats", "1 to 1000"},
        {"{\"name\":\"a\",\"repeats\":2.5,\"items\":[1]}", "my.json: repeats", "whole number"},
        {"{\"name\":\"a\",\"repeat_seconds\":-1,\"items\":[1]}", "my.json: repeat_seconds",
         "above 0"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\"}]}", "my.json: items[0].variant",
         "is missing"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp4\"}]}",
         "my.json: items[0].variant", "no workload 'gemm' with variant 'fp4'"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp16\"}]}",
         "my.json: items[0].shape", "is missing"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp8\","
         "\"shape\":{\"n\":8},\"tolerance_of\":\"fp16\"}]}",
         "my.json: items[0].tolerance_of", "needs an item 'fp16' of this shape before it"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"fp8\","
         "\"shape\":{\"n\":8},\"tolerance_of\":\"fp4\"}]}",
         "my.json: items[0].tolerance_of", "gemm has no variant 'fp4'"},
        {ITEM("{\"n\":0}"), "my.json: items[0].shape.n", "1 to 2147483647"},
        {ITEM("{\"n\":2147483648}"), "my.json: items[0].shape.n", "1 to 2147483647"},
        {TRIAD("{\"n\":274877906945}"), "my.json: items[0].shape.n", "1 to 274877906944"},
        {ITEM("{\"m\":5}"), "my.json: items[0].shape.n", "is missing"},
        {ITEM("{\"m\":5,\"n\":5}"), "my.json: items[0].shape.k", "is missing"},
        {ITEM("{\"n\":5,\"q\":5}"), "my.json: items[0].shape.q", "unknown field"},
        {ITEM("{\"n\":2147483647}"), "my.json: items[0].shape", "more than 2^32 chunks"},
        /* 2^64 rows */
        {ATTENTION("{\"b\":4194304,\"h\":2097152,\"s\":2097152,\"d\":64}"),
         "my.json: items[0].shape", "more than 2^32 chunks"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"gemm\",\"variant\":\"int8\","
         "\"shape\":{\"m\":1,\"n\":1,\"k\":131072}}]}",
         "my.json: items[0].shape.k", "k of an int8 product is at most 131071"},
        {"{\"name\":\"a\",\"repeats\":65,\"items\":[{\"workload\":\"profile\",\"variant\":"
         "\"l2\",\"shape\":{\"steps\":64}}]}",
         "my.json: items[0].repeats", "repeats of a profile must be 1 to 64"},
        {"{\"name\":\"a\",\"items\":[{\"workload\":\"profile\",\"variant\":\"l2\",\"shape\":"
         "{\"steps\":64},\"point\":\"soak\"}]}",
         "my.json: items[0].point", "no point"},
        {"{\"name\":\"a\",\"items\":["
         "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":8}},"
         "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":8},\"repeats\":9}]}",
         "my.json: items[1]", "hbm_triad.f32.n8 is a duplicate of items[0]"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(parse(cases[i].text), WM_E_INVALID);
        assert_string_equal(err.place, cases[i].place);
        assert_non_null(strstr(err.message, cases[i].words));
        assert_null(schedule.items);
    }
}

static void text_that_is_not_json_is_refused(void **state)
{
    static char deep[5000];
    (void)state;
    memset(deep, '[', sizeof deep - 1);
    assert_int_equal(parse("{\"name\":"), WM_E_SYNTAX);
    assert_string_equal(err.place, "my.json");
    assert_int_equal(parse("{\"name\":\"a\",\"name\":\"b\"}"), WM_E_SYNTAX);
    assert_int_equal(parse(deep), WM_E_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_plans_are_plans_of_the_format),
        cmocka_unit_test(built_in_plans_have_every_variant),
        cmocka_unit_test(a_curve_reaches_nearly_all_memory),
        cmocka_unit_test(a_planned_fault_has_its_sound_item),
        cmocka_unit_test(the_paper_plan_has_both_cases_of_table_1),
        cmocka_unit_test(the_paper_plan_of_a_gpu_has_fp8_fast),
        cmocka_unit_test(an_item_fills_the_memory_of_a_gpu),
        cmocka_unit_test(no_item_fills_a_memory_that_is_small_or_not_known),
        cmocka_unit_test(a_signature_streams_over_the_memory_of_a_gpu),
        cmocka_unit_test(items_that_can_never_fit_are_left_out),
        cmocka_unit_test(a_file_is_read_whole),
        cmocka_unit_test(a_refusal_names_the_place),
        cmocka_unit_test(text_that_is_not_json_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
