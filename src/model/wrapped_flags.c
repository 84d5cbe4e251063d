/* The flags of repeats of `wrap`.
 *
 * An external observation has numbers and no flags, so nothing seals them. Each reader derives them
 * from the values, by the same rule and limits as those of a repeat of `run`. The clocks are
 * compared alike. A count of stops has no share of the time: any stop is one. `waiting_seconds` is
 * that of the command's first thread, so what starves below a shell is not seen. */
#include "model/wrapped_flags.h"

#include "model/paired_name.h"
#include "model/wrapped_name.h"

#include <math.h>

/* Over less time, clocks are not compared: to read them takes 1 to 4 us, and 5e-4 of the time may
 * be uncertain. */
static const double SHORT_S = 5e-3;

/* The covariates that values have by their name: clocks first. */
static const wm_covariate_name READ[] = {
#define CLOCK_COVARIATE(id, name) WM_COVARIATE_CLOCK_##id,
    WM_WRAPPED_CLOCK_LIST(CLOCK_COVARIATE)
#undef CLOCK_COVARIATE
        WM_COVARIATE_STEAL};

enum { CLOCKS = sizeof READ / sizeof READ[0] - 1 };

static wm_observed_covariate covariate_of(double value)
{
    return (wm_observed_covariate){.present = isfinite(value),
                                   .median = value,
                                   .minimum = value,
                                   .maximum = value,
                                   .samples =
                                       (double)INFINITY}; /* whether it has gaps is unknown */
}

static double value_of(const wm_values *values, const char *name)
{
    wm_list numbers = values->numbers;
    wm_named_number number;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, name))
            return number.number;
    return (double)NAN;
}

wm_wrapped_flags_repeat wm_wrapped_flags_of(const wm_values *values)
{
    wm_observed_covariate covariate[WM_COVARIATES] = {{.present = false}};
    const double seconds = value_of(values, "wall_seconds"), stops = value_of(values, "stops");
    bool has_clock = seconds < SHORT_S;
    for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++) {
        const double value = value_of(values, wm_tables_covariate(READ[i]));
        covariate[READ[i]] = covariate_of(value);
        has_clock = has_clock || (i < CLOCKS && isfinite(value));
    }
    covariate[WM_COVARIATE_RUN_DELAY] = covariate_of(value_of(values, "waiting_seconds") / seconds);
    covariate[WM_COVARIATE_STOPPED] = covariate_of(stops > 0 ? 1 : stops);
    if (!isfinite(seconds))
        return (wm_wrapped_flags_repeat){0, false, true};
    return (wm_wrapped_flags_repeat){wm_rule_flags(seconds, (double)INFINITY, covariate), true,
                                     has_clock && isfinite(stops)};
}

/* Whether a plan is one of `wrap` or `run --against`: it has no items. */
static bool is_of_commands(const wm_plan_node *plan)
{
    wm_list items = plan->items;
    wm_item item;
    return (wm_member_is(plan->name, "wrap") || wm_member_is(plan->name, WM_PAIRED_PLAN)) &&
           !wm_kind_plan_next(&items, &item);
}

bool wm_wrapped_flags_bar(unsigned flags)
{
    return (flags >> WM_FLAG_CLOCK_DIFFERS & 1u) != 0 || (flags >> WM_FLAG_STOPPED & 1u) != 0;
}

bool wm_wrapped_flags_bars(wm_wrapped_flags_repeat repeat)
{
    return wm_wrapped_flags_bar(repeat.flags) || !repeat.is_known;
}

void wm_wrapped_flags_add(wm_wrapped_flags *flags, wm_wrapped_flags_repeat repeat)
{
    flags->measured += repeat.is_measured;
    flags->flagged += repeat.flags != 0;
    flags->barred += wm_wrapped_flags_bar(repeat.flags);
    flags->unknown += !repeat.is_known;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        flags->count[i] += repeat.flags >> i & 1u;
}

void wm_wrapped_flags_take(wm_wrapped_flags *flags, const wm_plan_node *plan,
                           const wm_external_node *node)
{
    char series[WM_WRAPPED_NAME];
    for (size_t i = 0; i < WM_WRAPPED_COMMANDS && is_of_commands(plan); i++) {
        wm_wrapped_name("wrap", i, "", series);
        if (wm_member_is(node->series, series))
            wm_wrapped_flags_add(flags, wm_wrapped_flags_of(&node->values));
    }
}
