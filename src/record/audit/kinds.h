/* All kinds of nodes: how a line is recognised, read and checked. */
#ifndef WM_RECORD_KINDS_H
#define WM_RECORD_KINDS_H

#include "record/nodes/kind.h"

struct wm_audit_state;
struct wm_audit_state_item;
struct wm_entry;

/* A node that is being audited. */
typedef struct wm_taken {
    const wm_form *form;
    void *node;                       /* its struct */
    struct wm_entry *entry;           /* id, offset, size, line and class are set */
    struct wm_audit_state_item *item; /* the item that the node names, or NULL */
    const char *image;                /* its line, newline included */
    size_t size;
} wm_taken;

/* A kind of node. */
typedef struct wm_kind {
    const char *type;
    const char *name; /* the field `kind` of an observation; NULL for others */
    wm_class class;
    /* The field whose constant selects the form; NULL: the first form, or the result of choose. */
    const char *selector;
    const wm_form *const *forms; /* ends with NULL */
    /* The form of a node. NULL if it has none: refused, or the rule is switched off. */
    const wm_form *(*choose)(const wm_matching *matching, const wm_json_value *node);
    bool is_of_item; /* it has a field `item`, an index into the plan */
    /* Checks what the table cannot express, then enters the node in the state. False if something
     * was refused, or on an error. */
    bool (*check)(struct wm_audit_state *state, wm_taken *taken);
    /* Replaces check if the fields depend on earlier lines: matches the node itself. */
    bool (*take)(struct wm_audit_state *state, const wm_json_value *node, wm_taken *taken);
} wm_kind;

/* The kind of a node. NULL if its type or kind is unknown; then *rule is the rule it breaks. */
const wm_kind *wm_kinds_of(const wm_json_value *node, wm_rule *rule);

/* The form of a node of a kind. NULL if it has none: refused (schema.word, schema.function), or the
 * rule is switched off. */
const wm_form *wm_kinds_form(const wm_matching *matching, const wm_kind *kind,
                             const wm_json_value *node);

/* Matches a node against a form, fills taken->node, and resolves its edges. Messages call the node
 * `what`, or by its form's name if that is NULL. False if something was refused. */
bool wm_kinds_match(struct wm_audit_state *state, const wm_form *form, const char *what,
                    const wm_json_value *node, wm_taken *taken);

/* Takes a node in an audit: matches it, resolves its edges, and checks it. Writes only form, node
 * and item of taken. Rules: edge.known, edge.type, those of its kind. False if something was
 * refused, or on an error. */
bool wm_kinds_take(struct wm_audit_state *state, const wm_kind *kind, const wm_json_value *node,
                   wm_taken *taken);

#endif
