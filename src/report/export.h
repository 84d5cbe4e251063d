/* A record as one JSON object for other programs. */
#ifndef WM_REPORT_EXPORT_H
#define WM_REPORT_EXPORT_H

#include "report/results.h"
#include "record/node.h"

/* Adds a finding to an array: claim, text, the reason where its item failed, and `on_purpose`: what
 * became of the fault made on purpose that it is of ("caught", "missed", "not judged"), or null. */
void wm_export_finding(wm_node *node, wm_results *results, const wm_results_finding *finding);

/* Prints schema `witnessmark-show/1`: status, root, who, findings, the items with their quantities,
 * the numbers from elsewhere, the transcripts. Numbers are numbers. Errors: NOMEM, CANON (a text
 * cut inside a character). */
WM_MUST_CHECK wm_status wm_export_record(wm_results *results, FILE *out);

/* Prints schema `witnessmark-claims/1`: status, root, findings, every claim with its line and id.
 * Errors: NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_export_claims(wm_results *results, FILE *out);

#endif
