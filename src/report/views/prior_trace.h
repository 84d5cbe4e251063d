/* The other side of a link's claim: the observations of a prior's item. */
#ifndef WM_REPORT_PRIOR_TRACE_H
#define WM_REPORT_PRIOR_TRACE_H

#include "model/model.h"
#include "report/document/words.h"

/* Adds the repeats, profiles or calibration of the prior's item that a claim about a link compares,
 * below a line that names the file, and as the list `priors`. A differential also has those of
 * prior 1, its own side. Nothing for any other claim. Errors: those of
 * wm_model_read_prior; IO (the prior changed). */
WM_MUST_CHECK wm_status wm_prior_trace_add(const wm_model *model, const wm_claim *claim,
                                           wm_document *to, wm_error *err);

#endif
