/* Makes the fields that every timed observation has. */
#include "study/procedure/observe.h"

#include <inttypes.h>
#include <stdio.h>

static wm_covariate_node covariate_of(const wm_covariate_summary *summary)
{
    return (wm_covariate_node){.is_there = true,
                               .reason = wm_member_text(summary->reason),
                               .longest_gap_s = summary->longest_gap_s,
                               .maximum = summary->maximum,
                               .median = summary->median,
                               .minimum = summary->minimum,
                               .samples = (double)summary->samples};
}

unsigned wm_observe_flags(const wm_repeat *measured, double clock_limit_hz)
{
    wm_observed_covariate covariates[WM_COVARIATES];
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_summary *summary = &measured->covariates[i];
        covariates[i] = (wm_observed_covariate){summary->reason == NULL, summary->median,
                                                summary->maximum,        (double)summary->samples,
                                                summary->longest_gap_s,  summary->minimum};
    }
    return wm_rule_flags(measured->seconds, clock_limit_hz, covariates);
}

/* The words of the flags that hold. The returned list points into `words`. */
static wm_list flags_of(const wm_repeat *measured, double clock_limit_hz,
                        wm_text words[WM_FLAG_WORDS])
{
    const unsigned flags = wm_observe_flags(measured, clock_limit_hz);
    unsigned count = 0;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if ((flags & 1U << i) != 0)
            words[count++] = wm_member_text(wm_rule_flag_word((wm_flag)i));
    return wm_member_list(words, count);
}

void wm_observe_time(const wm_observe_place *place, const wm_repeat *measured,
                     wm_observe_timed *timed)
{
    (void)snprintf(timed->digits, sizeof timed->digits, "%" PRIu64, measured->started_at_ns);
    timed->started_at = wm_member_text(timed->digits);
    timed->covariates.is_there = true;
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        timed->covariates.each[i] = covariate_of(&measured->covariates[i]);
    timed->flags = flags_of(measured, wm_graph_clock_limit(place->sink->graph), timed->words);
}
