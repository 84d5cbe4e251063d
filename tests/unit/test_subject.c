/* Tests of record/subject: which claims a plan has, in which order. */
#include "record/laws/subject.h"
#include "record/nodes/member.h"

#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

static wm_item item_of(const char *workload, const char *variant, uint32_t n)
{
    wm_item item;
    memset(&item, 0, sizeof item);
    item.variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant));
    assert_non_null(item.variant);
    for (unsigned i = 0; i < item.variant->dimension_count; i++)
        item.dimension[i] = n;
    item.repeats = 1;
    return item;
}

/* The names of all claims, one a line. */
static void expand(const wm_plan *plan, wm_buffer *names)
{
    wm_expansion at;
    wm_step step;
    wm_subject_begin(&at, plan);
    while (wm_subject_next(&at, &step)) {
        char name[WM_SUBJECT_NAME_SIZE];
        wm_subject_claim_name(&step, name);
        assert_int_equal(step.kind == WM_SUBJECT_RECORD, strncmp(name, "record.", 7) == 0);
        assert_int_equal(wm_buffer_printf(names, "%s\n", name), WM_OK);
    }
    assert_false(wm_subject_next(&at, &step));
    assert_non_null(wm_buffer_text(names));
}

/* The quantities of a kind of subject. */
static size_t count_of(wm_subject_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < wm_tables_count(); i++)
        count += wm_tables_at(i)->subject == kind;
    return count;
}

static void a_variant_has_the_quantities_of_its_traits(void **state)
{
    wm_item items[2] = {item_of("hbm_triad", "f32", 8), item_of("gemm", "f64", 3)};
    wm_plan plan = {.repeat_seconds = 1, .item_count = 2, .items = items};
    wm_buffer names = WM_BUFFER_EMPTY;
    size_t lines = 0;
    (void)state;
    expand(&plan, &names);
    for (const char *at = names.data; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    /* of two items, without what the triad has not, row sums and the two quantities of integers;
     * and five of the record, once */
    assert_int_equal(lines, 2 * (count_of(WM_SUBJECT_ITEM) - 2) - 7 - 4 + 5);
    assert_non_null(strstr(names.data, "gemm.f64.n3.peak_memory\nrecord.sessions\n"));
    assert_int_equal(strncmp(names.data, "hbm_triad.f32.n8.rate\n", 22), 0);
    assert_null(strstr(names.data, "hbm_triad.f32.n8.floor\n"));
    assert_null(strstr(names.data, "hbm_triad.f32.n8.row_statistic\n"));
    assert_non_null(strstr(names.data, "hbm_triad.f32.n8.peak_memory\ngemm.f64.n3.rate\n"));
    assert_non_null(strstr(names.data, "gemm.f64.n3.floor\n"));
    assert_true(wm_subject_needs(WM_SUBJECT_ITEM, items[1].variant, WM_CLASS_CALIBRATION));
    assert_false(wm_subject_needs(WM_SUBJECT_ITEM, items[0].variant, WM_CLASS_CALIBRATION));
    assert_true(wm_subject_needs(WM_SUBJECT_ITEM, items[0].variant, WM_CLASS_STAGE));
    wm_buffer_clear(&names);
}

/* All items, then all points, profiles, the record, changes; and per prior links, recalls, itself.
 */
static void subjects_come_in_order(void **state)
{
    wm_item items[3] = {item_of("profile", "l2", 8), item_of("gemm", "f64", 3),
                        item_of("gemm", "f64", 3)};
    wm_plan plan = {.repeat_seconds = 1, .item_count = 3, .items = items};
    const wm_subject_prior prior = {2, &plan};
    static const char *const ORDER[] = {
        "gemm.f64.n3.peak_memory\ngemm.f64.n3.soak.rate\n",
        "gemm.f64.n3.soak.peak_memory\ngemm.f64.n3.soak.products\n",
        "gemm.f64.n3.soak.memory_free\nprofile.l2.s8.units\n",
        "profile.l2.s8.key\nrecord.sessions\n",
        "record.flagged_repeats\nchange.gemm.f64.n3.soak.output_kept\n",
        "change.gemm.f64.n3.soak.inflation\nlink.2.gemm.f64.n3.agreement\n",
        "link.2.gemm.f64.n3.soak.numerical_class_kept\nlink.2.profile.l2.s8.distance\n",
        "link.2.profile.l2.s8.recalled\nprior.2.links\n"};
    wm_buffer names = WM_BUFFER_EMPTY;
    wm_expansion at;
    wm_step step;
    const char *place;
    (void)state;
    items[2].point = WM_POINT_SOAK;
    wm_subject_begin(&at, &plan);
    wm_subject_link(&at, &prior, 1);
    while (wm_subject_next(&at, &step)) {
        char name[WM_SUBJECT_NAME_SIZE];
        wm_subject_claim_name(&step, name);
        assert_int_equal(wm_buffer_printf(&names, "%s\n", name), WM_OK);
        if (strcmp(name, "profile.l2.s8.latency") == 0)
            assert_string_equal(step.unit, "cycle");
        if (step.kind == WM_SUBJECT_CHANGE)
            assert_int_equal(step.index, 2);
    }
    place = names.data;
    assert_int_equal(strncmp(place, "gemm.f64.n3.rate\n", 17), 0);
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++) {
        place = strstr(place, ORDER[i]);
        assert_non_null(place);
    }
    wm_buffer_clear(&names);
}

static void names_of_recalls_are_split(void **state)
{
    wm_step step;
    (void)state;
    assert_true(wm_subject_read_linked(wm_member_text("link.3.profile.l2.s8.distance"), &step));
    assert_int_equal(step.kind, WM_SUBJECT_RECALL);
    assert_int_equal(step.prior, 2);
    assert_string_equal(step.unit, "cycle");
    assert_true(wm_subject_read_linked(wm_member_text("link.1.profile.cores.s8.distance"), &step));
    assert_string_equal(step.unit, "s");
    assert_true(wm_subject_read_linked(wm_member_text("link.1.profile.l2.s8.recalled"), &step));
    assert_string_equal(step.unit, "class");
    assert_false(wm_subject_read_linked(wm_member_text("link.1.gemm.fp16.n4.distance"), &step));
    assert_false(wm_subject_read_linked(wm_member_text("link.1.profile.l2.distance"), &step));
    assert_false(wm_subject_read_linked(wm_member_text("link.1.profile.distance"), &step));
    assert_false(wm_subject_read_linked(wm_member_text("prior.1.distance"), &step));
}

static void a_copied_walk_is_independent(void **state)
{
    wm_item items[1] = {item_of("hbm_triad", "f32", 8)};
    wm_plan plan = {.repeat_seconds = 1, .item_count = 1, .items = items};
    wm_expansion at, ahead;
    wm_step step;
    (void)state;
    wm_subject_begin(&at, &plan);
    ahead = at;
    wm_subject_skip(&ahead);
    assert_true(wm_subject_peek(&ahead, &step));
    assert_string_equal(step.quantity->name, "rate_low");
    assert_true(wm_subject_peek(&at, &step));
    assert_string_equal(step.quantity->name, "rate");
    assert_string_equal(step.unit, "B/s");
    assert_int_equal(step.index, 0);
}

static void no_plan_has_no_claims(void **state)
{
    const wm_plan plan = {.repeat_seconds = 1};
    wm_expansion at;
    wm_step step;
    (void)state;
    wm_subject_begin(&at, NULL);
    assert_false(wm_subject_peek(&at, &step));
    wm_subject_skip(&at);
    wm_subject_begin(&at, &plan);
    assert_false(wm_subject_next(&at, &step));
}

static void own_names_and_findings_are_told(void **state)
{
    (void)state;
    assert_true(wm_subject_is_own(wm_member_text("x.latency")));
    assert_false(wm_subject_is_own(wm_member_text("x")));
    assert_false(wm_subject_is_own(wm_member_text(NULL)));
    assert_null(wm_subject_at(WM_SUBJECT_OWN + 1));
    assert_string_equal(wm_subject_at(WM_SUBJECT_RECORD)->name, "record");
    assert_true(wm_subject_needs(WM_SUBJECT_OWN, NULL, WM_CLASS_EXTERNAL));
    assert_false(wm_subject_needs(WM_SUBJECT_OWN, NULL, WM_CLASS_WORKLOAD));
    assert_string_equal(wm_subject_at(WM_SUBJECT_OWN)->name, "own");
    for (size_t i = 0; i < wm_tables_count(); i++) {
        const wm_quantity *quantity = wm_tables_at(i);
        const bool is_verdict =
            strcmp(quantity->name, "verified") == 0 || strcmp(quantity->name, "transcript") == 0;
        assert_int_equal(wm_subject_is_finding(quantity, true, "n/a"), is_verdict);
        assert_false(quantity->quiet != NULL &&
                     wm_subject_is_finding(quantity, false, quantity->quiet));
        assert_int_equal(quantity->alarm != NULL,
                         strcmp(quantity->name, "independence") == 0 ||
                             strcmp(quantity->name, "agreement") == 0 ||
                             strcmp(quantity->name, "output_kept") == 0 ||
                             strcmp(quantity->name, "segments") == 0 ||
                             strcmp(quantity->name, "numerical_class_kept") == 0);
        assert_true(quantity->alarm == NULL ||
                    wm_subject_is_finding(quantity, false, quantity->alarm));
        assert_int_equal(wm_subject_is_finding(quantity, false, "2"),
                         is_verdict || strcmp(quantity->name, "sessions") == 0 ||
                             strcmp(quantity->name, "errors") == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variant_has_the_quantities_of_its_traits),
        cmocka_unit_test(subjects_come_in_order),
        cmocka_unit_test(names_of_recalls_are_split),
        cmocka_unit_test(a_copied_walk_is_independent),
        cmocka_unit_test(no_plan_has_no_claims),
        cmocka_unit_test(own_names_and_findings_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
