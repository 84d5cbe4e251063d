/* A record's claims in memory, for showing them. */
#ifndef WM_REPORT_CLAIMS_H
#define WM_REPORT_CLAIMS_H

#include <witnessmark.h>

#include "archive/reader.h"

#include <stdbool.h>

/* One claim. Texts are NUL-terminated with control characters masked; NULL where the claim has no
 * such field, and for null values. */
typedef struct wm_claim {
    uint32_t line;
    uint32_t asserts; /* the line of what it rests on */
    char *name;
    char *text; /* as displayed */
    char *unit;
    char *value; /* a number as it stands in the evidence, or a word */
    bool is_word;
    char *class;
    char *tolerance;
    char *reason;
} wm_claim;

/* All claims in the record's order, which for a plan's items is that of their expansion. */
typedef struct wm_claims {
    wm_claim *claim;
    size_t count;
    size_t cursor; /* where the last search ended: the next one mostly begins right */
} wm_claims;

/* Loads them. Errors: those of wm_reader_parse, NOMEM. Ownership: wm_claims_clear, also after a
 * failure. */
WM_MUST_CHECK wm_status wm_claims_load(wm_reader *reader, wm_claims *claims, wm_error *err);

/* The claim `label.quantity`, or NULL. Cost: constant when asked in the record's order, else
 * linear. */
const wm_claim *wm_claims_find(wm_claims *claims, const char *label, const char *quantity);

/* Gives the memory back. */
void wm_claims_clear(wm_claims *claims);

#endif
