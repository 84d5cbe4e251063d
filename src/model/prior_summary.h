/* What a record's priors are: their roots and their devices. */
#ifndef WM_MODEL_PRIOR_SUMMARY_H
#define WM_MODEL_PRIOR_SUMMARY_H

#include "archive/reader.h"
#include "record/laws/plan.h"

/* A prior. Its texts have control characters masked. */
typedef struct wm_prior_summary {
    char root[WM_ID_SIZE];
    char device[256];             /* backend and device of its first environment */
    uint8_t file[WM_SHA256_SIZE]; /* hash of its evidence, as the record's root has it */
} wm_prior_summary;

/* Reads the devices of the priors of an audited record, which is open. Errors: those of
 * wm_reader_open and wm_reader_read; IO (a prior changed after the audit); NOMEM. */
WM_MUST_CHECK wm_status wm_prior_summary_read(wm_reader *reader, const wm_roots *roots,
                                              wm_prior_summary priors[WM_TABLES_CONTINUES],
                                              wm_error *err);

/* Opens the evidence of prior number index, from 0, of an audited record. Errors: those of
 * wm_reader_open; IO (its root is not this one: it changed after the audit); NOMEM. Ownership:
 * wm_reader_close. */
WM_MUST_CHECK wm_status wm_prior_summary_open(const wm_reader *reader, size_t index,
                                              const uint8_t root[WM_SHA256_SIZE], wm_reader **prior,
                                              wm_error *err);

#endif
