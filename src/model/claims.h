/* The claims of a record, in memory. */
#ifndef WM_MODEL_CLAIMS_H
#define WM_MODEL_CLAIMS_H

#include <witnessmark.h>

#include "archive/reader.h"
#include "record/laws/subject.h"

/* A claim. Texts are NUL-terminated and have control characters masked. A text is NULL if the claim
 * has no such field, or if the field is null. */
typedef struct wm_claim {
    uint32_t line;
    wm_subject_kind subject;
    size_t index; /* index of the subject; for an item: in the plan; 0 for own claims */
    const wm_quantity *quantity; /* NULL: of an own claim */
    const char *label;           /* of the subject; NULL: of an own claim */
    const char *name;
    const char *text; /* as displayed */
    const char *unit;
    const char *value; /* a number as in the evidence, or a word */
    bool is_word;
    const char *class;
    const char *tolerance;
    const char *reason;
    char *texts; /* the memory of all */
} wm_claim;

/* All claims, in the record's order: those of the plan's expansion, then own claims. */
typedef struct wm_claims {
    wm_claim *claim;
    size_t count;
    wm_expansion at; /* the next claim of the plan */
} wm_claims;

/* Makes room for the claims of a reader's record. Errors: NOMEM. Ownership: wm_claims_clear, also
 * after a failure. */
WM_MUST_CHECK wm_status wm_claims_begin(wm_claims *claims, const wm_reader *reader,
                                        const wm_plan *plan);

/* The same for so many claims. */
WM_MUST_CHECK wm_status wm_claims_begin_count(wm_claims *claims, size_t count, const wm_plan *plan);

/* Takes the claim on the next line of them. Errors: INVALID (it is not the next one of the plan),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_claims_take(wm_claims *claims, uint32_t line, const wm_content *content);

/* The claim with this name, or NULL. */
const wm_claim *wm_claims_named(const wm_claims *claims, const char *name);

/* The claims about one subject, which follow each other. */
typedef struct wm_claims_group {
    const wm_claim *claim;
    size_t count;
} wm_claims_group;

/* Gives the group behind this one; of a zero-initialised one, the first. False at the end. */
bool wm_claims_next(const wm_claims *claims, wm_claims_group *group);

/* Its claim on a quantity, or NULL. */
const wm_claim *wm_claims_on(const wm_claims_group *group, const char *quantity);

/* Whether there is a claim, and its value is not null. */
bool wm_claims_has_value(const wm_claim *claim);

/* The number that a claim states; NaN: it is null, or there is no claim. */
double wm_claims_number(const wm_claim *claim);

/* Frees the memory. */
void wm_claims_clear(wm_claims *claims);

#endif
