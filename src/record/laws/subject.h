/* Subjects: what claims are about, and the claims of a plan's subjects.
 *
 * The plan alone decides which claims a record has, in which order. Sealing, the audit, and the
 * views of a record take the claims from here. Source: docs/formats/record.md, section 6. */
#ifndef WM_RECORD_SUBJECT_H
#define WM_RECORD_SUBJECT_H

#include "record/laws/plan.h"

/* capacity for the label of a subject, `link.8.` or `at_VARIANT.` and that of an item, and for the
 * name of a claim, each with its NUL */
enum {
    WM_SUBJECT_LABEL_SIZE = WM_PLAN_LABEL_SIZE + 16,
    WM_SUBJECT_NAME_SIZE = WM_PLAN_LABEL_SIZE + 40
};

/* A class of observations that subjects need. */
typedef struct wm_subject_need {
    wm_class class;
    wm_trait trait; /* only variants with this trait need it; 0: all do */
} wm_subject_need;

enum { WM_SUBJECT_NEEDS = 3 };

/* A kind of subject. Source: docs/formats/tables/subjects.tsv. */
typedef struct wm_subject {
    const char *name;
    /* Prefix of the names of its claims; NULL: the label of each subject. */
    const char *prefix;
    wm_subject_need need[WM_SUBJECT_NEEDS]; /* class 0 ends the list */
} wm_subject;

/* The kind of subject; NULL past the last. */
const wm_subject *wm_subject_at(size_t kind);

/* Whether a subject of a variant needs observations of a class. variant is NULL if subjects of the
 * kind have none. */
bool wm_subject_needs(wm_subject_kind kind, const wm_variant *variant, wm_class class);

/* A linked prior of a record. Source: record.md section 4, links. */
typedef struct wm_subject_prior {
    unsigned number; /* from 1 */
    const wm_plan *plan;
} wm_subject_prior;

/* One claim of a plan's expansion. */
typedef struct wm_step {
    wm_subject_kind kind;
    size_t index; /* among the plan's items; of a link or recall: among the prior's items */
    size_t prior; /* of a link, a recall or a prior: its number, from 0 */
    const wm_quantity *quantity;
    size_t number; /* of the claim in the expansion, from 0 */
    const char *unit;
    const char *label; /* of the subject; valid until the expansion reaches its next subject */
} wm_step;

/* An iteration over the claims of a plan, in the order of a record. It can be copied. */
typedef struct wm_expansion {
    const wm_plan *plan; /* NULL: no claims */
    const wm_subject_prior *linked;
    size_t linked_count, linked_at;
    size_t kind, index, quantity, number;
    bool has_label;
    char label[WM_SUBJECT_LABEL_SIZE];
} wm_expansion;

/* Begins at the first claim of a plan without linked priors. The plan must outlive the
 * iteration. */
void wm_subject_begin(wm_expansion *at, const wm_plan *plan);

/* Adds the linked priors, before the iteration has reached its end. They must outlive it. */
void wm_subject_link(wm_expansion *at, const wm_subject_prior *linked, size_t count);

/* The number of claims that are left. */
size_t wm_subject_claims(const wm_expansion *at);

/* Splits the name of a claim of a link, a recall or a prior: fills kind, prior, quantity and unit
 * of the step. False if it is none of a prior 1 to 8. Source: record.md section 8, priors. */
bool wm_subject_read_linked(wm_text name, wm_step *step);

/* Gives the current claim without advancing; false at the end. */
bool wm_subject_peek(wm_expansion *at, wm_step *step);

/* Advances past the current claim. */
void wm_subject_skip(wm_expansion *at);

/* Gives the current claim and advances; false at the end. The label of the step is valid until the
 * next call. */
bool wm_subject_next(wm_expansion *at, wm_step *step);

/* Writes the name of a step's claim: `label.quantity`. */
void wm_subject_claim_name(const wm_step *step, char name[WM_SUBJECT_NAME_SIZE]);

/* Whether the name of a claim is one of an own claim, chosen by the producer. */
bool wm_subject_is_own(wm_text name);

/* Whether a claim with this text is a finding. A null number is none. */
bool wm_subject_is_finding(const wm_quantity *quantity, bool is_null, const char *text);

#endif
