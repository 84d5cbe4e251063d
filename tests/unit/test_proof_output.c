/* What the claims of a proof say of an output: record.md section 9, answer. */
#include "record/build/proof_output.h"
#include "support/cmocka.h"

#include <string.h>

typedef struct output_case {
    const char *verified, *transcript, *errors, *failed_segments;
    wm_proof_output output;
    const char *why;
} output_case;

static void check(const wm_item *item, const output_case *of)
{
    wm_proof_item shown = WM_PROOF_ITEM_EMPTY;
    strcpy(shown.verified, of->verified);
    strcpy(shown.transcript, of->transcript);
    strcpy(shown.errors, of->errors);
    wm_proof_output_judge(item, of->failed_segments, &shown);
    assert_int_equal(shown.output, of->output);
    assert_string_equal(shown.why, of->why);
}

#define CHECK_ALL(item, cases)                                  \
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) \
    check(&(item), &cases[i])

static wm_item plain(void)
{
    return (wm_item){.variant = wm_tables_variant_at(0), .dimension = {64, 64, 64}, .repeats = 2};
}

static void a_check_decides(void **state)
{
    static const output_case CASES[] = {
        {"PASS", "accept", "", "", WM_PROOF_CORRECT, ""},
        {"FAIL", "accept", "", "", WM_PROOF_WRONG, "verified is FAIL"},
        {"FAIL", "n/a", "", "", WM_PROOF_WRONG, "verified is FAIL"},
        {"n/a", "reject", "", "", WM_PROOF_WRONG, "transcript is reject"},
        {"PASS", "repaired", "", "", WM_PROOF_WRONG, "transcript is repaired"},
        {"n/a", "accept", "", "", WM_PROOF_NOT_JUDGED, "verified is n/a"},
        {"PASS", "n/a", "", "", WM_PROOF_NOT_JUDGED, "transcript is n/a"},
        {"", "", "", "", WM_PROOF_NOT_JUDGED, "verified is "},
        /* these two are of a point, which the item has not */
        {"PASS", "accept", "3", "3", WM_PROOF_CORRECT, ""},
    };
    const wm_item item = plain();
    (void)state;
    CHECK_ALL(item, CASES);
}

static void a_point_has_outputs_under_load(void **state)
{
    static const output_case CASES[] = {
        {"PASS", "accept", "0", "0", WM_PROOF_CORRECT, ""},
        {"PASS", "accept", "n/a", "n/a", WM_PROOF_CORRECT, ""},
        {"PASS", "accept", "1", "0", WM_PROOF_WRONG, "errors is 1"},
        {"PASS", "accept", "1", "1", WM_PROOF_WRONG, "errors is 1"},
        {"PASS", "accept", "0", "1", WM_PROOF_NOT_JUDGED, "failed_segments is 1"},
    };
    wm_item item = plain();
    (void)state;
    item.point = WM_POINT_COLD;
    CHECK_ALL(item, CASES);
}

static void a_planned_fault_is_in_the_output(void **state)
{
    static const output_case IN_REPEATS[] = {
        {"FAIL", "repaired", "", "", WM_PROOF_WRONG,
         "verified is FAIL, and the plan puts a fault into it"},
        {"PASS", "accept", "", "", WM_PROOF_WRONG,
         "verified is PASS, and the plan puts a fault into it"},
        {"n/a", "n/a", "", "", WM_PROOF_NOT_JUDGED, "verified is n/a"},
    };
    static const output_case IN_TRANSCRIPT[] = {
        {"PASS", "injected reject", "", "", WM_PROOF_CORRECT, ""},
        {"PASS", "injected repaired", "", "", WM_PROOF_CORRECT, ""},
        {"PASS", "injected accept", "", "", WM_PROOF_NOT_JUDGED,
         "transcript is injected accept: its check missed a planned fault"},
        {"FAIL", "injected reject", "", "", WM_PROOF_WRONG, "verified is FAIL"},
        {"PASS", "n/a", "", "", WM_PROOF_NOT_JUDGED, "transcript is n/a"},
    };
    wm_item item = plain();
    (void)state;
    item.fault.kind = WM_FAULT_ROW;
    CHECK_ALL(item, IN_TRANSCRIPT);
    item.fault.in_repeats = true;
    CHECK_ALL(item, IN_REPEATS);
}

static void a_profile_has_no_output(void **state)
{
    static const output_case CASES[] = {{"", "", "", "", WM_PROOF_NO_OUTPUT, ""}};
    wm_item item = plain();
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        if (wm_tables_variant_at(i)->procedure == WM_PROCEDURE_PROFILE)
            item.variant = wm_tables_variant_at(i);
    assert_false(wm_plan_has_output(&item));
    CHECK_ALL(item, CASES);
}

static void the_worse_output_counts(void **state)
{
    static const int ORDER[] = {WM_PROOF_NO_OUTPUT, WM_PROOF_CORRECT, WM_PROOF_NOT_JUDGED,
                                WM_PROOF_WRONG};
    (void)state;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            assert_int_equal(wm_proof_output_worse(ORDER[a], ORDER[b]), ORDER[a > b ? a : b]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_decides),
        cmocka_unit_test(a_point_has_outputs_under_load),
        cmocka_unit_test(a_planned_fault_is_in_the_output),
        cmocka_unit_test(a_profile_has_no_output),
        cmocka_unit_test(the_worse_output_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
