/* Tests of model/wrapped_flags: the flags that follow from the values of a repeat of `wrap`. */
#include "model/wrapped_flags.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
/* Values in which nothing is wrong. */
#define CALM "\"clock_raw\":1e-7,\"stops\":0,\"wall_seconds\":0.4"

/* A line that was read; its node points into both. */
typedef struct {
    wm_json *json;
    char text[1024];
    wm_content content;
} reading;

static const wm_external_node *read_line(reading *line, const char *series, const char *values)
{
    const int size = snprintf(line->text, sizeof line->text,
                              "{\"environment\":\"" ID "\",\"index\":0,\"kind\":\"external\","
                              "\"plan\":\"" ID "\",\"series\":\"%s\",\"type\":\"observation\","
                              "\"values\":{%s}}",
                              series, values);
    assert_in_range(size, 1, sizeof line->text - 1);
    line->json = wm_json_new();
    assert_non_null(line->json);
    assert_int_equal(wm_contents_read(line->json, line->text, (size_t)size, &line->content), WM_OK);
    assert_true(wm_contents_is_of(&line->content, &wm_kind_external));
    return &line->content.of.external;
}

static wm_wrapped_flags_repeat flags_of(const char *values)
{
    reading line;
    const wm_wrapped_flags_repeat found =
        wm_wrapped_flags_of(&read_line(&line, "wrap", values)->values);
    wm_json_free(line.json);
    return found;
}

static void flags_have_the_limits_of_the_format(void **state)
{
    static const struct {
        const char *values;
        unsigned flags;
    } cases[] = {
        {CALM, 0},
        {"\"clock_raw\":0.001,\"stops\":0,\"wall_seconds\":0.4", 0},
        {"\"clock_raw\":0.0011,\"stops\":0,\"wall_seconds\":0.4", 1u << WM_FLAG_CLOCK_DIFFERS},
        {"\"clock_real\":-0.0011,\"stops\":0,\"wall_seconds\":0.4", 1u << WM_FLAG_CLOCK_DIFFERS},
        {"\"clock_syscall\":1,\"stops\":0,\"wall_seconds\":0.4", 1u << WM_FLAG_CLOCK_DIFFERS},
        {"\"clock_tsc\":-0.5,\"stops\":0,\"wall_seconds\":0.4", 1u << WM_FLAG_CLOCK_DIFFERS},
        {"\"clock_raw\":0,\"stops\":1,\"wall_seconds\":0.4", 1u << WM_FLAG_STOPPED},
        {"\"clock_raw\":0,\"stops\":7,\"wall_seconds\":0.4", 1u << WM_FLAG_STOPPED},
        {"\"clock_raw\":0,\"stops\":-1,\"wall_seconds\":0.4", 0},
        {CALM ",\"waiting_seconds\":0.04", 0},
        {CALM ",\"waiting_seconds\":0.041", 1u << WM_FLAG_STARVED},
        {CALM ",\"steal\":0.05", 0},
        {CALM ",\"steal\":0.051", 1u << WM_FLAG_STEAL},
        {"\"clock_raw\":0,\"clock_tsc\":2,\"stops\":3,\"wall_seconds\":0.4",
         1u << WM_FLAG_CLOCK_DIFFERS | 1u << WM_FLAG_STOPPED},
        /* no value of the rule, whatever covariate has the name */
        {CALM ",\"clock_hz\":9e99,\"load\":99,\"pressure\":1,\"stopped\":1,\"throttle\":1", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wm_wrapped_flags_repeat found = flags_of(cases[i].values);
        if (found.flags != cases[i].flags)
            fail_msg("%s: flags %x", cases[i].values, found.flags);
        assert_true(found.is_measured);
        assert_true(found.is_known);
        assert_int_equal(wm_wrapped_flags_bar(found.flags),
                         (found.flags & (1u << WM_FLAG_CLOCK_DIFFERS | 1u << WM_FLAG_STOPPED)) !=
                             0);
        assert_int_equal(wm_wrapped_flags_bars(found), wm_wrapped_flags_bar(found.flags));
    }
}

static void what_is_absent_is_not_known(void **state)
{
    static const struct {
        const char *values;
        bool is_known;
    } cases[] = {
        {"\"clock_raw\":0,\"reason\":\"stops: no\",\"stops\":null,\"wall_seconds\":0.4", false},
        {"\"clock_raw\":0,\"wall_seconds\":0.4", false},
        {"\"clock_raw\":null,\"clock_tsc\":null,\"reason\":\"short\",\"stops\":0,"
         "\"wall_seconds\":0.4",
         false},
        {"\"stops\":0,\"wall_seconds\":0.005", false},
        /* over less time clocks are not compared */
        {"\"stops\":0,\"wall_seconds\":0.0049", true},
        {"\"clock_raw\":null,\"clock_tsc\":0,\"reason\":\"short\",\"stops\":0,"
         "\"wall_seconds\":0.4",
         true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wm_wrapped_flags_repeat found = flags_of(cases[i].values);
        assert_int_equal(found.flags, 0);
        assert_true(found.is_measured);
        if (found.is_known != cases[i].is_known)
            fail_msg("%s: known %d", cases[i].values, found.is_known);
        assert_int_equal(wm_wrapped_flags_bars(found), !cases[i].is_known);
    }
}

static void a_failed_repeat_has_no_flags(void **state)
{
    const wm_wrapped_flags_repeat found =
        flags_of("\"clock_raw\":1,\"elapsed_seconds\":3,\"reason\":\"exit 1\",\"stops\":2,"
                 "\"wall_seconds\":null");
    (void)state;
    assert_int_equal(found.flags, 0);
    assert_false(found.is_measured);
    assert_true(found.is_known);
}

static void count_line(wm_wrapped_flags *flags, const char *plan, const char *series)
{
    const wm_plan_node node = {.name = {plan, strlen(plan)}};
    reading line;
    wm_wrapped_flags_take(
        flags, &node, read_line(&line, series, "\"clock_raw\":1,\"stops\":2,\"wall_seconds\":1"));
    wm_json_free(line.json);
}

static void repeats_of_all_commands_count(void **state)
{
    static const char *const others[][2] = {{"wrap", "warmup"},  {"wrap", "wrap.q"},
                                            {"wrap", "wrapped"}, {"wrap", "pair.b"},
                                            {"mine", "wrap"},    {"wrapper", "wrap"}};
    wm_wrapped_flags flags = {.measured = 0};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        count_line(&flags, others[i][0], others[i][1]);
    assert_int_equal(flags.measured, 0);
    count_line(&flags, "wrap", "wrap");
    count_line(&flags, "wrap", "wrap.p");
    count_line(&flags, "against", "wrap.b");
    wm_wrapped_flags_add(&flags, flags_of(CALM));
    wm_wrapped_flags_add(&flags, flags_of(CALM ",\"steal\":1"));
    assert_int_equal(flags.measured, 5);
    assert_int_equal(flags.flagged, 4);
    assert_int_equal(flags.barred, 3);
    assert_int_equal(flags.unknown, 0);
    assert_int_equal(flags.count[WM_FLAG_CLOCK_DIFFERS], 3);
    assert_int_equal(flags.count[WM_FLAG_STOPPED], 3);
    assert_int_equal(flags.count[WM_FLAG_STEAL], 1);
    assert_int_equal(flags.count[WM_FLAG_STARVED], 0);
}

static void clocks_have_the_names_of_their_covariates(void **state)
{
    (void)state;
#define CHECK(id, name) assert_string_equal(wm_tables_covariate(WM_COVARIATE_CLOCK_##id), name);
    WM_WRAPPED_CLOCK_LIST(CHECK)
#undef CHECK
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_have_the_limits_of_the_format),
        cmocka_unit_test(what_is_absent_is_not_known),
        cmocka_unit_test(a_failed_repeat_has_no_flags),
        cmocka_unit_test(repeats_of_all_commands_count),
        cmocka_unit_test(clocks_have_the_names_of_their_covariates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
