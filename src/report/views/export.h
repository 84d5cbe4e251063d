/* A record as one JSON object for other programs. */
#ifndef WM_REPORT_EXPORT_H
#define WM_REPORT_EXPORT_H

#include "model/model.h"
#include "record/nodes/node.h"

#include <stdio.h>

/* Adds a finding to an array: claim, text, the reason if its item failed, and `injected_fault`: the
 * outcome of the injected fault behind it ("caught", "missed", "not judged"), or null. */
void wm_export_finding(wm_node *node, wm_model *model, const wm_model_finding *finding);

/* Prints schema `witnessmark-show/1`: status, root, findings, producer, device, witness, plan,
 * items with their quantities, external claims, transcripts. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_export_record(wm_model *model, FILE *out);

/* Prints schema `witnessmark-claims/1`: status, root, findings, every claim with its line and id.
 * Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_export_claims(wm_model *model, FILE *out);

#endif
