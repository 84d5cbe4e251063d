/* Tests of model/fleet: votes, rates of healthy and slow nodes, exit statuses, and the lines. */
#include "model/fleet_lines.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 12 };

/* A sweep of so many nodes with one record each, all alike. */
static void make(wm_fleet *fleet, unsigned nodes, unsigned items)
{
    wm_node_list expected = {NULL, 0, 0}, none = {NULL, 0, 0};
    char text[64];
    (void)snprintf(text, sizeof text, "n[1-%u]", nodes);
    assert_int_equal(wm_node_list_expand(text, &expected, NULL), WM_OK);
    assert_int_equal(wm_fleet_begin(fleet, &expected, &none), WM_OK);
    wm_node_list_clear(&expected);
    for (unsigned i = 0; i < nodes; i++) {
        wm_fleet_node *node = &fleet->node[i];
        wm_fleet_record *record = calloc(1, sizeof *record);
        *record = (wm_fleet_record){.name = "",
                                    .backend = "cpu",
                                    .device = "A",
                                    .uuid = "",
                                    .program = "p",
                                    .driver = "",
                                    .nonce = "",
                                    .threads = 2,
                                    .item = calloc(items, sizeof *record->item),
                                    .item_count = items};
        (void)snprintf(record->root, sizeof record->root, "%064u", i);
        for (unsigned j = 0; j < items; j++) {
            (void)snprintf(text, sizeof text, "item%u", j);
            record->item[j] = (wm_fleet_item){.label = wm_fleet_text(fleet, text),
                                              .unit = "FLOP/s",
                                              .has_digest = true,
                                              .may_vote = true,
                                              .rate = 100,
                                              .low = 99.9,
                                              .high = 100.1,
                                              .ratio = (double)NAN};
            record->item[j].ballot[0] = (uint8_t)j;
        }
        node->record = record;
        node->record_count = 1;
        node->exit_status = 0;
        wm_fleet_exit(fleet, node);
    }
}

static wm_fleet_item *item_of(wm_fleet *fleet, unsigned node, unsigned item)
{
    return &fleet->node[node].record[0].item[item];
}

/* ---- votes ----------------------------------------------------------------------------------- */

/* Digests of the nodes, a letter each; an upper one is of a record whose repeats differ. */
static void expect_votes(const char *digests, const char *states)
{
    wm_fleet fleet;
    make(&fleet, (unsigned)strlen(digests), 1);
    for (unsigned i = 0; digests[i] != '\0'; i++) {
        item_of(&fleet, i, 0)->digest[0] = (uint8_t)digests[i];
        item_of(&fleet, i, 0)->is_unsteady = digests[i] < 'a';
        item_of(&fleet, i, 0)->may_vote = digests[i] != '-';
    }
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    for (unsigned i = 0; digests[i] != '\0'; i++) {
        const wm_fleet_state wanted = states[i] == 'w'   ? WM_FLEET_WRONG
                                      : states[i] == 'u' ? WM_FLEET_UNDECIDED
                                                         : WM_FLEET_OK;
        if (fleet.node[i].state != wanted)
            fail_msg("%s: node %u is %s", digests, i, wm_fleet_state_word(fleet.node[i].state));
    }
    wm_fleet_clear(&fleet);
}

static void a_strict_majority_of_three_votes_decides(void **state)
{
    (void)state;
    expect_votes("a", "o");
    expect_votes("aa", "oo");
    expect_votes("ab", "uu");
    expect_votes("aab", "oow");
    expect_votes("aba", "owo");
    expect_votes("abc", "uuu");
    expect_votes("aabb", "uuuu");
    expect_votes("aabbc", "uuuuu");
    expect_votes("aaabb", "oooww");
    expect_votes("aaabbc", "uuuuuu");
    expect_votes("aaaabbc", "oooowww");
    expect_votes("aaaA", "ooou"); /* its repeats differ, those of the others do not */
    expect_votes("aAA", "ooo");   /* one vote says nothing of the others */
    expect_votes("aab-", "oowo"); /* no vote: a planned fault, or an order left to chance */
    expect_votes("ab--", "uuoo");
}

/* A majority on one item is none on another one. */
static void ballots_are_counted_apart(void **state)
{
    wm_fleet fleet;
    (void)state;
    make(&fleet, 4, 2);
    for (unsigned i = 0; i < 4; i++)
        item_of(&fleet, i, 1)->ballot[1] = (uint8_t)i; /* other libraries */
    for (unsigned i = 0; i < 4; i++)
        item_of(&fleet, i, 1)->digest[0] = (uint8_t)i;
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(fleet.counts[WM_FLEET_OK], 4);
    assert_int_equal(item_of(&fleet, 0, 1)->vote, WM_FLEET_VOTE_ALONE);
    assert_int_equal(item_of(&fleet, 0, 0)->vote, WM_FLEET_VOTE_AGREES);
    wm_fleet_clear(&fleet);
}

/* Copies of one record do not make a majority. */
static void copies_of_a_record_have_no_vote(void **state)
{
    wm_fleet fleet;
    (void)state;
    make(&fleet, 5, 1);
    for (unsigned i = 2; i < 5; i++) {
        item_of(&fleet, i, 0)->digest[0] = 'x';
        memcpy(fleet.node[i].record[0].root, fleet.node[2].record[0].root, WM_SHA256_HEX_SIZE);
    }
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(fleet.counts[WM_FLEET_OK], 2);
    assert_int_equal(fleet.counts[WM_FLEET_UNDECIDED], 3);
    wm_fleet_clear(&fleet);
}

/* ---- rates ----------------------------------------------------------------------------------- */

static uint64_t seed = 1;

static double uniform(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return ((double)(seed >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

/* Gives all nodes rates with a spread of `sigma`, and the first one lower ones. */
static void spread(wm_fleet *fleet, unsigned nodes, double sigma, double slower)
{
    for (unsigned i = 0; i < nodes; i++)
        for (unsigned j = 0; j < ITEMS; j++) {
            wm_fleet_item *item = item_of(fleet, i, j);
            item->rate = 100 * (j + 1) * exp(sigma * normal()) * (i == 0 ? slower : 1);
            item->low = item->rate * 0.998;
            item->high = item->rate * 1.002;
        }
}

/* The share of sweeps in which any healthy node is named slow or fast. */
static double false_alarms(unsigned nodes, unsigned sweeps)
{
    unsigned named = 0;
    for (unsigned s = 0; s < sweeps; s++) {
        bool is_named = false;
        wm_fleet fleet;
        make(&fleet, nodes, ITEMS);
        spread(&fleet, nodes, 0.01, 1);
        assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
        for (unsigned i = 0; i < nodes; i++)
            for (unsigned j = 0; j < ITEMS; j++)
                is_named = is_named || item_of(&fleet, i, j)->speed != WM_FLEET_SPEED_SAME;
        named += is_named;
        wm_fleet_clear(&fleet);
    }
    return (double)named / sweeps;
}

static void healthy_nodes_are_not_named(void **state)
{
    double share;
    (void)state;
    share = false_alarms(1000, 40);
    printf("1,000 nodes: a node is named in %.3f of 40 sweeps\n", share);
    assert_true(share <= 0.05);
    share = false_alarms(40, 500);
    printf("40 nodes: a node is named in %.3f of 500 sweeps\n", share);
    assert_true(share <= 0.025);
    share = false_alarms(8, 1000);
    printf("8 nodes: a node is named in %.3f of 1,000 sweeps\n", share);
    assert_true(share <= 0.025);
}

static void a_node_that_is_ten_percent_slower_is_named(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 20; s++) {
        wm_fleet fleet;
        make(&fleet, 1000, ITEMS);
        spread(&fleet, 1000, 0.01, 0.9);
        assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
        assert_int_equal(fleet.node[0].state, WM_FLEET_SLOW);
        assert_int_equal(fleet.counts[WM_FLEET_SLOW], 1);
        wm_fleet_clear(&fleet);
    }
}

static void seven_nodes_make_no_median(void **state)
{
    wm_fleet fleet;
    (void)state;
    make(&fleet, 7, ITEMS);
    spread(&fleet, 7, 0.01, 0.5);
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(fleet.counts[WM_FLEET_OK], 7);
    assert_int_equal(fleet.judged, 0);
    assert_int_equal(fleet.not_judged, 7 * ITEMS);
    wm_fleet_clear(&fleet);
}

/* A rate whose repeats were starved is counted, and neither named nor part of the median. */
static void what_is_barred_is_not_judged(void **state)
{
    wm_fleet fleet;
    (void)state;
    make(&fleet, 20, ITEMS);
    spread(&fleet, 20, 0.01, 0.5);
    for (unsigned j = 0; j < ITEMS; j++)
        item_of(&fleet, 0, j)->bar = "starved";
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(fleet.counts[WM_FLEET_OK], 20);
    assert_int_equal(fleet.judged, 19 * ITEMS);
    assert_int_equal(fleet.not_judged, ITEMS);
    assert_int_equal(fleet.rates[0].nodes, 19);
    wm_fleet_clear(&fleet);
}

/* The baseline of 100 nodes: how often it names a later healthy node, and one that is slower. */
static void a_baseline_judges_single_nodes(void **state)
{
    wm_fleet fleet;
    wm_baseline baseline;
    unsigned named = 0, found = 0;
    (void)state;
    make(&fleet, 100, ITEMS);
    spread(&fleet, 100, 0.01, 1);
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(wm_fleet_lines_baseline(&fleet, fleet.node[0].record[0].root, &baseline),
                     WM_OK);
    assert_int_equal(baseline.count, ITEMS);
    for (unsigned s = 0; s < 1000; s++) {
        wm_fleet one;
        make(&one, 1, ITEMS);
        spread(&one, 1, 0.01, s % 2 == 0 ? 1 : 0.9);
        assert_int_equal(wm_fleet_judge(&one, &baseline), WM_OK);
        assert_int_equal(one.judged, ITEMS);
        named += s % 2 == 0 && one.node[0].state == WM_FLEET_SLOW;
        found += s % 2 != 0 && one.node[0].state == WM_FLEET_SLOW;
        wm_fleet_clear(&one);
    }
    printf("by a baseline: %u of 500 healthy nodes are named, %u of 500 slower ones\n", named,
           found);
    assert_true(named <= 12);
    assert_int_equal(found, 500);
    free(baseline.entry);
    wm_fleet_clear(&fleet);
}

/* ---- exit statuses --------------------------------------------------------------------------- */

static void the_exit_status_counts(void **state)
{
    static const struct {
        bool has_record;
        wm_fleet_state before;
        int status;
        wm_fleet_state after;
    } cases[] = {
        {true, WM_FLEET_OK, 0, WM_FLEET_OK},
        {true, WM_FLEET_OK, 1, WM_FLEET_WRONG},
        {true, WM_FLEET_WRONG, 0, WM_FLEET_WRONG},
        {true, WM_FLEET_WRONG, -1, WM_FLEET_WRONG},
        {true, WM_FLEET_OK, -1, WM_FLEET_UNFINISHED},
        {true, WM_FLEET_OK, 2, WM_FLEET_TROUBLE},
        {true, WM_FLEET_OK, 3, WM_FLEET_INCONCLUSIVE},
        {true, WM_FLEET_OK, 137, WM_FLEET_TROUBLE},
        {false, WM_FLEET_OK, -1, WM_FLEET_MISSING},
        {false, WM_FLEET_OK, 0, WM_FLEET_MISSING},
        {false, WM_FLEET_OK, 1, WM_FLEET_WRONG},
        {false, WM_FLEET_OK, 2, WM_FLEET_TROUBLE},
        {false, WM_FLEET_OK, 3, WM_FLEET_INCONCLUSIVE},
        {false, WM_FLEET_OK, 4, WM_FLEET_TROUBLE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_fleet fleet;
        make(&fleet, 1, 1);
        fleet.node[0].state = cases[i].before;
        if (!cases[i].has_record) {
            free(fleet.node[0].record[0].item);
            fleet.node[0].record_count = 0;
        }
        fleet.node[0].exit_status = cases[i].status;
        wm_fleet_exit(&fleet, &fleet.node[0]);
        assert_int_equal(fleet.node[0].state, cases[i].after);
        wm_fleet_clear(&fleet);
    }
}

/* ---- reasons --------------------------------------------------------------------------------- */

/* Votes come last: their reason takes the place of a milder one. */
static void the_worst_reasons_are_kept(void **state)
{
    wm_fleet fleet;
    const wm_fleet_node *node;
    (void)state;
    make(&fleet, 3, 1);
    node = &fleet.node[2];
    item_of(&fleet, 2, 0)->digest[0] = 'x';
    for (unsigned i = 0; i < WM_FLEET_REASONS; i++)
        wm_fleet_say(&fleet, &fleet.node[2], WM_FLEET_INCONCLUSIVE, "harmless %u", i);
    wm_fleet_say(&fleet, &fleet.node[2], WM_FLEET_INCONCLUSIVE, "one more");
    wm_fleet_say(&fleet, &fleet.node[2], WM_FLEET_TROUBLE, "trouble");
    assert_int_equal(wm_fleet_judge(&fleet, NULL), WM_OK);
    assert_int_equal(node->state, WM_FLEET_WRONG);
    assert_int_equal(node->reason_count, WM_FLEET_REASONS);
    assert_string_equal(node->reason[0].text, "item0: digest differs from that of most nodes");
    assert_int_equal(node->reason[0].state, WM_FLEET_WRONG);
    assert_string_equal(node->reason[1].text, "trouble");
    for (unsigned i = 2; i < WM_FLEET_REASONS; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "harmless %u", i - 2);
        assert_string_equal(node->reason[i].text, text);
    }
    wm_fleet_clear(&fleet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strict_majority_of_three_votes_decides),
        cmocka_unit_test(ballots_are_counted_apart),
        cmocka_unit_test(copies_of_a_record_have_no_vote),
        cmocka_unit_test(healthy_nodes_are_not_named),
        cmocka_unit_test(a_node_that_is_ten_percent_slower_is_named),
        cmocka_unit_test(seven_nodes_make_no_median),
        cmocka_unit_test(what_is_barred_is_not_judged),
        cmocka_unit_test(a_baseline_judges_single_nodes),
        cmocka_unit_test(the_exit_status_counts),
        cmocka_unit_test(the_worst_reasons_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
