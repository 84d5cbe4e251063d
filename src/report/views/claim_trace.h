/* A claim with its reductions and observations, and the commands that check it by hand. */
#ifndef WM_REPORT_CLAIM_TRACE_H
#define WM_REPORT_CLAIM_TRACE_H

#include "model/model.h"
#include "report/views/view.h"

#include <stdio.h>

/* Prints the node on a line. For a claim: the claim, its reductions and their observations, each
 * with line and id, and the commands that check them. Any other node: its line. Errors: those of
 * wm_reader_read, NOMEM. */
WM_MUST_CHECK wm_status wm_claim_trace_print(wm_model *model, uint32_t line, const wm_view *view,
                                             FILE *out, wm_error *err);

/* Prints the same nodes as schema `witnessmark-chain/1`: root, and the nodes, each with line,
 * depth, id and the node itself. Errors: as wm_claim_trace_print. */
WM_MUST_CHECK wm_status wm_claim_trace_export(wm_model *model, uint32_t line, FILE *out,
                                              wm_error *err);

#endif
