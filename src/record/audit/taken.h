/* A node that is being audited. */
#ifndef WM_RECORD_TAKEN_H
#define WM_RECORD_TAKEN_H

#include "record/audit/audit_state.h"

typedef struct wm_taken {
    const wm_kind *kind;
    const wm_json_value *json; /* the node as it was read */
    const wm_form *form;
    void *node;                /* its struct */
    wm_entry *entry;           /* id, offset, size, line and class are set */
    wm_audit_state_item *item; /* the item that the node names, or NULL */
    const char *image;         /* its line, newline included */
    size_t size;
} wm_taken;

/* Matches the node against a form, fills taken->node, and resolves its edges. Messages call the
 * node `what`, or by its form's name if that is NULL. Rules: edge.known, edge.type, those of
 * fields. False if something was refused. */
bool wm_taken_match(wm_audit_state *state, const wm_form *form, const char *what, wm_taken *taken);

#endif
