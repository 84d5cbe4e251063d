/* The form of environments, and what follows from their facts. */
#include "record/nodes/kind_environment.h"

#define WM_STRUCT_PRODUCER wm_producer_node
#define WM_STRUCT_FACT wm_fact_node
#define WM_STRUCT_WITNESS wm_witness_node
#define WM_OF_PRODUCER &PRODUCER_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_FACT &wm_kind_environment_fact, NULL, WM_FIELD_OBJECT
#define WM_OF_WITNESS &WITNESS_FORM, NULL, WM_FIELD_OBJECT

static const wm_form PRODUCER_FORM = WM_KIND_FORM("producer", PRODUCER, wm_producer_node);
const wm_form wm_kind_environment_fact = WM_KIND_FORM("a fact", FACT, wm_fact_node);
static const wm_form WITNESS_FORM = WM_KIND_FORM("the witness", WITNESS, wm_witness_node);
const wm_form wm_kind_environment_form =
    WM_KIND_FORM("the environment", ENVIRONMENT, wm_environment_node);

bool wm_kind_environment_next(wm_list *facts, wm_fact_node *fact)
{
    return wm_kind_next(facts, &wm_kind_environment_fact, fact);
}

double wm_kind_environment_clock_limit(wm_list facts)
{
    double limit = WM_THRESHOLD_CLOCK_CEILING;
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, "clock.limit") && fact.value.kind == WM_VALUE_NUMBER &&
            (fact.value.number < WM_THRESHOLD_CLOCK_CEILING ||
             !WM_REFUSAL_IS_ON(WM_SWITCH_CLOCK_LIMIT)))
            limit = fact.value.number;
    return limit;
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

const wm_kind wm_kind_environment =
    WM_KIND_OBSERVATION("environment", ENVIRONMENT, NULL, false, &wm_kind_environment_form);
