/* Kinds of nodes, and how an audit takes each. */
#include "record/audit/kinds.h"

#include <string.h>

#include "record/audit/audit_state.h"
#include "record/nodes/contents.h"

static const wm_kind *const KINDS[] = {&wm_kind_environment, &wm_kind_plan,        &wm_kind_session,
                                       &wm_kind_workload,    &wm_kind_calibration, &wm_kind_stage,
                                       &wm_kind_revisit,     &wm_kind_stress,      &wm_kind_profile,
                                       &wm_kind_external,    &wm_kind_reduction,   &wm_kind_claim,
                                       &wm_kind_root};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

const wm_kind *wm_kinds_of(const wm_json_value *node, wm_rule *rule)
{
    const wm_json_value *type = wm_json_member(node, "type"), *kind = wm_json_member(node, "kind");
    *rule = WM_RULE_SCHEMA_TYPE;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (!wm_json_is_text(type, KINDS[i]->type))
            continue;
        if (KINDS[i]->name == NULL || wm_json_is_text(kind, KINDS[i]->name))
            return KINDS[i];
        *rule = WM_RULE_SCHEMA_KIND;
    }
    return NULL;
}

/* The word that a form fixes for a field; NULL: none. */
static const char *constant_of(const wm_form *form, const char *key)
{
    for (size_t i = 0; i < form->count; i++)
        if (strcmp(form->fields[i].key, key) == 0)
            return form->fields[i].constant;
    return NULL;
}

const wm_form *wm_kinds_form(const wm_matching *matching, const wm_kind *kind,
                             const wm_json_value *node)
{
    const wm_json_value *word;
    char found[40];
    if (kind->choose != NULL)
        return kind->choose(matching, node);
    word = kind->selector == NULL ? NULL : wm_json_member(node, kind->selector);
    if (word == NULL) /* matching refuses the missing field */
        return wm_kind_form(matching, kind->forms[0], node);
    for (size_t i = 0; kind->forms[i] != NULL; i++)
        if (wm_json_is_text(word, constant_of(kind->forms[i], kind->selector)))
            return wm_kind_form(matching, kind->forms[i], node);
    if (matching->refusal != NULL)
        (void)wm_refusal_make(matching->refusal, WM_RULE_SCHEMA_WORD,
                              "`%s`: found %s, expected a word of its table", kind->selector,
                              wm_field_text(word, found, sizeof found));
    return NULL;
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

bool wm_kinds_match(wm_audit_state *state, const wm_form *form, const char *what,
                    const wm_json_value *node, wm_taken *taken)
{
    wm_matching matching;
    matching.refusal = &state->refusal;
    matching.variant = taken->item == NULL ? NULL : taken->item->item.variant;
    matching.what = what;
    memset(taken->node, 0, form->size);
    return wm_kind_match(&matching, form, node, taken->node) &&
           resolve_edges(state, form, taken->node);
}

bool wm_kinds_take(wm_audit_state *state, const wm_kind *kind, const wm_json_value *node,
                   wm_taken *taken)
{
    const wm_json_value *item = kind->is_of_item ? wm_json_member(node, "item") : NULL;
    wm_content content;
    wm_matching matching = {NULL, NULL, NULL};
    taken->item =
        item == NULL || !wm_field_is(item, WM_FIELD_COUNT)
            ? NULL
            : wm_audit_state_item_at(state, wm_member_index(item->number, WM_AUDIT_STATE_NONE));
    taken->node = &content.of;
    taken->entry->class = (uint16_t)kind->class;
    matching.refusal = &state->refusal;
    matching.variant = taken->item == NULL ? NULL : taken->item->item.variant;
    taken->form = wm_kinds_form(&matching, kind, node);
    if (taken->form == NULL)
        return wm_audit_state_is_well(state); /* refused, or the rule is switched off */
    if (kind->take != NULL)
        return kind->take(state, node, taken);
    if (!wm_kinds_match(state, taken->form, NULL, node, taken) || !kind->check(state, taken))
        return false;
    if (taken->item != NULL)
        taken->item->last_line = taken->entry->line;
    return true;
}
