/* What came of planned faults: by their findings, and by the absence of a finding. */
#include "support/cmocka.h"

#include "record/tables/tables.h"
#include "model/planned_faults.h"

#include <string.h>

enum { SOUND, INJECTED, FAULTY, ITEMS };

/* Three items: without a fault, with one in the transcript, with one in every repeat. */
static wm_planned_faults make(void)
{
    static wm_item items[ITEMS];
    const wm_plan plan = {.items = items, .item_count = ITEMS};
    wm_planned_faults faults;
    for (size_t i = 0; i < ITEMS; i++)
        items[i] =
            (wm_item){.variant = wm_tables_variant_at(0), .dimension = {64, 64, 64}, .repeats = 2};
    items[INJECTED].fault.kind = WM_FAULT_BIT;
    items[FAULTY].fault = (wm_planned_fault){.kind = WM_FAULT_ROW, .in_repeats = true};
    assert_int_equal(wm_planned_faults_take(&plan, &faults), WM_OK);
    assert_int_equal(faults.count, 2);
    assert_string_equal(faults.item[0].label, "gemm.fp16.n64.injected_bit");
    assert_string_equal(faults.item[1].label, "gemm.fp16.n64.faulty_row");
    return faults;
}

static void no_finding_is_a_miss_of_a_fault_in_repeats(void **state)
{
    wm_planned_faults faults = make();
    (void)state;
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_NOT_JUDGED), 1);
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_MISSED), 1);
    wm_planned_faults_clear(&faults);
}

static void rejected_faults_are_caught(void **state)
{
    wm_planned_faults faults = make();
    (void)state;
    wm_planned_faults_note(&faults, "gemm.fp16.n64.injected_bit.transcript", "injected repaired");
    wm_planned_faults_note(&faults, "gemm.fp16.n64.faulty_row.verified", "FAIL");
    wm_planned_faults_note(&faults, "gemm.fp16.n64.faulty_row.transcript", "repaired");
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_CAUGHT), 2);
    assert_ptr_equal(
        wm_planned_faults_of(&faults, "gemm.fp16.n64.faulty_row.transcript", "repaired"),
        &faults.item[1]);
    wm_planned_faults_clear(&faults);
}

static void accepted_faults_are_missed(void **state)
{
    wm_planned_faults faults = make();
    (void)state;
    wm_planned_faults_note(&faults, "gemm.fp16.n64.injected_bit.transcript", "injected accept");
    wm_planned_faults_note(&faults, "gemm.fp16.n64.faulty_row.verified", "n/a");
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_MISSED), 1);
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_NOT_JUDGED), 1);
    wm_planned_faults_clear(&faults);
}

/* A finding of another cause stays a finding. */
static void other_findings_are_of_no_fault(void **state)
{
    static const char *const others[] = {
        "gemm.fp16.n64.verified",                     /* of the item without a fault */
        "gemm.fp16.n64.injected_bit.verified",        /* of the repeats, which have no fault */
        "gemm.fp16.n64.injected_bit.independence",    /* of the rates */
        "link.1.gemm.fp16.n64.faulty_row.agreement",  /* of two runs */
        "link.1.gemm.fp16.n64.faulty_row.transcript", /* no such claim */
        "record.sessions",
        "transcript",
        ""};
    wm_planned_faults faults = make();
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        wm_planned_faults_note(&faults, others[i], "FAIL");
        assert_null(wm_planned_faults_of(&faults, others[i], "FAIL"));
    }
    assert_null(wm_planned_faults_of(&faults, NULL, "sessions 0 and 1 overlap"));
    assert_null(wm_planned_faults_of(&faults, "gemm.fp16.n64.faulty_row.verified", "n/a"));
    assert_int_equal(wm_planned_faults_count(&faults, WM_PLANNED_FAULTS_CAUGHT), 0);
    wm_planned_faults_clear(&faults);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_finding_is_a_miss_of_a_fault_in_repeats),
        cmocka_unit_test(rejected_faults_are_caught),
        cmocka_unit_test(accepted_faults_are_missed),
        cmocka_unit_test(other_findings_are_of_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
