/* The table of checks, by kinds. */
#include "record/audit/checks.h"

#include "record/audit/check_kinds.h"
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
    return item == NULL || !wm_field_is(item, WM_FIELD_COUNT)
               ? NULL
               : wm_audit_state_item_at(state, wm_member_index(item->number, WM_AUDIT_STATE_NONE));
}

bool wm_checks_take(wm_audit_state *state, wm_taken *taken)
{
    const wm_kind *kind = taken->kind;
    wm_content content;
    wm_matching matching = {NULL, NULL, NULL};
    taken->item = item_of(state, taken);
    taken->node = &content.of;
    taken->entry->class = (uint16_t)(1U << kind->number);
    matching.refusal = &state->refusal;
    matching.variant = taken->item == NULL ? NULL : taken->item->item.variant;
    taken->form = wm_contents_form_of(&matching, kind, taken->json);
    if (taken->form == NULL)
        return wm_audit_state_is_well(state); /* refused, or the rule is switched off */
    if ((!kind->is_matched_late && !wm_taken_match(state, taken->form, NULL, taken)) ||
        !CHECKS[kind->number](state, taken))
        return false;
    if (taken->item != NULL)
        taken->item->last_line = taken->entry->line;
    return true;
}
