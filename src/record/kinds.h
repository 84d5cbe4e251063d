/* All kinds of nodes: which one a line is, what it holds, and what an audit demands of it. */
#ifndef WM_RECORD_KINDS_H
#define WM_RECORD_KINDS_H

#include "record/kind.h"

struct wm_audit_state;
struct wm_audit_state_item;
struct wm_entry;

/* A node that an audit takes. */
typedef struct wm_taken {
    const wm_form *form;
    void *node;                       /* its struct */
    struct wm_entry *entry;           /* id, offset, size, line and class are there already */
    struct wm_audit_state_item *item; /* that an observation of an item names, or NULL */
    const char *image;                /* its line, newline included */
    size_t size;
} wm_taken;

/* A kind of node. */
typedef struct wm_kind {
    const char *type;
    const char *name; /* the field `kind` of an observation; NULL for others */
    wm_class class;
    /* The field whose constant decides on the form; NULL: the first form, or what choose says. */
    const char *selector;
    const wm_form *const *forms; /* NULL behind the last */
    /* The form of a node, or NULL where it has none: refused, or a rule is off. */
    const wm_form *(*choose)(const wm_matching *matching, const wm_json_value *node);
    bool is_of_item; /* it names an item of the plan: `item` */
    /* What the table cannot say; then it enters the node in the state. False if something was
     * refused, or on trouble. */
    bool (*check)(struct wm_audit_state *state, wm_taken *taken);
    /* In place of check, where the fields depend on what came before: matches the node itself. */
    bool (*take)(struct wm_audit_state *state, const wm_json_value *node, wm_taken *taken);
} wm_kind;

/* The kind of a node; NULL where its type or kind is unknown, which *rule names. */
const wm_kind *wm_kinds_of(const wm_json_value *node, wm_rule *rule);

/* The form of a node of a kind; NULL where it has none: refused (schema.word, schema.function), or
 * a rule is off. */
const wm_form *wm_kinds_form(const wm_matching *matching, const wm_kind *kind,
                             const wm_json_value *node);

/* Matches a node against a form, which is called `what`, or as the form has it where that is NULL,
 * fills taken->node, and resolves its edges. False if something was refused. */
bool wm_kinds_match(struct wm_audit_state *state, const wm_form *form, const char *what,
                    const wm_json_value *node, wm_taken *taken);

/* Takes a node in an audit: matches it, resolves its edges, and checks it. Only form, node and item
 * of taken are written. Rules: edge.known, edge.type, those of its kind. False if something was
 * refused, or on trouble. */
bool wm_kinds_take(struct wm_audit_state *state, const wm_kind *kind, const wm_json_value *node,
                   wm_taken *taken);

#endif
