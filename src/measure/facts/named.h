/* Facts that the user names: node, rack, lot. */
#ifndef WM_MEASURE_NAMED_H
#define WM_MEASURE_NAMED_H

#include <witnessmark.h>

#include <stdbool.h>
#include <stddef.h>

/* What the facts' names begin with, so that none has the name of a fact that was measured. */
#define WM_NAMED_LEAD "named."

enum { WM_NAMED_MOST = 16, WM_NAMED_NAME = 65, WM_NAMED_VALUE = 257 };

/* A fact; its name has the lead. */
typedef struct wm_named_fact {
    char name[WM_NAMED_NAME], value[WM_NAMED_VALUE]; /* may be empty of a hidden one */
    bool is_hidden;
} wm_named_fact;

typedef struct wm_named {
    wm_named_fact fact[WM_NAMED_MOST];
    size_t count;
} wm_named;

/* Reads NAME=VALUE. The name is a lower-case word, [a-z][a-z0-9_]*, of at most 58 bytes. The value
 * has 1 to 256 bytes of UTF-8 without control characters. Source: docs/formats/record.md section 3.
 * Errors: ARG (err says what is wrong; a name that is there already; more than 16). */
WM_MUST_CHECK wm_status wm_named_read(const char *word, wm_named *named, wm_error *err);

/* Hides the facts with this name, which has no lead. False: there is none. */
bool wm_named_hide(wm_named *named, const char *name, size_t size);

/* Keeps a fact as an environment has it; value is NULL of a hidden one. What is no such fact is not
 * kept. */
void wm_named_keep(wm_named *named, const char *name, const char *value);

/* Gives a hidden fact its value. What is no such fact is left out. */
void wm_named_fill(wm_named *named, const char *name, const char *value);

/* Whether every fact of the one is in the other, with the same value where it is known. */
bool wm_named_has(const wm_named *named, const wm_named *asked);

#endif
