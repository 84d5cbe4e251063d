/* The stages of transcripts: acquire, inject, witness, decide, repair. */
#include "record/stage.h"

#include <assert.h>
#include <string.h>

#include "record/chunk.h"
#include "record/measured.h"
#include "record/observation.h"

static const char *const NAMES[WM_STAGE_NAMES] = {"acquire", "inject", "witness", "decide",
                                                  "repair"};

/* One stage being checked: the item may be NULL only where a rule is off. */
typedef struct taken {
    wm_audit_state *state;
    const wm_json_value *node;
    wm_field fields[WM_SCHEMA_FIELDS]; /* the stage's table */
    wm_matched matched;
    wm_audit_state_item *item;
    wm_decision decision;
    wm_observed_stage stage;
} taken;

static bool refuse_item(wm_audit_state *state, const wm_json_value *value)
{
    return !wm_refusal_make(&state->refusal, WM_RULE_STAGE_ITEM, "the plan has no item %.0f",
                            wm_schema_number(value));
}

/* Each stage but the first names the one before it. */
static bool check_order(taken *at)
{
    const wm_json_value *link = wm_schema_of(&at->matched, "previous");
    const wm_json_value *index = wm_schema_of(&at->matched, "index");
    const wm_audit_state_item *item = at->item;
    uint32_t previous;
    bool is_linked;
    if (link != NULL &&
        !wm_audit_state_edge(at->state, "previous", link, WM_CLASS_STAGE, &previous))
        return false;
    is_linked = (link == NULL) == (item->stage_count == 0);
    if (is_linked && link != NULL && previous != WM_AUDIT_STATE_NONE)
        is_linked = previous == item->stages[item->stage_count - 1].entry;
    return (is_linked && index != NULL && wm_schema_count(index) == item->stage_count) ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_ORDER,
                            "`index` and `previous` do not link to stage %u of %s",
                            item->stage_count, item->label);
}

/* Whether a stage may come next: acquire, inject where the plan asks for it, witness, decide; after
 * a rejection, once, repair, witness, decide. */
static bool may_follow(const wm_audit_state_item *item, wm_stage_name name)
{
    const wm_planned_fault *fault = &item->item.fault;
    const bool has_inject = fault->kind != WM_FAULT_NONE && !fault->in_repeats;
    if (item->stage_count == 0)
        return name == WM_STAGE_ACQUIRE;
    switch (item->stages[item->stage_count - 1].name) {
    case WM_STAGE_ACQUIRE:
        return name == (has_inject ? WM_STAGE_INJECT : WM_STAGE_WITNESS);
    case WM_STAGE_INJECT:
    case WM_STAGE_REPAIR:
        return name == WM_STAGE_WITNESS;
    case WM_STAGE_WITNESS:
        return name == WM_STAGE_DECIDE;
    case WM_STAGE_DECIDE:
        return name == WM_STAGE_REPAIR && item->observed.decision_count == 1 &&
               item->observed.decision[0] == WM_DECISION_REJECT;
    case WM_STAGE_NAMES:
        break;
    }
    return false;
}

static bool check_sequence(const taken *at)
{
    return may_follow(at->item, at->stage.name) ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_SEQUENCE,
                            "`%s` cannot be stage %u of %s", NAMES[at->stage.name],
                            at->item->stage_count, at->item->label);
}

/* A transcript belongs to an item that is whole so far, and ends before it is reduced. */
static bool check_item(const taken *at)
{
    if (at->item->observed.has_failed &&
        wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_ABSENT,
                        "%s has a failed repeat and a transcript", at->item->label))
        return false;
    return !at->item->is_judged ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_REDUCTION_INPUTS,
                            "the transcript of %s was reduced on an earlier line", at->item->label);
}

/* The fields that all stages have, and those of one, in ascending order of keys. Returns how
 * many. */
static size_t merge_fields(const wm_field *own, size_t own_count, wm_field all[WM_SCHEMA_FIELDS])
{
    static const wm_field COMMON[] = {
        WM_FIELD("environment", HEX, 0), WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),      WM_FIELD("kind", WORD, 0),
        WM_FIELD("plan", HEX, 0),        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("stage", WORD, 0),      WM_FIELD("type", WORD, 0),
    };
    const size_t common_count = WM_FIELD_TABLE_SIZE(COMMON);
    size_t i = 0, j = 0;
    assert(own_count + common_count <= WM_SCHEMA_FIELDS);
    while (i < own_count || j < common_count) {
        const bool is_own =
            j == common_count || (i < own_count && strcmp(own[i].key, COMMON[j].key) < 0);
        all[i + j] = is_own ? own[i] : COMMON[j];
        i += is_own;
        j += !is_own;
    }
    return i + j;
}

/* Matches a stage against its own fields and those of all stages, and checks what all stages
 * have. */
static bool match(taken *at, const wm_field *own, size_t own_count)
{
    const size_t count = merge_fields(own, own_count, at->fields);
    if (!wm_schema_take(&at->state->refusal, "the stage", at->node, at->fields, count,
                        &at->matched) ||
        !wm_observation_of_item(at->state, &at->matched, &at->item))
        return false;
    if (at->item == NULL)
        return refuse_item(at->state, wm_schema_of(&at->matched, "item"));
    return check_item(at) && check_order(at) && check_sequence(at);
}

/* The latest stage with this name, or NULL. */
static const wm_observed_stage *latest(const wm_audit_state_item *item, wm_stage_name name)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == name)
            return &item->stages[i];
    return NULL;
}

/* The latest stage that says what the output is, or NULL. */
static const wm_observed_stage *latest_output(const wm_audit_state_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name != WM_STAGE_WITNESS && item->stages[i].name != WM_STAGE_DECIDE)
            return &item->stages[i];
    return NULL;
}

/* The digest of the output that a stage is of; false where there is none, a rule being off. */
static bool take_digest(taken *at)
{
    return wm_schema_hex(wm_schema_of(&at->matched, "output_digest"), at->stage.output_digest);
}

/* ---- acquire --------------------------------------------------------------------------------- */

static bool take_acquire(taken *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("product", HEX, 0),
    };
    const wm_entry *product;
    uint32_t entry;
    if (!match(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)) ||
        !wm_audit_state_edge(at->state, "product", wm_schema_of(&at->matched, "product"),
                             WM_CLASS_WORKLOAD, &entry))
        return false;
    at->stage.repeat = WM_AUDIT_STATE_NONE;
    if (!take_digest(at) || at->item == NULL || entry == WM_AUDIT_STATE_NONE)
        return true;
    product = &at->state->entries[entry];
    if (product->owner != (uint32_t)(at->item - at->state->items) ||
        !at->item->repeats[product->part].ok)
        return !wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_PRODUCT,
                                "the product is no measured repeat of %s", at->item->label);
    at->stage.repeat = product->part;
    return memcmp(at->stage.output_digest, at->item->repeats[product->part].output_digest,
                  WM_SHA256_SIZE) == 0 ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_DIGEST,
                            "`output_digest` is not that of repeat %lu of %s",
                            (unsigned long)product->part, at->item->label);
}

/* ---- inject ---------------------------------------------------------------------------------- */

/* The fault is the one that the plan asks for. */
static bool check_fault(taken *at, const wm_json_value *kind, uint64_t row, uint64_t column)
{
    const wm_planned_fault *fault = &at->item->item.fault;
    return (wm_json_is_text(kind, wm_tables_fault(fault->kind)) && row == fault->row &&
            column == fault->column) ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_STAGE_FAULT,
                            "the plan asks for another fault in %s", at->item->label);
}

static bool take_inject(taken *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("column", COUNT, 0),
        WM_FIELD("fault", WORD, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("row", COUNT, 0),
    };
    const wm_json_value *kind;
    if (!match(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)))
        return false;
    kind = wm_schema_of(&at->matched, "fault");
    if (!take_digest(at) || at->item == NULL || kind == NULL)
        return true; /* a rule is off */
    return check_fault(at, kind, wm_schema_count(wm_schema_of(&at->matched, "row")),
                       wm_schema_count(wm_schema_of(&at->matched, "column")));
}

/* ---- witness --------------------------------------------------------------------------------- */

/* The first witness has the residual that was measured with the product, reason and all. */
static bool check_same_residual(taken *at, const wm_json_value *residual)
{
    const wm_observed_stage *acquired = NULL;
    const wm_json_value *product;
    if (at->item->stage_count > 0)
        acquired = &at->item->stages[at->item->stage_count - 1];
    if (acquired == NULL || acquired->name != WM_STAGE_ACQUIRE ||
        acquired->repeat == WM_AUDIT_STATE_NONE || residual == NULL)
        return true;
    product = wm_audit_state_read_again(at->state, at->item->repeat_entries[acquired->repeat]);
    if (product == NULL)
        return false;
    return wm_schema_equal(residual, wm_json_member(product, "residual")) ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_WITNESS_RESIDUAL,
                            "the residual is not that of repeat %lu of %s",
                            (unsigned long)acquired->repeat, at->item->label);
}

static bool check_calibration(taken *at, const wm_json_value *value)
{
    uint32_t entry;
    if (!wm_audit_state_edge(at->state, "calibration", value, WM_CLASS_CALIBRATION, &entry))
        return false;
    return entry == WM_AUDIT_STATE_NONE || entry == at->item->calibration_entry ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_WITNESS_CALIBRATION,
                            "the calibration is not that of %s", at->item->label);
}

/* What a witness says of its item, once that is known. */
static bool check_witness(taken *at)
{
    const wm_json_value *residual = wm_schema_of(&at->matched, "residual");
    const wm_observed_stage *product = latest_output(at->item);
    if (!take_digest(at))
        return true;
    if (product != NULL &&
        memcmp(product->output_digest, at->stage.output_digest, WM_SHA256_SIZE) != 0 &&
        wm_refusal_make(&at->state->refusal, WM_RULE_WITNESS_DIGEST,
                        "`output_digest` is not that of the stage before it"))
        return false;
    if (!wm_measured_residual(at->state, &at->item->item, residual, &at->stage.residual) ||
        !check_same_residual(at, residual))
        return false;
    return !at->item->item.variant->is_gemm ||
           (check_calibration(at, wm_schema_of(&at->matched, "calibration")) &&
            wm_chunk_check(at->state, &at->item->item, wm_schema_of(&at->matched, "openings"),
                           at->stage.output_digest));
}

/* Whether the item that a stage names is a gemm, which decides on its fields. */
static bool is_of_gemm(const taken *at)
{
    const uint64_t number = wm_schema_count(wm_json_member(at->node, "item"));
    const wm_audit_state_item *item =
        number < WM_AUDIT_STATE_NONE ? wm_audit_state_item_at(at->state, (uint32_t)number) : NULL;
    return item != NULL && item->item.variant->is_gemm;
}

static bool take_witness(taken *at)
{
    static const wm_field GEMM[] = {
        WM_FIELD("calibration", HEX, 0),
        WM_FIELD("openings", ARRAY, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("residual", OBJECT, 0),
    };
    static const wm_field OTHER[] = {
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("residual", OBJECT, 0),
    };
    const bool is_gemm = is_of_gemm(at);
    return match(at, is_gemm ? GEMM : OTHER,
                 is_gemm ? WM_FIELD_TABLE_SIZE(GEMM) : WM_FIELD_TABLE_SIZE(OTHER)) &&
           (at->item == NULL || check_witness(at));
}

/* ---- decide and repair ----------------------------------------------------------------------- */

static bool read_decision(taken *at, const wm_json_value *value)
{
    static const wm_decision ALL[] = {WM_DECISION_ACCEPT, WM_DECISION_REJECT,
                                      WM_DECISION_UNDECIDED};
    for (unsigned i = 0; i < 3; i++)
        if (wm_json_is_text(value, wm_rule_decision_word(ALL[i]))) {
            at->decision = ALL[i];
            return true;
        }
    return value == NULL || !wm_refusal_make(&at->state->refusal, WM_RULE_SCHEMA_WORD,
                                             "`decision` is none of its table");
}

static bool take_decide(taken *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("decision", WORD, 0),
    };
    const wm_observed_stage *witness;
    wm_decision expected;
    wm_limits limits;
    if (!match(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)) ||
        !read_decision(at, wm_schema_of(&at->matched, "decision")))
        return false;
    witness = at->item == NULL ? NULL : latest(at->item, WM_STAGE_WITNESS);
    if (witness == NULL || at->decision == WM_DECISION_NONE)
        return true;
    limits = wm_rule_limits(&at->item->observed);
    expected = wm_rule_decide(&limits, &witness->residual);
    return at->decision == expected ||
           !wm_refusal_make(&at->state->refusal, WM_RULE_DECISION,
                            "the decision on %s is `%s` and not `%s`", at->item->label,
                            wm_rule_decision_word(expected), wm_rule_decision_word(at->decision));
}

static bool take_repair(taken *at)
{
    static const wm_field FIELDS[] = {WM_FIELD("method", TEXT, 0),
                                      WM_FIELD("output_digest", HEX, 0)};
    if (!match(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)))
        return false;
    if (!take_digest(at))
        memset(at->stage.output_digest, 0, WM_SHA256_SIZE);
    return true;
}

/* ---- entering -------------------------------------------------------------------------------- */

/* Gives a checked stage to its item. */
static void keep_stage(taken *at, uint32_t index)
{
    wm_observed_item *observed;
    if (at->item == NULL || at->item->stage_count == WM_AUDIT_STATE_STAGES)
        return;
    at->stage.entry = index;
    at->item->stages[at->item->stage_count++] = at->stage;
    if (at->stage.name == WM_STAGE_INJECT)
        at->item->observed.is_injected = true;
    if (at->decision == WM_DECISION_NONE)
        return;
    observed = &at->item->observed;
    if (observed->decision_count < 2)
        observed->decision_count++;
    observed->decision[observed->decision_count - 1] = at->decision;
}

bool wm_stage_take(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static bool (*const TAKE[WM_STAGE_NAMES])(taken *) = {take_acquire, take_inject, take_witness,
                                                          take_decide, take_repair};
    const wm_json_value *name = wm_json_member(node, "stage");
    uint32_t index;
    unsigned i = 0;
    taken at;
    memset(&at, 0, sizeof at);
    at.state = state;
    at.node = node;
    while (i < WM_STAGE_NAMES && !wm_json_is_text(name, NAMES[i]))
        i++;
    entry->class = WM_CLASS_STAGE;
    if (i == WM_STAGE_NAMES)
        return !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD,
                                "`stage` is none of its table") &&
               wm_audit_state_add(state, entry, &index);
    at.stage.name = (wm_stage_name)i;
    if (!TAKE[i](&at))
        return false;
    if (at.item != NULL) {
        entry->owner = (uint32_t)(at.item - state->items);
        entry->part = at.item->stage_count;
    }
    if (!wm_audit_state_add(state, entry, &index))
        return false;
    keep_stage(&at, index);
    return true;
}

static bool finish_item(wm_audit_state *state, const wm_audit_state_item *item)
{
    const unsigned count = item->stage_count;
    uint32_t product;
    if (item->observed.has_failed)
        return count == 0 ||
               !wm_refusal_make(&state->refusal, WM_RULE_STAGE_ABSENT,
                                "%s has a failed repeat and a transcript", item->label);
    if (count == 0 || item->stages[count - 1].name != WM_STAGE_DECIDE)
        return !wm_refusal_make(&state->refusal, WM_RULE_STAGE_THERE,
                                "%s has no whole transcript but %u stages", item->label, count);
    product = wm_rule_product(&item->observed);
    return item->stages[0].repeat == product || item->stages[0].repeat == WM_AUDIT_STATE_NONE ||
           !wm_refusal_make(&state->refusal, WM_RULE_STAGE_PRODUCT,
                            "the product of %s is repeat %lu and not %lu", item->label,
                            (unsigned long)product, (unsigned long)item->stages[0].repeat);
}

bool wm_stage_finish(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++)
        if (!finish_item(state, &state->items[i]))
            return false;
    return true;
}
