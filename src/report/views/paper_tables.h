/* The tables that a paper shows of a record. */
#ifndef WM_REPORT_PAPER_TABLES_H
#define WM_REPORT_PAPER_TABLES_H

#include "model/model.h"
#include "report/document/document.h"

/* Adds the table of this name: `taxonomy` (rates, classes, outputs, device state), `verify`
 * (transcripts), `nonlinear` (injected faults), `cross` (links of a differential), `validation`
 * (links to the priors that a record continues), `stress` (points of operation), `environment`
 * (facts). No rows: the record has nothing for it. Errors: those of wm_reader_read and of
 * wm_model_read_prior. Source: paper, the tables with these names. */
WM_MUST_CHECK wm_status wm_paper_tables_add(wm_model *model, const char *name, wm_document *to,
                                            wm_error *err);

#endif
