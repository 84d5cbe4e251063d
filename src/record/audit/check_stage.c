/* Checks the stages of transcripts: acquire, inject, witness, decide, repair.
 *
 * Each stage names the one before it, so that none can be exchanged. The repeat that is judged is
 * the first that the limits reject, else the last: a producer cannot choose a good one. The
 * decision is recomputed from the numbers of the witness. Equal outputs have equal residuals, so a
 * residual of another output is noticed. */
#include <stdio.h>
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/found.h"
#include "record/audit/opening_check.h"
#include "record/audit/plausible.h"
#include "record/laws/rule.h"
#include "record/nodes/kind_stage.h"
#include "standards/base64.h"

enum { ELEMENT_DIGITS = 2 * 8 };

static const struct {
    const char *name;
    unsigned after; /* bits of the stages that may be before it; 0: it is the first */
} STAGES[WM_STAGE_NAMES] = {
#define STAGE_ROW(id, name, after) {name, after},
    WM_STAGE_LIST(STAGE_ROW)
#undef STAGE_ROW
};

/* ---- place in the transcript ----------------------------------------------------------------- */

/* One stage under check. */
typedef struct checked {
    wm_audit_state *state;
    const wm_stage_node *node;
    wm_audit_state_item *item;
    wm_decision decision;
    wm_observed_stage stage;
} checked;

/* Demands that each stage after the first names the previous one. */
static bool check_order(const checked *at)
{
    const wm_audit_state_item *item = at->item;
    const wm_edge *link = &at->node->previous;
    bool is_linked = link->is_there == (item->stage_count > 0);
    if (is_linked && link->is_there && link->entry != WM_AUDIT_STATE_NONE)
        is_linked = link->entry == item->stages[item->stage_count - 1].entry;
    return WM_DEMAND(
        at->state, WM_RULE_STAGE_ORDER, is_linked && at->node->index == item->stage_count,
        "`index` and `previous` do not link to stage %u of %s", item->stage_count, item->label);
}

/* Whether a stage may come next. Beyond the table: inject exactly if it is planned, and repair
 * once, after a rejection. */
static bool may_follow(const wm_audit_state_item *item, wm_stage_name name)
{
    const wm_planned_fault *fault = &item->item.fault;
    const bool has_inject = fault->kind != WM_FAULT_NONE && !fault->in_repeats;
    wm_stage_name last;
    if (item->stage_count == 0)
        return STAGES[name].after == 0;
    last = item->stages[item->stage_count - 1].name;
    if ((STAGES[name].after & 1U << last) == 0)
        return false;
    if (last == WM_STAGE_ACQUIRE)
        return (name == WM_STAGE_INJECT) == has_inject;
    return name != WM_STAGE_REPAIR ||
           (item->observed.decision_count == 1 && item->observed.decision[0] == WM_DECISION_REJECT);
}

static bool check_sequence(const checked *at)
{
    return WM_DEMAND(at->state, WM_RULE_STAGE_SEQUENCE, may_follow(at->item, at->stage.name),
                     "`%s` cannot be stage %u of %s", STAGES[at->stage.name].name,
                     at->item->stage_count, at->item->label);
}

/* Demands that the item has no failed repeat, and that its transcript was not reduced. */
static bool check_item(const checked *at)
{
    if (!WM_DEMAND(at->state, WM_RULE_STAGE_ABSENT, !at->item->observed.has_failed,
                   "%s has a failed repeat and a transcript", at->item->label))
        return false;
    if (!WM_DEMAND(at->state, WM_RULE_REDUCTION_INPUTS, !at->item->is_judged,
                   "the transcript of %s was reduced on an earlier line", at->item->label))
        return false;
    return WM_DEMAND(at->state, WM_RULE_REVISIT_ORDER, at->item->revisited == 0,
                     "a stage of %s is after its revisit", at->item->label) &&
           wm_audit_state_not_reduced(at->state, at->item);
}

/* The latest stage with this name, or NULL. */
static const wm_observed_stage *latest(const wm_audit_state_item *item, wm_stage_name name)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == name)
            return &item->stages[i];
    return NULL;
}

/* The latest stage with an output digest, or NULL. */
static const wm_observed_stage *latest_output(const wm_audit_state_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name != WM_STAGE_WITNESS && item->stages[i].name != WM_STAGE_DECIDE)
            return &item->stages[i];
    return NULL;
}

/* ---- stages ---------------------------------------------------------------------------------- */

static bool check_acquire(checked *at)
{
    const wm_stage_node *node = at->node;
    const wm_observed_repeat *repeat;
    const wm_entry *product;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    at->stage.repeat = WM_AUDIT_STATE_NONE;
    if (!node->output_digest.is_there || node->product.entry == WM_AUDIT_STATE_NONE)
        return true; /* a rule is switched off */
    product = &at->state->entries[node->product.entry];
    if (product->owner != (uint32_t)(at->item - at->state->items) ||
        !at->item->observed.repeats[product->part].ok)
        return WM_REFUSE(at->state, WM_RULE_STAGE_PRODUCT,
                         "product: found repeat %lu of %s, expected a measured one of %s",
                         (unsigned long)product->part,
                         wm_audit_state_label(at->state, product->owner), at->item->label);
    at->stage.repeat = product->part;
    repeat = &at->item->observed.repeats[product->part];
    return WM_DEMAND(at->state, WM_RULE_STAGE_DIGEST,
                     memcmp(at->stage.output_digest, repeat->output_digest, WM_SHA256_SIZE) == 0,
                     "`output_digest` of %s: found %s, expected that of repeat %lu, %s",
                     at->item->label, wm_found_hex(at->stage.output_digest, found),
                     (unsigned long)product->part, wm_found_hex(repeat->output_digest, expected));
}

/* Demands that the fault is that of the plan. */
static bool check_inject(checked *at)
{
    const wm_planned_fault *fault = &at->item->item.fault;
    const wm_stage_node *node = at->node;
    const wm_observed_stage *acquired;
    char found[40];
    if (!node->output_digest.is_there || node->fault.bytes == NULL)
        return true; /* a rule is switched off */
    if (!WM_DEMAND(at->state, WM_RULE_STAGE_FAULT,
                   wm_member_is(node->fault, wm_tables_fault(fault->kind)) &&
                       node->row == (double)fault->row && node->column == (double)fault->column,
                   "fault of %s: found %s at row %.0f, column %.0f, expected the plan's, %s at row "
                   "%.0f, column %.0f",
                   at->item->label, wm_member_copy(node->fault, found, sizeof found), node->row,
                   node->column, wm_tables_fault(fault->kind), (double)fault->row,
                   (double)fault->column))
        return false;
    acquired = latest(at->item, WM_STAGE_ACQUIRE);
    return WM_DEMAND(
        at->state, WM_RULE_STAGE_INJECT,
        (fault->kind != WM_FAULT_BIT && fault->kind != WM_FAULT_BITS) || acquired == NULL ||
            memcmp(acquired->output_digest, at->stage.output_digest, WM_SHA256_SIZE) != 0,
        "`output_digest` of %s is that of the output without the fault", at->item->label);
}

static bool is_same(double a, double b)
{
    return a == b || (!(a == a) && !(b == b));
}

/* The first number in which two residuals differ, with both values as text; NULL: none. */
static const char *difference_of(const wm_observed_residual *own, const wm_observed_residual *other,
                                 char found[WM_FOUND_SIZE], char expected[WM_FOUND_SIZE])
{
    const struct {
        const char *name;
        double own, other;
    } numbers[] = {{"difference_max", own->difference_max, other->difference_max},
                   {"probe", (double)own->probe, (double)other->probe},
                   {"reference_max", own->reference_max, other->reference_max},
                   {"residual_squares", own->residual_squares, other->residual_squares},
                   {"rounding_squares", own->rounding_squares, other->rounding_squares},
                   {"row", (double)own->row, (double)other->row},
                   {"row_statistic", own->row_statistic, other->row_statistic},
                   {"row_sum_error", own->row_sum_error, other->row_sum_error}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!is_same(numbers[i].own, numbers[i].other)) {
            (void)wm_found_number(numbers[i].own, found);
            (void)wm_found_number(numbers[i].other, expected);
            return numbers[i].name;
        }
    return NULL;
}

/* Demands that the residual of the first witness equals that of the product, reason included. */
static bool check_same_residual(const checked *at)
{
    const wm_observed_stage *acquired =
        at->item->stage_count == 0 ? NULL : &at->item->stages[at->item->stage_count - 1];
    const wm_observed_repeat *product;
    wm_observed_residual own;
    const char *name;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    if (acquired == NULL || acquired->name != WM_STAGE_ACQUIRE ||
        acquired->repeat == WM_AUDIT_STATE_NONE || !at->node->residual.is_there)
        return true;
    product = &at->item->observed.repeats[acquired->repeat];
    if (memcmp(at->stage.residual_hash, product->residual_hash, WM_SHA256_SIZE) == 0)
        return true;
    own = wm_objects_residual_of(&at->node->residual, at->item->item.variant);
    name = difference_of(&own, &product->residual, found, expected);
    if (name == NULL)
        return WM_REFUSE(at->state, WM_RULE_WITNESS_RESIDUAL,
                         "`reason` of the residual of %s is not that of repeat %lu",
                         at->item->label, (unsigned long)acquired->repeat);
    return WM_REFUSE(at->state, WM_RULE_WITNESS_RESIDUAL,
                     "`%s` of the residual of %s: found %s, expected that of repeat %lu, %s", name,
                     at->item->label, found, (unsigned long)acquired->repeat, expected);
}

static bool check_calibration(checked *at)
{
    const uint32_t entry = at->node->calibration.entry, own = at->item->calibration_entry;
    const wm_entry *entries = at->state->entries;
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE] = "none";
    if (!at->node->calibration.is_there || entry == WM_AUDIT_STATE_NONE || entry == own)
        return true;
    if (own != WM_AUDIT_STATE_NONE)
        (void)wm_found_hex(entries[own].id, expected);
    return WM_REFUSE(at->state, WM_RULE_WITNESS_CALIBRATION,
                     "calibration of %s: found %s, expected %s", at->item->label,
                     wm_found_hex(entries[entry].id, found), expected);
}

/* ---- the element that the witness found wrong --------------------------------------------------
 *
 * It lets a reader compute one number again in place of a product. So it must lie where the
 * residual is largest, and agree with the chunk that was opened. */

static bool is_in_row(const checked *at)
{
    const double column = at->node->element.column;
    return column >= 0 && column < (double)at->item->item.dimension[1];
}

static bool is_of_integers(const checked *at)
{
    return wm_tables_has(at->item->item.variant, WM_TRAIT_INTEGERS);
}

static bool check_element_place(const checked *at)
{
    const wm_element_node *node = &at->node->element;
    if (is_of_integers(at))
        return WM_DEMAND(at->state, WM_RULE_ELEMENT_PLACE,
                         is_in_row(at) && node->row < (double)at->item->item.dimension[0],
                         "element: found row %.0f, column %.0f, expected one of the output",
                         node->row, node->column);
    const double row = (double)at->stage.residual.row, probe = (double)at->stage.residual.probe;
    const bool is_of_probe =
        is_in_row(at) && (double)((uint64_t)node->column % WM_TABLES_PROBE_COLUMNS) == probe;
    return WM_DEMAND(at->state, WM_RULE_ELEMENT_PLACE, is_of_probe && node->row == row,
                     "element: found row %.0f, column %.0f, expected row %.0f and a column of "
                     "probe %.0f",
                     node->row, node->column, row, probe);
}

/* The digits of an element in the data of its chunk, most significant byte first. */
static void write_digits(const uint8_t *bytes, unsigned size, char digits[ELEMENT_DIGITS + 1])
{
    for (unsigned i = 0; i < size; i++)
        (void)snprintf(digits + 2 * i, 3, "%02x", bytes[size - 1 - i]);
}

/* Compares the element with its chunk, if that is opened. */
static bool check_element_opened(const checked *at)
{
    const wm_element_node *node = &at->node->element;
    const unsigned size = at->item->item.variant->output_size_bytes;
    const uint64_t begin = (uint64_t)node->column * size;
    wm_list left = at->node->openings;
    wm_opening_node opening;
    while (wm_kind_next(&left, &wm_objects_opening, &opening)) {
        uint8_t data[WM_TABLES_CHUNK_BYTES];
        char expected[ELEMENT_DIGITS + 1], found[ELEMENT_DIGITS + 1];
        size_t count = 0;
        if (opening.row != node->row || opening.chunk != (double)(begin / WM_TABLES_CHUNK_BYTES) ||
            wm_base64_decode(opening.data.bytes, opening.data.size, data, sizeof data, &count) !=
                WM_OK ||
            begin % WM_TABLES_CHUNK_BYTES + size > count)
            continue;
        write_digits(data + begin % WM_TABLES_CHUNK_BYTES, size, expected);
        return WM_DEMAND(at->state, WM_RULE_ELEMENT_OPENED, wm_member_is(node->found, expected),
                         "`found` of the element: found %s, expected %s, as opened",
                         wm_member_copy(node->found, found, sizeof found), expected);
    }
    return true;
}

/* Writes what a witness stage found wrong. */
static void write_element(checked *at)
{
    const wm_element_node *node = &at->node->element;
    char *text = at->stage.element;
    char found[ELEMENT_DIGITS + 1], expected[ELEMENT_DIGITS + 1];
    (void)snprintf(text, WM_OBSERVED_ELEMENT, "none");
    if (node->is_there)
        (void)snprintf(text, WM_OBSERVED_ELEMENT, "row %.0f, column %.0f: found %s, expected %s",
                       node->row, node->column, wm_member_copy(node->found, found, sizeof found),
                       wm_member_copy(node->expected, expected, sizeof expected));
}

/* Equal outputs have equal probes, so a witness finds the same element in both. */
static bool check_same_element(const checked *at)
{
    for (unsigned i = 0; i < at->item->stage_count; i++) {
        const wm_observed_stage *one = &at->item->stages[i];
        if (one->name == WM_STAGE_WITNESS &&
            memcmp(one->output_digest, at->stage.output_digest, WM_SHA256_SIZE) == 0 &&
            !WM_DEMAND(at->state, WM_RULE_ELEMENT_SAME,
                       strcmp(one->element, at->stage.element) == 0,
                       "element of %s: found %s, expected that of the stage with this output, %s",
                       at->item->label, at->stage.element, one->element))
            return false;
    }
    return true;
}

static bool check_element(const checked *at)
{
    const wm_element_node *node = &at->node->element;
    const size_t digits = (size_t)2 * at->item->item.variant->output_size_bytes;
    const wm_limits limits = wm_rule_limits(&at->item->observed);
    const bool is_wrong = at->stage.residual.difference_max > 0;
    if (is_of_integers(at) &&
        !WM_DEMAND(at->state, WM_RULE_ELEMENT_THERE, node->is_there == is_wrong,
                   "element of %s: found %s, expected %s", at->item->label,
                   node->is_there ? "one" : "none", is_wrong ? "one" : "none"))
        return false;
    if (!node->is_there)
        return true;
    if (!WM_DEMAND(at->state, WM_RULE_ELEMENT_WANTED,
                   is_of_integers(at) || wm_rule_rejects_row(&limits, &at->stage.residual),
                   "an element without a residual that the row test rejects"))
        return false;
    if (node->found.bytes == NULL || node->expected.bytes == NULL)
        return true; /* a rule is switched off */
    return WM_DEMAND(at->state, WM_RULE_ELEMENT_FORM,
                     node->found.size == digits && node->expected.size == digits,
                     "the element's values do not have %lu digits", (unsigned long)digits) &&
           WM_DEMAND(at->state, WM_RULE_ELEMENT_EQUAL,
                     node->found.size != node->expected.size ||
                         memcmp(node->found.bytes, node->expected.bytes, node->found.size) != 0,
                     "`found` and `expected` of the element are equal") &&
           check_element_place(at) && (!is_in_row(at) || check_element_opened(at));
}

/* ---- witness and decide ------------------------------------------------------------------ */

static bool check_witness(checked *at)
{
    const wm_observed_stage *product = latest_output(at->item);
    char found[WM_FOUND_SIZE], expected[WM_FOUND_SIZE];
    wm_status status;
    if (!at->node->output_digest.is_there)
        return true; /* a rule is switched off */
    if (!WM_DEMAND(at->state, WM_RULE_WITNESS_DIGEST,
                   product == NULL ||
                       memcmp(product->output_digest, at->stage.output_digest, WM_SHA256_SIZE) == 0,
                   "`output_digest` of %s: found %s, expected that of the stage before, %s",
                   at->item->label, wm_found_hex(at->stage.output_digest, found),
                   wm_found_hex(product->output_digest, expected)))
        return false;
    if (!wm_plausible_residual(at->state, &at->item->item, &at->node->residual))
        return false;
    status = wm_objects_residual_hash(&at->node->residual, at->item->item.variant,
                                      at->stage.residual_hash);
    if (status != WM_OK)
        return wm_audit_state_fail(at->state, status);
    write_element(at);
    /* the product's own residual was compared with those of all equal outputs */
    if (!check_same_residual(at) ||
        (product != NULL && product->name != WM_STAGE_ACQUIRE &&
         !wm_check_workload_same(at->state, at->item, at->stage.output_digest,
                                 at->stage.residual_hash)))
        return false;
    at->stage.residual = wm_objects_residual_of(&at->node->residual, at->item->item.variant);
    return check_calibration(at) &&
           wm_opening_check(at->state, &at->item->item, &at->node->openings,
                            at->stage.output_digest) &&
           check_element(at) && check_same_element(at);
}

static bool check_decide(checked *at)
{
    const wm_observed_stage *witness = latest(at->item, WM_STAGE_WITNESS);
    wm_decision expected;
    wm_limits limits;
    at->decision = wm_kind_stage_decision(at->node->decision);
    if (witness == NULL || at->decision == WM_DECISION_NONE)
        return true; /* a rule is switched off */
    limits = wm_rule_limits(&at->item->observed);
    expected = wm_rule_decide(&limits, &witness->residual);
    return WM_DEMAND(at->state, WM_RULE_DECISION, at->decision == expected,
                     "decision on %s: found %s, recomputed %s", at->item->label,
                     wm_rule_decision_word(at->decision), wm_rule_decision_word(expected));
}

/* ---- entering -------------------------------------------------------------------------------- */

/* Keeps the element of an item's first witness stage for its claim. */
static void keep_element(const checked *at)
{
    char *text = at->item->observed.first_wrong;
    if (text[0] == '\0')
        memcpy(text, at->stage.element, sizeof at->stage.element);
}

/* Adds a checked stage to its item. */
static void keep_stage(checked *at)
{
    wm_observed_item *observed = &at->item->observed;
    if (at->item->stage_count == WM_AUDIT_STATE_STAGES)
        return;
    at->stage.entry = at->state->entry_count - 1;
    at->item->stages[at->item->stage_count++] = at->stage;
    if (at->stage.name == WM_STAGE_INJECT)
        observed->is_injected = true;
    if (at->stage.name == WM_STAGE_WITNESS)
        keep_element(at);
    if (at->decision == WM_DECISION_NONE)
        return;
    if (observed->decision_count < 2)
        observed->decision_count++;
    observed->decision[observed->decision_count - 1] = at->decision;
}

static bool is_profile(const wm_audit_state_item *item)
{
    return !wm_plan_has_output(&item->item);
}

bool wm_check_stage(wm_audit_state *state, wm_taken *taken)
{
    static bool (*const CHECK[WM_STAGE_NAMES])(checked *) = {check_acquire, check_inject,
                                                             check_witness, check_decide,
                                                             NULL}; /* a repair: its fields alone */
    checked at;
    memset(&at, 0, sizeof at);
    at.state = state;
    at.node = taken->node;
    at.item = taken->item;
    at.stage.name = wm_kind_stage_name(taken->form);
    const bool has_output = at.item != NULL && !is_profile(at.item);
    if (!wm_checks_item(state, WM_RULE_STAGE_ITEM, at.node->item, at.item, has_output, "an output"))
        return false;
    if (!has_output)
        return wm_audit_state_add(state, taken->entry); /* the rule is switched off */
    if (at.node->output_digest.is_there)
        memcpy(at.stage.output_digest, at.node->output_digest.bytes, WM_SHA256_SIZE);
    if (!wm_checks_begin(state, at.item, &at.node->environment) || !check_item(&at) ||
        !check_order(&at) || !check_sequence(&at) ||
        (CHECK[at.stage.name] != NULL && !CHECK[at.stage.name](&at)))
        return false;
    taken->entry->owner = (uint32_t)(at.item - state->items);
    taken->entry->part = at.item->stage_count;
    if (!wm_audit_state_add(state, taken->entry) ||
        (at.stage.name == WM_STAGE_REPAIR &&
         !wm_finding_repair(state, at.item, at.stage.output_digest)))
        return false;
    keep_stage(&at);
    return true;
}

static bool finish_item(wm_audit_state *state, const wm_audit_state_item *item)
{
    const unsigned count = item->stage_count;
    uint32_t product;
    if (item->observed.has_failed)
        return count == 0 ||
               !wm_audit_state_refuse_item(state, item, WM_RULE_STAGE_ABSENT,
                                           "%s has a failed repeat and a transcript", item->label);
    if (count == 0 || item->stages[count - 1].name != WM_STAGE_DECIDE)
        return !wm_audit_state_refuse_item(
            state, item, WM_RULE_STAGE_THERE,
            "transcript of %s: found %u stages, expected a complete one", item->label, count);
    product = wm_rule_product(&item->observed);
    return item->stages[0].repeat == product || item->stages[0].repeat == WM_AUDIT_STATE_NONE ||
           !wm_audit_state_refuse_item(state, item, WM_RULE_STAGE_PRODUCT,
                                       "product of %s: found repeat %lu, recomputed %lu",
                                       item->label, (unsigned long)item->stages[0].repeat,
                                       (unsigned long)product);
}

bool wm_check_stage_finish(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++)
        if (!is_profile(&state->items[i]) && !finish_item(state, &state->items[i]))
            return false;
    return true;
}
