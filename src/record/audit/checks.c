/* Matches nodes, hands each to the check of its kind, and has what these checks share. */
#include "record/audit/checks.h"

#include <string.h>

#include "record/nodes/contents.h"

/* The check of each kind, by its number. */
static bool (*const CHECKS[WM_KINDS])(wm_audit_state *, wm_taken *) = {
#define CHECK_ROW(name, id) wm_check_##name,
    WM_KIND_LIST(CHECK_ROW)
#undef CHECK_ROW
};

/* The item that a node names, or NULL. */
static wm_audit_state_item *item_of(wm_audit_state *state, const wm_taken *taken)
{
    const wm_json_value *item =
        taken->kind->is_of_item ? wm_json_member(taken->json, "item") : NULL;
    const uint32_t index = item == NULL || !wm_field_is(item, WM_FIELD_COUNT)
                               ? WM_AUDIT_STATE_NONE
                               : wm_member_index(item->number, WM_AUDIT_STATE_NONE);
    return index < state->plan.item_count ? &state->items[index] : NULL;
}

/* Resolves the edges of a matched node, except those in arrays. */
static bool resolve_edges(wm_audit_state *state, const wm_form *form, void *node)
{
    for (size_t i = 0; i < form->count; i++) {
        const wm_field *field = &form->fields[i];
        if (field->type == WM_FIELD_ID &&
            !wm_audit_state_edge(state, field->key,
                                 (wm_edge *)(void *)((char *)node + field->offset), field->classes))
            return false;
    }
    return true;
}

static const wm_variant *variant_of(const wm_taken *taken)
{
    return taken->item == NULL ? NULL : taken->item->item.variant;
}

bool wm_checks_match(wm_audit_state *state, const wm_form *form, const char *what, wm_taken *taken)
{
    const wm_matching matching = {&state->refusal, variant_of(taken), what};
    memset(taken->node, 0, form->size);
    return wm_kind_match(&matching, form, taken->json, taken->node) &&
           resolve_edges(state, form, taken->node);
}

bool wm_checks_take(wm_audit_state *state, wm_taken *taken)
{
    const wm_kind *kind = taken->kind;
    wm_content content;
    wm_matching matching = {&state->refusal, NULL, NULL};
    taken->item = item_of(state, taken);
    taken->node = &content.of;
    taken->entry->class = (uint16_t)(1U << kind->number);
    matching.variant = variant_of(taken);
    taken->form = wm_contents_form_of(&matching, kind, taken->json);
    if (taken->form == NULL)
        return wm_audit_state_is_well(state); /* refused, or the rule is switched off */
    if ((!kind->is_matched_late && !wm_checks_match(state, taken->form, NULL, taken)) ||
        !CHECKS[kind->number](state, taken))
        return false;
    if (taken->item != NULL)
        taken->item->last_line = taken->entry->line;
    return true;
}

/* ---- what checks share ----------------------------------------------------------------------- */

bool wm_checks_item(wm_audit_state *state, wm_rule rule, double number,
                    const wm_audit_state_item *item, bool is_right, const char *what)
{
    return WM_DEMAND(state, rule, is_right,
                     "item: found %.0f%s%s, expected an item of the plan with %s", number,
                     item == NULL ? "" : ", ", item == NULL ? "" : item->label, what);
}

bool wm_checks_begin(wm_audit_state *state, wm_audit_state_item *item, const wm_edge *environment)
{
    const uint32_t entry = environment->entry;
    if (!WM_DEMAND(state, WM_RULE_SESSION_THERE, state->timeline.session_count > 0,
                   "an observation of an item is before the first session"))
        return false;
    if (item->environment_entry == WM_AUDIT_STATE_NONE)
        item->environment_entry = entry;
    return WM_DEMAND(state, WM_RULE_ENVIRONMENT_SAME,
                     entry == WM_AUDIT_STATE_NONE || entry == item->environment_entry,
                     "environment of %s: found that of line %lu, expected that of line %lu, in "
                     "which it began",
                     item->label, (unsigned long)state->entries[entry].line,
                     (unsigned long)state->entries[item->environment_entry].line);
}

bool wm_checks_next(wm_audit_state *state, wm_rule rule, const wm_audit_state_item *item,
                    wm_procedure_name procedure, uint32_t count, const char *what, double number)
{
    const uint32_t next = item->observed.count[procedure];
    return next < count
               ? WM_DEMAND(state, rule, number == next, "%s of %s: found %.0f, expected %lu", what,
                           item->label, number, (unsigned long)next)
               : WM_REFUSE(state, rule, "%s of %s: found %.0f, expected none after the last, %lu",
                           what, item->label, number, (unsigned long)count - 1);
}
