/* One claim with everything that it rests on, and how to check that by hand. */
#ifndef WM_REPORT_CLAIM_TRACE_H
#define WM_REPORT_CLAIM_TRACE_H

#include "report/results.h"

/* Prints the node on a line: a claim with its reductions and their observations, each with line and
 * id, and the commands that check them; any other node as it stands. Errors: those of
 * wm_reader_parse, NOMEM. */
WM_MUST_CHECK wm_status wm_claim_trace_print(wm_results *results, uint32_t line, bool is_coloured,
                                             FILE *out, wm_error *err);

/* The same as one JSON object, schema `witnessmark-chain/1`: root, and the nodes of the chain in
 * their order of need, each with line, id and the node itself. Errors: as wm_claim_trace_print. */
WM_MUST_CHECK wm_status wm_claim_trace_export(wm_results *results, uint32_t line, FILE *out,
                                              wm_error *err);

#endif
