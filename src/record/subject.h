/* Subjects: what claims are about, and the claims that a plan's subjects have.
 *
 * The plan alone decides which claims a record has, in which order. Sealing, the audit, and all
 * that shows a record take them from here. Source: docs/formats/record.md, section 6. */
#ifndef WM_RECORD_SUBJECT_H
#define WM_RECORD_SUBJECT_H

#include "record/kind.h"

enum { WM_SUBJECT_NAME_SIZE = WM_PLAN_LABEL_SIZE + 32 }; /* room for a claim's name with its NUL */

/* A class of observations that subjects rest on. */
typedef struct wm_subject_need {
    wm_class class;
    wm_trait trait; /* only those of a variant with it have them; 0: every one */
} wm_subject_need;

enum { WM_SUBJECT_NEEDS = 3 };

/* A kind of subject. */
typedef struct wm_subject {
    const char *name;
    /* Its claims' names begin so; NULL: with the label of each subject. */
    const char *prefix;
    /* How many there are in a plan; NULL: the producer says which claims there are. */
    size_t (*count)(const wm_plan *plan);
    void (*label)(const wm_plan *plan, size_t index, char label[WM_PLAN_LABEL_SIZE]);
    const wm_variant *(*variant)(const wm_plan *plan, size_t index);
    wm_subject_need need[WM_SUBJECT_NEEDS]; /* class 0: no more */
} wm_subject;

/* The kind of subject; NULL past the last. */
const wm_subject *wm_subject_at(size_t kind);

/* Whether a subject of a variant rests on observations of a class; variant may be NULL where
 * subjects of the kind have none. */
bool wm_subject_needs(wm_subject_kind kind, const wm_variant *variant, wm_class class);

/* One claim of a plan's expansion. */
typedef struct wm_step {
    wm_subject_kind kind;
    size_t index; /* of the subject among those of its kind: of the item in the plan */
    const wm_quantity *quantity;
    size_t quantity_index; /* in wm_tables_at */
    const char *unit;
    const char *label; /* the subject's; lives as long as the expansion, until its next subject */
} wm_step;

/* A walk over the claims of a plan, in the order of a record. It can be copied. */
typedef struct wm_expansion {
    const wm_plan *plan; /* NULL: there are none */
    size_t kind, index, quantity;
    bool has_label;
    char label[WM_PLAN_LABEL_SIZE];
} wm_expansion;

/* Begins at the first claim. The plan must outlive the walk. */
void wm_subject_begin(wm_expansion *at, const wm_plan *plan);

/* Gives the claim that the walk stands at, without going on; false at the end. */
bool wm_subject_peek(wm_expansion *at, wm_step *step);

/* Goes on behind the claim that the walk stands at. */
void wm_subject_skip(wm_expansion *at);

/* Gives the next claim and goes on; false at the end. The step's label lives until the next
 * call. */
bool wm_subject_next(wm_expansion *at, wm_step *step);

/* Writes the name of a step's claim: `label.quantity`. */
void wm_subject_claim_name(const wm_step *step, char name[WM_SUBJECT_NAME_SIZE]);

/* Whether a claim's name is one that the producer chose: of an own number. */
bool wm_subject_is_own(wm_text name);

/* Whether a claim with this text is a finding. */
bool wm_subject_is_finding(const wm_quantity *quantity, const char *text);

#endif
