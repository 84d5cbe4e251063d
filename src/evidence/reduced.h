/* Checks of reduction nodes: the right inputs, and the value that they come to. */
#ifndef WM_EVIDENCE_REDUCED_H
#define WM_EVIDENCE_REDUCED_H

#include "evidence/ledger.h"

/* Takes a reduction, recomputes it, and enters it in the ledger. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 4. */
bool wm_reduced_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* Input number i of a function of an item, or WM_LEDGER_NONE past the last and where the inputs are not there. */
uint32_t wm_reduced_input(const wm_ledger_item *item, wm_function function, uint32_t i);

/* Whether a value (and the reason beside it) is a result. */
bool wm_reduced_is(const wm_json_value *value, const wm_result *result);

/* A result as words, for what was expected. */
const char *wm_reduced_words(const wm_result *result, char *out, size_t size);

/* A value as words, for what was found, cut to fit; NULL is told as null. */
const char *wm_reduced_found(const wm_json_value *value, char *out, size_t size);

#endif
