/* Matches nodes of a record under audit. */
#include "record/audit/taken.h"

#include <string.h>

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

bool wm_taken_match(wm_audit_state *state, const wm_form *form, const char *what, wm_taken *taken)
{
    wm_matching matching;
    matching.refusal = &state->refusal;
    matching.variant = taken->item == NULL ? NULL : taken->item->item.variant;
    matching.what = what;
    memset(taken->node, 0, form->size);
    return wm_kind_match(&matching, form, taken->json, taken->node) &&
           resolve_edges(state, form, taken->node);
}
