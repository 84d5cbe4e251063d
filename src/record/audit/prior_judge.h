/* The judgement of a record's priors. Source: ours, docs/formats/record.md section 8, priors. */
#ifndef WM_RECORD_PRIOR_JUDGE_H
#define WM_RECORD_PRIOR_JUDGE_H

#include "record/audit/audit_state.h"
#include "record/nodes/contents.h"

/* Judges all priors of a plan whose roots the state has, and keeps what links need. Without access
 * it judges the roots alone. Rules: those of nodes, files, symlink, prior, continues. False if
 * something was refused, or on an error; state->status is then NEWER or OLDER for a prior of
 * another format. */
bool wm_prior_judge(wm_audit_state *state);

/* Reads the witness line of a prior's item again. The content is valid until the state reads
 * another line again. Rule: prior. False if it was refused, or on an error. */
bool wm_prior_judge_witness(wm_audit_state *state, size_t index, size_t item, wm_content *content);

#endif
