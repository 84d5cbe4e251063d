/* Reads a record into a model, once. */
#ifndef WM_MODEL_MODEL_READ_H
#define WM_MODEL_MODEL_READ_H

#include "model/model.h"

/* Audits the record at path, and reads it. root is the root that the reader holds, or NULL. A
 * record that does not pass is not read; model->report says why. Errors: those of wm_audit_path; IO
 * (it changed between audit and reading); INVALID; NOMEM. Ownership: wm_model_close, in every
 * case. */
WM_MUST_CHECK wm_status wm_model_read(const char *path, const char *root, wm_model *model,
                                      wm_error *err);

/* Reads a record that was audited, by its folder or its evidence.jsonl: without findings and
 * outcomes of faults. Errors: those of wm_reader_open; INVALID; NOMEM. Ownership: wm_model_close,
 * in every case. */
WM_MUST_CHECK wm_status wm_model_read_audited(const char *path, wm_model *model, wm_error *err);

/* Audits the record at path, and keeps its findings alone. Of the options, all but `finding` count.
 * Errors: those of wm_audit_path; NOMEM. Ownership: wm_model_close, in every case. */
WM_MUST_CHECK wm_status wm_model_read_findings(const char *path, const wm_audit_options *options,
                                               wm_model *model, wm_error *err);

/* Adds what the first two lines say and, after an audit, the outcomes of faults. The model has
 * findings alone, or is zero-initialised. Errors: OPEN, and those of reading; INVALID; NOMEM. */
WM_MUST_CHECK wm_status wm_model_read_head(const char *path, wm_model *model);

/* Opens the evidence of a record, given its folder or its evidence.jsonl. Errors: those of
 * wm_dir_open_file and wm_dir_open_in. Ownership: wm_dir_close_file. */
WM_MUST_CHECK wm_status wm_model_open_evidence(const char *path, wm_source *source);

/* Reads prior number `index`, from 0, of an audited record, which holds its evidence. Errors: those
 * of wm_model_read_audited; IO (its root is not the plan's: it changed after the audit). Ownership:
 * wm_model_close, in every case. */
WM_MUST_CHECK wm_status wm_model_read_prior(const wm_model *of, size_t index, wm_model *prior,
                                            wm_error *err);

/* The same, read once and kept by the record's model, which owns it. Errors: the same; NOMEM. */
WM_MUST_CHECK wm_status wm_model_read_kept(const wm_model *of, size_t index, const wm_model **prior,
                                           wm_error *err);

/* Whether the prior of a claim on a recalled key has the same key. Reads that claim of the prior
 * alone. Errors: those of wm_model_read_prior. */
WM_MUST_CHECK wm_status wm_model_read_is_recalled(const wm_model *model, const wm_claim *claim,
                                                  bool *is_same, wm_error *err);

#endif
