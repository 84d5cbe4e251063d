/* The parts of the comparison of a document with records. */
#ifndef WM_REPORT_BINDING_PARTS_H
#define WM_REPORT_BINDING_PARTS_H

#include "report/binding/binding.h"

/* Finds the folders that the document reads, and the record of each. Errors: those of reading
 * files. */
WM_MUST_CHECK wm_status wm_binding_folders_find(wm_binding *binding, wm_error *err);

/* Compares the files of each folder with what the record gives. Errors: those of reading files and
 * of wm_products_write. */
WM_MUST_CHECK wm_status wm_binding_folders_compare(wm_binding *binding, wm_error *err);

/* Reads the bytes of witnessmark.sty as `publish` writes them. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_binding_macros_read(wm_binding *binding, wm_error *err);

/* Whether a file says, by its name or its first line, that it is the style file. */
bool wm_binding_macros_is_style(const wm_tex_file *file);

/* Checks a file that is no product: the style file has its bytes, and no other one makes its macros
 * anew. */
void wm_binding_macros_check(wm_binding *binding, size_t index);

/* Adds a finding if the document uses the macros, and reads no style file. Behind the check of all
 * files. */
void wm_binding_macros_need(wm_binding *binding);

/* Compares each use of a macro with the record. */
void wm_binding_uses_compare(wm_binding *binding);

/* Whether the text around a macro leaves what it prints as it is; else adds a finding. */
bool wm_binding_around_agrees(wm_binding *binding, const wm_tex_use *use,
                              const wm_tex_entry *entry);

/* A use as its author wrote it, or with a star; and what the record has of it, or NULL. */
const char *wm_binding_use_text(wm_binding *binding, const wm_tex_use *use, bool is_starred);
const wm_tex_entry *wm_binding_use_entry(const wm_binding *binding, const wm_tex_use *use);

/* Notes the sentences that pair numbers of two items. */
void wm_binding_uses_note_pairs(wm_binding *binding);

/* Compares the numbers with a comment that names their claim, and finds those that look like
 * results and are not bound. Errors: those of quotations. */
WM_MUST_CHECK wm_status wm_binding_literals_compare(wm_binding *binding, wm_error *err);

/* Puts the values of all claims in order. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_binding_values_sort(wm_binding *binding);

/* Whether a number states a claim: the claim's value, rounded to the digits of the number. */
bool wm_binding_values_states(const wm_tex_number *number, const wm_claim *claim);

/* Names the claims that a number states: rates and own numbers first. */
void wm_binding_values_find(wm_binding *binding, const wm_tex_number *number,
                            wm_binding_finding *finding);

/* Excuses the findings that are exceptions. */
void wm_binding_exceptions_apply(wm_binding *binding);

#endif
