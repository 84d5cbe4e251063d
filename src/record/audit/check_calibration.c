/* Checks calibrations: one for each complete item of a variant with a measured floor.
 *
 * The tolerance of the item follows from it. So there is one alone, over the output of the item's
 * first repeat: with a second one, or with one after the first reduction, a producer could choose
 * the wider tolerance. The first repeat of a point is behind its segments: a floor from before them
 * would say nothing of the point. */
#include <stdlib.h>

#include "record/audit/checks.h"
#include "record/audit/plausible.h"
#include "record/laws/subject.h"
#include "record/nodes/kind_calibration.h"

/* Checks one of the arrays; sets *has_null if an element is null. */
static bool check_probes(wm_audit_state *state, const char *name, const wm_list *list,
                         bool *has_null)
{
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, !list->is_there || list->count == WM_TABLES_PROBES,
                   "`%s`: found %lu elements, expected %d", name, (unsigned long)list->count,
                   WM_TABLES_PROBES))
        return false;
    for (const wm_json_value *element = list->next; element != NULL; element = element->next) {
        *has_null = *has_null || element->kind == WM_JSON_NULL;
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE,
                       element->kind == WM_JSON_NULL || wm_field_is(element, WM_FIELD_SIZE),
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
    const uint32_t first = wm_plan_first_repeat(&item->item);
    const wm_entry *entry;
    if (product == WM_AUDIT_STATE_NONE ||
        (item->observed.count[WM_PROCEDURE_REPEATS] > first &&
         product == item->series[WM_PROCEDURE_REPEATS].entries[first] &&
         item->observed.repeats[first].ok))
        return true;
    entry = &state->entries[product];
    return WM_REFUSE(state, WM_RULE_CALIBRATION_PRODUCT,
                     "product: found repeat %lu of %s, expected a measured repeat %lu of %s",
                     (unsigned long)entry->part, wm_audit_state_label(state, entry->owner),
                     (unsigned long)first, item->label);
}

/* Whether an item needs a calibration. */
static bool is_calibrated(const wm_audit_state_item *item)
{
    return wm_plan_has_output(&item->item) &&
           wm_subject_needs(WM_SUBJECT_ITEM, item->item.variant, WM_CLASS_CALIBRATION);
}

/* Checks that the item exists, needs a calibration and has none yet. NULL passes only if the rule
 * is switched off. */
static bool check_item(wm_audit_state *state, double number, const wm_audit_state_item *item)
{
    return wm_checks_item(state, WM_RULE_CALIBRATION_ITEM, number, item,
                          item != NULL && is_calibrated(item), "a calibration") &&
           WM_DEMAND(state, WM_RULE_CALIBRATION_ONCE, item == NULL || item->calibration == NULL,
                     "%s has a calibration already", item->label);
}

/* Enters a calibration and gives it to its item if the item has none. */
static bool enter(wm_audit_state *state, wm_taken *taken)
{
    wm_audit_state_item *item = taken->item;
    wm_observed_calibration *kept;
    if (item == NULL || item->calibration != NULL)
        return wm_audit_state_add(state, taken->entry);
    taken->entry->owner = (uint32_t)(item - state->items);
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    if (!wm_audit_state_add(state, taken->entry)) {
        free(kept);
        return false;
    }
    wm_kind_calibration_read(taken->node, taken->form == &wm_kind_calibration_ok, kept);
    item->calibration = kept;
    item->observed.calibration = kept;
    item->calibration_entry = state->entry_count - 1;
    return true;
}

bool wm_check_calibration(wm_audit_state *state, wm_taken *taken)
{
    const wm_calibration_node *node = taken->node;
    const wm_audit_state_item *item = taken->item;
    if (!check_item(state, node->item, item) ||
        (item != NULL && (!wm_checks_begin(state, taken->item, &node->environment) ||
                          !check_product(state, item, node->product.entry) ||
                          !wm_audit_state_not_reduced(state, item))))
        return false;
    if (taken->form == &wm_kind_calibration_ok &&
        (!check_arrays(state, node) ||
         (item != NULL && !check_references(state, &item->item, node->reference_max))))
        return false;
    return enter(state, taken);
}

bool wm_check_calibration_finish(wm_audit_state *state)
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
