/* A record as one JSON object for other programs. */
#ifndef WM_CLI_EXPORT_H
#define WM_CLI_EXPORT_H

#include "cli/results.h"

/* Prints schema `witnessmark-show/1`: status, root, who, findings, the items with their quantities, the numbers from
 * elsewhere, the transcripts. Numbers are numbers. Errors: NOMEM, CANON (a text cut inside a character). */
WM_MUST_CHECK wm_status wm_export_record(wm_results *results, FILE *out);

/* Prints schema `witnessmark-claims/1`: status, root, findings, every claim with its line and id. Errors: NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_export_claims(wm_results *results, FILE *out);

#endif
