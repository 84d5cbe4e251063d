/* Checks what timed observations have in common: times, covariates and flags.
 *
 * A producer who measures twice and keeps the better half must write times that fit. So each timed
 * observation begins after the one before it, in its session, and its flags are recomputed. */
#include "record/audit/timed.h"

#include <math.h>
#include <stdio.h>

#include "record/audit/plausible.h"

/* ---- covariates and flags -------------------------------------------------------------------- */

bool wm_timed_check_covariates(wm_audit_state *state, const wm_timed *timed,
                               wm_observed_covariate observed[WM_COVARIATES])
{
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_node *of = &timed->covariates->each[i];
        const char *name = wm_tables_covariate((wm_covariate_name)i);
        observed[i].present = of->is_there && of->reason.bytes == NULL;
        observed[i].median = observed[i].present ? of->median : (double)NAN;
        observed[i].maximum = observed[i].present ? of->maximum : (double)NAN;
        observed[i].minimum = observed[i].present ? of->minimum : (double)NAN;
        observed[i].samples = observed[i].present ? of->samples : 0;
        observed[i].longest_gap_s = observed[i].present ? of->longest_gap_s : 0;
        if (!WM_DEMAND(
                state, WM_RULE_SCHEMA_COVARIATE,
                !observed[i].present || (of->minimum <= of->median && of->median <= of->maximum),
                "the covariate `%s` is not minimum <= median <= maximum: found %.17g, %.17g, %.17g",
                name, of->minimum, of->median, of->maximum))
            return false;
    }
    return wm_plausible_covariates(state, timed->covariates, timed->seconds);
}

unsigned wm_timed_flags(const wm_audit_state *state, const wm_timed *timed,
                        const wm_observed_covariate observed[WM_COVARIATES])
{
    return wm_rule_flags(timed->seconds, wm_audit_state_clock_limit(state, timed->environment),
                         observed);
}

/* Appends a word to a list. */
static size_t join(char *out, size_t size, size_t used, const char *word)
{
    const int more = snprintf(out + used, size - used, "%s%s", used == 0 ? "" : " ", word);
    return more < 0 || (size_t)more >= size - used ? size - 1 : used + (size_t)more;
}

/* The next flag of a list; one that is switched off is passed over. An element that is no text is a
 * flag that no word equals. */
static bool next_flag(wm_list *left, wm_text *flag)
{
    bool is_on = false;
    while (!is_on && wm_member_has_next(left)) {
        is_on = true;
        (void)wm_member_next_text(left, flag);
        for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
            if (!WM_REFUSAL_IS_ON(WM_SWITCH_FLAG + i) &&
                wm_member_is(*flag, wm_rule_flag_word((wm_flag)i)))
                is_on = false;
    }
    return is_on;
}

bool wm_timed_check_flags(wm_audit_state *state, const wm_timed *timed, unsigned expected)
{
    const wm_list *flags = timed->flags;
    char expected_words[96] = "none", found_words[160] = "none", word[32];
    size_t used = 0;
    bool is_right = true;
    wm_list left = *flags;
    wm_text flag = {NULL, 0};
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++) {
        if ((expected & 1U << i) == 0 || !WM_REFUSAL_IS_ON(WM_SWITCH_FLAG + i))
            continue;
        used = join(expected_words, sizeof expected_words, used, wm_rule_flag_word((wm_flag)i));
        is_right = is_right && next_flag(&left, &flag) &&
                   wm_member_is(flag, wm_rule_flag_word((wm_flag)i));
    }
    if (!flags->is_there || (is_right && !next_flag(&left, &flag)))
        return true;
    left = *flags;
    for (used = 0; wm_member_has_next(&left);)
        used = join(found_words, sizeof found_words, used,
                    wm_member_next_text(&left, &flag) ? wm_member_copy(flag, word, sizeof word)
                                                      : "no text");
    return WM_REFUSE(state, WM_RULE_FLAGS, "flags: found %s, recomputed %s", found_words,
                     expected_words);
}

/* ---- times ----------------------------------------------------------------------------------- */

bool wm_timed_check_times(wm_audit_state *state, const wm_timed *timed, wm_timeline_span *span)
{
    const wm_timeline_session *session = wm_timeline_session_now(&state->timeline);
    const bool is_begin = wm_timeline_read(timed->started_at, &span->begin);
    const bool is_length = wm_timeline_length(timed->seconds, &span->length);
    if (!WM_DEMAND(state, WM_RULE_TIME_RANGE,
                   !(!is_begin || !is_length || span->length > WM_TIMELINE_MOST - span->begin ||
                     span->length > WM_TIMELINE_MOST - state->timeline.timed),
                   "%s %lu of %s starts, ends, or adds up to a time above 2^63-1", timed->what,
                   timed->number, timed->label))
        return false;
    if (session == NULL || span->begin >= session->end)
        return true; /* no session: a rule is switched off */
    return !(
        session->is_used
            ? wm_refusal_make(&state->refusal, WM_RULE_TIME_ORDER,
                              "`started_at` of %s %lu of %s: found %llu, expected at least the end "
                              "of the observation before it, %llu",
                              timed->what, timed->number, timed->label,
                              (unsigned long long)span->begin, (unsigned long long)session->end)
            : wm_refusal_make(&state->refusal, WM_RULE_TIME_SESSION,
                              "`started_at` of %s %lu of %s: found %llu, expected at least that of "
                              "its session, %llu",
                              timed->what, timed->number, timed->label,
                              (unsigned long long)span->begin, (unsigned long long)session->end));
}
