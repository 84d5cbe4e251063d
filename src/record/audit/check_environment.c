/* Checks environments: required facts, and the order of facts.
 *
 * Facts ascend by their names, so that equal facts make equal lines. Later lines need two things of
 * an environment: the clock that its device can have, for a flag, and what tells its device from
 * others, for links. */
#include <string.h>

#include "base/code_point.h"
#include "record/audit/checks.h"
#include "record/nodes/kind_environment.h"

/* The facts that every environment must have. */
static const char *const NEEDED[] = {
#define NEEDED_FACT(id, word) word,
    WM_WORDS_REQUIRED_FACTS(NEEDED_FACT)
#undef NEEDED_FACT
};
enum { NEEDED_COUNT = sizeof NEEDED / sizeof NEEDED[0], FACT_TEXT_MAX = WM_TABLES_TEXT_BYTES };

static int compare_text(wm_text a, wm_text b)
{
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = memcmp(a.bytes, b.bytes, size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* Checks that a value is not both there and withheld, the length of a text, and that the name is
 * above the previous name. */
static bool check_fact(wm_refusal *refusal, const wm_fact_node *fact, wm_text *previous)
{
    if (fact->commitment.is_there && fact->value.kind != WM_VALUE_NULL &&
        wm_refusal_make(refusal, WM_RULE_SCHEMA_COMMITMENT,
                        "the fact `%.*s` has a commitment and a value",
                        WM_FIT_IN(fact->name.bytes, fact->name.size, 64)))
        return false;
    if (fact->value.kind == WM_VALUE_WORD && fact->value.text.size > FACT_TEXT_MAX &&
        wm_refusal_make(refusal, WM_RULE_SCHEMA_VALUE, "a fact is over 4,096 bytes"))
        return false;
    if (fact->name.bytes == NULL)
        return true; /* a rule is switched off */
    if (previous->bytes != NULL && compare_text(*previous, fact->name) >= 0 &&
        wm_refusal_make(refusal, WM_RULE_SCHEMA_FACTS, "the fact `%.*s` is not in ascending order",
                        (int)fact->name.size, fact->name.bytes))
        return false;
    *previous = fact->name;
    return true;
}

/* Sets bit i of *seen if required fact i is among the facts. */
static bool check_facts(wm_refusal *refusal, wm_list facts, unsigned *seen)
{
    const wm_matching matching = {refusal, NULL, NULL};
    wm_text previous = {NULL, 0};
    while (wm_member_has_next(&facts)) {
        wm_fact_node fact;
        if (!wm_kind_match_next(&matching, &facts, &wm_kind_environment_fact, &fact) ||
            !check_fact(refusal, &fact, &previous))
            return false;
        for (unsigned i = 0; i < NEEDED_COUNT; i++)
            if (wm_member_is(fact.name, NEEDED[i]))
                *seen |= 1U << i;
    }
    return true;
}

static bool keep(wm_audit_state *state, const wm_taken *taken)
{
    const wm_environment_node *node = taken->node;
    wm_kept_environment *kept;
    if (!wm_audit_state_grow(state, &state->environments, &state->environment_capacity,
                             (size_t)state->environment_count + 1, sizeof *kept))
        return false;
    kept = &state->environments[state->environment_count];
    memset(kept, 0, sizeof *kept);
    kept->clock_limit = wm_kind_environment_clock_limit(node->facts);
    kept->is_host = wm_member_is(node->backend, "cpu");
    kept->is_gpu = wm_member_is(node->backend, "cuda");
    kept->has_device = wm_kind_environment_device(node, kept->device);
    taken->entry->part = state->environment_count++;
    return wm_audit_state_add(state, taken->entry);
}

bool wm_check_environment(wm_audit_state *state, wm_taken *taken)
{
    const wm_environment_node *node = taken->node;
    unsigned seen = 0, of_witness = 0;
    if (!check_facts(&state->refusal, node->facts, &seen))
        return false;
    for (unsigned i = 0; node->facts.is_there && i < NEEDED_COUNT; i++)
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_FACT, (seen & 1U << i) != 0,
                       "the fact `%s` is missing", NEEDED[i]))
            return false;
    return check_facts(&state->refusal, node->witness.facts, &of_witness) && keep(state, taken);
}
