/* The verdicts of a re-verification: one for each output, and one for all. */
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *wm_reverify_words(wm_reverify_verdict verdict)
{
    static const char *const words[] = {
        [WM_REVERIFY_NOT_CHECKED] = "not checked", [WM_REVERIFY_CAUGHT] = "caught",
        [WM_REVERIFY_REPRODUCED] = "reproduced",   [WM_REVERIFY_SPOT_CHECKED] = "spot-checked",
        [WM_REVERIFY_DIFFERS] = "differs",         [WM_REVERIFY_WRONG_ORIGIN] = "wrong origin"};
    return words[verdict];
}

double wm_reverify_bound(uint64_t draws, double grinding)
{
    if (draws == 0)
        return 0;
    return exp((log(0.05) - grinding * 0.69314718055994531) / (double)draws);
}

static wm_reverify_finding found(wm_reverify_verdict verdict, const char *format, ...)
    WM_PRINTF(2, 3);

static wm_reverify_finding found(wm_reverify_verdict verdict, const char *format, ...)
{
    wm_reverify_finding finding = {verdict, ""};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(finding.reason, sizeof finding.reason, format, arguments);
    va_end(arguments);
    return finding;
}

/* A number as text; the sign of a NaN is dropped. */
static const char *number_text(double value, char text[32])
{
    if (isnan(value))
        return "not a number";
    (void)snprintf(text, 32, "%.9g", value);
    return text;
}

/* The finding on opened elements of which some are wrong. */
static wm_reverify_finding wrong_elements(const wm_recompute_result *seen, const char *where)
{
    char given[32], exact[32];
    return found(WM_REVERIFY_DIFFERS,
                 "%llu of %llu opened elements%s are wrong; the worst, row %llu column %llu: found "
                 "%s, recomputed %s",
                 (unsigned long long)seen->wrong, (unsigned long long)seen->elements, where,
                 (unsigned long long)seen->worst_row, (unsigned long long)seen->worst_column,
                 number_text(seen->worst_given, given), number_text(seen->worst_exact, exact));
}

/* Whether the opened elements show that the output differs. An injected fault's residual does not
 * match its elements. */
static bool openings_differ(const wm_reverify_output *o, wm_reverify_finding *finding)
{
    if (!o->is_opened)
        return false;
    if (o->seen.wrong != 0 || o->openings_agreeing != o->opening_count) {
        *finding = wrong_elements(&o->seen, "");
        return true;
    }
    if (o->revisited.wrong != 0 || o->revisits_agreeing != o->revisit_count) {
        *finding = wrong_elements(&o->revisited, " at a prior's places");
        return true;
    }
    if (o->is_plausible || o->part == WM_REVERIFY_INJECTED)
        return false;
    *finding = found(WM_REVERIFY_DIFFERS,
                     "a recorded residual does not match this output: the opened elements give "
                     "max|r| %.3g to %.3g, max|CX| %.3g to %.3g",
                     o->expected.difference_low, o->expected.difference_high,
                     o->expected.reference_low, o->expected.reference_high);
    return true;
}

bool wm_reverify_is_atomic(const wm_reverify_output *o)
{
    return wm_tables_has(o->item->variant, WM_TRAIT_CHANCE);
}

/* Decides on an output with an equal digest. False: undecided. */
static bool same_decides(const wm_reverify_output *o, wm_reverify_finding *finding)
{
    if (!o->is_faulty && o->own.decision == WM_DECISION_REJECT)
        *finding = found(WM_REVERIFY_DIFFERS, "computed here: same digest, but it fails the check");
    else if (o->residual_match == WM_RESIDUAL_MATCH_NO)
        *finding = found(WM_REVERIFY_DIFFERS,
                         "the output is reproduced, a recorded residual is not: recomputed max|r| "
                         "%.9g, max reference %.9g",
                         o->own.residual.difference_max, o->own.residual.reference_max);
    else if (o->is_exact && o->repeats_bound < o->repeats)
        *finding = found(WM_REVERIFY_DIFFERS,
                         "%u of %u repeats have another output, but the result must be exact",
                         (unsigned)(o->repeats - o->repeats_bound), (unsigned)o->repeats);
    else if (o->own.differing_expected >= WM_REVERIFY_DIFFERING)
        *finding = found(WM_REVERIFY_WRONG_ORIGIN,
                         "another backend computed here and gives the same bits, but about %.0f "
                         "elements should differ: the recorded backend did not compute it",
                         o->own.differing_expected);
    else if (o->is_opened && o->repeats_bound < o->repeats)
        *finding = found(WM_REVERIFY_SPOT_CHECKED,
                         "%u of %u repeats have another output than the one reproduced here%s",
                         (unsigned)(o->repeats - o->repeats_bound), (unsigned)o->repeats,
                         wm_reverify_is_atomic(o) ? ": the order of atomic sums is random" : "");
    else if (o->residual_match == WM_RESIDUAL_MATCH_UNSURE)
        *finding = found(WM_REVERIFY_REPRODUCED,
                         "a recorded residual differs from the recomputed one within rounding: it "
                         "has another order of sums, or it is false%s%s",
                         o->own.provenance[0] != '\0' ? "; " : "", o->own.provenance);
    else if ((o->is_faulty || o->own.decision == WM_DECISION_ACCEPT) &&
             o->repeats_bound < o->repeats)
        *finding = found(WM_REVERIFY_REPRODUCED, "but other repeats have other outputs%s",
                         wm_reverify_is_atomic(o) ? ": the order of atomic sums is random" : "");
    else if (o->is_faulty || o->own.decision == WM_DECISION_ACCEPT)
        *finding = found(WM_REVERIFY_REPRODUCED, "%s", "");
    else if (o->is_opened)
        *finding = found(WM_REVERIFY_REPRODUCED,
                         "no tolerance on this machine; the opened elements agree");
    else
        return false;
    return true;
}

/* Decides on an output that was computed here. False: undecided. */
static bool own_decides(const wm_reverify_output *o, wm_reverify_finding *finding)
{
    if (!o->own.is_done)
        return false;
    if (o->is_same)
        return same_decides(o, finding);
    if (!o->is_exact || !(o->is_faulty || o->own.decision == WM_DECISION_ACCEPT))
        return false;
    *finding =
        found(WM_REVERIFY_DIFFERS, "computed here: another digest, but the result must be exact");
    return true;
}

/* Why computing it here did not decide; "" if it was not computed. */
static wm_reverify_finding undecided(const wm_reverify_output *o, wm_reverify_verdict verdict)
{
    if (o->own.reason[0] != '\0')
        return found(verdict, "not computed here: %s", o->own.reason);
    if (!o->own.is_done)
        return found(verdict, "%s", "");
    if (!o->is_faulty && o->own.decision != WM_DECISION_ACCEPT)
        return found(verdict, "this machine's own output fails the check");
    if (wm_reverify_is_atomic(o))
        return found(verdict,
                     "computed here: another digest, because the order of atomic sums is random");
    return found(verdict, "computed here: another digest; another order of sums can explain it%s%s",
                 o->own.provenance[0] != '\0' ? "; " : "", o->own.provenance);
}

/* A faulty output, or one without openings. */
static wm_reverify_finding without_openings(const wm_reverify_output *o)
{
    const wm_reverify_verdict verdict =
        o->is_faulty && o->is_rejected ? WM_REVERIFY_CAUGHT : WM_REVERIFY_NOT_CHECKED;
    const wm_reverify_finding finding = undecided(o, verdict);
    if (finding.reason[0] != '\0')
        return finding;
    if (verdict == WM_REVERIFY_CAUGHT)
        return found(verdict, "the record rejects the output with the planned fault; --product "
                              "injects the same fault here");
    if (o->is_faulty)
        return found(verdict, "the record does not reject the output with the planned fault; "
                              "--product injects the same fault here");
    if (o->is_light)
        return found(verdict, "a light record has no openings; --product computes the output here");
    return found(verdict,
                 "only the output with the injected fault was opened; --product computes it here");
}

wm_reverify_finding wm_reverify_judge(const wm_reverify_output *o)
{
    wm_reverify_finding finding;
    if (o->has_failed)
        return found(WM_REVERIFY_NOT_CHECKED, "no output: a repeat failed");
    if (o->skipped[0] != '\0')
        return found(WM_REVERIFY_NOT_CHECKED, "%s", o->skipped);
    if (openings_differ(o, &finding) || own_decides(o, &finding))
        return finding;
    return o->is_opened ? undecided(o, WM_REVERIFY_SPOT_CHECKED) : without_openings(o);
}

bool wm_reverify_is_partly(const wm_reverify_output *o)
{
    return o->repeats_bound < o->repeats ||
           (o->is_same && o->residual_match != WM_RESIDUAL_MATCH_YES);
}

double wm_reverify_share(const wm_reverify_output *o, double grinding)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    if (verdict == WM_REVERIFY_REPRODUCED ||
        (verdict == WM_REVERIFY_SPOT_CHECKED && o->chunks_agreeing == o->chunks))
        return 1;
    return verdict == WM_REVERIFY_SPOT_CHECKED ? wm_reverify_bound(o->chunks_agreeing, grinding)
                                               : 0;
}

/* Adds one output to the sum. */
static void add(wm_reverify_summary *sum, const wm_reverify_output *o)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_seen = verdict == WM_REVERIFY_REPRODUCED || verdict == WM_REVERIFY_SPOT_CHECKED;
    sum->reproduced += verdict == WM_REVERIFY_REPRODUCED ? 1 : 0;
    sum->spot_checked += verdict == WM_REVERIFY_SPOT_CHECKED ? 1 : 0;
    sum->caught += verdict == WM_REVERIFY_CAUGHT ? 1 : 0;
    sum->differing += verdict == WM_REVERIFY_DIFFERS ? 1 : 0;
    sum->wrong_origin += verdict == WM_REVERIFY_WRONG_ORIGIN ? 1 : 0;
    sum->not_checked += verdict == WM_REVERIFY_NOT_CHECKED ? 1 : 0;
    sum->partly += is_seen && wm_reverify_is_partly(o) ? 1 : 0;
    sum->unsettled += verdict == WM_REVERIFY_DIFFERS || verdict == WM_REVERIFY_WRONG_ORIGIN ||
                              (verdict == WM_REVERIFY_REPRODUCED && !wm_reverify_is_partly(o))
                          ? 0
                          : 1;
    sum->faulty += verdict == WM_REVERIFY_REPRODUCED && o->is_faulty ? 1 : 0;
    sum->other_method +=
        verdict == WM_REVERIFY_REPRODUCED && o->own.is_done && !o->own.is_recorded_method ? 1 : 0;
    sum->taken += o->is_taken ? 1 : 0;
}

/* The chunks of an output that were checked, if it counts for the bound. */
static uint64_t checked_chunks(const wm_reverify_output *o)
{
    wm_reverify_verdict verdict;
    if (o->is_left_out || o->part != WM_REVERIFY_PRODUCT || o->is_faulty || o->has_twin)
        return 0;
    verdict = wm_reverify_judge(o).verdict;
    if (verdict == WM_REVERIFY_REPRODUCED)
        return o->chunks;
    return verdict == WM_REVERIFY_SPOT_CHECKED ? o->chunks_agreeing : 0;
}

/* Its chunks that no earlier output has: equal outputs of several items count once. */
static uint64_t new_chunks(const wm_reverify *reverify, size_t index)
{
    const wm_reverify_output *o = &reverify->outputs[index];
    const uint64_t own = checked_chunks(o);
    uint64_t before = 0;
    for (size_t i = 0; i < index && own > before; i++) {
        const wm_reverify_output *other = &reverify->outputs[i];
        const uint64_t chunks = wm_reverify_is_twin(o, other) ? checked_chunks(other) : 0;
        before = chunks > before ? chunks : before;
    }
    return own > before ? own - before : 0;
}

wm_reverify_summary wm_reverify_conclude(const wm_reverify *reverify)
{
    wm_reverify_summary sum = {0};
    for (size_t i = 0; i < reverify->output_count; i++)
        if (reverify->outputs[i].is_left_out) {
            const wm_reverify_output *o = &reverify->outputs[i];
            sum.left_out += !o->is_left_atomic && !o->is_left_inexact;
            sum.atomic += o->is_left_atomic;
            sum.inexact += o->is_left_inexact;
        } else {
            add(&sum, &reverify->outputs[i]);
            sum.bound += new_chunks(reverify, i);
        }
    sum.is_right = sum.differing == 0 && sum.wrong_origin == 0;
    sum.is_enough = sum.bound >= WM_REVERIFY_ENOUGH;
    sum.is_conclusive =
        sum.reproduced > 0 && sum.unsettled == 0 &&
        (reverify->options->exact || (sum.other_method == 0 && !reverify->origin.is_other &&
                                      reverify->origin.differing_count == 0));
    return sum;
}
