/* The other side of a link's claim: the observations of a prior's item. */
#ifndef WM_REPORT_PRIOR_TRACE_H
#define WM_REPORT_PRIOR_TRACE_H

#include "record/nodes/node.h"
#include "model/model.h"

#include <stdio.h>

/* Prints the repeats, profiles or calibration of the prior's item that a claim about a link
 * compares, below a line that names the file. A differential also has those of prior 1, its own
 * side. Nothing for any other claim. Errors: those of wm_model_read_prior; IO (the
 * prior changed). */
WM_MUST_CHECK wm_status wm_prior_trace_print(const wm_model *model, const wm_claim *claim,
                                             FILE *out, wm_error *err);

/* Adds them as the array `priors`: file, line, id, node. Nothing for any other claim. */
WM_MUST_CHECK wm_status wm_prior_trace_export(const wm_model *model, const wm_claim *claim,
                                              wm_node *node, wm_error *err);

#endif
