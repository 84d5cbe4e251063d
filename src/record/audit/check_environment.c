/* Checks environments: required facts, and the order of facts.
 *
 * Facts ascend by their names, so that equal facts make equal lines. Later lines need two things of
 * an environment: the clock that its device can have, for a flag, and what tells its device from
 * others, for links. */
#include <string.h>

#include "record/audit/check_kinds.h"
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

/* Checks the length of a fact's text, and that its name is above the previous name. */
static bool check_fact(wm_refusal *refusal, const wm_fact_node *fact, wm_text *previous)
{
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
    wm_matching matching = {NULL, NULL, NULL};
    wm_text previous = {NULL, 0};
    matching.refusal = refusal;
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

/* Keeps the clock limit for the flags of the environment's repeats. */
static bool keep_clock_limit(wm_audit_state *state, wm_taken *taken)
{
    const wm_environment_node *node = taken->node;
    double *limits = wm_audit_state_grow(state, state->clock_limits, &state->clock_limit_capacity,
                                         (size_t)state->clock_limit_count + 1, sizeof *limits);
    if (limits == NULL)
        return false;
    state->clock_limits = limits;
    taken->entry->part = state->clock_limit_count;
    limits[state->clock_limit_count++] = wm_kind_environment_clock_limit(node->facts);
    return true;
}

/* Keeps what tells the environment's device from others. */
static bool keep_device(wm_audit_state *state, const wm_taken *taken)
{
    wm_kept_device *devices = wm_audit_state_grow(state, state->devices, &state->device_capacity,
                                                  (size_t)taken->entry->part + 1, sizeof *devices);
    if (devices == NULL)
        return false;
    state->devices = devices;
    devices += taken->entry->part;
    memset(devices, 0, sizeof *devices);
    devices->is_there = wm_kind_environment_device(taken->node, devices->hash);
    return true;
}

bool wm_check_environment(wm_audit_state *state, wm_taken *taken)
{
    const wm_environment_node *node = taken->node;
    unsigned seen = 0, of_witness = 0;
    uint32_t index;
    if (!check_facts(&state->refusal, node->facts, &seen))
        return false;
    for (unsigned i = 0; node->facts.is_there && i < NEEDED_COUNT; i++)
        if ((seen & 1U << i) == 0 && wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_FACT,
                                                     "the fact `%s` is missing", NEEDED[i]))
            return false;
    return check_facts(&state->refusal, node->witness.facts, &of_witness) &&
           keep_clock_limit(state, taken) && keep_device(state, taken) &&
           wm_audit_state_add(state, taken->entry, &index);
}
