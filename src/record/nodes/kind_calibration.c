/* Checks calibrations: one for each complete item of a variant with a measured floor. */
#include "record/nodes/kind_calibration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/audit/audit_state.h"
#include "record/nodes/kind_session.h"
#include "record/audit/plausible.h"

static const wm_field OK_FIELDS[] = {WM_KIND_FIELDS_OF(CALIBRATION_OK, wm_calibration_node)};
static const wm_field FAILED_FIELDS[] = {
    WM_KIND_FIELDS_OF(CALIBRATION_FAILED, wm_calibration_node)};
const wm_form wm_kind_calibration_ok =
    WM_KIND_FORM("the calibration", OK_FIELDS, wm_calibration_node);
const wm_form wm_kind_calibration_failed =
    WM_KIND_FORM("the calibration", FAILED_FIELDS, wm_calibration_node);

/* Reads a number for each probe set; missing ones are NaN. */
static void read_probes(wm_list list, double values[WM_TABLES_PROBES])
{
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++)
        if (!wm_member_next_number(&list, &values[i]))
            values[i] = (double)NAN;
}

void wm_kind_calibration_read(const wm_calibration_node *node, bool is_ok,
                              wm_observed_calibration *calibration)
{
    calibration->ok = is_ok;
    read_probes(node->difference_max, calibration->difference_max);
    read_probes(node->reference_max, calibration->reference_max);
    read_probes(node->residual_squares, calibration->residual_squares);
    read_probes(node->rounding_squares, calibration->rounding_squares);
}

/* Checks one of the arrays; sets *has_null if an element is null. */
static bool check_probes(wm_audit_state *state, const char *name, const wm_list *list,
                         bool *has_null)
{
    if (list->is_there && list->count != WM_TABLES_PROBES &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH,
                        "`%s`: found %lu elements, expected %d", name, (unsigned long)list->count,
                        WM_TABLES_PROBES))
        return false;
    for (const wm_json_value *element = list->next; element != NULL; element = element->next) {
        *has_null = *has_null || element->kind == WM_JSON_NULL;
        if (element->kind != WM_JSON_NULL && !wm_field_is(element, WM_FIELD_SIZE) &&
            wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                            "`%s` has an element that is neither null nor a number >= 0", name))
            return false;
    }
    return true;
}

/* Checks the arrays; a null element needs a reason. */
static bool check_arrays(wm_audit_state *state, const wm_calibration_node *node)
{
    bool has_null = false;
    return check_probes(state, "difference_max", &node->difference_max, &has_null) &&
           check_probes(state, "reference_max", &node->reference_max, &has_null) &&
           check_probes(state, "residual_squares", &node->residual_squares, &has_null) &&
           check_probes(state, "rounding_squares", &node->rounding_squares, &has_null) &&
           wm_kind_reason(&state->refusal, "the calibration", has_null, node->reason.bytes != NULL);
}

/* Demands the least reference of a product from every set. */
static bool check_references(wm_audit_state *state, const wm_item *item, wm_list reference_max)
{
    double number;
    while (wm_member_next_number(&reference_max, &number))
        if (!wm_plausible_check_reference(state, item, number))
            return false;
    return true;
}

static bool check_product(wm_audit_state *state, const wm_audit_state_item *item, uint32_t product)
{
    const wm_entry *entry;
    if (product == WM_AUDIT_STATE_NONE ||
        (item->observed.repeat_count > 0 && product == item->repeat_entries[0] &&
         item->repeats[0].ok))
        return true;
    entry = &state->entries[product];
    return !wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_PRODUCT,
                            "product: found repeat %lu of %s, expected a measured repeat 0 of %s",
                            (unsigned long)entry->part, wm_audit_state_label(state, entry->owner),
                            item->label);
}

/* Whether an item needs a calibration. */
static bool is_calibrated(const wm_audit_state_item *item)
{
    return wm_subject_needs(WM_SUBJECT_ITEM, item->item.variant, WM_CLASS_CALIBRATION);
}

/* Checks that the item exists, needs a calibration and has none yet. NULL passes only if the rule
 * is switched off. */
static bool check_item(wm_audit_state *state, double number, const wm_audit_state_item *item)
{
    if ((item == NULL || !is_calibrated(item)) &&
        wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_ITEM,
                        "item: found %.0f%s%s, expected an item of the plan with a calibration",
                        number, item == NULL ? "" : ", ", item == NULL ? "" : item->label))
        return false;
    return item == NULL || item->calibration == NULL ||
           !wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_ONCE,
                            "%s has a calibration already", item->label);
}

/* Enters a calibration and gives it to its item if the item has none. */
static bool enter(wm_audit_state *state, wm_taken *taken)
{
    wm_audit_state_item *item = taken->item;
    wm_observed_calibration *kept;
    uint32_t index;
    if (item == NULL || item->calibration != NULL)
        return wm_audit_state_add(state, taken->entry, &index);
    taken->entry->owner = (uint32_t)(item - state->items);
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    if (!wm_audit_state_add(state, taken->entry, &index)) {
        free(kept);
        return false;
    }
    wm_kind_calibration_read(taken->node, taken->form == &wm_kind_calibration_ok, kept);
    item->calibration = kept;
    item->observed.calibration = kept;
    item->calibration_entry = index;
    return true;
}

static bool check(wm_audit_state *state, wm_taken *taken)
{
    const wm_calibration_node *node = taken->node;
    const wm_audit_state_item *item = taken->item;
    if (!check_item(state, node->item, item) ||
        (item != NULL &&
         (!wm_kind_session_is_open(state) ||
          !wm_audit_state_same_environment(state, taken->item, node->environment.entry) ||
          !check_product(state, item, node->product.entry) ||
          !wm_audit_state_not_reduced(state, item))))
        return false;
    if (taken->form == &wm_kind_calibration_ok &&
        (!check_arrays(state, node) ||
         (item != NULL && !check_references(state, &item->item, node->reference_max))))
        return false;
    return enter(state, taken);
}

bool wm_kind_calibration_finish(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        if (item->observed.has_failed && item->calibration != NULL &&
            wm_audit_state_refuse_item(state, item, WM_RULE_CALIBRATION_THERE,
                                       "%s has a failed repeat and a calibration", item->label))
            return false;
        if (!item->observed.has_failed && item->calibration == NULL && is_calibrated(item) &&
            wm_audit_state_refuse_item(state, item, WM_RULE_CALIBRATION_THERE,
                                       "%s has no calibration", item->label))
            return false;
    }
    return true;
}

static const wm_form *const FORMS[] = {&wm_kind_calibration_ok, &wm_kind_calibration_failed, NULL};
const wm_kind wm_kind_calibration = {
    "observation", "calibration", WM_CLASS_CALIBRATION, "status", FORMS, NULL, true, check, NULL};
