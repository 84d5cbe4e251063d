/* Tests of record/profile_summary: values worked out by hand. */
#include "record/laws/profile_summary.h"

#include <stdio.h>
#include <string.h>

#include "record/laws/link.h"
#include "support/cmocka.h"

/* A summary of two observations of two units; the second is `shift` larger. */
static wm_profile_summary *summary_of(const double latencies[2], double shift)
{
    const double second[2] = {latencies[0] + shift, latencies[1] + shift};
    const wm_observed_profile profiles[2] = {{.ok = true, .count = 2, .latencies = latencies},
                                             {.ok = true, .count = 2, .latencies = second}};
    wm_profile_summary *summary;
    assert_int_equal(wm_profile_summary_make(profiles, 2, &summary), WM_OK);
    return summary;
}

static double number_of(const wm_profile_summary *summary, wm_function function)
{
    const wm_result result = wm_profile_summary_reduce(summary, function);
    assert_int_equal(result.kind, WM_RESULT_NUMBER);
    return result.number;
}

/* The key of cells as text, one a line. */
static void assert_key(const char *key, const char *cells)
{
    char text[128], hex[WM_SHA256_HEX_SIZE + 1];
    uint8_t digest[WM_SHA256_SIZE];
    snprintf(text, sizeof text, "witnessmark/1 profile\n%s", cells);
    wm_sha256_hash(text, strlen(text), digest);
    wm_sha256_to_hex(digest, hex);
    assert_string_equal(key, hex);
}

static void heat_is_removed(void **state)
{
    const double latencies[2] = {1, 3};
    wm_profile_summary *summary = summary_of(latencies, 1);
    (void)state;
    assert_true(number_of(summary, WM_FUNCTION_UNITS) == 2);
    assert_true(number_of(summary, WM_FUNCTION_LATENCY) == 2.5);
    assert_true(number_of(summary, WM_FUNCTION_SPREAD) == 1);
    assert_true(number_of(summary, WM_FUNCTION_WITHIN) == 0);
    assert_string_equal(wm_profile_summary_reduce(summary, WM_FUNCTION_DISCRIMINATING).text, "yes");
    assert_key(wm_profile_summary_reduce(summary, WM_FUNCTION_KEY).text, "-1\n1\n");
    assert_string_equal(wm_profile_summary_reduce(summary, WM_FUNCTION_MEDIAN_RATE).text,
                        "not there");
    wm_profile_summary_free(summary);
}

static void equal_latencies_have_no_key(void **state)
{
    const double latencies[2] = {5, 5};
    wm_profile_summary *summary = summary_of(latencies, 0);
    (void)state;
    assert_true(number_of(summary, WM_FUNCTION_SPREAD) == 0);
    assert_string_equal(wm_profile_summary_reduce(summary, WM_FUNCTION_DISCRIMINATING).text,
                        "not discriminating");
    assert_int_equal(wm_profile_summary_reduce(summary, WM_FUNCTION_KEY).kind, WM_RESULT_NULL);
    wm_profile_summary_free(summary);
    wm_profile_summary_free(NULL);
}

/* 16 * within <= spread decides. Two observations c and c + d (1, -1) have the distance d, and the
 * spread of their median is |1 + d / 2|. */
static void the_spread_must_be_sixteen_times_the_distance(void **state)
{
    static const struct {
        double moved;
        bool is_open;
    } cases[] = {{0.0625, true}, {0.0703125, false}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const double first[2] = {1, 3}, second[2] = {1 - cases[i].moved, 3 + cases[i].moved};
        const wm_observed_profile profiles[2] = {{.ok = true, .count = 2, .latencies = first},
                                                 {.ok = true, .count = 2, .latencies = second}};
        wm_profile_summary *summary;
        assert_int_equal(wm_profile_summary_make(profiles, 2, &summary), WM_OK);
        assert_true(number_of(summary, WM_FUNCTION_WITHIN) == cases[i].moved);
        assert_true(number_of(summary, WM_FUNCTION_SPREAD) == 1 + cases[i].moved / 2);
        assert_int_equal(summary->key[0] != '\0', cases[i].is_open);
        wm_profile_summary_free(summary);
    }
}

static void one_observation_does_not_discriminate(void **state)
{
    static const wm_function nulls[] = {WM_FUNCTION_WITHIN, WM_FUNCTION_DISCRIMINATING,
                                        WM_FUNCTION_KEY};
    const double latencies[3] = {1, 2, 6};
    const wm_observed_profile profile = {.ok = true, .count = 3, .latencies = latencies};
    wm_profile_summary *summary;
    (void)state;
    assert_int_equal(wm_profile_summary_make(&profile, 1, &summary), WM_OK);
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++) {
        const wm_result result = wm_profile_summary_reduce(summary, nulls[i]);
        assert_int_equal(result.kind, WM_RESULT_NULL);
        assert_string_equal(result.text, "fewer than 2 repeats");
    }
    assert_true(summary->p[0] == -2 && summary->p[1] == -1 && summary->p[2] == 3);
    wm_profile_summary_free(summary);
}

/* ---- recalls --------------------------------------------------------------------------------- */

static wm_link_side side_of(const wm_profile_summary *summary)
{
    wm_link_side side;
    memset(&side, 0, sizeof side);
    side.item.variant = wm_tables_variant("profile", 7, "l2", 2);
    side.summary = summary;
    return side;
}

static wm_link link_of(const wm_link_side *here, const wm_link_side *there)
{
    wm_link link;
    memset(&link, 0, sizeof link);
    link.here = here;
    link.there = there;
    wm_link_recall(&link);
    return link;
}

static void a_near_profile_has_the_key_there(void **state)
{
    const double at[3][2] = {{1, 3}, {1.0625, 2.9375}, {0.5, 3.5}};
    wm_profile_summary *there = summary_of(at[0], 0), *near = summary_of(at[1], 0),
                       *far = summary_of(at[2], 0);
    const wm_link_side sides[3] = {side_of(there), side_of(near), side_of(far)};
    const wm_link recall = link_of(&sides[1], &sides[0]), other = link_of(&sides[2], &sides[0]);
    (void)state;
    assert_true(wm_link_reduce(&recall, WM_FUNCTION_DISTANCE).number == 0.0625);
    assert_string_equal(wm_link_reduce(&recall, WM_FUNCTION_RECALLED).text, "yes");
    assert_string_equal(wm_link_reduce(&recall, WM_FUNCTION_RECALLED_KEY).text, there->key);
    assert_true(wm_link_reduce(&other, WM_FUNCTION_DISTANCE).number == 0.5);
    assert_string_equal(wm_link_reduce(&other, WM_FUNCTION_RECALLED).text, "no");
    /* -1.5 + 0.5 is on the border of cell -1, and 1.5 + 0.5 is on that of cell 2 */
    assert_key(wm_link_reduce(&other, WM_FUNCTION_RECALLED_KEY).text, "-1\n2\n");
    wm_profile_summary_free(there);
    wm_profile_summary_free(near);
    wm_profile_summary_free(far);
}

static void a_recall_has_its_nulls_in_order(void **state)
{
    const double even[2] = {4, 4}, two[2] = {1, 3}, three[3] = {1, 2, 3};
    const wm_observed_profile profile = {.ok = true, .count = 3, .latencies = three};
    wm_profile_summary *flat = summary_of(even, 0), *pair = summary_of(two, 0), *more;
    wm_link_side here = side_of(pair), there = side_of(flat);
    wm_link link = link_of(&here, &there);
    (void)state;
    assert_int_equal(wm_profile_summary_make(&profile, 1, &more), WM_OK);
    assert_true(wm_link_reduce(&link, WM_FUNCTION_DISTANCE).number == 1);
    assert_string_equal(wm_link_reduce(&link, WM_FUNCTION_RECALLED).text, "no key there");
    assert_string_equal(wm_link_reduce(&link, WM_FUNCTION_RECALLED_KEY).text, "no key there");
    there.summary = more;
    assert_string_equal(wm_link_reduce(&link, WM_FUNCTION_DISTANCE).text, "other units");
    there.has_failed = true;
    assert_string_equal(wm_link_reduce(&link, WM_FUNCTION_RECALLED).text, "repeat failed");
    link.here = NULL;
    assert_string_equal(wm_link_reduce(&link, WM_FUNCTION_DISTANCE).text, "not here");
    /* a recall is no link of its prior */
    assert_true(wm_link_reduce_all(&link, 1, WM_FUNCTION_LINKS).number == 0);
    assert_string_equal(wm_link_reduce_all(&link, 1, WM_FUNCTION_EVIDENCE_PRESERVING).text,
                        "nothing comparable");
    wm_profile_summary_free(flat);
    wm_profile_summary_free(pair);
    wm_profile_summary_free(more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heat_is_removed),
        cmocka_unit_test(equal_latencies_have_no_key),
        cmocka_unit_test(the_spread_must_be_sixteen_times_the_distance),
        cmocka_unit_test(one_observation_does_not_discriminate),
        cmocka_unit_test(a_near_profile_has_the_key_there),
        cmocka_unit_test(a_recall_has_its_nulls_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
