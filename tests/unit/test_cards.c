/* Tests of study/cards: names, order of the passes, exit status, signs; with a fake runner. */
#include "study/run/cards.h"

#include "record/tables/exit_status.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- which ---- */

static const char *const UUIDS[] = {
    "GPU-1111aaaa-0000-0000-0000-000000000001", "GPU-1111aaaa-2222-0000-0000-000000000002",
    "MIG-2222bbbb-0000-0000-0000-000000000003", "GPU-3333cccc-0000-0000-0000-000000000004", ""};

static size_t listed = 5;

static wm_status list(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256])
{
    (void)snprintf(reason, 256, "the driver is too old");
    *count = listed;
    for (size_t i = 0; i < listed && i < capacity; i++) {
        entries[i] = (wm_device_entry){.name = "a device"};
        if (i < 5)
            (void)snprintf(entries[i].uuid, sizeof entries[i].uuid, "%s", UUIDS[i]);
        else
            (void)snprintf(entries[i].uuid, sizeof entries[i].uuid, "GPU-4444dddd-%02zu", i);
        if (i == 3)
            (void)snprintf(entries[i].reason, sizeof entries[i].reason, "it is old");
    }
    return WM_OK;
}

static const wm_backend backend = {.name = "five", .list = list};

static void choose(const char *words, const char *names)
{
    wm_error err = {WM_OK, "", ""};
    wm_cards cards = {.in_turn = true};
    char found[512] = "";
    if (wm_cards_choose(&backend, words, &cards, &err) != WM_OK)
        fail_msg("%s: %s", words, err.message);
    for (size_t i = 0; i < cards.count; i++)
        (void)snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s",
                       i > 0 ? " " : "", cards.card[i].name);
    assert_string_equal(found, names);
    assert_true(cards.in_turn);
}

static void refuse(const char *words, wm_status status, const char *message)
{
    wm_error err = {WM_OK, "", ""};
    wm_cards cards = {.count = 0};
    assert_int_equal(wm_cards_choose(&backend, words, &cards, &err), status);
    assert_string_equal(err.message, message);
}

static void a_list_or_all_means_several(void **state)
{
    (void)state;
    assert_true(wm_cards_are_several("0,1"));
    assert_true(wm_cards_are_several("all"));
    assert_true(wm_cards_are_several("0,"));
    assert_false(wm_cards_are_several("0"));
    assert_false(wm_cards_are_several("GPU-1111aaaa"));
    assert_false(wm_cards_are_several(NULL));
}

static void names_are_as_long_as_they_must(void **state)
{
    (void)state;
    choose("0,2", "GPU-1111aaaa MIG-2222bbbb");
    choose("2,0", "MIG-2222bbbb GPU-1111aaaa");
    choose("0,1", "GPU-1111aaaa-0 GPU-1111aaaa-2");
    choose("mig-2222BBBB,GPU-1111aaaa-2", "MIG-2222bbbb GPU-1111aaaa");
    listed = 4; /* the one without a UUID is not there */
    choose("all", "GPU-1111aaaa-0 GPU-1111aaaa-2 MIG-2222bbbb-0");
    listed = 5;
}

static void what_cannot_be_compared_is_refused(void **state)
{
    (void)state;
    refuse("0,0", WM_E_ARG, "device 0 (GPU-1111aaaa-0000-0000-0000-000000000001) is named twice");
    refuse("0,GPU-1111aaaa-0", WM_E_ARG,
           "device 0 (GPU-1111aaaa-0000-0000-0000-000000000001) is named twice");
    refuse("0,GPU-1111aaaa", WM_E_NOTFOUND,
           "the UUIDs of several devices begin with 'GPU-1111aaaa'");
    refuse("0,MIG-2222", WM_E_ARG, "'MIG-2222': needs at least 8 digits of a UUID");
    refuse("0,3", WM_E_ARG, "device 3 cannot be used: it is old");
    refuse("0,4", WM_E_ARG, "device 4 has no UUID");
    refuse("0,7", WM_E_NOTFOUND, "no device 7; it has 5");
    refuse("0,", WM_E_ARG, "has an empty name in its list");
    refuse(",0", WM_E_ARG, "has an empty name in its list");
    refuse("0,all", WM_E_ARG, "'all' names every device; give it alone");
    refuse("all", WM_E_ARG, "device 4 has no UUID");
    listed = 1;
    refuse("0,1", WM_E_ARG, "needs two devices or more; backend five has device 0 only");
    refuse("all", WM_E_ARG, "needs two devices or more; backend five has device 0 only");
    listed = 0;
    refuse("all", WM_E_NOTFOUND, "the driver is too old");
    listed = 16;
    refuse("0,1,2,5,6,7,8,9,10", WM_E_ARG, "accepts at most 8 devices");
    listed = 5;
}

/* ---- order ---- */

/* A run that is played: what each card's child answers, and what was done. */
typedef struct {
    bool has[WM_CARDS_PASSES][WM_CARDS_MOST];
    int answers[WM_CARDS_PASSES][WM_CARDS_MOST];
    int differential;
    volatile sig_atomic_t stop;
    int stop_after; /* runs; 0: never */
    int runs;
    char story[512];
} play;

static void tell(play *p, const char *words)
{
    (void)snprintf(p->story + strlen(p->story), sizeof p->story - strlen(p->story), "%s", words);
}

static bool has_record(void *context, unsigned pass, size_t card)
{
    return ((play *)context)->has[pass - 1][card];
}

static int judge(void *context, unsigned pass, size_t card)
{
    play *p = context;
    char words[32];
    (void)snprintf(words, sizeof words, " judge%u:%zu", pass, card);
    tell(p, words);
    return p->answers[pass - 1][card];
}

static void run(void *context, unsigned pass, const size_t *cards, size_t count, int *exits)
{
    play *p = context;
    char words[32];
    (void)snprintf(words, sizeof words, " run%u:", pass);
    tell(p, words);
    for (size_t i = 0; i < count; i++) {
        const int answer = p->answers[pass - 1][cards[i]];
        (void)snprintf(words, sizeof words, "%zu", cards[i]);
        tell(p, words);
        exits[i] = answer;
        p->has[pass - 1][cards[i]] = answer != WM_EXIT_TROUBLE && answer < WM_EXIT_SIGNAL;
    }
    if (++p->runs == p->stop_after)
        p->stop = SIGINT;
}

static int compare(void *context, unsigned pass)
{
    play *p = context;
    char words[32];
    (void)snprintf(words, sizeof words, " compare%u", pass);
    tell(p, words);
    return p->differential;
}

/* Plays it with three cards; the exit status and what was done must be these. */
static void expect(play *p, bool in_turn, const char *story, int answer)
{
    const wm_cards cards = {.count = 3, .in_turn = in_turn};
    const wm_cards_runner runner = {.context = p,
                                    .has_record = has_record,
                                    .judge = judge,
                                    .run = run,
                                    .compare = compare,
                                    .stop = &p->stop};
    wm_cards_outcome outcome;
    wm_cards_run(&cards, &runner, &outcome);
    assert_string_equal(p->story, story);
    assert_int_equal(wm_cards_exit(&cards, &outcome), answer);
}

static void both_passes_run_in_their_order(void **state)
{
    play at_once = {.runs = 0}, in_turn = {.runs = 0};
    (void)state;
    expect(&at_once, false, " run1:012 compare1 run2:012 compare2", WM_EXIT_YES);
    expect(&in_turn, true, " run1:0 run1:1 run1:2 compare1 run2:2 run2:1 run2:0 compare2",
           WM_EXIT_YES);
}

static void a_failed_card_leaves_the_others(void **state)
{
    play one = {.answers = {{0, 2, 0}, {0, 0, 0}}}, killed = {.answers = {{0, 0, 137}, {0, 0, 0}}},
         none = {.answers = {{2, 2, 2}, {0, 0, 0}}}, turns = {.answers = {{0, 2, 0}, {0, 2, 0}}};
    (void)state;
    expect(&one, false, " run1:012 run2:012 compare2", WM_EXIT_TROUBLE);
    expect(&killed, false, " run1:012 run2:012 compare2", WM_EXIT_TROUBLE);
    expect(&none, false, " run1:012", WM_EXIT_TROUBLE);
    expect(&turns, true, " run1:0 run1:1 run1:2 run2:2 run2:1 run2:0", WM_EXIT_TROUBLE);
}

static void the_exit_status_is_1_then_2_then_3(void **state)
{
    play wrong = {.answers = {{0, 3, 0}, {2, 1, 0}}}, trouble = {.answers = {{0, 3, 0}, {0, 2, 0}}},
         unsure = {.answers = {{0, 3, 0}, {0, 0, 0}}}, differs = {.differential = WM_EXIT_NO};
    (void)state;
    expect(&wrong, false, " run1:012 compare1 run2:012", WM_EXIT_NO);
    expect(&trouble, false, " run1:012 compare1 run2:012", WM_EXIT_TROUBLE);
    expect(&unsure, false, " run1:012 compare1 run2:012 compare2", WM_EXIT_INCONCLUSIVE);
    expect(&differs, false, " run1:012 compare1 run2:012 compare2", WM_EXIT_NO);
}

static void a_complete_record_is_kept(void **state)
{
    play some = {.has = {{true, true, true}, {false, true, false}}, .answers = {{0, 1, 0}, {0}}},
         turns = {.has = {{true, false, true}}};
    (void)state;
    expect(&some, false, " judge1:0 judge1:1 judge1:2 compare1 judge2:1 run2:02 compare2",
           WM_EXIT_NO);
    expect(&turns, true, " judge1:0 judge1:2 run1:1 compare1 run2:2 run2:1 run2:0 compare2",
           WM_EXIT_YES);
}

static void a_signal_starts_nothing_more(void **state)
{
    play at_once = {.stop_after = 1}, in_turn = {.stop_after = 2}, before = {.stop = SIGINT};
    (void)state;
    expect(&at_once, false, " run1:012", WM_EXIT_TROUBLE);
    expect(&in_turn, true, " run1:0 run1:1", WM_EXIT_TROUBLE);
    expect(&before, false, "", WM_EXIT_TROUBLE);
}

/* ---- signs ---- */

static void sign(double low_1, double high_1, double low_2, double high_2, const char *words)
{
    const double low[] = {low_1, low_2}, high[] = {high_1, high_2};
    assert_string_equal(wm_cards_words(wm_cards_compare(low, high)), words);
}

static void a_sign_is_kept_or_changes(void **state)
{
    const double none = (double)NAN;
    (void)state;
    sign(0.8, 0.9, 0.7, 0.99, "faster in both"); /* the ratio is that of the first card to this */
    sign(1.01, 1.1, 1.2, 1.3, "slower in both");
    sign(0.9, 1.1, 0.99, 1.01, "no difference");
    sign(1, 1.1, 0.9, 1, "no difference"); /* an end at 1 is no difference */
    sign(0.8, 0.9, 1.1, 1.2, "changes sign");
    sign(1.1, 1.2, 0.8, 0.9, "changes sign");
    sign(1.1, 1.2, 0.9, 1.2, "in one pass only");
    sign(0.9, 1.1, 0.8, 0.9, "in one pass only");
    sign(none, none, 0.8, 0.9, "no interval");
    sign(0.8, 0.9, none, 0.9, "no interval");
    sign(0.8, 0.9, 1.1, none, "no interval");
    sign(none, none, none, none, "no interval");
    sign(1.2, 1.1, 1.2, 1.3, "no interval"); /* no interval of numbers */
}

static void a_path_names_pass_and_card(void **state)
{
    char path[WM_CARDS_PATH], folder[WM_CARDS_PATH];
    wm_error err = {WM_OK, "", ""};
    (void)state;
    assert_int_equal(wm_cards_path("out", 2, "GPU-1", path, &err), WM_OK);
    assert_string_equal(path, "out/pass2/GPU-1");
    memset(folder, 'x', sizeof folder - 8);
    folder[sizeof folder - 8] = '\0';
    assert_int_equal(wm_cards_path(folder, 2, "GPU-1", path, &err), WM_E_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_or_all_means_several),
        cmocka_unit_test(names_are_as_long_as_they_must),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
        cmocka_unit_test(both_passes_run_in_their_order),
        cmocka_unit_test(a_failed_card_leaves_the_others),
        cmocka_unit_test(the_exit_status_is_1_then_2_then_3),
        cmocka_unit_test(a_complete_record_is_kept),
        cmocka_unit_test(a_signal_starts_nothing_more),
        cmocka_unit_test(a_sign_is_kept_or_changes),
        cmocka_unit_test(a_path_names_pass_and_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
