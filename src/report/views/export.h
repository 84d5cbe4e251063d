/* What a record says, as members for other programs. */
#ifndef WM_REPORT_EXPORT_H
#define WM_REPORT_EXPORT_H

#include "model/wrapped.h"
#include "report/document/data.h"

/* Adds a claim's value: a word, a number as in the evidence, or null; NULL is null. */
void wm_export_value(wm_document *to, const char *key, const wm_claim *claim);

/* Adds a finding to a list: claim, text, the reason if its item failed, and `injected_fault`: the
 * outcome of the injected fault behind it ("caught", "missed", "not judged"), or null. */
void wm_export_finding(wm_document *to, wm_model *model, const wm_model_finding *finding);

/* Adds all of them as the list `findings`. */
void wm_export_findings(wm_document *to, wm_model *model);

/* Adds the fields of an item: its workload and shape, repeats, disturbed repeats, fault. */
void wm_export_item(wm_document *to, const wm_model_item *item);

/* Adds a claim to a list, with its line and id. */
void wm_export_claim(wm_document *to, wm_model *model, const wm_claim *claim);

/* Adds the list `stages`: the rows of the transcripts of one item, or of all if it is NULL. */
void wm_export_stages(wm_document *to, const wm_model *model, const wm_model_item *only);

/* Adds schema `witnessmark-show/1`: status, root, findings, producer, device, witness, plan, items
 * with their quantities, external claims, transcripts. wrapped is NULL of a record that is not of
 * `wrap`. */
void wm_export_record(wm_model *model, const wm_wrapped *wrapped, wm_document *to);

/* Adds schema `witnessmark-claims/1`: status, root, findings, every claim with its line and id. */
void wm_export_claims(wm_model *model, wm_document *to);

#endif
