/* Checks environments: required facts, and the order of facts. */
#include "record/nodes/kind_environment.h"

#include <string.h>

#include "record/audit/audit_state.h"

#define WM_STRUCT_PRODUCER wm_producer_node
#define WM_STRUCT_FACT wm_fact_node
#define WM_STRUCT_WITNESS wm_witness_node
#define WM_OF_PRODUCER &PRODUCER_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_FACT &wm_kind_environment_fact, NULL, WM_FIELD_OBJECT
#define WM_OF_WITNESS &WITNESS_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_BACKENDS NULL, wm_kind_environment_is_backend, WM_FIELD_WORD

bool wm_kind_environment_is_backend(const char *text, size_t size)
{
#define BACKEND_WORD(id, word)                                    \
    if (size == sizeof word - 1 && memcmp(text, word, size) == 0) \
        return true;
    WM_WORDS_BACKENDS(BACKEND_WORD)
#undef BACKEND_WORD
    return false;
}

static const wm_field PRODUCER_FIELDS[] = {WM_KIND_FIELDS_OF(PRODUCER, wm_producer_node)};
static const wm_field FACT_FIELDS[] = {WM_KIND_FIELDS_OF(FACT, wm_fact_node)};
static const wm_form PRODUCER_FORM = WM_KIND_FORM("producer", PRODUCER_FIELDS, wm_producer_node);
const wm_form wm_kind_environment_fact = WM_KIND_FORM("a fact", FACT_FIELDS, wm_fact_node);
static const wm_field WITNESS_FIELDS[] = {WM_KIND_FIELDS_OF(WITNESS, wm_witness_node)};
static const wm_form WITNESS_FORM = WM_KIND_FORM("the witness", WITNESS_FIELDS, wm_witness_node);
static const wm_field ENVIRONMENT_FIELDS[] = {WM_KIND_FIELDS_OF(ENVIRONMENT, wm_environment_node)};
const wm_form wm_kind_environment_form =
    WM_KIND_FORM("the environment", ENVIRONMENT_FIELDS, wm_environment_node);

/* The facts that every environment must have. */
static const char *const NEEDED[] = {
#define NEEDED_FACT(id, word) word,
    WM_WORDS_REQUIRED_FACTS(NEEDED_FACT)
#undef NEEDED_FACT
};
enum { NEEDED_COUNT = sizeof NEEDED / sizeof NEEDED[0], FACT_TEXT_MAX = WM_TABLES_TEXT_BYTES };

bool wm_kind_environment_next(wm_list *facts, wm_fact_node *fact)
{
    return wm_kind_next(facts, &wm_kind_environment_fact, fact);
}

double wm_kind_environment_clock_limit(wm_list facts)
{
    double limit = WM_THRESHOLD_CLOCK_CEILING;
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, "clock.limit") && fact.value.kind == WM_VALUE_NUMBER)
            limit = fact.value.number;
    return limit;
}

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

bool wm_kind_environment_device(const wm_environment_node *node, uint8_t hash[WM_SHA256_SIZE])
{
    wm_text model = node->device;
    wm_list facts = node->facts;
    wm_fact_node fact;
    wm_sha256 state;
    if (wm_member_is(node->backend, "cpu")) {
        model.bytes = NULL;
        while (wm_kind_environment_next(&facts, &fact))
            if (wm_member_is(fact.name, "cpu.model") && fact.value.kind == WM_VALUE_WORD)
                model = fact.value.text;
    }
    if (node->backend.bytes == NULL || model.bytes == NULL)
        return false;
    wm_sha256_init(&state);
    wm_sha256_update(&state, node->backend.bytes, node->backend.size);
    wm_sha256_update(&state, "\n", 1);
    wm_sha256_update(&state, model.bytes, model.size);
    wm_sha256_final(&state, hash);
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

static bool check(wm_audit_state *state, wm_taken *taken)
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

static const wm_form *const FORMS[] = {&wm_kind_environment_form, NULL};
const wm_kind wm_kind_environment = {
    "observation", "environment", WM_CLASS_ENVIRONMENT, NULL, FORMS, NULL, false, check, NULL};
