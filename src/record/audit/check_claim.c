/* Checks claims: first those of the plan's expansion in order, then own claims.
 *
 * The plan alone says which claims a record has, so that a producer can leave none out and add none
 * that looks like one of them. Nothing that a claim shows is trusted: value, class, tolerance,
 * reason and text are computed again. Own claims have names of their own, `x.`, and stand on series
 * alone. Without its priors, the claim of a link can only be compared with its reduction. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/found.h"
#include "record/audit/linked.h"
#include "record/laws/planned_fault.h"
#include "record/laws/text.h"
#include "record/nodes/kind_claim.h"
#include "record/nodes/kind_reduction.h"

/* ---- what is compared with the tables -------------------------------------------------------- */

static bool check_result(wm_audit_state *state, wm_rule rule, const char *field,
                         const wm_value *value, const wm_result *result, const char *name)
{
    char expected[WM_FOUND_SIZE], found[WM_FOUND_SIZE];
    return WM_DEMAND(state, rule, wm_kind_reduction_is(value, result),
                     "%s of %s: found %s, recomputed %s", field, name, wm_found_value(value, found),
                     wm_found_result(result, expected));
}

/* Demands the expected text in a field. */
static bool check_words(wm_audit_state *state, wm_rule rule, const char *field, wm_text value,
                        const char *expected, const char *how, const char *name)
{
    char found[WM_FOUND_SIZE];
    return WM_DEMAND(state, rule, value.bytes == NULL || wm_member_is(value, expected),
                     "%s of %s: found %s, %s %s", field, name, wm_found_text(value, found), how,
                     expected);
}

static bool check_text(wm_audit_state *state, wm_text text, const wm_result *result,
                       wm_text_format format, const char *unit, const char *name)
{
    char expected[WM_TEXT_SIZE];
    wm_text_write(result, format, unit, expected);
    return check_words(state, WM_RULE_TEXT, "text", text, expected, "recomputed", name);
}

/* The reason must be that of the first null result. */
static bool check_reason(wm_audit_state *state, wm_text reason, const wm_result *results,
                         size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].kind == WM_RESULT_NULL)
            return check_words(state, WM_RULE_NULL_CLAIM, "reason", reason, results[i].text,
                               "recomputed", name);
    return true;
}

/* A word or null as a value. */
static wm_value word_value(wm_text word)
{
    wm_value value = {WM_VALUE_NULL, 0, {NULL, 0}};
    if (word.bytes != NULL)
        value.kind = WM_VALUE_WORD;
    value.text = word;
    return value;
}

/* A number or null as a value. */
static wm_value number_value(double number, char text[WM_FOUND_SIZE])
{
    wm_value value = wm_member_number(number);
    value.kind = number == number ? WM_VALUE_NUMBER : WM_VALUE_NULL;
    value.text = wm_member_text(wm_found_number(number, text));
    return value;
}

/* ---- claims of the expansion ----------------------------------------------------------------- */

static bool refuse_missing(wm_audit_state *state, const char *name)
{
    return WM_REFUSE(state, WM_RULE_CLAIM_MISSING, "the claim %s is missing here", name);
}

/* The name of the next expected claim; false at the end of the expansion. */
static bool next_name(wm_audit_state *state, char name[WM_SUBJECT_NAME_SIZE])
{
    wm_step step;
    if (!wm_subject_peek(&state->expansion, &step))
        return false;
    wm_subject_claim_name(&step, name);
    return true;
}

bool wm_check_claim_end(wm_audit_state *state)
{
    char name[WM_SUBJECT_NAME_SIZE];
    return !next_name(state, name) || refuse_missing(state, name);
}

/* Moves the expansion to the claim with the found name. *is_there is false if there is none and the
 * rule is switched off. */
static bool find_in_expansion(wm_audit_state *state, wm_text found, bool *is_there)
{
    wm_expansion ahead = state->expansion;
    char name[WM_SUBJECT_NAME_SIZE], first[WM_SUBJECT_NAME_SIZE] = "", text[96];
    wm_step step;
    for (; wm_subject_peek(&ahead, &step); wm_subject_skip(&ahead)) {
        wm_subject_claim_name(&step, name);
        *is_there = wm_member_is(found, name);
        if (*is_there) {
            state->expansion = ahead;
            return first[0] == '\0' || refuse_missing(state, first);
        }
        if (first[0] == '\0')
            memcpy(first, name, sizeof first);
    }
    *is_there = false;
    return WM_REFUSE(
        state, WM_RULE_CLAIM_NAME, "%s is not a claim of the plan's expansion at this place%s%s",
        wm_member_copy(found, text, sizeof text), first[0] == '\0' ? "" : "; expected ", first);
}

/* Whether a reduction is of the subject of a step, given that it has a function of its kind. */
static bool is_of_subject(const wm_entry *reduction, const wm_step *step)
{
    switch (step->kind) {
    case WM_SUBJECT_RECORD:
        return true;
    case WM_SUBJECT_LINK:
    case WM_SUBJECT_RECALL:
        return reduction->part == step->prior && reduction->owner == step->index;
    case WM_SUBJECT_PRIOR:
        return reduction->part == step->prior;
    default:
        return reduction->owner == step->index;
    }
}

/* Demands that a claim asserts the reduction of its item and function. */
static bool check_asserts(wm_audit_state *state, const wm_step *step, const char *name,
                          uint32_t entry)
{
    const wm_entry *reduction;
    if (entry == WM_AUDIT_STATE_NONE)
        return true; /* a rule is off */
    reduction = &state->entries[entry];
    if (reduction->subject != WM_SUBJECT_OWN &&
        reduction->function == (uint8_t)step->quantity->function && is_of_subject(reduction, step))
        return true;
    return WM_REFUSE(state, WM_RULE_CLAIM_ASSERTS,
                     "%s asserts the reduction on line %lu, which is not %s of %s", name,
                     (unsigned long)reduction->line,
                     wm_tables_function_name(step->quantity->function), step->label);
}

/* Whether the item of a step has a planned fault. An alarm of an item is about its rates, which a
 * fault does not change. A link compares two runs of the same fault, so a difference has another
 * cause. */
static bool has_fault(const wm_audit_state *state, const wm_step *step)
{
    return (step->kind == WM_SUBJECT_POINT || step->kind == WM_SUBJECT_CHANGE ||
            (step->kind == WM_SUBJECT_ITEM && step->quantity->alarm == NULL)) &&
           state->items[step->index].item.fault.kind != WM_FAULT_NONE;
}

/* Whether a finding says that the planned fault of its item was caught. `verified` comes before
 * `transcript`, so the item's outcome is known here. */
static bool is_of_caught(wm_audit_state *state, const wm_step *step, const char *text)
{
    wm_audit_state_item *item;
    if (step->kind != WM_SUBJECT_ITEM)
        return false;
    item = &state->items[step->index];
    if (wm_planned_fault_judge(&item->item.fault, step->quantity->name, text) ==
        WM_PLANNED_FAULTS_CAUGHT)
        item->is_caught = true;
    return item->is_caught && strcmp(text, "n/a") != 0 &&
           wm_planned_fault_is_about(&item->item.fault, step->quantity->name);
}

/* Whether a mutant of the audit leaves out the findings of this quantity. */
static bool is_switched_off(const wm_step *step)
{
    return (step->kind == WM_SUBJECT_ITEM && step->quantity->alarm != NULL &&
            !WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_CORRELATED)) ||
           (step->kind == WM_SUBJECT_RECORD && !WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_SESSIONS));
}

/* Whether the check missed a fault in every repeat: its `verified` is PASS, which is no finding of
 * another item. */
static bool is_of_missed(const wm_audit_state *state, const wm_step *step, const char *text)
{
    return step->kind == WM_SUBJECT_ITEM && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_MISSED) &&
           wm_planned_fault_judge(&state->items[step->index].item.fault, step->quantity->name,
                                  text) == WM_PLANNED_FAULTS_MISSED;
}

/* Stores a finding: a text that the table of quantities names. It is reported, not refused. */
static bool note_finding(wm_audit_state *state, const wm_step *step, const char *name,
                         const wm_result *result)
{
    const wm_quantity *quantity = step->quantity;
    char text[WM_TEXT_SIZE];
    wm_status status;
    if ((quantity->quiet == NULL && quantity->alarm == NULL) || is_switched_off(step))
        return true;
    wm_text_write(result, quantity->text, step->unit, text);
    if (!wm_subject_is_finding(quantity, result->kind == WM_RESULT_NULL, text) &&
        !is_of_missed(state, step, text))
        return true;
    state->finding_count++;
    state->caught_count += is_of_caught(state, step, text);
    status = wm_buffer_putc(&state->findings, has_fault(state, step) ? 1 : 0);
    if (status == WM_OK)
        status = wm_buffer_putc(&state->findings, is_of_caught(state, step, text) ? 1 : 0);
    if (status == WM_OK)
        status = wm_buffer_append(&state->findings, name, strlen(name) + 1);
    if (status == WM_OK)
        status = wm_buffer_append(&state->findings, text, strlen(text) + 1);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

/* Checks class and tolerance if the quantity has them. */
static bool check_beside_value(wm_audit_state *state, const wm_quantity *quantity,
                               const wm_claim_node *node, const wm_result results[3],
                               const char *name)
{
    char text[WM_FOUND_SIZE];
    const wm_value class = word_value(node->class);
    const wm_value tolerance = number_value(node->tolerance, text);
    return (quantity->class_function == WM_FUNCTION_NONE ||
            check_result(state, WM_RULE_CLASS, "class", &class, &results[1], name)) &&
           (quantity->tolerance_function == WM_FUNCTION_NONE ||
            check_result(state, WM_RULE_TOLERANCE, "tolerance", &tolerance, &results[2], name));
}

static bool check_expanded(wm_audit_state *state, const wm_claim_node *node, const wm_step *step)
{
    const wm_quantity *quantity = step->quantity;
    const wm_function functions[3] = {quantity->function, quantity->class_function,
                                      quantity->tolerance_function};
    char name[WM_SUBJECT_NAME_SIZE];
    wm_result results[3] = {
        {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}};
    wm_subject_claim_name(step, name);
    for (unsigned i = 0; i < 3; i++)
        if (functions[i] != WM_FUNCTION_NONE)
            results[i] = wm_audit_state_reduce(state, step, functions[i]);
    return check_asserts(state, step, name, node->asserts.entry) &&
           (node->value.kind == WM_VALUE_ABSENT ||
            check_result(state, WM_RULE_VALUE, "value", &node->value, &results[0], name)) &&
           check_beside_value(state, quantity, node, results, name) &&
           check_reason(state, node->reason, results, 3, name) &&
           check_words(state, WM_RULE_UNIT, "unit", node->unit, step->unit, "expected", name) &&
           check_text(state, node->text, &results[0], quantity->text, step->unit, name) &&
           note_finding(state, step, name, &results[0]);
}

/* ---- names that the plan's expansion does not give ---------------------------------------------
 */

/* Demands that no earlier claim has the name. The expansion gives each of its names once. */
static bool check_once(wm_audit_state *state, wm_text name, const char *text)
{
    wm_digest_set *names = &state->own_names;
    uint8_t hash[WM_SHA256_SIZE];
    wm_sha256_hash(name.bytes, name.size, hash);
    if (wm_digest_set_find(names, state->own_name_hashes, sizeof hash, hash) != WM_AUDIT_STATE_NONE)
        return WM_REFUSE(state, WM_RULE_CLAIM_TWICE, "there is a claim %s already", text);
    if (!wm_audit_state_grow(state, &state->own_name_hashes, &state->own_name_capacity,
                             names->count + 1, sizeof hash))
        return false;
    memcpy(state->own_name_hashes[names->count], hash, sizeof hash);
    return wm_digest_set_add(names, state->own_name_hashes, sizeof hash, (uint32_t)names->count) ||
           wm_audit_state_fail(state, WM_E_NOMEM);
}

/* ---- claims of links without their priors ---------------------------------------------------- */

/* The value of a reduction on an earlier line, as a result; text is its word or reason. */
static bool read_result(wm_audit_state *state, uint32_t entry, wm_result *result,
                        char text[WM_TABLES_TEXT_BYTES + 1])
{
    const wm_json_value *node = wm_audit_state_read_again(state, entry);
    wm_value value;
    if (node == NULL)
        return false;
    value = wm_member_value_of(wm_json_member(node, "value"));
    result->kind = value.kind == WM_VALUE_NUMBER ? WM_RESULT_NUMBER
                   : value.kind == WM_VALUE_WORD ? WM_RESULT_WORD
                                                 : WM_RESULT_NULL;
    result->number = value.number;
    result->text = wm_member_copy(value.kind == WM_VALUE_WORD
                                      ? value.text
                                      : wm_member_text_of(wm_json_member(node, "reason")),
                                  text, WM_TABLES_TEXT_BYTES + 1);
    return true;
}

/* Demands that the claim asserts a reduction of its prior and function. */
static bool check_absent_asserts(wm_audit_state *state, const wm_step *step, const char *name,
                                 uint32_t entry)
{
    const wm_entry *reduction = &state->entries[entry];
    return WM_DEMAND(state, WM_RULE_CLAIM_ASSERTS,
                     reduction->subject == (step->kind != WM_SUBJECT_PRIOR ? WM_SUBJECT_LINK
                                                                           : WM_SUBJECT_PRIOR) &&
                         reduction->function == (uint8_t)step->quantity->function &&
                         reduction->part == step->prior,
                     "%s asserts the reduction on line %lu, which is not %s of prior %lu", name,
                     (unsigned long)reduction->line,
                     wm_tables_function_name(step->quantity->function),
                     (unsigned long)step->prior + 1);
}

/* Checks a claim of a link or a prior against the reduction that it asserts. */
static bool check_absent(wm_audit_state *state, const wm_claim_node *node, const wm_step *step,
                         const char *name)
{
    const wm_quantity *quantity = step->quantity;
    char text[WM_TABLES_TEXT_BYTES + 1];
    wm_result result;
    if (node->asserts.entry == WM_AUDIT_STATE_NONE)
        return true; /* a rule is off */
    return check_absent_asserts(state, step, name, node->asserts.entry) &&
           read_result(state, node->asserts.entry, &result, text) &&
           (node->value.kind == WM_VALUE_ABSENT ||
            check_result(state, WM_RULE_VALUE, "value", &node->value, &result, name)) &&
           check_reason(state, node->reason, &result, 1, name) &&
           check_words(state, WM_RULE_UNIT, "unit", node->unit, step->unit, "expected", name) &&
           check_text(state, node->text, &result, quantity->text, step->unit, name);
}

/* Whether a claim is one of a link or a prior that is absent. */
static bool is_absent(const wm_audit_state *state, wm_text name)
{
    return wm_audit_state_lacks_priors(state) && name.bytes != NULL &&
           ((name.size > 5 && memcmp(name.bytes, "link.", 5) == 0) ||
            (name.size > 6 && memcmp(name.bytes, "prior.", 6) == 0));
}

/* Checks the name of an own claim: `x.` and a name, each once. */
static bool check_own_name(wm_audit_state *state, wm_text name, const char *text)
{
    wm_json_value rest;
    memset(&rest, 0, sizeof rest);
    rest.kind = WM_JSON_STRING;
    rest.text = name.bytes + 2;
    rest.text_size = name.size - 2;
    return WM_DEMAND(state, WM_RULE_CLAIM_OWN_NAME, wm_field_is(&rest, WM_FIELD_NAME),
                     "%s is not `x.` and 1 to %d of [a-z0-9_.]", text, WM_TABLES_NAME_BYTES) &&
           check_once(state, name, text);
}

/* Demands a reduction over external observations. *entry is NONE if a rule is switched off. */
static bool check_own_source(wm_audit_state *state, const char *field, uint32_t *entry)
{
    if (*entry == WM_AUDIT_STATE_NONE || state->entries[*entry].subject == WM_SUBJECT_OWN)
        return true;
    *entry = WM_AUDIT_STATE_NONE;
    return WM_REFUSE(state, WM_RULE_CLAIM_SOURCE,
                     "`%s` names a reduction that is not over external observations", field);
}

static bool check_beside(wm_audit_state *state, const wm_list *beside)
{
    uint32_t entry;
    if (!beside->is_there)
        return true;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH,
                   beside->count >= 1 && beside->count <= WM_TABLES_BESIDE,
                   "`beside`: found %lu ids, expected 1 to %d", (unsigned long)beside->count,
                   WM_TABLES_BESIDE))
        return false;
    for (const wm_json_value *id = beside->next; id != NULL; id = id->next)
        if (!wm_audit_state_edge_to(state, "beside", id, WM_CLASS_REDUCTION, &entry) ||
            !check_own_source(state, "beside", &entry))
            return false;
    return true;
}

/* Recomputes value, reason and text of an own claim from its reduction and its format. */
static bool check_own_value(wm_audit_state *state, const wm_result *result,
                            const wm_claim_node *node, const char *name)
{
    char unit[20];
    wm_text_format format = WM_TEXT_COUNT;
    if (node->format.bytes != NULL)
        format = wm_tables_text(node->format.bytes, node->format.size);
    if (!WM_DEMAND(state, WM_RULE_UNIT_OWN,
                   node->unit.bytes == NULL || wm_kind_claim_is_unit(node->unit),
                   "the unit of %s is not 1 to %d of [A-Za-z0-9/%%]", name, WM_TABLES_UNIT_BYTES))
        return false;
    if (format == WM_TEXT_WORD || format == WM_TEXT_COUNT)
        return true; /* a rule is off */
    return (node->value.kind == WM_VALUE_ABSENT ||
            check_result(state, WM_RULE_VALUE, "value", &node->value, result, name)) &&
           check_reason(state, node->reason, result, 1, name) &&
           check_text(state, node->text, result, format,
                      wm_member_copy(node->unit, unit, sizeof unit), name);
}

static bool check_own(wm_audit_state *state, const wm_claim_node *node)
{
    char name[72];
    uint32_t entry = node->asserts.entry;
    (void)wm_member_copy(node->name, name, sizeof name);
    if (!check_own_name(state, node->name, name) || !check_own_source(state, "asserts", &entry) ||
        !check_beside(state, &node->beside))
        return false;
    return entry == WM_AUDIT_STATE_NONE ||
           check_own_value(state, &state->results[state->entries[entry].part], node, name);
}

static bool enter(wm_audit_state *state, const wm_taken *taken)
{
    if (!wm_audit_state_add(state, taken->entry))
        return false;
    wm_merkle_add(&state->claims, taken->image, taken->size);
    return true;
}

/* Takes a claim of a link or a prior that is absent. */
static bool take_absent(wm_audit_state *state, wm_taken *taken)
{
    wm_field fields[WM_KIND_FIELDS];
    const wm_text found = wm_kind_claim_name(taken->json);
    char name[WM_SUBJECT_NAME_SIZE];
    wm_form form;
    wm_step step;
    (void)wm_member_copy(found, name, sizeof name);
    if (!wm_check_claim_end(state) ||
        !WM_DEMAND(state, WM_RULE_CLAIM_LATE, !state->has_own_claim,
                   "%s comes after a claim `x.`, and belongs before these", name))
        return false;
    if (!wm_subject_read_linked(found, &step) || !wm_linked_has(state, (double)step.prior))
        return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_LINK,
                                "%s is no claim of a link or a prior", name) &&
               enter(state, taken);
    form = wm_kind_claim_form(step.quantity, fields);
    return wm_checks_match(state, &form, name, taken) && check_once(state, found, name) &&
           check_absent(state, taken->node, &step, name) && enter(state, taken);
}

/* The quantity selects the fields, so the place in the expansion is found first. */
bool wm_check_claim(wm_audit_state *state, wm_taken *taken)
{
    wm_claim_node *node = taken->node;
    wm_field fields[WM_KIND_FIELDS];
    wm_form form = wm_kind_claim_own;
    char name[WM_SUBJECT_NAME_SIZE];
    const wm_text found = wm_kind_claim_name(taken->json);
    const bool is_own = taken->form == &wm_kind_claim_own;
    bool is_there = true;
    wm_step step;
    if (is_absent(state, found))
        return take_absent(state, taken);
    state->has_own_claim = state->has_own_claim || is_own;
    if (is_own ? !wm_check_claim_end(state) : !find_in_expansion(state, found, &is_there))
        return false;
    if (!is_there)
        return enter(state, taken);
    if (!is_own) {
        (void)wm_subject_peek(&state->expansion, &step);
        form = wm_kind_claim_form(step.quantity, fields);
    }
    (void)wm_member_copy(found, name, sizeof name);
    if (!wm_checks_match(state, &form, name, taken))
        return false;
    if (is_own ? !check_own(state, node) : !check_expanded(state, node, &step))
        return false;
    if (!is_own)
        wm_subject_skip(&state->expansion);
    return enter(state, taken);
}
