/* What the proof of a claim carries: record.md section 9. */
#include "record/build/proof_scope.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 256 };

static wm_item items[ITEMS_MAX];
static wm_plan plan = {.items = items};
static wm_proof_scope scope;

/* Each variant, with and without a point where it may have one. */
static int make_plan(void **state)
{
    (void)state;
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        wm_item item = {.variant = wm_tables_variant_at(i), .repeats = 2};
        for (unsigned d = 0; d < item.variant->dimension_count; d++)
            item.dimension[d] = 64;
        items[plan.item_count++] = item;
        item.point = WM_POINT_COLD;
        if (wm_plan_has_output(&item) && !wm_tables_has(item.variant, WM_TRAIT_CHANCE))
            items[plan.item_count++] = item;
    }
    return 0;
}

/* Whether a name is that of a claim of an item's label. */
static bool is_of(const char *name, const char *label)
{
    const size_t size = strlen(label);
    return strncmp(name, label, size) == 0 && name[size] == '.' &&
           strchr(name + size + 1, '.') == NULL;
}

static size_t count_of(size_t item)
{
    char label[WM_PLAN_LABEL_SIZE];
    size_t count = 0;
    wm_plan_label(&items[item], label);
    for (size_t i = 0; i < scope.claim_count; i++)
        count += is_of(scope.claim[i].name, label);
    return count;
}

/* Each claim of a plan: the claim is carried, with all claims of its items and its interval, in
 * the order of the record. */
static void every_claim_of_a_plan_has_a_scope(void **state)
{
    wm_expansion at, order;
    wm_step step, next;
    char name[WM_SUBJECT_NAME_SIZE], other[WM_SUBJECT_NAME_SIZE];
    size_t most = 0;
    (void)state;
    wm_subject_begin(&at, &plan);
    while (wm_subject_next(&at, &step)) {
        size_t of_items = 0, i = 0;
        wm_subject_claim_name(&step, name);
        assert_int_equal(wm_proof_scope_of(&plan, name, &scope, NULL), WM_OK);
        assert_string_equal(scope.claim[scope.proven].name, name);
        assert_int_equal(scope.item_count, step.kind == WM_SUBJECT_RECORD   ? 0
                                           : step.kind == WM_SUBJECT_CHANGE ? 2
                                                                            : 1);
        for (size_t item = 0; item < scope.item_count; item++) {
            const wm_item *of = &items[scope.item[item]];
            const char *first = scope.claim[scope.first[item]].quantity->name;
            assert_string_equal(first, wm_plan_has_output(of) ? "rate" : "units");
            of_items += count_of(scope.item[item]);
        }
        assert_in_range(scope.claim_count - of_items, 0, 3);
        wm_subject_begin(&order, &plan);
        while (wm_subject_next(&order, &next) && i < scope.claim_count) {
            wm_subject_claim_name(&next, other);
            i += strcmp(other, scope.claim[i].name) == 0;
        }
        assert_int_equal(i, scope.claim_count);
        most = scope.claim_count > most ? scope.claim_count : most;
    }
    assert_in_range(most, 50, WM_PROOF_SCOPE_CLAIMS);
}

static void an_interval_is_carried(void **state)
{
    (void)state;
    assert_int_equal(wm_proof_scope_of(&plan, "gemm.fp16.n64.rate", &scope, NULL), WM_OK);
    assert_string_equal(scope.claim[scope.low].name, "gemm.fp16.n64.rate_low");
    assert_string_equal(scope.claim[scope.high].name, "gemm.fp16.n64.rate_high");
    assert_int_equal(
        wm_proof_scope_of(&plan, "change.gemm.fp16.n64.cold.rate_change", &scope, NULL), WM_OK);
    assert_string_equal(scope.claim[scope.low].name, "change.gemm.fp16.n64.cold.rate_change_low");
    assert_string_equal(scope.claim[scope.high].name, "change.gemm.fp16.n64.cold.rate_change_high");
    assert_int_equal(wm_proof_scope_of(&plan, "gemm.fp16.n64.rate_low", &scope, NULL), WM_OK);
    assert_int_equal(scope.low, WM_PROOF_SCOPE_CLAIMS);
    assert_int_equal(scope.high, WM_PROOF_SCOPE_CLAIMS);
}

static void links_name_items_and_own_claims_none(void **state)
{
    (void)state;
    assert_int_equal(wm_proof_scope_of(&plan, "link.2.gemm.fp16.n64.rate_ratio", &scope, NULL),
                     WM_OK);
    assert_int_equal(scope.item_count, 1);
    assert_int_equal(scope.claim_count, count_of(scope.item[0]) + 3);
    assert_string_equal(scope.claim[scope.claim_count - 2].name,
                        "link.2.gemm.fp16.n64.rate_ratio_low");
    /* no item of this plan: the prior's alone */
    assert_int_equal(wm_proof_scope_of(&plan, "link.2.gemm.fp16.n65.agreement", &scope, NULL),
                     WM_OK);
    assert_int_equal(scope.item_count, 0);
    assert_int_equal(scope.claim_count, 1);
    assert_int_equal(wm_proof_scope_of(&plan, "prior.1.different", &scope, NULL), WM_OK);
    assert_int_equal(scope.claim_count, 1);
    assert_int_equal(wm_proof_scope_of(&plan, "x.gemm.fp16.n64.rate", &scope, NULL), WM_OK);
    assert_int_equal(scope.item_count, 0);
    assert_int_equal(scope.claim_count, 1);
}

static void other_names_have_none(void **state)
{
    static const char *const NAMES[] = {"",
                                        ".",
                                        "gemm.fp16.n64",
                                        "gemm.fp16.n64.",
                                        "gemm.fp16.n64.rates",
                                        "gemm.fp16.n65.rate",
                                        "change.gemm.fp16.n64.rate_change",
                                        "link.9.gemm.fp16.n64.agreement",
                                        "link.1.agreement",
                                        "prior.1.agreement",
                                        "record.rate"};
    char name[WM_SUBJECT_NAME_SIZE + 2] = "x.";
    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        assert_int_equal(wm_proof_scope_of(&plan, NAMES[i], &scope, NULL), WM_E_NOTFOUND);
    memset(name + 2, 'a', WM_SUBJECT_NAME_SIZE - 2);
    assert_int_equal(wm_proof_scope_of(&plan, name, &scope, NULL), WM_E_NOTFOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_claim_of_a_plan_has_a_scope),
        cmocka_unit_test(an_interval_is_carried),
        cmocka_unit_test(links_name_items_and_own_claims_none),
        cmocka_unit_test(other_names_have_none),
    };
    return cmocka_run_group_tests(tests, make_plan, NULL);
}
