/* Tests of report/warnings: flags of repeats, a busy machine, what follows. */
#include "report/views/warnings.h"

#include "support/cmocka.h"

#include <math.h>
#include <string.h>

enum { STARVED = 1u << WM_FLAG_STARVED, STEAL = 1u << WM_FLAG_STEAL };

static wm_item planned;

/* A record of nine repeats of one item, of which three have flags. */
static wm_model *record_of_nine(void)
{
    static wm_observation repeats[9];
    static wm_model_item item;
    static wm_model model;
    memset(repeats, 0, sizeof repeats);
    memset(&model, 0, sizeof model);
    repeats[1].flags = STARVED;
    repeats[2].flags = STARVED | STEAL;
    repeats[3].flags = STEAL;
    planned = (wm_item){.variant = wm_tables_variant("gemm", 4, "f32", 3)};
    item.item = &planned;
    item.series[WM_OBSERVATIONS_REPEATS] = (wm_observations){repeats, 9, 9};
    model.item = &item;
    model.item_count = 1;
    model.repeat_count = 9;
    model.disturbed_count = 3;
    return &model;
}

static void flags_are_counted(void **state)
{
    wm_model *model = record_of_nine();
    char words[WM_WARNINGS_SIZE];
    (void)state;
    wm_warnings_flags(model, words);
    assert_string_equal(words, "3 of 9 repeats flagged: 2 starved, 2 steal");
    model->disturbed_count = 0;
    wm_warnings_flags(model, words);
    assert_string_equal(words, "");
}

static void a_tenth_of_the_time_is_quiet(void **state)
{
    char words[WM_WARNINGS_SIZE];
    (void)state;
    wm_warnings_pressure(0.1, words);
    assert_string_equal(words, "");
    wm_warnings_pressure((double)NAN, words);
    assert_string_equal(words, "");
    wm_warnings_pressure(0.43, words);
    assert_string_equal(words, "machine busy: tasks waited for a processor 43 % of the time");
}

static void a_line_says_what_follows(void **state)
{
    static const char BUSY[] = "machine busy: tasks waited for a processor 43 % of the time; ";
    wm_model *model = record_of_nine();
    wm_observations *repeats = &model->item->series[WM_OBSERVATIONS_REPEATS];
    char words[WM_WARNINGS_SIZE];
    (void)state;
    wm_warnings_all(model, (double)NAN, words);
    assert_string_equal(words,
                        "3 of 9 repeats flagged: 2 starved, 2 steal; rates may be far too low");
    repeats->at += 3; /* steal alone */
    repeats->count -= 3;
    model->disturbed_count = 1;
    wm_warnings_all(model, 0, words);
    assert_string_equal(words, "1 of 9 repeats flagged: 1 steal");
    model->repeat_count = 1;
    wm_warnings_all(model, 0, words);
    assert_string_equal(words, "1 of 1 repeat flagged: 1 steal");
    model->disturbed_count = 0;
    wm_warnings_all(model, 0.43, words);
    assert_memory_equal(words, BUSY, strlen(BUSY));
    assert_string_equal(words + strlen(BUSY), "rates may be too low");
    planned.trial.word = WM_TRIAL_BIT; /* its rates do not count */
    wm_warnings_all(model, 0.43, words);
    assert_int_equal(strlen(words), strlen(BUSY) - strlen("; "));
    model->item_count = 0; /* own numbers */
    wm_warnings_all(model, 0.43, words);
    assert_string_equal(words + strlen(BUSY), "times may be too long");
    wm_warnings_all(model, 0, words);
    assert_string_equal(words, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_are_counted),
        cmocka_unit_test(a_tenth_of_the_time_is_quiet),
        cmocka_unit_test(a_line_says_what_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
