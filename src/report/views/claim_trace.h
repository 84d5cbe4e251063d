/* A claim with its reductions and observations, and the commands that check it by hand. */
#ifndef WM_REPORT_CLAIM_TRACE_H
#define WM_REPORT_CLAIM_TRACE_H

#include "model/model.h"
#include "report/document/words.h"
#include "report/views/overview.h"

/* Adds the node on a line. For a claim: the claim, its reductions and their observations, each with
 * line and id, and the commands that check them. An observation: its line. Members: schema
 * `witnessmark-chain/1`, with each node and its depth. Errors: those of wm_reader_read, NOMEM. */
WM_MUST_CHECK wm_status wm_claim_trace_add(wm_model *model, uint32_t line, const wm_view *view,
                                           wm_document *to, wm_error *err);

#endif
