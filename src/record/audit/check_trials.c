/* Checks trials: their seed, and a bit for each trial of each check.
 *
 * The seed follows from the label and the plan's nonce, so that one nonce seeds all curves of a
 * record. A producer can still try nonces until a curve looks well: `attack --nonce` makes other
 * trials. The bits are the producer's word: `attack --again` makes them once more. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/timed.h"
#include "record/laws/trials.h"
#include "record/nodes/kinds_plain.h"

static bool is_trials(const wm_item *item)
{
    return wm_plan_procedure(item) == WM_PROCEDURE_TRIALS;
}

/* The value of a lower-case hex digit; 16: it is none. */
static unsigned digit_of(char digit)
{
    return digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
           : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a' + 10)
                                          : 16;
}

/* The number of 1 bits; *is_right: there is a digit for every four trials, no other character, and
 * no bit behind the last trial. */
static uint32_t count_bits(wm_text bits, uint32_t trials, bool *is_right)
{
    const size_t digits = ((size_t)trials + 3) / 4;
    uint32_t seen = 0;
    *is_right = bits.size == digits;
    for (size_t i = 0; i < digits && *is_right; i++) {
        const unsigned digit = digit_of(bits.bytes[i]);
        *is_right = digit < 16;
        for (unsigned b = 0; b < 4 && *is_right; b++) {
            const bool is_seen = (digit & 8U >> b) != 0;
            seen += is_seen;
            *is_right = !is_seen || 4 * i + b < trials;
        }
    }
    return seen;
}

/* Checks one element of `seen`, and counts its bits. `next` is the least check that may follow. */
static bool check_seen(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_seen_node *node, unsigned *next, wm_observed_trials *trials)
{
    unsigned check = 0;
    bool is_right;
    uint32_t seen;
    while (check < WM_CHECKS && !wm_member_is(node->check, wm_tables_check((wm_check_word)check)))
        check++;
    if (check == WM_CHECKS)
        return true; /* a rule is switched off */
    if (!WM_DEMAND(state, WM_RULE_TRIALS_ORDER, check >= *next,
                   "check `%s` of %s: found after a check that is later in the table, or again",
                   wm_tables_check((wm_check_word)check), item->label))
        return false;
    if (!WM_DEMAND(state, WM_RULE_TRIALS_FLAGS,
                   check != WM_CHECK_FLAGS || wm_tables_trial(item->item.trial.word)->is_rate,
                   "check `flags` of %s: its trial is no attack on a rate", item->label))
        return false;
    if (!WM_DEMAND(state, WM_RULE_TRIALS_HONEST,
                   check < WM_CHECK_BEFORE || wm_tables_trial(item->item.trial.word)->is_pair,
                   "check `%s` of %s: its trial is no pair of witnesses",
                   wm_tables_check((wm_check_word)check), item->label))
        return false;
    *next = check + 1;
    seen = count_bits(node->trials, item->item.repeats, &is_right);
    if (!WM_DEMAND(state, WM_RULE_TRIALS_BITS, is_right,
                   "`trials` of check `%s` of %s: expected a bit for each of %lu trials, as hex",
                   wm_tables_check((wm_check_word)check), item->label,
                   (unsigned long)item->item.repeats))
        return false;
    trials->has_seen[check] = true;
    trials->seen[check] = seen;
    return true;
}

static bool check_all_seen(wm_audit_state *state, const wm_audit_state_item *item, wm_list list,
                           wm_observed_trials *trials)
{
    const wm_matching matching = {&state->refusal, NULL, NULL};
    unsigned next = 0;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH,
                   !list.is_there || (list.count >= 1 && list.count <= WM_CHECKS),
                   "`seen`: found %lu elements, expected 1 to %d", (unsigned long)list.count,
                   WM_CHECKS))
        return false;
    while (wm_member_has_next(&list)) {
        wm_seen_node node;
        if (!wm_kind_match_next(&matching, &list, &wm_kind_seen, &node) ||
            !check_seen(state, item, &node, &next, trials))
            return false;
    }
    return true;
}

static bool check_seed(wm_audit_state *state, const wm_audit_state_item *item, const wm_hex *found)
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_trials_seed(&item->item, state->plan.nonce, seed);
    return WM_DEMAND(state, WM_RULE_TRIALS_SEED,
                     !found->is_there || memcmp(seed, found->bytes, sizeof seed) == 0,
                     "seed of %s: found another than that of its label and the nonce", item->label);
}

/* Checks what both outputs of the pairs are apart. The bits of `digest` say how many differ: equal
 * outputs have no divergence. Comparisons with a null are false, and nulls pass. */
static bool check_pair(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_pair_node *pair, wm_observed_trials *trials)
{
    const bool has_digest = trials->has_seen[WM_CHECK_DIGEST];
    const uint32_t differ = trials->seen[WM_CHECK_DIGEST];
    const bool has_equal = has_digest && differ < item->item.repeats;
    trials->divergence_least = pair->divergence_least;
    trials->divergence_most = pair->divergence_most;
    trials->faulty_residual = pair->faulty_residual;
    trials->honest_derived = pair->honest_derived;
    trials->honest_residual = pair->honest_residual;
    return !pair->is_there ||
           (WM_DEMAND(state, WM_RULE_TRIALS_SPAN, !(pair->divergence_least > pair->divergence_most),
                      "`divergence_least` of %s is above `divergence_most`", item->label) &&
            WM_DEMAND(state, WM_RULE_TRIALS_EQUAL,
                      !(has_equal && pair->divergence_least > 0) &&
                          !(has_digest && differ == 0 && pair->divergence_most > 0),
                      "divergence of %s: above 0, and its digests are equal", item->label));
}

/* Checks trials that did not fail, and fills what reductions need. */
static bool check_measured(wm_audit_state *state, const wm_trials_node *node,
                           const wm_audit_state_item *item, wm_observed_trials *trials,
                           wm_timeline_span *span)
{
    const bool is_attack = wm_tables_trial(item->item.trial.word)->is_attack;
    const bool is_pair = wm_tables_trial(item->item.trial.word)->is_pair;
    const wm_timed timed = {.what = "trials",
                            .label = item->label,
                            .environment = node->environment.entry,
                            .started_at = node->started_at,
                            .seconds = node->seconds};
    if (!check_seed(state, item, &node->seed) ||
        !WM_DEMAND(state, WM_RULE_TRIALS_ATTACK, node->attack.is_there == is_attack,
                   "`attack` of %s: %s", item->label,
                   is_attack ? "it is missing" : "its trial is no attack") ||
        !WM_DEMAND(state, WM_RULE_TRIALS_PAIR, node->pair.is_there == is_pair, "`pair` of %s: %s",
                   item->label, is_pair ? "it is missing" : "its trial is no pair of witnesses") ||
        !check_all_seen(state, item, node->seen, trials) ||
        !check_pair(state, item, &node->pair, trials) || !wm_timed_check_times(state, &timed, span))
        return false;
    span->is_flagged = false; /* flagged_repeats counts repeats of other items */
    trials->ok = true;
    trials->seconds = node->seconds;
    trials->committed = node->attack.committed;
    trials->cost = node->attack.cost;
    trials->derived = node->attack.derived;
    trials->error = node->attack.error;
    return true;
}

bool wm_check_trials(wm_audit_state *state, wm_taken *taken)
{
    const wm_trials_node *node = taken->node;
    wm_audit_state_item *item = taken->item;
    const bool is_right = item != NULL && is_trials(&item->item);
    wm_observed_trials trials;
    wm_timeline_span span;
    if (!wm_checks_item(state, WM_RULE_TRIALS_ITEM, node->item, item, is_right, "a trial"))
        return false;
    if (!is_right)
        return wm_audit_state_add(state, taken->entry); /* a rule is switched off */
    memset(&trials, 0, sizeof trials);
    if (!wm_checks_begin(state, item, &node->environment) ||
        !WM_DEMAND(state, WM_RULE_TRIALS_ONE, item->observed.count[WM_PROCEDURE_TRIALS] == 0,
                   "trials of %s: found again", item->label))
        return false;
    if (item->observed.count[WM_PROCEDURE_TRIALS] > 0)
        return wm_audit_state_add(state, taken->entry); /* a rule is switched off */
    if (!wm_audit_state_not_reduced(state, item) ||
        (taken->form == &wm_kind_trials_ok && !check_measured(state, node, item, &trials, &span)) ||
        !wm_audit_state_observe(state, item, WM_PROCEDURE_TRIALS, &trials, sizeof trials,
                                taken->entry))
        return false;
    item->observed.has_failed = item->observed.has_failed || !trials.ok;
    if (!trials.ok)
        return true;
    wm_timeline_add(&state->timeline, &span);
    return wm_finding_timed(state, item, WM_PROCEDURE_TRIALS, span.begin, NULL);
}
